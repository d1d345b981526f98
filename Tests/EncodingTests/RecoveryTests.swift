import Encoding
import Foundation
import Model
import Raster
import TestSupport
import Testing

@Suite struct RecoveryTests {
  /// Makes a partial movie, as an interrupted run leaves it, and returns its bytes. A rate of 30 000 means 30 000/1001.
  private func makePartial(_ folder: TemporaryFolder, frames: Int = 90, rate: Int64 = 30) throws -> [UInt8] {
    var settings = testSettings(rate: .init(rate, rate == 30_000 ? 1_001 : 1))
    settings.encoderOptions = ["g": "25"]
    let writer = try MovieWriter(path: folder.file("a.mp4"), settings: settings)
    for index in 0..<frames { try writer.append(testFrame(index)) }
    _ = try writer.finishEarly()
    return folder.bytes("a.mp4.partial") ?? []
  }

  @Test("A whole partial becomes the movie, with its rate", arguments: [30, 30_000])
  func wholePartialBecomesTheMovie(rate: Int64) throws {
    let folder = try TemporaryFolder()
    _ = try makePartial(folder, rate: rate)
    let frames = try decode(folder.file("a.mp4.partial"), .yuv420p)
    let outcome = try MovieRecovery.recover(partial: folder.file("a.mp4.partial"))
    #expect(outcome.frames == 90)
    #expect(folder.names == ["a.mp4"])
    let facts = try probe(folder.file("a.mp4"))
    #expect(facts["nb_read_frames"] == "90" && facts["errors"] == nil)
    #expect(facts["r_frame_rate"] == (rate == 30 ? "30/1" : "30000/1001"))
    #expect(facts["start_time"] == "0.000000")
    for tag in ["color_space", "color_primaries", "color_transfer"] { #expect(facts[tag] == "bt709") }
    #expect(try decode(folder.file("a.mp4"), .yuv420p) == frames)
  }

  @Test("A partial that was cut at any byte gives all frames up to the cut, or says that there is none")
  func cutPartialsAreRecovered() throws {
    let folder = try TemporaryFolder()
    let whole = try makePartial(folder)
    let frames = try decode(folder.file("a.mp4.partial"), .yuv420p)
    let frameBytes = 64 * 48 * 3 / 2
    var state: UInt64 = 11
    var counts: [Int] = []
    for _ in 0..<12 {
      // Pseudo-random numbers by Knuth's MMIX generator.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let length = Int(state >> 33) % whole.count
      try folder.write(Array(whole.prefix(length)), to: "a.mp4.partial")
      do {
        let outcome = try MovieRecovery.recover(partial: folder.file("a.mp4.partial"))
        let decoded = try decode(folder.file("a.mp4"), .yuv420p)
        #expect(decoded.count == outcome.frames * frameBytes, "cut at \(length)")
        #expect(decoded == Array(frames.prefix(decoded.count)), "cut at \(length)")
        #expect(folder.names == ["a.mp4"])
        counts.append(outcome.frames)
        try FileManager.default.removeItem(atPath: folder.file("a.mp4"))
      } catch {
        #expect((error as? MediaError)?.sentence.contains("no whole frame") == true, "cut at \(length): \(error)")
        #expect(folder.bytes("a.mp4.partial")?.count == length, "the partial stays as it was")
        #expect(folder.names == ["a.mp4.partial"])
        counts.append(0)
      }
    }
    #expect(Set(counts).count > 4, "cuts inside of fragments keep the frames before: \(counts)")
  }

  @Test("Existing files are not replaced, and files that are no partials are refused") func targetsAreKept() throws {
    let folder = try TemporaryFolder()
    let whole = try makePartial(folder, frames: 5)
    try folder.write("precious", to: "a.mp4")
    let error = #expect(throws: MediaError.self) { try MovieRecovery.recover(partial: folder.file("a.mp4.partial")) }
    #expect(error?.kind == .exists)
    #expect(folder.bytes("a.mp4") == Array("precious".utf8) && folder.bytes("a.mp4.partial") == whole)
    #expect(try MovieRecovery.recover(partial: folder.file("a.mp4.partial"), allowsReplacing: true).frames == 5)
    try folder.write("text", to: "b.txt.partial")
    for name in ["a.mp4", "b.txt.partial", "c.mp4.partial"] {
      #expect(throws: MediaError.self) { try MovieRecovery.recover(partial: folder.file(name)) }
    }
    #expect(folder.names == ["a.mp4", "b.txt.partial"])
  }

  /// A partial file of the container, ended early after 30 frames. The first codec of the container is taken.
  private func makePartial(_ title: String, _ folder: TemporaryFolder) throws -> (row: FormatCombination, name: String)
  {
    let (codec, container) = try #require(
      Codec.all.lazy.flatMap { codec in codec.containers.map { (codec, $0) } }.first { $0.1.title == title })
    let row = FormatCombination(codec: codec, container: container, format: codec.pixelFormats[0], profile: nil)
    let name = "a.\(row.fileExtension)"
    let writer = try MovieWriter(path: folder.file(name), settings: row.settings)
    for index in 0..<30 {
      try writer.append(SmoothFrames.frame(index, row.format, width: row.sides.width, height: row.sides.height))
    }
    _ = try writer.finishEarly()
    return (row, name)
  }

