import CFFmpeg
import Raster

/// The colours of a JPEG: Y′CbCr of full range by BT.601's weights, as the JFIF standard has them.
///
/// Weights are multiples of 2⁻¹⁶, so that sums are exact and every result is rounded once.
struct JPEGColors {
  private let pixels: PixelBuffer

  /// - Parameter pixels: a picture of format `rgb24`.
  init(_ pixels: PixelBuffer) { self.pixels = pixels }

  /// Writes the planes Y, Cb and Cr; where chroma is halved, each of its samples is the mean of four pixels and lies between them.
  func store(in frame: UnsafeMutablePointer<AVFrame>, isHalved: Bool) {
    guard let luma = frame.pointee.data.0, let blue = frame.pointee.data.1, let red = frame.pointee.data.2 else {
      return
    }
    let strides = frame.pointee.linesize
    for y in 0..<pixels.height {
      let row = luma + y * Int(strides.0)
      for x in 0..<pixels.width {
        let (r, g, b) = color(x, y)
        row[x] = UInt8((19595 * r + 38470 * g + 7471 * b + 32768) >> 16)
      }
    }
    let step = isHalved ? 2 : 1
    for y in 0..<(pixels.height + step - 1) / step {
      let (blueRow, redRow) = (blue + y * Int(strides.1), red + y * Int(strides.2))
      for x in 0..<(pixels.width + step - 1) / step {
        // Sums over the pixels of the sample: 4 or 1.
        var (r, g, b) = (0, 0, 0)
        for dy in 0..<step {
          for dx in 0..<step {
            let color = color(min(step * x + dx, pixels.width - 1), min(step * y + dy, pixels.height - 1))
            (r, g, b) = (r + color.red, g + color.green, b + color.blue)
          }
        }
        let bits = isHalved ? 18 : 16
        let offset = 128 << bits + 1 << (bits - 1)
        blueRow[x] = Self.code((-11059 * r - 21709 * g + 32768 * b + offset) >> bits)
        redRow[x] = Self.code((32768 * r - 27439 * g - 5329 * b + offset) >> bits)
      }
    }
  }

  private func color(_ x: Int, _ y: Int) -> (red: Int, green: Int, blue: Int) {
    let pixel = pixels.plane(0) + y * pixels.stride(ofPlane: 0) + 3 * x
    return (Int(pixel[0]), Int(pixel[1]), Int(pixel[2]))
  }

  /// Pure blue and red would be 255.5, which has no code.
  private static func code(_ value: Int) -> UInt8 { UInt8(min(value, 255)) }
}
