import Motes
import TestSupport
import Testing

/// The library as programs use it in the README and the documentation.
@Suite struct PublicFaceTests {
  static let text = """
    {
      "canvas": { "width": 64, "height": 48, "frameRate": 30, "duration": 1, "seed": 3 },
      "knobs": {
        "amount": { "default": 60, "min": 0, "max": 100 }, "moves": { "default": true },
        "ground": { "default": ["#102040", "#402010"] }
      },
      "layers": [
        { "name": "ground", "gradient": { "type": "linear", "stops": "= ground" } },
        { "name": "sparks", "blend": "add", "begin": -1,
          "emitter": { "shape": "rectangle", "position": ["50%", "50%"], "size": ["100%", "100%"], "mode": "surface",
            "cells": [{ "name": "spark", "birthRate": "= amount", "lifetime": 1, "velocity": "= moves ? 20 : 0",
              "emissionRange": 360, "sprite": { "type": "softDisc", "size": 10 } }] } }
      ]
    }
    """

  private func preset(knobs: [String: KnobValue] = [:], _ settings: PresetSettings = PresetSettings()) throws -> Preset
  {
    try Preset(json: PublicFaceTests.text, named: "test.json", knobs: knobs, settings: settings)
  }

  /// The number of frames that ffprobe counts in a movie.
  private func frameCount(_ path: String) throws -> String {
    try Tool.run(
      "ffprobe",
      ["-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0", path]
    ).text
  }

  // MARK: Presets

  @Test("Shipped presets are found from any folder") func shippedPresetsAreFound() throws {
    let preset = try Preset(named: "classic/snow", knobs: ["rate": 0.5])
    #expect(preset.knobs.first { $0.name == "rate" }?.value == "0.5")
    #expect(PresetLibrary.shipped.names.contains("fireworks"))
    let error = #expect(throws: PresetError.self) { try Preset(named: "firewoks") }
    #expect(error?.description.contains("Did you mean fireworks?") == true)
  }

  @Test("Knobs take numbers, flags, texts and lists") func knobsTakeValues() throws {
    let preset = try preset(knobs: [
      "amount": 30, "moves": false, "ground": ["#000", "gold"], "layers.sparks.opacity": 0.5,
    ])
    let values = Dictionary(uniqueKeysWithValues: preset.knobs.map { ($0.name, $0.value) })
    #expect(values == ["amount": "30", "moves": "false", "ground": "[\"#000\",\"gold\"]"])
    #expect(preset.scene.layers[1].opacity.constant == 0.5)
    let error = #expect(throws: PresetError.self) { try self.preset(knobs: ["amont": 1, "moves": 3]) }
    #expect(error?.issues.count == 2)
    #expect(error?.description.contains("Did you mean amount?") == true)
  }

