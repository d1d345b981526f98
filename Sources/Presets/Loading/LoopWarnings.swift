import Model

/// Warnings of what is probably not meant in a loop: particles that live for many cycles, places of birth that jump at the seam
/// (`BirthSeam`), and clips that jump there.
///
/// Births repeat in every cycle of the loop, so a particle that lives for n cycles is shown n times at once. That is right for
/// snowfall, but wrong for stars that should each be shown once.
///
/// The message advises `"= duration"` as the lifetime. With this lifetime a particle is shown once only if the layer's `speed` is
/// 1: lifetimes are in seconds of the layer, and a cycle lasts `duration` × `speed` seconds of the layer.
enum LoopWarnings {
  /// The number of cycles that a particle may live for without a warning.
  private static let maximumCycles = 8.0
  /// The most frames by which a clip may differ between the loop's start and end without a warning.
  private static let allowedFrames = 1.5

  static func problems(of scene: Scene) -> [SceneProblem] {
    guard scene.canvas.loops, scene.canvas.duration > .zero else { return [] }
    let loopSeconds = scene.canvas.duration.double
    return scene.layers.enumerated().flatMap {
      problems(of: $1, [.layer(name: $1.name, index: $0)], loopSeconds: loopSeconds)
    }
  }

  /// A message on a clip that jumps at the loop's seam; nil if the clip goes on without a jump.
  ///
  /// - Parameters:
  ///   - timing: the timing of the layer that shows the clip.
  ///   - loopSeconds: the loop's length in seconds of the canvas.
  private static func seamProblem(of video: Video, _ timing: LayerTiming, _ loopSeconds: Double) -> String? {
    guard timing.isShown(at: 0), timing.isShown(at: loopSeconds),
      let first = video.clipSeconds(at: timing.localTime(at: 0)),
      let last = video.clipSeconds(at: timing.localTime(at: loopSeconds))
    else { return nil }
    let frameSeconds = video.clip.duration / Double(max(video.clip.frameCount, 1))
    // `clipSeconds` has added the tolerance.
    func shown(_ seconds: Double) -> String { SceneProblem.numberText(seconds - Clip.timeToleranceSeconds) }
    let distance = abs(last - first)
    // After the end of a clip that loops comes its start, so the shorter way from `first` to `last` may lead across the clip's
    // end.
    let jump = video.loops ? min(distance, video.playedSeconds - distance) : distance
    guard jump > allowedFrames * frameSeconds else { return nil }
    return
      "jumps at the loop's seam: its clip is at second \(shown(first)) at the start and at \(shown(last)) after "
      + "\(SceneProblem.numberText(loopSeconds)) s"
  }

  /// Warnings of a layer and of the layers in it.
  ///
  /// - Parameters:
  ///   - path: the layer's scene path.
  ///   - loopSeconds: the loop's length in seconds of the canvas.
  private static func problems(of layer: Layer, _ path: [ScenePathComponent], loopSeconds: Double) -> [SceneProblem] {
    var found = layer.innerLayers.flatMap { problems(of: $0.layer, path + $0.scenePath, loopSeconds: loopSeconds) }
    switch layer.source {
    case .emitter(let emitter):
      found += BirthSeam(timing: layer.timing, loopSeconds: loopSeconds).problems(of: emitter, path)
      found += emitter.cells.enumerated().compactMap { index, cell in
        let cycles = (cell.lifetime.constant ?? 0) / (loopSeconds * layer.timing.speed)
        guard cycles > maximumCycles else { return nil }
        return SceneProblem(
          path: path + [.cell(name: cell.name, index: index), .key("lifetime")],
          message:
            "in this loop each particle is shown \(Int(min(cycles.rounded(.up), 1e15))) times at once, since it "
            + "lives that many cycles. \"= duration\" shows it once.")
      }
    case .video(let video):
      // Only at the top level, because the clocks of groups are not followed here.
      if path.count == 1, let problem = seamProblem(of: video, layer.timing, loopSeconds) {
        found.append(SceneProblem(path: path + [.key("video")], message: problem))
      }
    default: break
    }
    return found
  }
}
