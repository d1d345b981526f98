import Encoding
import Foundation
import Model
import Raster
import TestSupport
import Testing

/// The table of codecs: every row is tried in every container with every pixel format.
@Suite struct CodecTests {
  /// A row in one of its containers with one of its pixel formats.
  struct Combination: Sendable, CustomTestStringConvertible {
    let codec: Codec
    let ending: String
    let format: PixelFormat
    var testDescription: String { "\(codec.name) \(format.rawValue) in .\(ending)" }
  }

  static let combinations = Codec.all.flatMap { codec in
    codec.containers.flatMap { container in
      codec.pixelFormats.map { Combination(codec: codec, ending: container.fileEndings[0], format: $0) }
    }
  }

  private func settings(_ codec: Codec, _ format: PixelFormat) -> MovieSettings {
    MovieSettings(
      width: 64, height: 48, frameRate: 25, codec: codec, pixelFormat: format,
      quality: codec.quality?.zeroIsLossless == true ? 0 : nil, encoderPreset: codec.speed?.names[0], threads: 1)
  }

  @Test("Ten frames of every row are a movie that ffmpeg reads", arguments: combinations)
  func everyRowIsAMovie(_ combination: Combination) throws {
    let (codec, format) = (combination.codec, combination.format)
    let folder = try TemporaryFolder()
    let path = folder.file("a.\(combination.ending)")
    try writeMovie(path, count: 10, settings: settings(codec, format))
    #expect(folder.names == ["a.\(combination.ending)"])
    let facts = try probe(path)
    #expect(facts["nb_read_frames"] == "10")
    #expect(facts["pix_fmt"] == format.rawValue)
    #expect(facts["avg_frame_rate"] == "25/1")
    #expect(facts["color_range"] == (format.isYUV ? "tv" : "pc"))
    #expect(facts["color_primaries"] == "bt709")
    #expect(facts["errors"] == nil)
    if codec.quality?.zeroIsLossless ?? true {
      #expect(try decode(path, format) == (0..<10).flatMap { packedBytes(testFrame($0, format)) })
    }
  }

  @Test("What is there plays when a movie of any row is ended early", arguments: Codec.all.map(\.name))
  func everyRowEndsEarly(_ name: String) throws {
    let codec = try Codec(named: name)
    for container in codec.containers {
      let folder = try TemporaryFolder()
      let path = folder.file("a.\(container.fileEndings[0])")
      let writer = try MovieWriter(path: path, settings: settings(codec, codec.pixelFormats[0]))
      for index in 0..<30 { try writer.append(testFrame(index, codec.pixelFormats[0])) }
      let partial = try #require(try writer.finishEarly())
      #expect(folder.names == ["a.\(container.fileEndings[0]).partial"])
      #expect(try probe(partial)["nb_read_frames"] == "30")
    }
  }

  @Test("Rows have different names, and values that are on their own scales")
  func rowsAreSound() {
    #expect(Set(Codec.all.map(\.name)).count == Codec.all.count)
    for codec in Codec.all {
      #expect(!codec.containers.isEmpty && !codec.pixelFormats.isEmpty)
      if let scale = codec.quality { #expect(scale.range.contains(scale.standard)) }
      if let speed = codec.speed {
        #expect(speed.names.contains(speed.standard) && speed.faster(than: speed.standard) == speed.quick)
        #expect(speed.faster(than: speed.quick) == nil && speed.faster(than: speed.names[0]) == nil)
      }
    }
    #expect(Codec.h264.bitDepths == [8, 10] && !Codec.h264.holdsAlpha)
  }

  @Test("An ending stands for the first row that is written to it")
  func endingsChooseRows() throws {
    #expect(try Codec(forFile: "folder.mov/A.MP4") == .h264)
    let error = #expect(throws: MediaError.self) { try Codec(forFile: "a.xyz") }
    for ending in Codec.all.flatMap(\.fileEndings) { #expect(error?.sentence.contains(".\(ending)") == true) }
  }

  @Test("An unknown name is answered with all names")
  func unknownNamesAreAnswered() {
    let error = #expect(throws: MediaError.self) { try Codec(named: "av2") }
    #expect(error?.kind == .settings)
    #expect(error?.sentence.hasPrefix("No codec is called \"av2\"; there ") == true)
    for codec in Codec.all { #expect(error?.sentence.contains(codec.name) == true) }
  }

  @Test("The documentation's table has every row")
  func tableHasEveryRow() {
    let lines = Codec.page().split(separator: "\n").filter { $0.hasPrefix("| ") }
    #expect(lines.count == Codec.all.count + 2)
    for (codec, line) in zip(Codec.all, lines.dropFirst(2)) {
      for text in [codec.name, codec.encoder, codec.debianPackage] + codec.fileEndings { #expect(line.contains(text)) }
    }
  }
}

extension PixelFormat {
  fileprivate var isYUV: Bool { rawValue.hasPrefix("yuv") }
}
