import Encoding
import Foundation
import Raster
import TestSupport
import Testing

@Suite struct SequenceTests {
  private func pattern(_ folder: TemporaryFolder) throws -> SequencePattern {
    try SequencePattern(folder.file("a-%03d.png"))
  }

  private func writer(
    _ folder: TemporaryFolder, seed: Int = 7, frames: Range<Int> = 0..<6, restarts: Bool = false, force: Bool = false
  ) throws -> SequenceWriter {
    try SequenceWriter(
      pattern(folder), settings: PictureSettings(.png),
      facts: [SequenceFact("seed", "\(seed)"), SequenceFact("set", "a\nb")],
      frames: Array(frames), restarts: restarts, allowsReplacing: force, threads: 2)
  }

  private func drawMissing(_ writer: SequenceWriter) throws {
    for number in writer.missingFrames { try writer.append(testFrame(number, .rgb24), number: number) }
    try writer.finish()
  }

  @Test("Patterns are parsed, and give the names of frames") func namesAreReadAndMade() throws {
    let padded = try SequencePattern("f/snow-%05d.exr")
    #expect(padded.path(ofFrame: 42) == "f/snow-00042.exr" && padded.path(ofFrame: 1_234_567) == "f/snow-1234567.exr")
    #expect(padded.recordPath == "f/snow-%05d.exr.sequence")
    #expect(try SequencePattern("%d.png").path(ofFrame: 42) == "42.png")
    #expect(try SequencePattern("f/%01d.png").recordPath == "f/%d.png.sequence")
    for wrong in ["a.png", "a-%s.png", "a-%5d.png", "a-%0d.png", "a-%012d.png", "a-%d-%d.png", "%d/a.png", "a-%.png"] {
      let error = #expect(throws: MediaError.self, "\(wrong)") { try SequencePattern(wrong) }
      #expect(error?.kind == .settings && error?.sentence.contains("%05d.png") == true, "\(error?.sentence ?? "")")
    }
  }

  @Test("The suggested name is a pattern, in the same folder where possible")
  func suggestions() throws {
    for (text, suggestion) in [
      ("snow.png", "snow-%05d.png"), ("frames.v2/snow", "frames.v2/snow-%05d.png"), ("f/", "f/frame-%05d.png"),
      ("a-{frame}.exr", "a-%05d.exr"), ("a%", "a%05d.png"), ("a/out%/snow.tif", "a/snow-%05d.tif"),
    ] {
      #expect(SequencePattern.example(for: text) == suggestion)
      _ = try SequencePattern(suggestion)
    }
  }

  @Test("Sequences whose patterns differ in one character do not count each other's pictures as theirs")
  func recordsAreOfOnePattern() throws {
    let folder = try TemporaryFolder()
    try drawMissing(try writer(folder))
    func other(restarts: Bool) throws -> SequenceWriter {
      try SequenceWriter(
        SequencePattern(folder.file("a_%03d.png")), settings: PictureSettings(.png),
        facts: [SequenceFact("seed", "8")], frames: [2, 3], restarts: restarts, threads: 2)
    }
    try folder.write("precious", to: "a_002.png")
    for restarts in [false, true] {
      let error = #expect(throws: MediaError.self) { try other(restarts: restarts) }
      #expect(error?.sentence.contains("a_002.png already exists") == true, "\(error?.sentence ?? "")")
    }
    try FileManager.default.removeItem(atPath: folder.file("a_002.png"))
    try drawMissing(try other(restarts: true))
    #expect(try writer(folder).missingFrames.isEmpty)
    #expect(folder.names.filter { $0.hasSuffix(".png") }.count == 8)
  }

  @Test("Frames that are whole stay; those that are missing, cut or changed are drawn again")
  func brokenFramesAreDrawnAgain() throws {
    let folder = try TemporaryFolder()
    let first = try writer(folder)
    #expect(first.missingFrames == Array(0..<6) && first.framesFromEarlierRuns == 0)
    try drawMissing(first)
    #expect(first.framesWrittenNow == 6)
    let whole = (0..<6).map { folder.bytes("a-00\($0).png") ?? [] }
    #expect(whole[2] == (try bytesOfFrame(2)))

    try folder.write(Array(whole[1].dropLast(9)), to: "a-001.png")
    var changed = whole[3]
    changed[changed.count / 2] ^= 1
    try folder.write(changed, to: "a-003.png")
    try FileManager.default.removeItem(atPath: folder.file("a-004.png"))
    // What a killed process leaves: a frame without its name, and a line that was cut off.
    try folder.write("half", to: "a-005.png.partial")
    let record = folder.bytes("a-%03d.png.sequence") ?? []
    try folder.write(record + Array("5 12".utf8), to: "a-%03d.png.sequence")

    let second = try writer(folder, frames: 0..<8)
    #expect(second.missingFrames == [1, 3, 4, 6, 7] && second.framesFromEarlierRuns == 3)
    try drawMissing(second)
    #expect((0..<6).map { folder.bytes("a-00\($0).png") ?? [] } == whole)
    #expect(folder.names == ["a-%03d.png.sequence"] + (0..<8).map { "a-00\($0).png" })
    #expect(try writer(folder, frames: 0..<8).missingFrames.isEmpty)
  }

