import Encoding
import Foundation
import Raster
import TestSupport
import Testing

@Suite struct UnfinishedMovieTests {
  @Test("Finish early leaves a playable partial", arguments: [1, 2, 37, 200])
  func finishEarlyLeavesAPlayablePartial(count: Int) throws {
    let folder = try TemporaryFolder()
    let writer = try MovieWriter(path: folder.file("a.mp4"), settings: testSettings(preset: "medium", frames: 720))
    for index in 0..<count { try writer.append(testFrame(index)) }
    let partial = try #require(try writer.finishEarly())
    #expect(partial == folder.file("a.mp4.partial"))
    #expect(folder.names == ["a.mp4.partial"])
    let values = try probe(partial)
    #expect(values["nb_read_frames"] == "\(count)")
    #expect(values["start_time"] == "0.000000")
    #expect(values["errors"] == nil)
  }

  @Test("Finish early without frames leaves nothing") func finishEarlyWithoutFramesLeavesNothing() throws {
    let folder = try TemporaryFolder()
    let writer = try MovieWriter(path: folder.file("a.mp4"), settings: testSettings())
    #expect(try writer.finishEarly() == nil)
    #expect(folder.names.isEmpty)
  }

  @Test("Abandoning leaves nothing") func abandoningLeavesNothing() throws {
    let folder = try TemporaryFolder()
    let writer = try MovieWriter(path: folder.file("a.mp4"), settings: testSettings())
    for index in 0..<100 { try writer.append(testFrame(index)) }
    #expect(folder.names == ["a.mp4.partial"])
    writer.abandon()
    #expect(folder.names.isEmpty)
    #expect(throws: MediaError.self) { try writer.append(testFrame(0)) }
  }

  @Test("Releasing the writer leaves nothing") func releasingTheWriterLeavesNothing() throws {
    let folder = try TemporaryFolder()
    do {
      let writer = try MovieWriter(path: folder.file("a.mp4"), settings: testSettings())
      try writer.append(testFrame(0))
    }
    #expect(folder.names.isEmpty)
  }

  /// A killed process leaves what has reached the disk: fragments of a second each.
  @Test("What is on disk plays at any moment") func whatIsOnDiskPlaysAtAnyMoment() throws {
    let folder = try TemporaryFolder()
    let writer = try MovieWriter(path: folder.file("a.mp4"), settings: testSettings(preset: "medium"))
    for index in 0..<400 { try writer.append(testFrame(index)) }
    let copy = folder.file("copy.mp4")
    try FileManager.default.copyItem(atPath: writer.partialPath, toPath: copy)
    let values = try probe(copy)
    // 400 frames, less the encoder's delay (at most 50) and the unfinished fragment (60 frames a second).
    let count = try #require(values["nb_read_frames"].flatMap { Int($0) })
    #expect(count >= 400 - 50 - 60 && count < 400)
    #expect(values["start_time"] == "0.000000")
    _ = try writer.finish()
    #expect(try probe(folder.file("a.mp4"))["nb_read_frames"] == "400")
  }

  @Test("A leftover file is replaced, and a note says so") func aLeftoverIsReplacedWithANote() throws {
    let folder = try TemporaryFolder()
    try Data("old".utf8).write(to: URL(fileURLWithPath: folder.file("a.mp4.partial")))
    try Data("old".utf8).write(to: URL(fileURLWithPath: folder.file("a.mp4.finishing")))
    let writer = try MovieWriter(path: folder.file("a.mp4"), settings: testSettings())
    #expect(
      writer.notes == [
        "Replaced \(folder.file("a.mp4.partial")) (3 bytes), which an interrupted run had left.",
        "Removed \(folder.file("a.mp4.finishing")), which an interrupted run had left.",
      ])
    for index in 0..<5 { try writer.append(testFrame(index)) }
    _ = try writer.finish()
    #expect(folder.names == ["a.mp4"])
    #expect(try probe(folder.file("a.mp4"))["nb_read_frames"] == "5")
  }

  @Test(
    "A size in a note has the unit that fits it after rounding",
    arguments: [
      (999, "999 bytes"), (1_499, "1 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"), (14_249_999, "14.2 MB"),
      (999_949_999, "999.9 MB"), (999_950_000, "1.0 GB"),
    ])
  func sizesAreInTheirUnits(bytes: UInt64, text: String) throws {
    let folder = try TemporaryFolder()
    let partial = folder.file("a.mp4.partial")
    try Data().write(to: URL(fileURLWithPath: partial))
    // A sparse file, which takes no room on the disk.
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: partial))
    try file.truncate(atOffset: bytes)
    try file.close()
    let writer = try MovieWriter(path: folder.file("a.mp4"), settings: testSettings())
    #expect(writer.notes == ["Replaced \(partial) (\(text)), which an interrupted run had left."])
  }

  @Test("A partial that is being written is left alone") func aPartialThatIsBeingWrittenIsLeftAlone() throws {
    let folder = try TemporaryFolder()
    let first = try MovieWriter(path: folder.file("a.mp4"), settings: testSettings())
    try first.append(testFrame(0))
    let error = #expect(throws: MediaError.self) {
      try MovieWriter(path: folder.file("a.mp4"), settings: testSettings())
    }
    #expect(error?.kind == .inUse)
    #expect(error?.sentence == "Another process is writing \(folder.file("a.mp4.partial")).")
    _ = try first.finish()
    #expect(try probe(folder.file("a.mp4"))["nb_read_frames"] == "1")
  }
}
