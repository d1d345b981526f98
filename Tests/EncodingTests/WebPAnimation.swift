import Foundation
import TestSupport

/// The frames of an animated WebP, read by the format's specification. FFmpeg 5.1 decodes only still WebP pictures: each frame's data is
/// wrapped as a still, decoded by FFmpeg, and drawn over the frames before.
struct WebPAnimation {
  /// Straight R G B A, 8 bits, rows top first.
  var frames: [[UInt8]] = []
  /// Milliseconds for which each frame is shown.
  var durations: [Int] = []
  /// How often the animation is played; 0 is for ever.
  var loops = -1
  private(set) var width = 0
  private(set) var height = 0

  init(_ path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var canvas: [UInt8] = []
    for chunk in WebPAnimation.chunks(bytes[12...]) {
      let data = chunk.data
      switch chunk.name {
      case "VP8X":
        (width, height) = (1 + data.number(at: 4, bytes: 3), 1 + data.number(at: 7, bytes: 3))
        canvas = [UInt8](repeating: 0, count: 4 * width * height)
      case "ANIM": loops = data.number(at: 4, bytes: 2)
      case "ANMF":
        durations.append(data.number(at: 12, bytes: 3))
        try draw(data, on: &canvas)
        frames.append(canvas)
      default: break
      }
    }
  }

  /// Draws a frame's rectangle. Throws for what our encoder never writes: a rectangle to be cleared afterwards, or blended pixels that are
  /// translucent.
  private func draw(_ data: ArraySlice<UInt8>, on canvas: inout [UInt8]) throws {
    let (left, top) = (2 * data.number(at: 0, bytes: 3), 2 * data.number(at: 3, bytes: 3))
    let (columns, rows) = (1 + data.number(at: 6, bytes: 3), 1 + data.number(at: 9, bytes: 3))
    let flags = data.number(at: 15, bytes: 1)
    let (clearsAfter, replaces) = (flags & 1 == 1, flags & 2 == 2)
    if clearsAfter { throw Unsupported() }
    let picture = try WebPAnimation.decode(data.dropFirst(16), width: columns, height: rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let source = 4 * (row * columns + column)
        let target = 4 * ((top + row) * width + left + column)
        if replaces || picture[source + 3] == 255 {
          for channel in 0..<4 { canvas[target + channel] = picture[source + channel] }
        } else if picture[source + 3] != 0 {
          throw Unsupported()
        }
      }
    }
  }

  struct Unsupported: Error {}

  /// Decodes a frame's data to R G B A.
  private static func decode(_ data: ArraySlice<UInt8>, width: Int, height: Int) throws -> [UInt8] {
    var body = [UInt8]("WEBP".utf8)
    if chunks(data).contains(where: { $0.name == "ALPH" }) {
      let sides = [width - 1, height - 1].flatMap { side in (0..<3).map { UInt8(side >> (8 * $0) & 0xFF) } }
      body += [UInt8]("VP8X".utf8) + [10, 0, 0, 0, 0x10, 0, 0, 0] + sides
    }
    body += data
    let size = (0..<4).map { UInt8(body.count >> (8 * $0) & 0xFF) }
    let folder = try TemporaryFolder()
    let still = folder.file("still.webp")
    try Data([UInt8]("RIFF".utf8) + size + body).write(to: URL(fileURLWithPath: still))
    let result = try Tool.run(
      "ffmpeg", ["-v", "error", "-i", still, "-f", "rawvideo", "-pix_fmt", "rgba", "-sws_flags", "accurate_rnd", "-"])
    return [UInt8](result.output)
  }

  /// The RIFF chunks that follow each other in some bytes.
  private static func chunks(_ bytes: ArraySlice<UInt8>) -> [(name: String, data: ArraySlice<UInt8>)] {
    var result: [(String, ArraySlice<UInt8>)] = []
    var rest = bytes
    while rest.count >= 8 {
      let size = rest.number(at: 4, bytes: 4)
      let name = String(decoding: rest.prefix(4), as: UTF8.self)
      result.append((name, rest.dropFirst(8).prefix(size)))
      rest = rest.dropFirst(8 + size + size % 2)
    }
    return result
  }
}

extension ArraySlice<UInt8> {
  /// The number whose low byte comes first at an offset.
  fileprivate func number(at offset: Int, bytes: Int) -> Int {
    (0..<bytes).reduce(0) { $0 | Int(self[startIndex + offset + $1]) << (8 * $1) }
  }
}