  private func bytesOfFrame(_ number: Int) throws -> [UInt8] {
    try PictureWriter.bytes(of: testFrame(number, .rgb24), try PictureSettings(.png))
  }

  @Test("A sequence that was drawn otherwise is refused with what differs, and removed when it is restarted")
  func otherSequencesAreRefused() throws {
    let folder = try TemporaryFolder()
    try drawMissing(try writer(folder))
    let error = #expect(throws: MediaError.self) { try writer(folder, seed: 8) }
    #expect(error?.kind == .exists && error?.sentence.contains("seed 7, now 8.") == true, "\(error?.sentence ?? "")")
    #expect(error?.sentence.contains("set ") == false, "facts that are equal are not mentioned")
    let restarted = try writer(folder, seed: 8, frames: 2..<4, restarts: true)
    #expect(folder.names == ["a-%03d.png.sequence"], "frames of the old sequence would stay among the new ones")
    try drawMissing(restarted)
    #expect(folder.names == ["a-%03d.png.sequence", "a-002.png", "a-003.png"])
  }

  @Test("Files that no sequence wrote are not replaced unless that is allowed") func foreignFilesStay() throws {
    let folder = try TemporaryFolder()
    try folder.write("precious", to: "a-004.png")
    let error = #expect(throws: MediaError.self) { try writer(folder) }
    #expect(error?.sentence.contains("a-004.png already exists") == true && error?.kind == .exists)
    #expect(folder.names == ["a-004.png"])
    try folder.write("notes of mine", to: "a-%03d.png.sequence")
    #expect(throws: MediaError.self) { try writer(folder, force: true) }
    #expect(folder.bytes("a-%03d.png.sequence") == Array("notes of mine".utf8))
    try FileManager.default.removeItem(atPath: folder.file("a-%03d.png.sequence"))
    try drawMissing(try writer(folder, force: true))
    #expect(folder.bytes("a-004.png") == (try bytesOfFrame(4)))
  }

  @Test("A file that appears while the sequence is drawn stays, also in the next run") func filesThatAppearStay() throws
  {
    let folder = try TemporaryFolder()
    let first = try writer(folder)
    try folder.write("precious", to: "a-002.png")
    #expect(throws: MediaError.self) { try drawMissing(first) }
    // The writer is closed even though a frame was refused.
    try? first.finish()
    #expect(folder.bytes("a-002.png") == Array("precious".utf8) && !folder.names.contains("a-002.png.partial"))
    let error = #expect(throws: MediaError.self) { try writer(folder) }
    #expect(error?.kind == .exists && error?.sentence.contains("a-002.png already exists") == true)
    #expect(folder.bytes("a-002.png") == Array("precious".utf8))
    // Once it is out of the way, the sequence goes on.
    try FileManager.default.removeItem(atPath: folder.file("a-002.png"))
    try drawMissing(try writer(folder))
    #expect(folder.bytes("a-002.png") == (try bytesOfFrame(2)))
    #expect(try writer(folder).missingFrames.isEmpty)
  }

  @Test("Two writers cannot write one sequence at a time") func sequencesAreLocked() throws {
    let folder = try TemporaryFolder()
    let first = try writer(folder)
    let error = #expect(throws: MediaError.self) { try writer(folder) }
    #expect(error?.kind == .inUse)
    try drawMissing(first)
    #expect(folder.names.count == 7)
  }

  @Test(
    "Pictures that are whole stay on a full disk", .enabled(if: SmallDisk.isAvailable, "only root may mount a disk"))
  func fullDiskKeepsWhatIsWhole() throws {
    let disk = try SmallDisk(kilobytes: 64)
    let pattern = try SequencePattern(disk.file("a-%03d.png"))
    func open() throws -> SequenceWriter {
      try SequenceWriter(
        pattern, settings: PictureSettings(.png), facts: [], frames: Array(0..<20), threads: 2)
    }
    let writer = try open()
    let error = #expect(throws: MediaError.self) {
      for number in writer.missingFrames {
        try writer.append(testFrame(number, .rgb24, width: 100, height: 80), number: number)
      }
      try writer.finish()
    }
    #expect(error?.kind == .diskFull)
    #expect(!disk.names.contains { $0.hasSuffix(".partial") })
    let pictures = disk.names.filter { $0.hasSuffix(".png") }
    #expect(!pictures.isEmpty && pictures.count < 20)
    #expect(try decode(disk.file(pictures[0]), .rgb24).count == 3 * 100 * 80)
  }
}
