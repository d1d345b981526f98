import Motes
import TestSupport
import Testing

/// The library as the README shows it.
@Suite struct PublicFaceTests {
  static let text = """
    {
      "canvas": { "width": 64, "height": 48, "frameRate": 30, "duration": 1, "seed": 3 },
      "layers": [
        { "name": "ground", "gradient": { "type": "linear", "stops": ["#102040", "#402010"] } },
        { "name": "sparks", "blend": "add", "begin": -1,
          "emitter": { "shape": "rectangle", "position": ["50%", "50%"], "size": ["100%", "100%"], "mode": "surface",
            "cells": [{ "name": "spark", "birthRate": 60, "lifetime": 1, "velocity": 20, "emissionRange": 360,
              "sprite": { "type": "softDisc", "size": 10 } }] } }
      ]
    }
    """

  private func scene() throws -> Scene {
    try Preset.load(text: Array(PublicFaceTests.text.utf8), named: "test.json").scene
  }

  @Test("A movie has every frame") func aMovieHasEveryFrame() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("out.mp4")
    let outcome = try Renderer(scene: scene(), format: .yuv420p, threads: 2).writeMovie(to: path)
    #expect(outcome == .finished(path: path, frames: 30))
    let probe = try Tool.run(
      "ffprobe",
      [
        "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames,width,height", "-of", "csv=p=0", path,
      ])
    #expect(probe.text == "64,48,30")
    #expect(folder.names == ["out.mp4"])
  }

  @Test("Stopping keeps what there is") func stoppingKeepsWhatThereIs() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("out.mp4")
    let outcome = try Renderer(scene: scene(), format: .yuv420p, threads: 1).writeMovie(to: path) { $0.frames < 7 }
    #expect(outcome == .stopped(path: path + ".partial", frames: 7))
    #expect(folder.names == ["out.mp4.partial"])
    let probe = try Tool.run(
      "ffprobe",
      ["-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0", path + ".partial"])
    #expect(probe.text == "7")
  }

  @Test("A still is a frame of the run") func aStillIsAFrameOfTheRun() throws {
    let scene = try scene()
    let hasher = FrameHasher()
    var run: [String] = []
    Renderer(scene: scene, threads: 2).render(frames: 10...14) { frame in
      run.append(hasher.hash(frame.pixels))
      return true
    }
    let still = Renderer(scene: scene, threads: 1).frame(at: Rational(12, 30))
    #expect(hasher.hash(still) == run[2])
    #expect(Set(run).count == 5)
  }

  @Test("A consumer that throws stops the run") func aConsumerThatThrowsStopsTheRun() throws {
    struct Enough: Error {}
    var seen = 0
    #expect(throws: Enough.self) {
      try Renderer(scene: scene(), threads: 2).render(frames: 0...1000) { _ in
        seen += 1
        if seen == 3 { throw Enough() }
        return true
      }
    }
    #expect(seen == 3)
  }

  @Test("Equal presets have equal hashes") func equalPresetsHaveEqualHashes() throws {
    let plain = try Preset.load(text: Array(PublicFaceTests.text.utf8), named: "a.json")
    let spaced = try Preset.load(text: Array(("// A comment\n" + PublicFaceTests.text).utf8), named: "b.json")
    let other = try Preset.load(
      text: Array(PublicFaceTests.text.utf8), named: "c.json",
      PresetSettings(overrides: [.init(key: "layers.sparks.emitter.cells.spark.velocity", value: "21")]))
    #expect(plain.sha256 == spaced.sha256)
    #expect(plain.sha256 != other.sha256)
  }
}