  @Test("A movie that is ended early becomes the movie, in every container", arguments: Container.all.map(\.title))
  func everyContainerIsRecovered(_ title: String) throws {
    let folder = try TemporaryFolder()
    let (row, name) = try makePartial(title, folder)
    let partial = folder.file(name + ".partial")
    let bytes = folder.bytes(name + ".partial")
    if row.codec == .raw {
      // Samples have no header: nothing can be counted.
      let error = #expect(throws: MediaError.self) { try MovieRecovery.recover(partial: partial) }
      #expect(error?.sentence.contains("rename it to \(folder.file(name))") == true)
      #expect(folder.bytes(name + ".partial") == bytes)
      return
    }
    if row.fileExtension == "webp" {
      // The encoder joins frames that hardly differ, so only the sum of durations is known.
      #expect(try MovieRecovery.recover(partial: partial).duration == Rational(30 * 40, 1_000))
      #expect(folder.names == [name] && folder.bytes(name) == bytes)
      return
    }
    let frames = try decode(partial, row.format)
    let outcome = try MovieRecovery.recover(partial: partial)
    #expect(outcome.frames == 30 && folder.names == [name])
    #expect(try decode(folder.file(name), row.format) == frames)
    #expect(try probe(folder.file(name))["errors"] == nil)
  }

  @Test(
    "A partial of any format that was cut at any byte gives whole frames, or says that there is none",
    arguments: ["GIF", "APNG", "AVIF", "YUV4MPEG2", "MXF", "WebP"])
  func cutPartialsOfAllFormats(_ title: String) throws {
    let folder = try TemporaryFolder()
    let (row, name) = try makePartial(title, folder)
    let whole = try #require(folder.bytes(name + ".partial"))
    let frames = title == "WebP" ? [] : try decode(folder.file(name + ".partial"), row.format)
    let frameBytes = frames.count / 30
    var counts: [Int] = []
    for step in 1..<12 {
      let length = whole.count * step / 12 + step
      try folder.write(Array(whole.prefix(length)), to: name + ".partial")
      do {
        let outcome = try MovieRecovery.recover(partial: folder.file(name + ".partial"))
        let decoded = try decode(folder.file(name), row.format)
        #expect(decoded.count == outcome.frames * frameBytes, "cut at \(length)")
        #expect(decoded == Array(frames.prefix(decoded.count)), "cut at \(length)")
        #expect(try probe(folder.file(name))["errors"] == nil, "cut at \(length)")
        counts.append(outcome.frames)
        try FileManager.default.removeItem(atPath: folder.file(name))
      } catch {
        #expect((error as? MediaError)?.sentence.contains("no whole frame") == true, "cut at \(length): \(error)")
        #expect(folder.bytes(name + ".partial")?.count == length, "the partial stays as it was")
      }
    }
    // The length of WebP says that it is not whole.
    #expect(title == "WebP" ? counts.isEmpty : Set(counts).count >= 3, "\(counts)")
  }

  @Test(
    "A header that was cut at any byte, or in which a byte was changed, crashes nothing", arguments: ["AVIF", "MP4"])
  func brokenHeaders(_ title: String) throws {
    let folder = try TemporaryFolder()
    let name = try makePartial(title, folder).name + ".partial"
    let whole = try #require(folder.bytes(name))
    for place in 0..<min(1_600, whole.count) {
      var changed = whole
      changed[place] ^= 0x41
      for bytes in [Array(whole.prefix(place))] + (place % 3 == 0 ? [changed] : []) {
        try folder.write(bytes, to: name)
        _ = try? MovieRecovery.recover(partial: folder.file(name), allowsReplacing: true)
      }
    }
  }
}
