import Model

/// Warnings of what is probably not meant in a loop: particles that live for many cycles, places of birth that jump at the seam
/// (`BirthSeam`), and clips that jump there.
///
/// Births repeat in every cycle of the loop, so a particle that lives for n cycles is shown n times at once. That is right for
/// snowfall, but wrong for stars that should each be shown once.
///
/// Lifetimes are in seconds of the layer's clock, by which a cycle lasts `duration` times the speeds of the layer and of the groups
/// around it. So the message advises that product as the lifetime.
enum LoopWarnings {
  /// The number of cycles that a particle may live for without a warning.
  private static let maximumCycles = 8.0
  /// The most frames by which a clip may differ between the loop's start and end without a warning.
  private static let allowedJumpFrames = 1.5

  static func problems(of scene: Scene) -> [SceneProblem] {
    guard scene.canvas.loops, scene.canvas.duration > .zero else { return [] }
    let loopSeconds = scene.canvas.duration.double
    return scene.layers.enumerated().flatMap {
      problems(of: $1, [.layer(name: $1.name, index: $0)], in: [], loopSeconds: loopSeconds)
    }
  }

  /// A message on a clip that jumps at the loop's seam; nil if the clip goes on without a jump.
  ///
  /// - Parameters:
  ///   - timings: the timings of the groups around the layer that shows the clip, the outermost first, and of the layer itself.
  ///   - loopSeconds: the loop's length in seconds of the canvas.
  private static func seamProblem(of video: Video, _ timings: [LayerTiming], _ loopSeconds: Double) -> String? {
    guard let startSeconds = timings.localTime(at: 0).flatMap({ video.clipSeconds(at: $0) }),
      let endSeconds = timings.localTime(at: loopSeconds).flatMap({ video.clipSeconds(at: $0) })
    else { return nil }
    let frameSeconds = video.clip.duration / Double(max(video.clip.frameCount, 1))
    // The message leaves out the tolerance that `clipSeconds` adds.
    func text(_ seconds: Double) -> String { SceneProblem.numberText(seconds - Clip.timeToleranceSeconds) }
    let distance = abs(endSeconds - startSeconds)
    // After the end of a clip that loops comes its start, so the shorter way from `startSeconds` to `endSeconds` may lead
    // across the clip's end.
    let jump = video.loops ? min(distance, video.playedSeconds - distance) : distance
    guard jump > allowedJumpFrames * frameSeconds else { return nil }
    return
      "jumps at the loop's seam: its clip is at second \(text(startSeconds)) at the start and at \(text(endSeconds)) after "
      + "\(SceneProblem.numberText(loopSeconds)) s"
  }

  /// Warnings of a layer and of the layers in it.
  ///
  /// - Parameters:
  ///   - path: the layer's scene path.
  ///   - groups: the timings of the groups around the layer, the outermost first.
  ///   - loopSeconds: the loop's length in seconds of the canvas.
  private static func problems(
    of layer: Layer, _ path: [ScenePathComponent], in groups: [LayerTiming], loopSeconds: Double
  ) -> [SceneProblem] {
    let timings = groups + [layer.timing]
    var found = layer.innerLayers.flatMap {
      problems(of: $0.layer, path + $0.scenePath, in: timings, loopSeconds: loopSeconds)
    }
    switch layer.source {
    case .emitter(let emitter):
      found += BirthSeam(timings: timings, loopSeconds: loopSeconds).problems(of: emitter, path)
      // A clock that stands still has no cycles.
      let speed = timings.reduce(1) { $0 * $1.speed }
      guard speed > 0 else { break }
      let onceText = speed == 1 ? "= duration" : "= \(SceneProblem.numberText(speed)) * duration"
      found += emitter.cells.enumerated().compactMap { index, cell in
        let cycles = (cell.lifetime.constant ?? 0) / (loopSeconds * speed)
        guard cycles > maximumCycles else { return nil }
        return SceneProblem(
          path: path + [.cell(name: cell.name, index: index), .key("lifetime")],
          // 1e15 stands for numbers that an Int cannot hold.
          message:
            "in this loop each particle is shown \(Int(min(cycles.rounded(.up), 1e15))) times at once, since it "
            + "lives that many cycles. \"\(onceText)\" shows it once.")
      }
    case .video(let video):
      if let problem = seamProblem(of: video, timings, loopSeconds) {
        found.append(SceneProblem(path: path + [.key("video")], message: problem))
      }
    default: break
    }
    return found
  }
}
