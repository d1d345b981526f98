import Encoding
import Foundation
import Raster
import TestSupport
import Testing

/// The table of picture formats: every layout is written, and read back by FFmpeg's command.
@Suite struct PictureFormatTests {
  /// A smooth picture with every kind of colour, and alpha where there is some.
  private func smooth(_ format: PixelFormat, width: Int = 61, height: Int = 46) -> PixelBuffer {
    let picture = PixelBuffer(format: format, width: width, height: height)
    let channels = format.hasAlpha ? 4 : 3
    for y in 0..<height {
      for x in 0..<width {
        let codes = [40 + 3 * x, 230 - 4 * y, 20 + 2 * (x + y), 255 - y]
        for channel in 0..<channels {
          picture.plane(0)[y * picture.stride(ofPlane: 0) + channels * x + channel] = UInt8(codes[channel])
        }
      }
    }
    return picture
  }

  /// Floats from tiny to far above white, of both signs.
  private func floats(width: Int = 37, height: Int = 21) -> PixelBuffer {
    let picture = PixelBuffer(format: .floatPlanes, width: width, height: height)
    var state: UInt64 = 5
    for plane in 0..<4 {
      for y in 0..<height {
        let row = UnsafeMutableRawPointer(picture.plane(plane) + y * picture.stride(ofPlane: plane))
        for x in 0..<width {
          // Pseudo-random numbers by Knuth's MMIX generator.
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          let mantissa = Float(Int32(truncatingIfNeeded: state >> 32)) / 0x1p31
          let value = mantissa * Float(sign: .plus, exponent: Int(state >> 20 & 63) - 40, significand: 1)
          row.storeBytes(of: x == 0 ? 0 : value, toByteOffset: 4 * x, as: Float.self)
        }
      }
    }
    return picture
  }

  private func write(_ picture: PixelBuffer, _ settings: PictureSettings, _ folder: TemporaryFolder) throws -> String {
    let path = folder.file("a.\(settings.format.fileExtensions[0])")
    try PictureWriter.write(picture, to: path, settings: settings)
    return path
  }

  private func maximumDifference(_ one: [UInt8], _ other: [UInt8]) -> Int {
    one.count == other.count ? zip(one, other).map { abs(Int($0) - Int($1)) }.max() ?? 0 : .max
  }

  /// A picture decoded by FFmpeg to a pixel format of its own name, through an optional filter.
  private func decodeAs(_ name: String, _ path: String, _ filter: String? = nil) throws -> [UInt8] {
    let scale = filter.map { ["-vf", $0] } ?? []
    let result = try Tool.run(
      "ffmpeg", ["-v", "error", "-i", path] + scale + ["-f", "rawvideo", "-pix_fmt", name, "-"])
    return [UInt8](result.output)
  }

  static let lossless = [PictureFormat.png, .tiff].flatMap { format in format.layouts.map { (format, $0) } }

  @Test("PNG and TIFF give every sample back", arguments: lossless)
  func losslessPicturesComeBack(_ format: PictureFormat, _ layout: PictureFormat.Layout) throws {
    let folder = try TemporaryFolder()
    let picture = testFrame(3, layout.pixelFormat, width: 61, height: 47)
    var settings = try PictureSettings(format, hasAlpha: layout.hasAlpha, bitDepth: layout.bitDepth)
    for prefersSpeed in [false, true] {
      settings.prefersSpeed = prefersSpeed
      let path = folder.file("\(prefersSpeed).\(format.fileExtensions[0])")
      try PictureWriter.write(picture, to: path, settings: settings)
      #expect(try decode(path, layout.pixelFormat) == packedBytes(picture))
      #expect(try probe(path)["pix_fmt"]?.hasPrefix(layout.pixelFormat.rawValue.replacing("le", with: "")) == true)
    }
  }

  @Test("OpenEXR of 32 bits gives every float back, with and without alpha", arguments: [true, false])
  func wholeFloatsComeBack(alpha: Bool) throws {
    let folder = try TemporaryFolder()
    let picture = floats()
    let path = try write(picture, try PictureSettings(.exr, hasAlpha: alpha, bitDepth: 32), folder)
    let expected = packedBytes(picture)
    let count = alpha ? expected.count : expected.count * 3 / 4
    #expect(try decodeAs(alpha ? "gbrapf32le" : "gbrpf32le", path) == Array(expected.prefix(count)))
    #expect(try probe(path)["pix_fmt"] == (alpha ? "gbrapf32le" : "gbrpf32le"))
  }