  @Test("A file is read by its path, and extends one beside it") func filesAreRead() throws {
    let folder = try TemporaryFolder()
    try folder.write(PublicFaceTests.text, to: "base.json")
    try folder.write(#"{ "extends": "base.json", "canvas": { "seed": 4 } }"#, to: "other.json")
    let other = try Preset(contentsOf: folder.file("other.json"))
    #expect(other.scene.canvas.seed == 4 && other.scene.layers.count == 2)
    #expect(other.files == [folder.file("other.json"), folder.file("base.json")])
    #expect(throws: PresetError.self) { try Preset(contentsOf: folder.file("fireworks")) }
  }

  @Test("Equal presets have equal hashes") func equalPresetsHaveEqualHashes() throws {
    let plain = try preset()
    let spaced = try Preset(json: "// A comment\n" + PublicFaceTests.text, named: "b.json")
    #expect(plain.sha256 == spaced.sha256)
    #expect(try preset(knobs: ["amount": 61]).sha256 != plain.sha256)
  }

  // MARK: Frames

  @Test("A still equals the frame of a run, whichever renderer draws it") func aStillIsAFrameOfTheRun() async throws {
    let renderer = try Renderer(preset(), threads: 2)
    var run: [String] = []
    renderer.render(frames: 10...14) { frame in
      run.append(frame.pixels.sha256)
      return true
    }
    #expect(Set(run).count == 5)
    #expect(try Renderer(preset(), threads: 1).frame(at: 12 / 30).sha256 == run[2])
    var streamed: [String] = []
    var kept: [PixelBuffer] = []
    for try await frame in renderer.frames(10...14) {
      streamed.append(frame.pixels.sha256)
      kept.append(frame.pixels)
    }
    #expect(streamed == run)
    #expect(kept.map(\.sha256) == run, "pixels that are kept are not overwritten by later frames")
  }

  @Test("Several tasks may use one renderer") func severalTasksMayUseOneRenderer() async throws {
    let renderer = try Renderer(preset(), threads: 2)
    let expected = FrameHashFile(rendering: renderer, frames: 0...9)
    let files = await withTaskGroup(of: FrameHashFile.self) { group in
      for _ in 0..<3 { group.addTask { FrameHashFile(rendering: renderer, frames: 0...9) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(files == [expected, expected, expected])
  }

  @Test("A consumer that throws stops the run") func aConsumerThatThrowsStopsTheRun() throws {
    struct Enough: Error {}
    var seen = 0
    let renderer = try Renderer(preset(), threads: 2)
    #expect(throws: Enough.self) {
      try renderer.render(frames: 0...1000) { (_) throws(Enough) in
        seen += 1
        if seen == 3 { throw Enough() }
        return true
      }
    }
    #expect(seen == 3)
  }

  @Test("A cancelled task takes no more frames") func aCancelledTaskTakesNoMoreFrames() async throws {
    let renderer = try Renderer(preset(), threads: 2)
    let task = Task {
      var count = 0
      do {
        for try await frame in renderer.frames(0...9_000_000) {
          count += 1
          if frame.number == 4 { withUnsafeCurrentTask { $0?.cancel() } }
        }
      } catch {
        return (count, error is CancellationError)
      }
      return (count, false)
    }
    #expect(await task.value == (5, true))
  }

  @Test("Numbers that no frame can have are brought to those that one can, or refused")
  func strangeNumbersAreNoCrash() async throws {
    let renderer = try Renderer(preset(), threads: 1)
    let looping = try Renderer(
      Preset(json: PublicFaceTests.text.replacing("\"duration\": 1,", with: "\"duration\": 1, \"loop\": true,")),
      threads: 1, backdrop: .color(.white))
    for renderer in [renderer, looping] {
      for number in [Int.min, -1, 1 << 40, Int.max] { #expect(renderer.frame(number: number).width == 64) }
      for time in [
        Rational(.max), Rational(-.max), Rational(1, .max), Rational(.max, 3), Rational(123_456_789, 1_000_000_007),
      ] {
        #expect(renderer.frame(at: time).width == 64, "\(time)")
      }
    }
    // A time that can be calculated with is not rounded.
    #expect(
      renderer.frame(at: Rational(333_333_333, 1_000_000_000)).sha256 != renderer.frame(at: Rational(1, 3)).sha256)
    var numbers: [Int] = []
    for try await frame in renderer.frames(Int.min...(-9_999_999)).prefix(2) { numbers.append(frame.number) }
    #expect(numbers == [-10_000_000, -9_999_999])
    let folder = try TemporaryFolder()
    for range in [0...Int.max, Int.min...0, -20_000_000...(-19_999_999)] {
      let error = await #expect(throws: MediaError.self) {
        try await renderer.writeMovie(to: folder.file("a.mp4"), frames: range)
      }
      #expect(error?.kind == .settings && error?.sentence.contains("are not possible") == true)
    }
    #expect(folder.names.isEmpty)
    let field = #expect(throws: FormulaError.self) { try FormulaField("= x", samples: 7) }
    #expect(field?.description == "samples:1: 7 samples each way; 1 to 4 are possible")
    let backdrop = #expect(throws: MediaError.self) {
      try Backdrop.picture(at: "none.png", covering: Canvas(width: 0, height: 48))
    }
    #expect(backdrop?.sentence.hasPrefix("A canvas of 0 x 48 pixels cannot be drawn") == true)
    var movie = renderer.movieSettings
    (movie.threads, movie.quality, movie.width) = (-1, .nan, 64)
    #expect(throws: MediaError.self) { try renderer.writeMovieAndWait(to: folder.file("a.mp4"), settings: movie) }
  }

  // MARK: Movies

  @Test("A movie has every frame, whatever the renderer's own pixel format", arguments: [PixelFormat.yuv420p, .rgb24])
  func aMovieHasEveryFrame(format: PixelFormat) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("out.mp4")
    let outcome = try await Renderer(preset(), format: format, threads: 2).writeMovie(to: path)
    #expect(outcome == .finished(path: path, frames: 30))
    #expect(try frameCount(path) == "30")
    #expect(folder.names == ["out.mp4"])
  }

