import Lanes

extension PixelBuffer {
  /// Converts premultiplied sRGB-encoded values, which an `srgb` canvas has, to premultiplied linear light, in place.
  ///
  /// A colour is divided by its alpha, decoded, and multiplied by its alpha again. A colour whose alpha is 0 (added light) is only
  /// decoded.
  package func decodeSRGB() {
    precondition(format == .floatPlanes, "Only planes of floats are decoded.")
    for row in 0..<height {
      let planes = (0..<4).map {
        UnsafeMutableRawPointer(plane($0) + row * stride(ofPlane: $0)).assumingMemoryBound(to: Float.self)
      }
      for column in Swift.stride(from: 0, to: width, by: 8) {
        // The last block of a row may have fewer than eight pixels: only these are read and written.
        let count = min(8, width - column)
        @inline(__always)
        func load(_ plane: Int) -> Float8 {
          if count == 8 { return Lanes.load(planes[plane] + column) }
          var values = Float8()
          for lane in 0..<count { values[lane] = planes[plane][column + lane] }
          return values
        }
        let alpha = load(3)
        let isCovered = alpha .> 0
        let alphaOrOne = Lanes.select(isCovered, alpha, Float8(repeating: 1))
        for plane in 0..<3 {
          let light = Self.lightOfSRGB(load(plane) / alphaOrOne) * alphaOrOne
          if count == 8 {
            Lanes.store(light, to: planes[plane] + column)
          } else {
            for lane in 0..<count { planes[plane][column + lane] = light[lane] }
          }
        }
      }
    }
  }

  /// Decodes sRGB values to linear light. Values may be above 1: where light adds up over little coverage, straight colours are
  /// brighter than white.
  private static func lightOfSRGB(_ x: Float8) -> Float8 {
    // Raster's polynomial is used up to 1.25, and above that the formula of the sRGB standard.
    let isBright = x .> 1.25
    let light = Raster.decodeSRGB(Lanes.min(x, 1.25))
    guard Lanes.any(isBright) else { return light }
    return Lanes.select(isBright, Lanes.pow((x + 0.055) * (1 / 1.055), 2.4), light)
  }
}
