import Encoding
import Foundation
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
}