  @Test("A movie of another size than the canvas is refused") func otherSizesAreRefused() throws {
    let folder = try TemporaryFolder()
    let renderer = try Renderer(preset())
    var settings = renderer.movieSettings
    settings.width = 62
    let error = #expect(throws: MediaError.self) {
      try renderer.writeMovieAndWait(to: folder.file("out.mp4"), settings: settings)
    }
    #expect(error?.kind == .settings)
    #expect(folder.names.isEmpty)
  }

  @Test("Stopping keeps the frames so far") func stoppingKeepsTheFramesSoFar() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("out.mp4")
    let outcome = try Renderer(preset(), format: .yuv420p, threads: 1).writeMovieAndWait(to: path) { $0.frames < 7 }
    #expect(outcome == .stopped(path: path + ".partial", frames: 7))
    #expect(folder.names == ["out.mp4.partial"])
    #expect(try frameCount(path + ".partial") == "7")
  }

  @Test("A cancelled movie keeps the frames so far") func aCancelledMovieKeepsTheFramesSoFar() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("out.mp4")
    let renderer = try Renderer(preset(), format: .yuv420p, threads: 1)
    let task = Task {
      try await renderer.writeMovie(to: path, frames: 0...9_000_000) { state in
        if state.frames == 7 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    // The writing happens outside of the task: cancel it from here, once frames have been written.
    while !folder.names.contains("out.mp4.partial") { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    guard case .stopped(let kept, let frames) = try await task.value else {
      Issue.record("it was not stopped")
      return
    }
    #expect(frames < 9_000_000)
    #expect(try kept.map(frameCount) ?? "0" == "\(frames)")
  }

  // MARK: Hashes

  @Test("Hash files are read back, and show what changed") func hashFilesComeBack() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("sparks.framehash")
    try FrameHashFile(rendering: Renderer(preset()), frames: 0...4).write(to: path)
    #expect(throws: MediaError.self) { try FrameHashFile(rendering: Renderer(preset()), frames: 0...4).write(to: path) }
    let expected = try FrameHashFile(contentsOf: path)
    let same = try FrameHashFile(rendering: Renderer(preset()), frames: 0...4)
    #expect(FrameHashComparison(expected: expected, actual: same).isEqual)
    let other = try FrameHashFile(rendering: Renderer(preset(knobs: ["amount": 61])), frames: 0...4)
    #expect(!FrameHashComparison(expected: expected, actual: other).isEqual)
    #expect(throws: FrameHashError.self) { try FrameHashFile(contentsOf: folder.file("none")) }
  }

  // MARK: High dynamic range

  @Test("A movie in PQ states the light of its frames, with any number of threads") func lightIsMeasured() async throws
  {
    let one = try Renderer(preset(), threads: 1)
    let light = try await one.contentLight()
    #expect(try await Renderer(preset(), threads: 2).contentLight() == light)
    #expect((1...1000).contains(light.brightestPixelNits) && light.brightestFrameNits < light.brightestPixelNits)
    #expect(one.contentLight(frames: 3...9) { $0 < 2 } == nil)

    let folder = try TemporaryFolder()
    let path = folder.file("a.mp4")
    var settings = try Renderer(preset(), format: .yuv420p10, colorEncoding: ColorEncoding(dynamicRange: .pq))
      .movieSettings
    settings.codec = .h265
    settings.encoderPreset = "ultrafast"
    var measured: [Int] = []
    let outcome = try one.writeMovieAndWait(to: path, settings: settings) { state in
      if state.frames == 0 { measured.append(state.framesMeasured) }
      return true
    }
    #expect(outcome == .finished(path: path, frames: 30) && measured == Array(1...30))
    let facts = try Tool.run("ffprobe", ["-v", "error", "-show_streams", path]).text
    #expect(facts.contains("max_content=\(light.brightestPixelNits)"))
    #expect(facts.contains("max_average=\(light.brightestFrameNits)"))
    // Stopping while the light is measured leaves no further file.
    settings.allowsReplacing = true
    let stopped = try one.writeMovieAndWait(to: path, settings: settings) { $0.framesMeasured < 3 && $0.frames == 0 }
    #expect(stopped == .stopped(path: nil, frames: 0))
    #expect(folder.names == ["a.mp4"])
  }

  @Test("8 bits cannot hold high dynamic range") func eightBitsCannotHoldIt() {
    let error = #expect(throws: RenderError.self) {
      try Renderer(preset(), format: .yuv420p, colorEncoding: ColorEncoding(dynamicRange: .hlg))
    }
    #expect(error?.kind == .format)
    #expect(error?.sentence.contains("yuv420p cannot hold hlg; these can: rgb48le, rgba64le, yuv420p10le") == true)
  }
}
