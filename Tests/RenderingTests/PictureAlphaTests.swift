import Encoding
import Foundation
import Motes
import Raster
import TestSupport
import Testing

/// Pictures and clips with alpha of every code, drawn pixel by pixel.
@Suite struct PictureAlphaTests {
  /// How a file's samples are laid out, and how FFmpeg's command makes the file of them.
  struct Source: CustomTestStringConvertible, Sendable {
    /// FFmpeg's name of the pixel format.
    let format: String
    /// The samples of a pixel in one letter each: "bgra"; planes are parted by a full stop. Letters other than r, g, b and a are mid-gray, and u and v have half of the size.
    let layout: String
    var bitDepth = 8
    let file: String
    let options: [String]
    /// Whether FFmpeg decodes the same samples that it encoded; otherwise only alpha is the same.
    var keepsColors = true

    init(
      _ format: String, _ layout: String, bitDepth: Int = 8, _ file: String, _ options: String, keepsColors: Bool = true
    ) {
      (self.format, self.layout, self.bitDepth, self.file) = (format, layout, bitDepth, file)
      self.options = options.split(separator: " ").map(String.init)
      self.keepsColors = keepsColors
    }

    var testDescription: String { "\(format) in \(file)" }
    var isPicture: Bool { ["png", "webp", "tiff", "bmp", "tga"].contains { file.hasSuffix($0) } }
    var maximum: Int { 1 << bitDepth - 1 }
  }

  private static let side = 256

  /// The sample of a component at a pixel. Alpha takes every code.
  private static func sample(_ component: Character, _ x: Int, _ y: Int, _ source: Source) -> Int {
    switch component {
    case "r": (x * 7 + y * 11) & source.maximum
    case "g": (x * 3 + y * 5 + 40) & source.maximum
    case "b": (y * 255 + x * 13) & source.maximum
    case "a": (x + side * y) & source.maximum
    default: (source.maximum + 1) / 2
    }
  }

  /// The bytes of a frame. The planes u and v have half of luma's size.
  private static func bytes(_ source: Source) -> Data {
    var bytes = Data()
    for plane in source.layout.split(separator: ".") {
      let step = plane == "u" || plane == "v" ? 2 : 1
      for y in stride(from: 0, to: side, by: step) {
        for x in stride(from: 0, to: side, by: step) {
          for component in plane {
            let code = sample(component, x, y, source)
            let (low, high) = (UInt8(code & 255), UInt8(code >> 8))
            if source.bitDepth == 8 {
              bytes.append(low)
            } else {
              bytes.append(contentsOf: source.format.hasSuffix("be") ? [high, low] : [low, high])
            }
          }
        }
      }
    }
    return bytes
  }

  @Test(
    "Alpha and colours are drawn as they are stored",
    arguments: [
      Source("rgba", "rgba", "a.png", ""), Source("rgba", "rgba", "a.apng", "-f apng"),
      Source("rgba", "rgba", "a.tiff", ""), Source("bgra", "bgra", "a.bmp", ""),
      Source("bgra", "bgra", "a.tga", ""), Source("bgra", "bgra", "lossless.webp", "-lossless 1", keepsColors: false),
      Source("bgra", "bgra", "a.mkv", "-c:v ffv1"), Source("argb", "argb", "a.mov", "-c:v qtrle"),
      Source("abgr", "abgr", "a.nut", "-c:v rawvideo"), Source("argb", "argb", "a.nut", "-c:v rawvideo"),
      Source("gbrap", "g.b.r.a", "a.mkv", "-c:v utvideo"), Source("ya8", "ga", "gray.png", "", keepsColors: false),
      Source("yuva420p", "y.u.v.a", "lossy.webp", "-c:v libwebp", keepsColors: false),
      Source("yuva420p", "y.u.v.a", "a.webm", "-c:v libvpx-vp9 -lossless 1", keepsColors: false),
      Source("rgba64be", "rgba", bitDepth: 16, "deep.png", ""),
      Source("ya16be", "ga", bitDepth: 16, "gray.png", "", keepsColors: false),
      Source("gbrap10le", "g.b.r.a", bitDepth: 10, "a.mkv", "-c:v ffv1"),
      Source("gbrap16le", "g.b.r.a", bitDepth: 16, "a.mkv", "-c:v ffv1"),
      Source("yuva444p10le", "y.c.c.a", bitDepth: 10, "a.mkv", "-c:v ffv1", keepsColors: false),
    ])
  func samplesAreKept(_ source: Source) throws {
    let folder = try TemporaryFolder()
    let made = try Tool.run(
      "ffmpeg",
      ["-v", "error", "-f", "rawvideo", "-pix_fmt", source.format, "-s", "\(Self.side)x\(Self.side)", "-i", "-"]
        + source.options + ["-pix_fmt", source.format, folder[source.file]], input: Self.bytes(source))
    try #require(made.status == 0, "\(made.errorText)")
    if source.bitDepth == 8 { return try compare(source, folder) }
    // Frames of 16 bits are rounded; what was read is compared in their place.
    let expected = (0..<Self.side * Self.side).map { Float($0 & source.maximum) * Float(1 / Double(source.maximum)) }
    #expect(try alpha(source, folder) == expected)
  }

