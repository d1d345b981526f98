import Foundation
import Model
import Motes
import Raster
import Testing

@Suite("Recorded frames are drawn again") struct RecordingTests {
  private static func text(_ color: String) -> [UInt8] {
    Array(
      """
      { "format": 1, "name": "A", "canvas": { "width": 32, "height": 18, "frameRate": 10, "duration": 0.4, "seed": 1 },
        "layers": [ { "gradient": { "type": "linear", "angle": 90, "stops": ["\(color)", "black"] } } ] }
      """.utf8)
  }

  /// A preset with the hashes of its frames beside it.
  private func withRecording(_ body: (_ folder: String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "recording-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["a", "b"] {
      try Data(Self.text("white")).write(to: URL(fileURLWithPath: "\(folder)/\(name).json"))
    }
    let preset = try Preset(contentsOf: folder + "/a.json")
    let frames = FrameSequence(0...3)
    var file = FrameHashFile(rendering: try Renderer(preset, format: .rgb24))
    file.identity = RenderIdentity(
      preset: "./a.json", presetHash: preset.sha256, width: 32, height: 18, frameRate: Rational(10), frames: frames,
      seed: 1, version: Release.version)
    try file.write(to: folder + "/a.framehash")
    try body(folder)
  }

  private func lines(of recording: Recording) throws -> [FrameHashFile.Line] {
    var lines: [FrameHashFile.Line] = []
    let job = FrameHashJob(
      preset: recording.preset, frames: recording.identity.frames, format: recording.format, threads: 1,
      backdrop: recording.backdrop)
    try job.run { line, _ in
      lines.append(line)
      return true
    }
    return lines
  }

  @Test("A text is drawn in place of the file; what it changes is recorded when that is wanted")
  func drafts() throws {
    try withRecording { folder in
      let path = folder + "/a.framehash"
      let same = try Recording(
        path: path, settings: PresetSettings(), draft: .init(path: folder + "/a.json", text: Self.text("white")))
      #expect(try lines(of: same) == same.file.lines)
      #expect(!same.presetHasChanged)
      let other = try Recording(
        path: path, settings: PresetSettings(), draft: .init(path: folder + "/a.json", text: Self.text("red")))
      let changed = try lines(of: other)
      #expect(changed != other.file.lines)
      #expect(other.presetHasChanged)
      try other.record(lines: changed, differing: [0, 1, 2, 3], kept: nil, threads: 1)
      let file = try FrameHashFile(contentsOf: path)
      #expect(file.lines == changed)
      #expect(file.identity?.presetHash == other.preset.sha256)
    }
  }

  @Test("Hashes of another preset are refused in a sentence")
  func others() throws {
    try withRecording { folder in
      let error = #expect(throws: RecordingError.self) {
        try Recording(
          path: folder + "/a.framehash", settings: PresetSettings(),
          draft: .init(path: folder + "/b.json", text: Self.text("white")))
      }
      #expect(error?.description.hasSuffix("b.json.") == true)
    }
  }

  @Test("Pictures that are kept are recorded anew with the hashes")
  func pictures() throws {
    try withRecording { folder in
      let path = folder + "/a.framehash"
      let kept = KeptPictures(of: path)
      #expect(kept.folder == folder + "/a.pictures")
      #expect(KeptPictures(existingBeside: path) == nil)
      try FileManager.default.createDirectory(atPath: kept.folder, withIntermediateDirectories: true)
      let recording = try Recording(
        path: path, settings: PresetSettings(), draft: .init(path: folder + "/a.json", text: Self.text("red")))
      try recording.record(
        lines: try lines(of: recording), differing: [2], kept: KeptPictures(existingBeside: path), threads: 1)
      let picture = try kept.picture(frame: 2)
      #expect(picture?.sha256 == (try lines(of: recording))[2].hash)
      #expect(try kept.picture(frame: 1) == nil)
    }
  }
}
