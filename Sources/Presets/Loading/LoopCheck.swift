import Colorimetry
import Model

/// Finds values that differ between the end of a loop and its start, so that the picture would jump there. Only values that are read at a
/// frame's time are checked, because values that a particle reads at its birth repeat with the births.
enum LoopCheck {
  static func problems(of scene: Scene) -> [SceneProblem] {
    guard scene.canvas.loops else { return [] }
    var check = Check(canvas: scene.canvas, length: scene.canvas.duration.double)
    for (index, layer) in scene.layers.enumerated() {
      check.visit(layer, [.layer(name: layer.name, index: index)], in: [])
    }
    // On the canvas's own clock: no layer's timing changes it.
    let noTimings: [LayerTiming] = []
    check.number(scene.post.exposure, [.key("post"), .key("exposure")], in: noTimings)
    check.filters(scene.post.canvasFilters, [.key("post")], in: noTimings)
    if let bloom = scene.post.bloom {
      check.values(Filter.bloom(bloom).animatedValues, [.key("post"), .key("bloom")], in: noTimings)
    }
    if let camera = scene.canvas.camera {
      check.number(camera.distance, [.key("camera"), .key("distance")], in: noTimings)
      check.point(camera.center, [.key("camera"), .key("center")], in: noTimings)
      check.number(camera.focus, [.key("camera"), .key("focus")], in: noTimings)
      check.number(camera.aperture, [.key("camera"), .key("aperture")], in: noTimings)
    }
    return check.problems
  }

  private struct Check {
    let canvas: Canvas
    /// Seconds of the loop.
    let length: Double
    var problems: [SceneProblem] = []

    /// The end of a cycle may miss the loop's end by this many seconds, because Double rounds decimal seconds.
    static let toleranceSeconds = 1e-6
    /// Equal intervals into which the loop is divided; the values at their ends give the range of a number.
    static let intervalCount = 64
    /// A share of the loop just before its end.
    static let almostOne = 1 - 1e-9

    /// Checks a layer and the layers in it.
    ///
    /// - Parameter groups: timings of the groups that contain the layer, the outermost first.
    mutating func visit(_ layer: Layer, _ path: [ScenePathComponent], in groups: [LayerTiming]) {
      let timings = groups + [layer.timing]
      // The values of a layer that is hidden at the loop's start or just before its end may differ between the two: no jump is seen.
      guard isShown(layer.timing, in: groups, at: 0), isShown(layer.timing, in: groups, at: length * Self.almostOne)
      else { return }
      // Likewise those of a layer that is transparent at both times.
      let opacities = [0, length].map { layer.opacity.value(at: clock(timings, at: $0)) }
      if opacities.allSatisfy({ $0 == 0 }) { return }
      cycle(layer.timing, path, in: groups)
      number(layer.opacity, path + [.key("opacity")], in: timings)
      filters(layer.filters, path, in: timings)
      filters(layer.backdropFilters, path, in: timings, key: "backdropFilters")
      values(layer.source.animatedValues, path, in: timings)
      if let reflection = layer.reflection {
        values(reflection.animatedValues, path + [.key("reflection")], in: timings)
      }
      if let transform = layer.transform { values(transform.animatedValues, path + [.key("transform")], in: timings) }
      if case .field(let field) = layer.source,
        let problem = FieldSeam.problem(
          of: field, on: canvas, from: clock(timings, at: 0), to: clock(timings, at: length), length: length)
      {
        problems.append(SceneProblem(path: path + [.key("field"), .key("color")], message: problem))
      }
      for inner in layer.innerLayers { visit(inner.layer, path + inner.path, in: timings) }
    }

    /// Whether a layer is shown at a time of the canvas, by its own timing.
    private func isShown(_ timing: LayerTiming, in groups: [LayerTiming], at time: Double) -> Bool {
      timing.isShown(at: clock(groups, at: time).local)
    }

    /// Checks the animated numbers and colours of a layer's source, a filter or another object.
    mutating func values(_ values: AnimatedValues, _ path: [ScenePathComponent], in timings: [LayerTiming]) {
      for value in values.numbers {
        number(
          value.value, path + ScenePathComponent.keys(value.key), in: timings, period: value.period,
          minus: value.subtrahend)
      }
      for value in values.colors { color(value.value, path + ScenePathComponent.keys(value.key), in: timings) }
    }