  /// ProRes stores alpha with 16 bits, which FFmpeg's decoder gives with 10 or 12.
  @Test("Alpha of ProRes 4444 is drawn as FFmpeg decodes it") func proRes() throws {
    let folder = try TemporaryFolder()
    let source = Source("yuva444p10le", "y.c.c.a", bitDepth: 10, "a.mov", "-c:v prores_ks -alpha_bits 16")
    _ = try Tool.run(
      "ffmpeg",
      ["-v", "error", "-f", "rawvideo", "-pix_fmt", source.format, "-s", "\(Self.side)x\(Self.side)", "-i", "-"]
        + source.options + [folder[source.file]], input: Self.bytes(source))
    let decoded = try Tool.run("ffmpeg", ["-v", "error", "-i", folder[source.file], "-f", "rawvideo", "-"]).output
    let format = try Tool.run(
      "ffprobe", ["-v", "error", "-show_entries", "stream=pix_fmt", "-of", "csv=p=0", folder[source.file]]
    ).text
    let bits = try #require(["yuva444p10le": 10, "yuva444p12le": 12][format])
    let pixels = Self.side * Self.side
    try #require(decoded.count == 8 * pixels)
    let codes = (0..<pixels).map { index in
      let offset = decoded.startIndex + 2 * (3 * pixels + index)
      return Int(decoded[offset]) | Int(decoded[offset + 1]) << 8
    }
    #expect(Set(codes).count == 1 << bits || Set(codes).count == source.maximum + 1)
    #expect(try alpha(source, folder) == codes.map { Float($0) * Float(1 / Double(1 << bits - 1)) })
  }

  /// A palette of 256 colours, the alpha of each of which is its number.
  @Test("Alpha and colours of a palette are drawn as they are stored") func palette() throws {
    let folder = try TemporaryFolder()
    let source = Source("pal8", "rgba", "palette.png", "")
    var bytes = Data((0..<Self.side * Self.side).map { UInt8($0 & 255) })
    // Entries are numbers ARGB, little-endian.
    for index in 0..<256 { for component in "bgra" { bytes.append(UInt8(Self.sample(component, index, 0, source))) } }
    let made = try Tool.run(
      "ffmpeg",
      ["-v", "error", "-f", "rawvideo", "-pix_fmt", "pal8", "-s", "\(Self.side)x\(Self.side)", "-i", "-"]
        + [folder[source.file]], input: bytes)
    try #require(made.status == 0, "\(made.errorText)")
    let header = try #require(folder.bytes(source.file))
    try #require(header[25] == 3, "a picture with a palette")
    try compare(source, folder) { x, _ in (x, 0) }
  }

  /// Draws the file 1 : 1 on nothing. The result gives the sample of a channel R, G, B, A.
  private func draw(_ source: Source, _ folder: TemporaryFolder) throws -> (Int, Int, Int) -> Int {
    let layer =
      #""\#(source.isPicture ? "image" : "video")": { "file": "\#(source.file)", "center": [128, 128], "size": [256, 256] }"#
    let text =
      #"{ "format": 1, "canvas": { "width": 256, "height": 256, "blending": "srgb", "duration": 1 }, "layers": [{ \#(layer) }] }"#
    let preset = try Preset(
      json: text, named: "alpha.json", settings: PresetSettings(assetFolders: [folder.path]))
    let frame = try Renderer(preset, format: .rgba, threads: 1).frame(at: .zero)
    return { x, y, channel in Int(frame.plane(0)[y * frame.stride(ofPlane: 0) + 4 * x + channel]) }
  }

  /// Alpha of the file's first frame as layers get it, row by row.
  private func alpha(_ source: Source, _ folder: TemporaryFolder) throws -> [Float] {
    let picture = try #require(try SeekingClip(folder[source.file], givesEncoded: true).picture(0))
    return (0..<Self.side).flatMap { y in (0..<Self.side).map { picture.pixels.tile.row(y, plane: 3)[$0] } }
  }

  /// Compares what is drawn with the samples of the pixel that `stored` names.
  private func compare(
    _ source: Source, _ folder: TemporaryFolder, stored: (Int, Int) -> (Int, Int) = { ($0, $1) }
  ) throws {
    let drawn = try draw(source, folder)
    var wrong = 0
    var first: String?
    for y in 0..<Self.side {
      for x in 0..<Self.side {
        let (storedX, storedY) = stored(x, y)
        let alpha = Self.sample("a", storedX, storedY, source)
        for (channel, component) in "rgba".enumerated() where component == "a" || source.keepsColors && alpha > 0 {
          let (expected, found) = (Self.sample(component, storedX, storedY, source), drawn(x, y, channel))
          if found != expected {
            wrong += 1
            first = first ?? "\(component) at \(x), \(y) is \(found), not \(expected)"
          }
        }
      }
    }
    #expect(wrong == 0, "\(first ?? "")")
  }
}
