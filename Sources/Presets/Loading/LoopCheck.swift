import Colorimetry
import Scenes

/// What a check of a finished scene found: the path of what is wrong, for `Places`, and why.
struct SceneProblem {
  let place: String
  let message: String
}

/// In a loop, what is read at the frame's time must end where it began, or the seam jumps.
enum LoopCheck {
  static func problems(of scene: Scene) -> [SceneProblem] {
    guard scene.canvas.loops else { return [] }
    var check = Check(length: scene.canvas.duration.double)
    for (index, layer) in scene.layers.enumerated() {
      check.visit(layer, layer.name.isEmpty ? "layers[\(index)]" : "layers.\(layer.name)", in: [])
    }
    let canvas: [LayerTiming] = []
    check.number(scene.post.exposure, "post.exposure", in: canvas)
    if let bloom = scene.post.bloom {
      check.number(bloom.threshold, "post.bloom.threshold", in: canvas)
      check.number(bloom.strength, "post.bloom.strength", in: canvas)
    }
    if let camera = scene.canvas.camera {
      check.number(camera.distance, "camera.distance", in: canvas)
      check.point(camera.center, "camera.center", in: canvas)
      check.number(camera.focus, "camera.focus", in: canvas)
      check.number(camera.aperture, "camera.aperture", in: canvas)
    }
    return check.problems
  }

  private struct Check {
    let length: Double
    var problems: [SceneProblem] = []

    /// - Parameter groups: the clocks of the groups that the layer lies in.
    mutating func visit(_ layer: Layer, _ name: String, in groups: [LayerTiming]) {
      let timings = groups + [layer.timing]
      cycle(layer.timing, name, in: groups)
      number(layer.opacity, "\(name).opacity", in: timings)
      let moving = layer.source.movingValues
      for value in moving.numbers { number(value.value, "\(name).\(value.key)", in: timings, period: value.period) }
      for value in moving.colors { color(value.value, "\(name).\(value.key)", in: timings) }
      guard case .group(let layers) = layer.source else { return }
      for (index, inner) in layers.enumerated() {
        visit(inner, name + (inner.name.isEmpty ? "[\(index)]" : ".\(inner.name)"), in: timings)
      }
    }

    /// A clock that starts again and again has to do so at the seam.
    private mutating func cycle(_ timing: LayerTiming, _ name: String, in groups: [LayerTiming]) {
      guard let cycle = timing.cycle, groups.allSatisfy({ $0.run == nil }) else { return }
      let turn = groups.reduce(length) { $0 * $1.speed }
      let count = turn / cycle
      if abs(count - count.rounded()) * cycle > 1e-6 {
        problems.append(
          SceneProblem(
            place: name,
            message:
              "repeats every \(shown(cycle)) s, which does not go into the loop's \(shown(turn)) s without rest"))
      }
    }

    mutating func point(_ point: AnimatedPoint, _ name: String, in timings: [LayerTiming]) {
      number(point.x, name, in: timings)
      number(point.y, name, in: timings)
    }

    private func clock(_ timings: [LayerTiming], at time: Double) -> Clock {
      Clock(local: timings.reduce(time) { $1.localTime(at: $0) }, canvas: time)
    }

    mutating func number(_ number: AnimatedNumber, _ name: String, in timings: [LayerTiming], period: Double? = nil) {
      if number.isConstant { return }
      let values = (0...64).map { number.value(at: clock(timings, at: length * Double($0) / 64)) }
      guard let first = values.first, let last = values.last, let low = values.min(), let high = values.max() else {
        return
      }
      var jump = abs(last - first)
      if let period {
        // Whole turns are no jump.
        let turns = (jump / period).rounded()
        jump = abs(jump - turns * period)
      }
      guard jump > (high - low) / 1000 else { return }
      problems.append(
        SceneProblem(
          place: name,
          message:
            "jumps at the loop's seam: it is \(shown(first)) at the start and \(shown(last)) after \(shown(length)) s"))
    }

    mutating func color(_ color: AnimatedColor, _ name: String, in timings: [LayerTiming]) {
      if color.isConstant { return }
      let (first, last) = (color.value(at: clock(timings, at: 0)), color.value(at: clock(timings, at: length)))
      let pairs = [
        (first.red, last.red), (first.green, last.green), (first.blue, last.blue), (first.alpha, last.alpha),
      ]
      guard pairs.contains(where: { abs($0 - $1) > 0.001 }) else { return }
      problems.append(
        SceneProblem(place: name, message: "jumps at the loop's seam: its first and last colours differ"))
    }

    private func shown(_ value: Double) -> String { plain((value * 1000).rounded() / 1000) }
  }
}
