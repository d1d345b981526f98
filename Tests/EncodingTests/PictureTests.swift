import Encoding
import Foundation
import Raster
import TestSupport
import Testing

@Suite struct PictureTests {
  @Test("Pictures are read back as they were written", arguments: PictureWriter.pngPixelFormats)
  func picturesComeBack(format: PixelFormat) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.png")
    let picture = testFrame(3, format, width: 61, height: 47)
    try PictureWriter.write(picture, to: path)
    #expect(folder.names == ["a.png"])
    let back = try PictureReader.read(path)
    #expect(back.format == format && back.width == 61 && back.height == 47)
    #expect(packedBytes(back) == packedBytes(picture))
    // FFmpeg's command agrees, and sees the colour tags.
    #expect(try decode(path, format) == packedBytes(picture))
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(String(decoding: bytes.prefix(120), as: UTF8.self).contains("sRGB"))
  }

  @Test("The PNG bytes are the same each time") func thePngBytesAreTheSameEachTime() throws {
    let picture = testFrame(1, .rgba)
    #expect(try PictureWriter.png(picture) == PictureWriter.png(picture))
  }

  @Test("An existing picture is not replaced unless allowed") func anExistingPictureIsNotReplacedUnlessAllowed() throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("a.png")
    try PictureWriter.write(testFrame(0, .rgb24), to: path)
    let error = #expect(throws: MediaError.self) { try PictureWriter.write(testFrame(1, .rgb24), to: path) }
    #expect(error?.kind == .exists)
    #expect(packedBytes(try PictureReader.read(path)) == packedBytes(testFrame(0, .rgb24)))
    try PictureWriter.write(testFrame(1, .rgb24), to: path, allowsReplacing: true)
    #expect(packedBytes(try PictureReader.read(path)) == packedBytes(testFrame(1, .rgb24)))
    #expect(folder.names == ["a.png"])
  }

  @Test("Pixel formats that a PNG lacks are refused") func formatsWithoutPngAreRefused() throws {
    let error = #expect(throws: MediaError.self) { try PictureWriter.png(testFrame(0, .yuv420p)) }
    #expect(error?.sentence == "PNG cannot hold yuv420p; it takes rgb24, rgba, rgb48le, rgba64le.")
  }

  @Test("A full disk leaves no picture", .enabled(if: SmallDisk.isAvailable, "only root may mount a disk"))
  func aFullDiskLeavesNoPicture() throws {
    let disk = try SmallDisk(kilobytes: 16)
    let picture = testFrame(0, .rgba64, width: 200, height: 200)
    let error = #expect(throws: MediaError.self) { try PictureWriter.write(picture, to: disk.file("a.png")) }
    #expect(error?.kind == .diskFull)
    #expect(disk.names.isEmpty)
  }

  /// A damaged file gives an error or a picture, never a crash.
  @Test("Damaged pictures are errors") func damagedPicturesAreErrors() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.png")
    let good = try PictureWriter.png(testFrame(0, .rgb24))
    var state: UInt64 = 9
    for round in 0..<300 {
      var bytes = Array(good.prefix(round % 3 == 0 ? round * good.count / 300 : good.count))
      for _ in 0..<(round % 7) where !bytes.isEmpty {
        // Pseudo-random numbers by Knuth's MMIX generator.
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 25)
      }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      do { _ = try PictureReader.read(path) } catch { #expect(!error.sentence.isEmpty) }
    }
    #expect(throws: MediaError.self) { try PictureReader.read(folder.file("none.png")) }
    #expect(throws: MediaError.self) { try PictureReader.read(folder.path) }
  }
}
