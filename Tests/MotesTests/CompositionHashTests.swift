import Foundation
import Motes
import Raster
import Testing

/// Frames do not depend on threads, frame rate or the order of drawing: tried on every golden scene of layers that are combined, filtered
/// or computed.
@Suite struct CompositionHashTests {
  private static let folder =
    #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/Golden"

  /// The recorded scenes by their paths below Tests/Golden.
  static let scenes: [String] = ["backdrops", "composition", "fields", "filters", "pictures"].flatMap { area in
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + area)) ?? []
    return files.filter { $0.hasSuffix(".json") }.sorted().map { area + "/" + $0 }
  }

  private func preset(_ scene: String, _ change: (inout PresetSettings) -> Void = { _ in }) throws -> Preset {
    var settings = PresetSettings()
    change(&settings)
    return try Preset(contentsOf: Self.folder + "/" + scene, settings: settings)
  }

  private func hash(_ preset: Preset, threads: Int, at time: Rational) throws -> String {
    try Renderer(preset, format: .floatPlanes, threads: threads).frame(at: time).sha256
  }

  @Test("There are scenes")
  func scenesAreFound() { #expect(Self.scenes.count > 25) }

  @Test(
    "A frame drawn alone equals that of a run, with any threads and at any rate; a loop's end equals its beginning",
    arguments: scenes)
  func framesAreTheSame(scene: String) throws {
    let preset = try preset(scene)
    let canvas = preset.scene.canvas
    let renderer = try Renderer(preset, format: .floatPlanes, threads: 2)
    var run: [String] = []
    renderer.render(frames: 0...min(canvas.frameCount - 1, 4)) { frame in
      run.append(frame.pixels.sha256)
      return true
    }
    let last = run.count - 1
    let time = canvas.time(ofFrame: last)
    #expect(try hash(preset, threads: 1, at: time) == run[last])
    #expect(try hash(preset, threads: 7, at: time) == run[last])
    #expect(renderer.frame(at: .zero).sha256 == run[0], "after the others")
    // At three times the rate, frames at the same times are equal.
    let faster = try self.preset(scene) { $0.frameRate = canvas.frameRate * 3 }
    #expect(try hash(faster, threads: 2, at: faster.scene.canvas.time(ofFrame: 3 * last)) == run[last])
    // A scene whose values jump at the seam is refused as a loop; any other repeats exactly.
    let looping = try? self.preset(scene) { $0.loops = true }
    if let looping {
      let duration = looping.scene.canvas.duration
      #expect(try hash(looping, threads: 2, at: duration) == hash(looping, threads: 1, at: .zero))
    }
  }
}
