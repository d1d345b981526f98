import Lanes
import Model
import Raster

extension Renderer {
  /// The frame at a time as a picture's settings want it, in memory of its own: linear light where the format holds that.
  ///
  /// - Parameters:
  ///   - time: canvas seconds.
  ///   - settings: their `pixelFormat` is the renderer's.
  package func picture(at time: Rational, for settings: PictureSettings) -> PixelBuffer {
    let pixels = frame(at: time)
    if settings.format.isLinearLight, scene.canvas.blending == .srgb { pixels.decodeSRGB() }
    return pixels
  }
}

extension PixelBuffer {
  /// Turns premultiplied sRGB-encoded values, as a canvas with sRGB blending has them, into premultiplied linear light, in place.
  ///
  /// A colour is divided by its alpha, decoded, and multiplied again. Light without coverage is decoded as it is.
  package func decodeSRGB() {
    precondition(format == .floatPlanes, "Only planes of floats are decoded.")
    for row in 0..<height {
      let planes = (0..<4).map {
        UnsafeMutableRawPointer(plane($0) + row * stride(ofPlane: $0)).assumingMemoryBound(to: Float.self)
      }
      for column in Swift.stride(from: 0, to: width, by: 8) {
        // Of the last block only what belongs to the row is read and written.
        let count = min(8, width - column)
        @inline(__always)
        func load(_ plane: Int) -> Float8 {
          if count == 8 { return Lanes.load(planes[plane] + column) }
          var values = Float8()
          for lane in 0..<count { values[lane] = planes[plane][column + lane] }
          return values
        }
        let alpha = load(3)
        let covered = alpha .> 0
        let factor = Lanes.select(covered, alpha, Float8(repeating: 1))
        for plane in 0..<3 {
          let light = Self.lightOfSRGB(load(plane) / factor) * factor
          if count == 8 {
            Lanes.store(light, to: planes[plane] + column)
          } else {
            for lane in 0..<count { planes[plane][column + lane] = light[lane] }
          }
        }
      }
    }
  }

  /// The inverse of the sRGB curve, which goes on above 1: where light adds up over little coverage, a colour is brighter than white.
  private static func lightOfSRGB(_ x: Float8) -> Float8 {
    // Beyond what Raster's polynomial is made for.
    let isBright = x .> 1.25
    let light = Raster.decodeSRGB(Lanes.min(x, 1.25))
    guard Lanes.any(isBright) else { return light }
    return Lanes.select(isBright, Lanes.pow((x + 0.055) * (1 / 1.055), 2.4), light)
  }
}
