import Colorimetry
import Scenes

/// In a loop, what is read at the frame's time must end where it began, or the seam jumps.
enum LoopCheck {
  static func problems(of scene: Scene) -> [String] {
    guard scene.canvas.loops else { return [] }
    var check = Check(length: scene.canvas.duration.double)
    for (index, layer) in scene.layers.enumerated() {
      check.visit(layer, layer.name.isEmpty ? "[\(index)]" : layer.name)
    }
    let canvas = Layer(name: "", path: 0, source: .group([]))
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
    var problems: [String] = []

    mutating func visit(_ layer: Layer, _ name: String) {
      number(layer.opacity, "\(name).opacity", in: layer)
      let moving = layer.source.movingValues
      for value in moving.numbers { number(value.value, "\(name).\(value.key)", in: layer, period: value.period) }
      for value in moving.colors { color(value.value, "\(name).\(value.key)", in: layer) }
      guard case .group(let layers) = layer.source else { return }
      for (index, inner) in layers.enumerated() {
        visit(inner, name + "." + (inner.name.isEmpty ? "[\(index)]" : inner.name))
      }
    }

    mutating func point(_ point: AnimatedPoint, _ name: String, in layer: Layer) {
      number(point.x, name, in: layer)
      number(point.y, name, in: layer)
    }

    private func clock(_ layer: Layer, at time: Double) -> Clock {
      Clock(local: layer.timing.localTime(at: time), canvas: time)
    }

    mutating func number(_ number: AnimatedNumber, _ name: String, in layer: Layer, period: Double? = nil) {
      if number.isConstant { return }
      let values = (0...64).map { number.value(at: clock(layer, at: length * Double($0) / 64)) }
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
        "\(name) jumps at the loop's seam: it is \(shown(first)) at the start and \(shown(last)) after \(shown(length)) s"
      )
    }

    mutating func color(_ color: AnimatedColor, _ name: String, in layer: Layer) {
      if color.isConstant { return }
      let (first, last) = (color.value(at: clock(layer, at: 0)), color.value(at: clock(layer, at: length)))
      let pairs = [
        (first.red, last.red), (first.green, last.green), (first.blue, last.blue), (first.alpha, last.alpha),
      ]
      guard pairs.contains(where: { abs($0 - $1) > 0.001 }) else { return }
      problems.append("\(name) jumps at the loop's seam: its first and last colours differ")
    }

    private func shown(_ value: Double) -> String { plain((value * 1000).rounded() / 1000) }
  }
}
