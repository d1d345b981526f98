import Colorimetry
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
      for column in 0..<width {
        let alpha = Double(planes[3][column])
        for plane in 0..<3 {
          let value = Double(planes[plane][column])
          if value == 0 { continue }
          let light =
            alpha > 0
            ? TransferFunction.srgb.decode(value / alpha) * alpha : TransferFunction.srgb.decode(value)
          planes[plane][column] = Float(light)
        }
      }
    }
  }
}