  @Test("OpenEXR of 16 bits holds the nearest half floats") func halfFloatsAreNearest() throws {
    let folder = try TemporaryFolder()
    let picture = floats()
    let path = try write(picture, try PictureSettings(.exr, hasAlpha: true), folder)
    let decoded = try decodeAs("gbrapf32le", path).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let drawn = packedBytes(picture).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    #expect(decoded.count == drawn.count)
    // Floats beyond the largest finite half float, 65504, become that.
    let wrong = zip(decoded, drawn).filter { half, float in
      let nearest = Float(Float16(float))
      return half != (nearest.isInfinite ? Float(sign: float.sign, exponent: 0, significand: 65504) : nearest)
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(bytes.count < 4 * 37 * 21 * 2 + 2000, "samples have two bytes")
  }

  @Test("WebP of quality 100 loses nothing; otherwise it is near") func webpComesBack() throws {
    for format in [PixelFormat.rgb24, .rgba] {
      let folder = try TemporaryFolder()
      let picture = smooth(format)
      let exact = try write(picture, try PictureSettings(.webp, hasAlpha: format.hasAlpha, quality: 100), folder)
      #expect(try decode(exact, format) == packedBytes(picture))
      #expect(try probe(exact)["pix_fmt"] == "argb")
      let small = folder.file("b.webp")
      try PictureWriter.write(picture, to: small, settings: try PictureSettings(.webp, hasAlpha: format.hasAlpha))
      #expect(maximumDifference(try decode(small, format), packedBytes(picture)) <= 14)
      #expect(try probe(small)["pix_fmt"] == (format.hasAlpha ? "yuva420p" : "yuv420p"))
    }
  }

  @Test("JPEG is near, in full colour from quality 90 on, and smaller with less") func jpegComesBack() throws {
    let picture = smooth(.rgb24)
    var sizes: [Int] = []
    for (quality, storedFormat, maximumError) in [(100.0, "yuvj444p", 3), (92, "yuvj444p", 6), (60, "yuvj420p", 24)] {
      let folder = try TemporaryFolder()
      let path = try write(picture, try PictureSettings(.jpeg, quality: quality), folder)
      #expect(try probe(path)["pix_fmt"] == storedFormat)
      #expect(try probe(path)["color_space"] == "bt470bg")
      let decoded = try decodeAs("rgb24", path, "scale=flags=accurate_rnd+full_chroma_int+full_chroma_inp")
      #expect(maximumDifference(decoded, packedBytes(picture)) <= maximumError, "quality \(quality)")
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      #expect(String(decoding: bytes.prefix(16), as: UTF8.self).contains("JFIF"))
      sizes.append(bytes.count)
    }
    #expect(sizes[0] > sizes[1] && sizes[1] > sizes[2])
  }

  @Test("What a format does not hold is refused with what does")
  func limitsAreTold() throws {
    func sentence(_ make: @autoclosure () throws -> PictureSettings) -> String? {
      #expect(throws: MediaError.self) { try make() }?.sentence
    }
    #expect(
      sentence(try PictureSettings(.jpeg, hasAlpha: true))
        == "JPEG cannot hold transparency; these can: .png, .tif, .tiff, .exr, .webp.")
    #expect(sentence(try PictureSettings(.png, bitDepth: 12)) == "PNG has samples of 8 or 16 bits, not 12.")
    #expect(sentence(try PictureSettings(.png, quality: 90)) == "PNG is lossless and has no quality setting.")
    #expect(
      sentence(try PictureSettings(.jpeg, quality: 0)) == "A quality of 0.0 is not possible; it must be from 1 to 100.")
    #expect(throws: MediaError.self) { try PictureWriter.write(testFrame(0, .rgb24), to: "/nowhere/a.bmp") }
    let wide = PixelBuffer(format: .rgb24, width: 16_400, height: 1)
    #expect(throws: MediaError.self) { try PictureWriter.bytes(of: wide, try PictureSettings(.webp)) }
  }
}