    /// Checks the filters of a layer or of the canvas.
    mutating func filters(
      _ filters: [Filter], _ path: [ScenePathComponent], in timings: [LayerTiming], key: String = "filters"
    ) {
      for (index, filter) in filters.enumerated() {
        values(filter.animatedValues, path + [.key(key), .item(index)], in: timings)
        if case .displacement(let displacement) = filter, case .formula(let formula) = displacement.shape,
          let problem = FieldSeam.problem(
            of: formula, on: canvas, from: clock(timings, at: 0), to: clock(timings, at: length), length: length)
        {
          problems.append(SceneProblem(path: path + [.key(key), .item(index)], message: problem))
        }
      }
    }

    /// Checks that a layer that repeats forever starts a new cycle at the loop's seam.
    ///
    /// - Parameter groups: timings of the groups that contain the layer, the outermost first.
    private mutating func cycle(_ timing: LayerTiming, _ path: [ScenePathComponent], in groups: [LayerTiming]) {
      // If a group around the layer repeats, the layer restarts with it.
      guard let cycle = timing.cycleSeconds, groups.allSatisfy({ $0.iterationSeconds == nil }) else { return }
      // The loop's length in seconds of the innermost group's clock.
      let length = groups.reduce(length) { $0 * $1.speed }
      let ofGroup = length == self.length ? "" : " of its group's clock"
      let count = length / cycle
      if abs(count - count.rounded()) * cycle > Self.toleranceSeconds {
        problems.append(
          SceneProblem(
            path: path,
            message:
              "repeats every \(SceneProblem.shown(cycle)) s, which does not go into the loop's \(SceneProblem.shown(length)) s\(ofGroup) without a remainder"
          ))
      }
    }

    /// Checks both coordinates of a point.
    mutating func point(_ point: AnimatedPoint, _ path: [ScenePathComponent], in timings: [LayerTiming]) {
      number(point.x, path, in: timings)
      number(point.y, path, in: timings)
    }

    /// The clock of a layer at a time of the canvas, in seconds.
    ///
    /// - Parameter timings: timings of the layer's groups, the outermost first, then the layer's own.
    private func clock(_ timings: [LayerTiming], at time: Double) -> AnimationClock {
      AnimationClock(local: timings.reduce(time) { $1.localTime(at: $0) }, canvas: time)
    }

    /// Checks a number: its values at the loop's start and end may differ by at most a thousandth of its range. The range is that of the
    /// values at the `intervalCount` + 1 ends of the intervals.
    ///
    /// - Parameters:
    ///   - period: values that differ by a multiple of it are equal, such as 360 for angles; nil for none.
    ///   - subtrahend: a number that is subtracted from the values before they are compared, with its key; nil for none.
    mutating func number(
      _ number: AnimatedNumber, _ path: [ScenePathComponent], in timings: [LayerTiming], period: Double? = nil,
      minus subtrahend: (key: String, value: AnimatedNumber)? = nil
    ) {
      if number.isConstant && subtrahend?.value.isConstant ?? true { return }
      let values = (0...Self.intervalCount).map {
        let clock = clock(timings, at: length * Double($0) / Double(Self.intervalCount))
        return number.value(at: clock) - (subtrahend?.value.value(at: clock) ?? 0)
      }
      guard let first = values.first, let last = values.last, let least = values.min(), let most = values.max() else {
        return
      }
      var jump = abs(last - first)
      if let period {
        // Whole periods are no jump.
        let periodCount = (jump / period).rounded()
        jump = abs(jump - periodCount * period)
      }
      // The difference of two numbers that change together is constant only up to rounding.
      let tolerance = max((most - least) / 1000, subtrahend == nil ? 0 : 1e-6)
      guard jump > tolerance else { return }
      let name = subtrahend.map { "minus \($0.key) " } ?? ""
      problems.append(
        SceneProblem(
          path: path,
          message:
            "\(name)jumps at the loop's seam: it is \(SceneProblem.shown(first)) at the start and \(SceneProblem.shown(last)) after \(SceneProblem.shown(length)) s"
        ))
    }

    /// Checks a colour: each component, in linear light, may differ by a thousandth between the loop's start and end.
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
  }
}
