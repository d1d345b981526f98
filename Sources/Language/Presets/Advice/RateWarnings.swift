import JSON
import Model

/// Warnings of cells whose animated birth rate is 0 at all times, or but for less than a frame: a formula of the canvas's time in place of
/// the layer's, or a burst that was meant.
enum RateWarnings {
  /// Times at which a rate is read, in each frame.
  private static let samplesPerFrame = 4.0
  /// Emissions of more samples are not looked at.
  private static let maximumSampleCount = 40_000.0

  static func problems(of scene: Scene) -> [SceneProblem] {
    // In a loop the births before 0 s are those at its end, so that times before 0 are never read.
    problems(
      of: scene.layers, in: [], scene.canvas.loops ? 0 : -.infinity, end: scene.canvas.duration.double,
      1 / scene.canvas.frameRate.double)
  }

  /// - Parameters:
  ///   - path: scene path of the group that contains the layers; empty for the scene.
  ///   - start: the earliest time of births, in local seconds of that group.
  ///   - end: the end of the movie, in local seconds of that group, or in seconds of the canvas for the scene.
  private static func problems(
    of layers: [Layer], in path: [ScenePathComponent], _ start: Double, end: Double, _ frameSeconds: Double
  ) -> [SceneProblem] {
    layers.enumerated().flatMap { index, layer -> [SceneProblem] in
      let path = path + [.layer(name: layer.name, index: index)]
      // Where local time repeats or stands still, its end does not tell which times are seen.
      guard layer.timing.iterationSeconds == nil, layer.timing.speed > 0 else { return [] }
      switch layer.source {
      case .group(let inner):
        return problems(
          of: inner, in: path, layer.timing.localTime(at: max(start, layer.timing.begin)),
          end: layer.timing.localTime(at: end), frameSeconds)
      case .emitter(let emitter):
        return emitter.cells.enumerated().compactMap { index, cell in
          message(on: cell, of: emitter, layer.timing, start, end: end, frameSeconds).map {
            SceneProblem(path: path + [.cell(name: cell.name, index: index), .key("birthRate")], message: $0)
          }
        }
      default: return []
      }
    }
  }

  /// The warning of a cell; nil if its births are as many as one would expect.
  private static func message(
    on cell: Cell, of emitter: Emitter, _ timing: LayerTiming, _ earliest: Double, end: Double, _ frameSeconds: Double
  ) -> String? {
    // A cell whose births come with the sound may have others where there is none.
    guard cell.soundBirths.isEmpty, !cell.birthRate.isConstant, emitter.birthRate.isConstant, !emitter.birthRate.isZero
    else { return nil }
    // Seconds for which the layer lasts before the first births that count.
    let skippedSeconds = max(0, earliest - timing.begin) * timing.speed
    guard skippedSeconds == 0 || cell.duration == nil && cell.beginTime == 0 else { return nil }
    let shownSeconds = min(timing.duration ?? .infinity, end - timing.begin) * timing.speed - skippedSeconds
    let emissionSeconds = min(cell.duration ?? .infinity, shownSeconds - cell.beginTime)
    let sampleCount = (emissionSeconds / frameSeconds * samplesPerFrame).rounded(.up)
    guard sampleCount >= 1, sampleCount <= maximumSampleCount else { return nil }
    let step = emissionSeconds / sampleCount
    let start = timing.timeOffset + cell.beginTime + skippedSeconds
    let positiveCount = (0..<Int(sampleCount)).count { index in
      let elapsed = (Double(index) + 0.5) * step
      let canvas = timing.begin + (cell.beginTime + skippedSeconds + elapsed) / timing.speed
      return cell.birthRate.value(at: AnimationClock(local: start + elapsed, canvas: canvas)) > 0
    }
    let times = "from t = \(SceneProblem.numberText(start)) to \(SceneProblem.numberText(start + emissionSeconds))"
    let advice = "t begins at the layer's own begin; births all at once are a burst"
    if positiveCount == 0 { return "is 0 at all times of this layer, \(times), so nothing is born; \(advice)" }
    guard Double(positiveCount) * step < frameSeconds else { return nil }
    return "is 0 nearly always, \(times) but for less than a frame; \(advice)"
  }
}
