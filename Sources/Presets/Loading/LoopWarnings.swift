import Model

/// Warnings of what is probably not meant in a loop: particles that live for many cycles, places of birth that jump at the seam
/// (`BirthSeam`), and clips that jump there.
///
/// Births repeat in every cycle of the loop, so a particle that lives for n cycles is shown n times at once. That is right for
/// snowfall, but wrong for stars that should each be shown once.
///
/// The message advises `"= duration"` as the lifetime. That shows a particle once only if the layer's `speed` is 1, because lifetimes
/// are in seconds of the layer, and a cycle has `duration` × `speed` of those.
enum LoopWarnings {
  /// The number of cycles that a particle may live for without a warning.
  private static let manyCycles = 8.0

  static func problems(of scene: Scene) -> [SceneProblem] {
    guard scene.canvas.loops, scene.canvas.duration > .zero else { return [] }
    let cycle = scene.canvas.duration.double
    return scene.layers.enumerated().flatMap { problems(of: $1, [.layer(name: $1.name, index: $0)], cycle: cycle) }
  }

  /// A message on a clip that is at another time at the loop's end than at its start; nil if it goes on without a jump.
  private static func seamProblem(of video: Video, _ timing: LayerTiming, _ cycle: Double) -> String? {
    guard timing.isShown(at: 0), timing.isShown(at: cycle),
      let first = video.clipSeconds(at: timing.localTime(at: 0)),
      let last = video.clipSeconds(at: timing.localTime(at: cycle))
    else { return nil }
    let frameSeconds = video.clip.duration / Double(max(video.clip.frameCount, 1))
    // A clip that loops goes on from its end at its start, so the distance is measured around the loop.
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
      // Only at the top level, because the clocks of groups are not followed here.
      if path.count == 1, let problem = seamProblem(of: video, layer.timing, cycle) {
        found.append(SceneProblem(path: path + [.key("video")], message: problem))
      }
    default: break
    }
    return found
  }
}
