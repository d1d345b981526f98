import Model

/// Warnings of what is hardly meant in a loop: particles that outlive it, and places of birth that jump at its seam
/// (`BirthSeam`).
///
/// Births repeat in every cycle of the loop, so a particle that lives for n cycles is shown n times at once. That is wanted in a
/// snowfall, but not of stars that are meant to be there once and stay.
///
/// The message advises `"= duration"` as the lifetime. That shows a particle once only in a layer whose `speed` is 1: lifetimes
/// are seconds of the layer, of which a cycle has `duration` × `speed`.
enum LoopWarnings {
  /// Cycles of the loop that a particle may live for without a warning.
  private static let manyCycles = 8.0

  static func problems(of scene: Scene) -> [SceneProblem] {
    guard scene.canvas.loops, scene.canvas.duration > .zero else { return [] }
    let cycle = scene.canvas.duration.double
    return scene.layers.enumerated().flatMap { problems(of: $1, [.layer(name: $1.name, index: $0)], cycle: cycle) }
  }

  /// What is to be said of a clip that is at another place at the loop's end than at its start; nil where it goes on.
  private static func seam(of video: Video, _ timing: LayerTiming, _ cycle: Double) -> String? {
    guard timing.isShown(at: 0), timing.isShown(at: cycle),
      let first = video.clipSeconds(at: timing.localTime(at: 0)),
      let last = video.clipSeconds(at: timing.localTime(at: cycle))
    else { return nil }
    let frameSeconds = video.clip.duration / Double(max(video.clip.frameCount, 1))
    // From its end a clip that loops goes on at its start.
    let distance = abs(last - first)
    func shown(_ seconds: Double) -> String { SceneProblem.shown(seconds - Clip.timeTolerance) }
    let jump = video.loops ? min(distance, video.playedSeconds - distance) : distance
    guard jump > 1.5 * frameSeconds else { return nil }
    return
      "jumps at the loop's seam: its clip is at second \(shown(first)) at the start and at \(shown(last)) after "
      + "\(SceneProblem.shown(cycle)) s"
  }

  /// - Parameters:
  ///   - path: the layer's scene path.
  ///   - cycle: seconds of the loop.
  private static func problems(of layer: Layer, _ path: [ScenePathComponent], cycle: Double) -> [SceneProblem] {
    var found = layer.innerLayers.flatMap { problems(of: $0.layer, path + $0.path, cycle: cycle) }
    switch layer.source {
    case .emitter(let emitter):
      found += BirthSeam(timing: layer.timing, cycle: cycle).problems(of: emitter, path)
      found += emitter.cells.enumerated().compactMap { index, cell in
        let cycles = (cell.lifetime.constant ?? 0) / (cycle * layer.timing.speed)
        guard cycles > manyCycles else { return nil }
        return SceneProblem(
          path: path + [.cell(name: cell.name, index: index), .key("lifetime")],
          message:
            "in this loop each particle is shown \(Int(min(cycles.rounded(.up), 1e15))) times at once, since it "
            + "lives that many cycles. \"= duration\" shows it once.")
      }
    case .video(let video):
      // The clocks of groups would have to be followed, too.
      if path.count == 1, let problem = seam(of: video, layer.timing, cycle) {
        found.append(SceneProblem(path: path + [.key("video")], message: problem))
      }
    default: break
    }
    return found
  }
}
