import Colorimetry
import Model

/// Finds values of a loop that are read at the frame's time and do not end where they began: the seam would jump.
enum LoopCheck {
  static func problems(of scene: Scene) -> [SceneProblem] {
    guard scene.canvas.loops else { return [] }
    var check = Check(length: scene.canvas.duration.double)
    for (index, layer) in scene.layers.enumerated() {
      check.visit(layer, [.layer(name: layer.name, index: index)], in: [])
    }
    let canvas: [LayerTiming] = []
    check.number(scene.post.exposure, [.key("post"), .key("exposure")], in: canvas)
    check.filters(scene.post.filters, [.key("post")], in: canvas)
    if let camera = scene.canvas.camera {
      check.number(camera.distance, [.key("camera"), .key("distance")], in: canvas)
      check.point(camera.center, [.key("camera"), .key("center")], in: canvas)
      check.number(camera.focus, [.key("camera"), .key("focus")], in: canvas)
      check.number(camera.aperture, [.key("camera"), .key("aperture")], in: canvas)
    }
    return check.problems
  }

  private struct Check {
    let length: Double
    var problems: [SceneProblem] = []

    /// - Parameter groups: the clocks of the groups that the layer lies in.
    mutating func visit(_ layer: Layer, _ path: [ScenePathComponent], in groups: [LayerTiming]) {
      let timings = groups + [layer.timing]
      cycle(layer.timing, path, in: groups)
      number(layer.opacity, path + [.key("opacity")], in: timings)
      filters(layer.filters, path, in: timings)
      values(layer.source.animatedValues, path, in: timings)
      guard case .group(let layers) = layer.source else { return }
      for (index, inner) in layers.enumerated() {
        visit(inner, path + [.layer(name: inner.name, index: index)], in: timings)
      }
    }

    private mutating func values(_ values: AnimatedValues, _ path: [ScenePathComponent], in timings: [LayerTiming]) {
      for value in values.numbers {
        number(value.value, path + ScenePathComponent.keys(value.key), in: timings, period: value.period)
      }
      for value in values.colors { color(value.value, path + ScenePathComponent.keys(value.key), in: timings) }
    }

    mutating func filters(_ filters: [Filter], _ path: [ScenePathComponent], in timings: [LayerTiming]) {
      for filter in filters { values(filter.animatedValues, path, in: timings) }
    }

    /// Checks that a layer's clock, which starts again and again, does so at the seam.
    private mutating func cycle(_ timing: LayerTiming, _ path: [ScenePathComponent], in groups: [LayerTiming]) {
      guard let cycle = timing.cycleSeconds, groups.allSatisfy({ $0.iterationSeconds == nil }) else { return }
      let length = groups.reduce(length) { $0 * $1.speed }
      let count = length / cycle
      if abs(count - count.rounded()) * cycle > 1e-6 {
        problems.append(
          SceneProblem(
            path: path,
            message:
              "repeats every \(shown(cycle)) s, which does not go into the loop's \(shown(length)) s without a remainder"
          ))
      }
    }

    mutating func point(_ point: AnimatedPoint, _ path: [ScenePathComponent], in timings: [LayerTiming]) {
      number(point.x, path, in: timings)
      number(point.y, path, in: timings)
    }

    private func clock(_ timings: [LayerTiming], at time: Double) -> AnimationClock {
      AnimationClock(local: timings.reduce(time) { $1.localTime(at: $0) }, canvas: time)
    }

    mutating func number(
      _ number: AnimatedNumber, _ path: [ScenePathComponent], in timings: [LayerTiming], period: Double? = nil
    ) {
      if number.isConstant { return }
      let values = (0...64).map { number.value(at: clock(timings, at: length * Double($0) / 64)) }
      guard let first = values.first, let last = values.last, let low = values.min(), let high = values.max() else {
        return
      }
      var jump = abs(last - first)
      if let period {
        // Whole revolutions are no jump.
        let revolutions = (jump / period).rounded()
        jump = abs(jump - revolutions * period)
      }
      guard jump > (high - low) / 1000 else { return }
      problems.append(
        SceneProblem(
          path: path,
          message:
            "jumps at the loop's seam: it is \(shown(first)) at the start and \(shown(last)) after \(shown(length)) s"))
    }

    mutating func color(_ color: AnimatedColor, _ path: [ScenePathComponent], in timings: [LayerTiming]) {
      if color.isConstant { return }
      let (first, last) = (color.value(at: clock(timings, at: 0)), color.value(at: clock(timings, at: length)))
      let pairs = [
        (first.red, last.red), (first.green, last.green), (first.blue, last.blue), (first.alpha, last.alpha),
      ]
      guard pairs.contains(where: { abs($0 - $1) > 0.001 }) else { return }
      problems.append(
        SceneProblem(path: path, message: "jumps at the loop's seam: its first and last colours differ"))
    }

    private func shown(_ value: Double) -> String { plain((value * 1000).rounded() / 1000) }
  }
}
