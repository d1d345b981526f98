import CZlib
import Encoding
import Foundation
import TestSupport
import Testing

/// Pictures and clips that are too large, or that would become so.
@Suite struct HostilePictureTests {
  /// A chunk of a PNG.
  private func chunk(_ name: String, _ contents: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + contents
    let checksum = UInt32(crc32(0, body, UInt32(body.count)))
    return bigEndian(UInt32(contents.count)) + body + bigEndian(checksum)
  }

  private func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
  }

  private func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var count = compressBound(UInt(bytes.count))
    var result = [UInt8](repeating: 0, count: Int(count))
    _ = compress2(&result, &count, bytes, UInt(bytes.count), 9)
    return Array(result.prefix(Int(count)))
  }

  /// A gray PNG whose rows are all alike.
  private func png(side: Int, bits: UInt8, chunks: [UInt8] = []) -> [UInt8] {
    let row = [0] + [UInt8](repeating: 0x55, count: side * Int(bits) / 8)
    let header = bigEndian(UInt32(side)) + bigEndian(UInt32(side)) + [bits, 0, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunks
      + chunk("IDAT", compressed((0..<side).flatMap { _ in row })) + chunk("IEND", [])
  }

  @Test("Frames that are too large are told with their size and the limit") func largeFrames() throws {
    let folder = try TemporaryFolder()
    try folder.write(png(side: 16_384, bits: 1), to: "a.png")
    try folder.write("YUV4MPEG2 W99999 H99999 F30:1 Ip A1:1 C420jpeg\nFRAME\n", to: "a.y4m")
    for (name, side) in [("a.png", 16_384), ("a.y4m", 99_999)] {
      let clip = #expect(throws: MediaError.self) { try ClipReader(folder[name]) }
      let layer = #expect(throws: MediaError.self) { try SeekingClip(folder[name], givesEncoded: true) }
      for error in [clip, layer] {
        #expect(
          error?.sentence.contains("frames of \(side) x \(side) pixels; at most 16384 a side") == true,
          "\(error?.sentence ?? "")")
      }
    }
  }

  /// libavcodec inflates a text of 64 MB in a quarter of a second and a colour profile as fast, each as often as the picture is decoded.
  @Test("Texts and large colour profiles of a PNG are not inflated") func chunksAreNotInflated() throws {
    let folder = try TemporaryFolder()
    let zeros = compressed([UInt8](repeating: 0, count: 64 << 20))
    let bombs = (0..<12).flatMap { _ in
      chunk("zTXt", Array("a\0\0".utf8) + zeros) + chunk("iCCP", Array("p\0\0".utf8) + zeros)
    }
    try folder.write(png(side: 64, bits: 8, chunks: bombs), to: "bomb.png")
    try folder.write(png(side: 64, bits: 8), to: "plain.png")
    let clock = ContinuousClock()
    let began = clock.now
    let picture = try #require(try SeekingClip(folder["bomb.png"], givesEncoded: true).picture(0))
    // Inflating them takes more than ten seconds.
    #expect(clock.now - began < .seconds(3))
    let plain = try #require(try SeekingClip(folder["plain.png"], givesEncoded: true).picture(0))
    for y in 0..<64 {
      for x in 0..<64 { #expect(picture.pixels.tile.row(y, plane: 0)[x] == plain.pixels.tile.row(y, plane: 0)[x]) }
    }
  }
}
