import CFFmpeg
import Raster

/// Converts the colours of a picture for JPEG: to full-range Y′CbCr with BT.601's weights, as the JFIF standard says.
///
/// The weights are multiples of 2⁻¹⁶, so that sums are exact and every result is rounded only once.
struct JPEGColors {
  private let pixels: PixelBuffer

  /// - Parameter pixels: a picture of format `rgb24`.
  init(_ pixels: PixelBuffer) { self.pixels = pixels }

  /// Writes the planes Y, Cb and Cr to a frame.
  ///
  /// - Parameter halvesChroma: whether Cb and Cr have half the width and height: each sample is then the mean of four pixels.
  func store(in frame: UnsafeMutablePointer<AVFrame>, halvesChroma: Bool) {
    guard let luma = frame.pointee.data.0, let cb = frame.pointee.data.1, let cr = frame.pointee.data.2 else {
      return
    }
    let strides = frame.pointee.linesize
    for y in 0..<pixels.height {
      let row = luma + y * Int(strides.0)
      for x in 0..<pixels.width {
        let (r, g, b) = color(x, y)
        // The last summand is a half, for rounding.
        row[x] = UInt8((19595 * r + 38470 * g + 7471 * b + 32768) >> 16)
      }
    }
    let step = halvesChroma ? 2 : 1
    for y in 0..<(pixels.height + step - 1) / step {
      let (cbRow, crRow) = (cb + y * Int(strides.1), cr + y * Int(strides.2))
      for x in 0..<(pixels.width + step - 1) / step {
        // Sums over the 4 pixels, or the one pixel, of the sample.
        var (r, g, b) = (0, 0, 0)
        for dy in 0..<step {
          for dx in 0..<step {
            let color = color(min(step * x + dx, pixels.width - 1), min(step * y + dy, pixels.height - 1))
            (r, g, b) = (r + color.red, g + color.green, b + color.blue)
          }
        }
        // The lowest bits are dropped: 16 for the weights, and 2 more to divide the sum of four pixels. The offset is 128, and a half for
        // rounding.
        let bits = halvesChroma ? 18 : 16
        let offset = (128 << bits) + (1 << (bits - 1))
        cbRow[x] = Self.code((-11059 * r - 21709 * g + 32768 * b + offset) >> bits)
        crRow[x] = Self.code((32768 * r - 27439 * g - 5329 * b + offset) >> bits)
      }
    }
  }

  private func color(_ x: Int, _ y: Int) -> (red: Int, green: Int, blue: Int) {
    let pixel = pixels.plane(0) + y * pixels.stride(ofPlane: 0) + 3 * x
    return (Int(pixel[0]), Int(pixel[1]), Int(pixel[2]))
  }

  /// A code of Cb or Cr, limited to 255: Cb of pure blue and Cr of pure red are 255.5, which the caller rounds to 256.
  private static func code(_ value: Int) -> UInt8 { UInt8(min(value, 255)) }
}
