import Glibc
import Model
import Raster

/// The headers of YUV4MPEG2 (`.y4m`), from which programs that read a pipe learn size, rate and sample layout.
struct Y4MHeader {
  /// The line before the first frame.
  let streamHeader: String
  /// The line before each frame.
  static let frameHeader = "FRAME\n"

  /// - Parameter pixelAspect: width ÷ height of a pixel.
  /// - Throws: `MediaError` of kind `settings` for a pixel format that YUV4MPEG2 cannot hold.
  init(
    _ format: PixelFormat, width: Int, height: Int, frameRate: Rational, pixelAspect: Rational
  ) throws(MediaError) {
    let codec = Codec.y4m
    guard codec.pixelFormats.contains(format) else {
      let names = codec.pixelFormats.map(\.rawValue).joined(separator: ", ")
      throw MediaError(.settings, "\(codec.title) cannot hold \(format.rawValue); it takes \(names).")
    }
    let chroma = format.halvesChromaHeight ? "420" : format.halvesChromaWidth ? "422" : "444"
    // "420" alone means chroma in the middle of four pixels, "420mpeg2" chroma on the left. More than 8 bits are an extension of
    // the format.
    let suffix = format.bitDepth > 8 ? "p\(format.bitDepth)" : chroma == "420" ? "mpeg2" : ""
    // The value of FFmpeg's own parameter XYSCSS, which states the same layout.
    let xyscssValue = format.bitDepth > 8 ? "\(chroma)P\(format.bitDepth)" : chroma == "420" ? "420MPEG2" : chroma
    streamHeader =
      "YUV4MPEG2 W\(width) H\(height) F\(frameRate.numerator):\(frameRate.denominator) Ip "
      + "A\(pixelAspect.numerator):\(pixelAspect.denominator) C\(chroma)\(suffix) XYSCSS=\(xyscssValue) XCOLORRANGE=LIMITED\n"
  }

  /// The size of frames by the first line of an open file; nil if the file is no YUV4MPEG2 or its first line names no size.
  static func frameSize(inFile descriptor: Int32) -> (width: Int, height: Int)? {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    let line = bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard words.first == "YUV4MPEG2" else { return nil }
    func number(after letter: Character) -> Int? {
      words.dropFirst().first { $0.first == letter }.flatMap { Int($0.dropFirst()) }
    }
    guard let width = number(after: "W"), let height = number(after: "H") else { return nil }
    return (width, height)
  }
}
