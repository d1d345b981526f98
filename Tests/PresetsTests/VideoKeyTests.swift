import Model
import Presets
import Testing

extension AssetLoader {
  /// A fake loader: every file is a clip of 48 × 32 pixels and 0.48 s, except those called broken or huge; each line of a text
  /// is a triangle; every sound has two beats.
  static let madeUp = AssetLoader(
    clip: { (path) throws(AssetLoader.Failure) in
      if path.hasSuffix("broken.mp4") { throw AssetLoader.Failure("is broken") }
      return Clip(
        path: path, width: path.hasSuffix("huge.mp4") ? 16_384 : 48, height: path.hasSuffix("huge.mp4") ? 8_192 : 32,
        pixelAspect: 1, hasAlpha: false, frameCount: 12, duration: 0.48)
    },
    shapePicture: { (file, detail) throws(AssetLoader.Failure) in
      let size = ShapePicture.size(of: file, detail: detail)
      return ShapePicture(
        file: file, columns: size.columns, rows: size.rows,
        samples: Array(repeating: SIMD4(repeating: 1), count: size.columns * size.rows))
    },
    typeset: { (request, _) throws(AssetLoader.Failure) in
      var (text, triangle) = (TypesetText(), VectorPath())
      triangle.move(to: PlanePoint(0, 0))
      triangle.line(to: PlanePoint(10, 0))
      triangle.line(to: PlanePoint(5, -10))
      triangle.close()
      let index = text.appendOutline(triangle)
      let lineCount = request.text.split(separator: "\n", omittingEmptySubsequences: false).count
      for line in 0..<lineCount {
        let baseline = Double(12 * line + 10)
        text.append(TypesetText.Glyph(outline: index, picture: nil, origin: PlanePoint(0, baseline), letter: line))
        text.append(TypesetText.Letter(x: 0, width: 10, word: line, line: line, isSpace: false))
      }
      text.setBox(width: 10, lineHeight: 12, baseline: 10, lineCount: lineCount, wordCount: lineCount)
      return (text, [])
    },
    soundCurves: { (_) throws(AssetLoader.Failure) in
      let beats = SoundEvents(times: [0.5, 1], strengths: [1, 0.5])
      return SoundCurves(
        song: nil, duration: 3, curves: [], beats: beats, onsets: [(band: "all", events: beats)], tempo: nil,
        loudness: nil)
    })
}

/// Video layers, with a fake loader.
@Suite struct VideoKeyTests {
  /// Creates a folder with files that the fake loader treats as clips.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["a.mp4", "sub/b.mp4", "other/c.mp4", "huge.mp4", "broken.mp4"] { _ = try folder.write(name, "") }
    return folder
  }

  /// Returns the issues of a preset that is written into a folder, or its warnings if it can be loaded.
  private func issues(
    _ folder: TemporaryFolder, _ name: String, _ text: String, _ settings: PresetSettings = PresetSettings()
  ) throws -> [String] {
    var settings = settings
    settings.assetLoader = .madeUp
    let path = try folder.write(name, text)
    do throws(PresetError) {
      return try Preset.load(file: path, settings).warnings.map(\.description)
    } catch {
      return error.issues.map(\.description)
    }
  }

  private func preset(_ file: String, _ keys: String = "", canvas: String = "\"duration\": 2") -> String {
    "{ \"canvas\": { \"width\": 96, \"height\": 64, \(canvas) }, \"layers\": [ { \"name\": \"film\", \"video\": { \"file\": \"\(file)\"\(keys) } } ] }"
  }

  @Test("A path is relative to the file that it is written in, also through extends, and a knob may hold it")
  func pathsAreRelativeToTheirFiles() throws {
    let folder = try folder()
    #expect(try issues(folder, "sub/base.json", preset("b.mp4")).isEmpty)
    #expect(try issues(folder, "top.json", "{ \"extends\": \"sub/base.json\" }").isEmpty)
    #expect(
      try issues(folder, "sub/wrong.json", preset("a.mp4")).first?.contains("no file \"a.mp4\" was found") == true)
    var settings = PresetSettings(assetFolders: [folder.path + "/other"])
    #expect(try issues(folder, "sub/named.json", preset("c.mp4"), settings).isEmpty)
    settings.overrides = [PresetSettings.Override(key: "layers.film.video.file", value: "b.mp4")]
    #expect(try issues(folder, "sub/named.json", preset("c.mp4"), settings).isEmpty)
    let knob =
      "{ \"knobs\": { \"clip\": { \"default\": \"a.mp4\" } }, \"layers\": [ { \"video\": { \"file\": \"= clip\" } } ] }"
    #expect(try issues(folder, "knob.json", knob).isEmpty)
    #expect(try issues(folder, "knob.json", knob, set("clip=broken.mp4")).first?.contains("is broken") == true)
  }

  @Test("Files outside the preset's folder and the asset folders are refused")
  func filesOutsideAreRefused() throws {
    let folder = try folder()
    for name in ["../a.mp4", folder.path + "/a.mp4", "/etc/hostname"] {
      let found = try issues(folder, "sub/out.json", preset(name))
      #expect(found.count == 1 && found[0].contains("lies outside of the folders that may be read"), "\(found)")
    }
    #expect(try issues(folder, "sub/out.json", preset(folder.path + "/sub/b.mp4")).isEmpty)
    let inside = PresetSettings(assetFolders: [folder.path])
    #expect(try issues(folder, "sub/out.json", preset("../a.mp4"), inside).isEmpty)
    for name in ["", "a\\u0000.mp4"] { #expect(try issues(folder, "odd.json", preset(name)).count == 1) }
  }

  @Test("A clip that jumps at the seam of a loop is warned of")
  func seams() throws {
    let folder = try folder()
    func found(_ keys: String, _ duration: String) throws -> [String] {
      try issues(
        folder, "loop.json",
        preset("a.mp4", keys, canvas: "\"duration\": \(duration), \"loop\": true, \"frameRate\": 25"))
    }
    #expect(try found(", \"loop\": true", "0.96").isEmpty)
    #expect(
      try found(", \"loop\": true", "0.72").first?.contains(
        "jumps at the loop's seam: its clip is at second 0 at the start and at 0.24") == true)
    #expect(try found("", "0.24").count == 1)
    #expect(try found(", \"speed\": 0", "0.24").isEmpty)
    // A clip in a group follows the group's clock, too.
    func foundInGroup(speed: String) throws -> [String] {
      try issues(
        folder, "loop.json",
        """
        {"canvas": {"width": 96, "height": 64, "duration": 0.24, "loop": true, "frameRate": 25}, "layers": [
          {"speed": \(speed), "group": [{"video": {"file": "a.mp4"}}]}]}
        """)
    }
    #expect(try foundInGroup(speed: "1").count == 1)
    #expect(try foundInGroup(speed: "0").isEmpty)
  }

  @Test("The limit of memory counts clips, and the bytes that the caller already holds")
  func memory() throws {
    let folder = try folder()
    let huge = try issues(folder, "huge.json", preset("huge.mp4"))
    #expect(huge.count == 1 && huge[0].contains("of them for the layer film"), "\(huge)")
    var settings = PresetSettings()
    settings.bytesBesidesScene = Limits.bufferBytes
    let besideHeldBytes = try issues(folder, "small.json", preset("a.mp4"), settings)
    #expect(besideHeldBytes.count == 1 && besideHeldBytes[0].contains("bytes of buffers"), "\(besideHeldBytes)")
    #expect(try issues(folder, "small.json", preset("a.mp4")).isEmpty)
  }
}
