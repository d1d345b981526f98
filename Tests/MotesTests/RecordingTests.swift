import Encoding
import Foundation
import Hashing
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

  /// Makes a folder with the presets `a.json` and `b.json`, and the hashes of `a.json`'s frames beside it.
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
    file.recipe = RenderRecipe(
      preset: "./a.json", presetHash: preset.sha256, width: 32, height: 18, frameRate: Rational(10), frames: frames,
      seed: 1, version: Motes.version)
    try file.write(to: folder + "/a.framehash")
    try body(folder)
  }

  /// Draws a recording's frames again and returns their lines.
  private func lines(of recording: Recording) throws -> [FrameHashFile.Line] {
    var lines: [FrameHashFile.Line] = []
    let job = FrameHashJob(
      preset: recording.preset, frames: recording.recipe.frames, format: recording.format, threads: 1,
      backdrop: recording.backdrop)
    try job.run { line, _ in
      lines.append(line)
      return true
    }
    return lines
  }

  @Test("A draft's text is drawn in place of the preset's file, and what it changes can be recorded")
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
      #expect(file.recipe?.presetHash == other.preset.sha256)
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

  @Test("If a preset shows another picture than before, it is named, provided that the hash file recorded the old one")
  func changedAsset() throws {
    try withRecording { folder in
      let path = folder + "/a.framehash"
      let text = Array(
        """
        { "format": 1, "name": "A", "canvas": { "width": 32, "height": 18, "frameRate": 10, "duration": 0.4, "seed": 1 },
          "layers": [ { "image": { "file": "a.png" } } ] }
        """.utf8)
      try Data(text).write(to: URL(fileURLWithPath: folder + "/a.json"))
      let pixels = PixelBuffer(format: .rgb24, width: 2, height: 2)
      for code in [UInt8(10), 200] {
        for row in 0..<2 { (pixels.plane(0) + row * pixels.stride(ofPlane: 0)).update(repeating: code, count: 6) }
        try Data(PictureWriter.png(pixels)).write(to: URL(fileURLWithPath: "\(folder)/\(code).png"))
      }
      /// Makes a picture the one that the preset shows.
      func show(_ picture: String) throws {
        try? FileManager.default.removeItem(atPath: folder + "/a.png")
        try FileManager.default.copyItem(atPath: folder + "/" + picture, toPath: folder + "/a.png")
      }
      try show("10.png")
      let preset = try Preset(contentsOf: folder + "/a.json")
      var file = FrameHashFile(rendering: try Renderer(preset, format: .rgb24))
      file.recipe = RenderRecipe(
        preset: "./a.json", presetHash: preset.sha256, width: 32, height: 18, frameRate: Rational(10),
        frames: FrameSequence(0...3), seed: 1, version: Motes.version)
      var settings = PresetSettings()
      settings.assetLoader = .files
      func explanation(_ file: FrameHashFile) throws -> String {
        try file.write(to: path, allowsReplacing: true)
        return try Recording(path: path, settings: settings).explanation
      }
      let fileWithoutAssets = file
      file.assets = preset.assetRecords
      #expect(file.assets.map(\.name) == ["a.png"] && file.assets.map(\.file) == ["a.png"])
      #expect(try explanation(file).hasPrefix("the preset is the same, so the renderer has changed"))
      try show("200.png")
      let found = try explanation(file)
      #expect(
        found.hasPrefix("the preset is the same, but it shows another picture: a.png, SHA-256 ")
          && found.hasSuffix("… (its SHA-256 was \(file.assets[0].sha256.prefix(12))…)."), "\(found)")
      #expect(
        try explanation(fileWithoutAssets).hasPrefix("the preset or a file that it shows, such as a font, has changed"))
      try Data(text + Array("\n".utf8)).write(to: URL(fileURLWithPath: folder + "/a.json"))
      #expect(try explanation(file).hasPrefix("the preset is the same, but it shows"))
      let other = String(decoding: text, as: UTF8.self).replacing("\"seed\": 1", with: "\"seed\": 1, \"loop\": true")
      try Data(other.utf8).write(to: URL(fileURLWithPath: folder + "/a.json"))
      #expect(try explanation(file).hasPrefix("the preset has changed, and it shows another picture"))
      try show("10.png")
      #expect(try explanation(file).hasPrefix("the preset has changed since"))
    }
  }

  @Test("Pictures that are kept are recorded again with the hashes")
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
