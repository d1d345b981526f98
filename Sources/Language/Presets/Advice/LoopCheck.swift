import Colorimetry
import Model

/// Finds values that differ between the end of a loop and its start, so that the picture would jump there. Only values that are
/// read at a frame's time are checked, because values that a particle reads at its birth repeat with the births.
enum LoopCheck {
  static func problems(of scene: Scene) -> [SceneProblem] {
    guard scene.canvas.loops else { return [] }
    var checker = Checker(canvas: scene.canvas, loopSeconds: scene.canvas.duration.double)
    for (index, layer) in scene.layers.enumerated() {
      checker.checkLayer(layer, [.layer(name: layer.name, index: index)], in: [])
    }
    // The values of post and of the camera are read by the canvas's clock, which no layer's timing changes.
    let noTimings: [LayerTiming] = []
    checker.checkNumber(scene.post.exposure, [.key("post"), .key("exposure")], in: noTimings)
    checker.checkFilters(scene.post.canvasFilters, [.key("post")], in: noTimings)
    if let bloom = scene.post.bloom {
      checker.checkValues(bloom.animatedValues, [.key("post"), .key("bloom")], in: noTimings)
    }
    for (index, light) in scene.canvas.lights.enumerated() {
      checker.checkValues(light.animatedValues, [.key("lights"), .item(index)], in: noTimings)
    }
    if let camera = scene.canvas.camera {
      checker.checkNumber(camera.distance, [.key("camera"), .key("distance")], in: noTimings)
      checker.checkPoint(camera.center, [.key("camera"), .key("center")], in: noTimings)
      checker.checkNumber(camera.focus, [.key("camera"), .key("focus")], in: noTimings)
      checker.checkNumber(camera.roll, [.key("camera"), .key("roll")], in: noTimings, period: 360)
      checker.checkValues(camera.lens.animatedValues, [.key("camera"), .key("lens")], in: noTimings)
      if let shake = camera.shake {
        checker.checkNumber(shake.amount, [.key("camera"), .key("shake"), .key("amount")], in: noTimings)
        checker.checkNumber(shake.roll, [.key("camera"), .key("shake"), .key("roll")], in: noTimings, period: 360)
      }
      if let haze = camera.haze {
        checker.checkNumber(haze.start, [.key("camera"), .key("haze"), .key("start")], in: noTimings)
        checker.checkNumber(haze.distance, [.key("camera"), .key("haze"), .key("distance")], in: noTimings)
        checker.checkColor(haze.color, [.key("camera"), .key("haze"), .key("color")], in: noTimings)
      }
      for (key, place) in [("position", camera.position), ("focusPoint", camera.focusPoint)] {
        guard let place else { continue }
        for (index, number) in [place.x, place.y, place.z].enumerated() {
          checker.checkNumber(number, [.key("camera"), .key(key), .item(index)], in: noTimings)
        }
      }
      checker.checkNumber(camera.aperture, [.key("camera"), .key("aperture")], in: noTimings)
    }
    return checker.problems
  }

  private struct Checker {
    let canvas: Canvas
    /// The loop's length in seconds of the canvas.
    let loopSeconds: Double
    var problems: [SceneProblem] = []

    /// The end of a cycle may miss the loop's end by this many seconds, because Double rounds decimal seconds.
    static let toleranceSeconds = 1e-6
    /// Equal intervals into which the loop is divided; the values at their ends give the range of a number.
    static let intervalCount = 64
    /// A time just before the loop's end, as a share of the loop.
    static let shareBeforeEnd = 1 - 1e-9

    /// Checks a layer and the layers in it.
    ///
    /// - Parameter groups: timings of the groups that contain the layer, the outermost first.
    mutating func checkLayer(_ layer: Layer, _ path: [ScenePathComponent], in groups: [LayerTiming]) {
      let timings = groups + [layer.timing]
      // No jump is seen of a layer that is hidden at the loop's start or just before its end, or that is transparent at both
      // ends.
      guard isShown(layer.timing, in: groups, at: 0),
        isShown(layer.timing, in: groups, at: loopSeconds * Self.shareBeforeEnd)
      else { return }
      let opacities = [0, loopSeconds].map { layer.opacity.value(at: clock(timings, at: $0)) }
      if opacities.allSatisfy({ $0 == 0 }) { return }
      checkCycle(layer.timing, path, in: groups)
      checkNumber(layer.opacity, path + [.key("opacity")], in: timings)
      checkFilters(layer.filters, path, in: timings)
      checkFilters(layer.backdropFilters, path, in: timings, key: "backdropFilters")
      checkValues(layer.source.animatedValues, path, in: timings)
      if let reflection = layer.reflection {
        checkValues(reflection.animatedValues, path + [.key("reflection")], in: timings)
      }
      if let transform = layer.transform {
        checkValues(transform.animatedValues, path + [.key("transform")], in: timings)
      }
      if let material = layer.material {
        checkValues(material.animatedValues, path + [.key("material")], in: timings)
        if let height = material.height,
          let problem = FieldSeam.problem(
            ofLengths: height.program, height.values, on: canvas, from: clock(timings, at: 0),
            to: clock(timings, at: loopSeconds), loopSeconds: loopSeconds)
        {
          problems.append(SceneProblem(path: path + [.key("material"), .key("height")], message: problem))
        }
        if let environment = material.environment {
          checkField(environment, path + [.key("material"), .key("environment")], in: timings)
        }
      }
      if case .field(let field) = layer.source { checkField(field, path + [.key("field")], in: timings) }
      for inner in layer.innerLayers { checkLayer(inner.layer, path + inner.scenePath, in: timings) }
    }

    /// Checks the formula of a field.
    private mutating func checkField(
      _ field: FormulaField, _ path: [ScenePathComponent], in timings: [LayerTiming]
    ) {
      guard
        let problem = FieldSeam.problem(
          of: field, on: canvas, from: clock(timings, at: 0), to: clock(timings, at: loopSeconds),
          loopSeconds: loopSeconds)
      else { return }
      problems.append(SceneProblem(path: path + [.key("color")], message: problem))
    }

    /// Whether a layer is shown at a time of the canvas, by its own timing and the clocks of its groups.
    private func isShown(_ timing: LayerTiming, in groups: [LayerTiming], at time: Double) -> Bool {
      timing.isShown(at: clock(groups, at: time).local)
    }

    /// Checks the animated numbers and colours of a layer's source, a filter or another object.
    mutating func checkValues(_ values: AnimatedValues, _ path: [ScenePathComponent], in timings: [LayerTiming]) {
      for value in values.numbers {
        checkNumber(
          value.value, path + ScenePathComponent.keys(value.key), in: timings, period: value.period,
          minus: value.subtrahend)
      }
      for value in values.colors { checkColor(value.value, path + ScenePathComponent.keys(value.key), in: timings) }
    }

    /// Checks the filters of a layer or of the canvas.
    mutating func checkFilters(
      _ filters: [Filter], _ path: [ScenePathComponent], in timings: [LayerTiming], key: String = "filters"
    ) {
      for (index, filter) in filters.enumerated() {
        checkValues(filter.kind.animatedValues, path + [.key(key), .item(index)], in: timings)
        if let formula = filter.kind as? Filter.Displace,
          let problem = FieldSeam.problem(
            ofLengths: formula.program, formula.values, upTo: formula.amplitude.value(at: clock(timings, at: 0)),
            on: canvas, from: clock(timings, at: 0), to: clock(timings, at: loopSeconds), loopSeconds: loopSeconds)
        {
          problems.append(SceneProblem(path: path + [.key(key), .item(index)], message: problem))
        }
      }
    }

    /// Checks that a layer that repeats forever starts a new cycle at the loop's seam.
    ///
    /// - Parameter groups: timings of the groups that contain the layer, the outermost first.
    private mutating func checkCycle(_ timing: LayerTiming, _ path: [ScenePathComponent], in groups: [LayerTiming]) {
      // If a group around the layer repeats, the layer restarts with the group.
      guard let cycleSeconds = timing.cycleSeconds, groups.allSatisfy({ $0.iterationSeconds == nil }) else { return }
      // The loop's length in seconds of the innermost group's clock.
      let groupSeconds = groups.reduce(loopSeconds) { $0 * $1.speed }
      let ofGroup = groupSeconds == loopSeconds ? "" : " of its group's clock"
      let cycleCount = groupSeconds / cycleSeconds
      if abs(cycleCount - cycleCount.rounded()) * cycleSeconds > Self.toleranceSeconds {
        problems.append(
          SceneProblem(
            path: path,
            message:
              "repeats every \(SceneProblem.numberText(cycleSeconds)) s, which does not divide the loop's \(SceneProblem.numberText(groupSeconds)) s\(ofGroup) evenly"
          ))
      }
    }

    /// Checks both coordinates of a point.
    mutating func checkPoint(_ point: AnimatedPoint, _ path: [ScenePathComponent], in timings: [LayerTiming]) {
      checkNumber(point.x, path, in: timings)
      checkNumber(point.y, path, in: timings)
    }

    /// The clock of a layer at a time of the canvas, in seconds.
    ///
    /// - Parameter timings: timings of the layer's groups, the outermost first, then the layer's own.
    private func clock(_ timings: [LayerTiming], at time: Double) -> AnimationClock {
      AnimationClock(local: timings.reduce(time) { $1.localTime(at: $0) }, canvas: time)
    }

    /// Checks a number: its values at the loop's start and end may differ by at most a thousandth of its range. The range is
    /// taken from the values at the ends of `intervalCount` intervals.
    ///
    /// - Parameters:
    ///   - period: values that differ by a multiple of it are equal, such as 360 for angles; nil for none.
    ///   - subtrahend: a number that is subtracted from the values before they are compared, with its key; nil for none.
    mutating func checkNumber(
      _ number: AnimatedNumber, _ path: [ScenePathComponent], in timings: [LayerTiming], period: Double? = nil,
      minus subtrahend: (key: String, value: AnimatedNumber)? = nil
    ) {
      let hasConstantSubtrahend = subtrahend?.value.isConstant ?? true
      if number.isConstant && hasConstantSubtrahend { return }
      let values = (0...Self.intervalCount).map {
        let clock = clock(timings, at: loopSeconds * Double($0) / Double(Self.intervalCount))
        return number.value(at: clock) - (subtrahend?.value.value(at: clock) ?? 0)
      }
      guard let first = values.first, let last = values.last, let least = values.min(), let greatest = values.max()
      else {
        return
      }
      var jump = abs(last - first)
      if let period {
        // Whole periods are no jump.
        let periodCount = (jump / period).rounded()
        jump = abs(jump - periodCount * period)
      }
      // The difference of two numbers that change together is constant only up to rounding.
      let tolerance = max((greatest - least) / 1000, subtrahend == nil ? 0 : 1e-6)
      guard jump > tolerance else { return }
      let subtractionText = subtrahend.map { "minus \($0.key) " } ?? ""
      problems.append(
        SceneProblem(
          path: path,
          message:
            "\(subtractionText)jumps at the loop's seam: it is \(SceneProblem.numberText(first)) at the start and \(SceneProblem.numberText(last)) after \(SceneProblem.numberText(loopSeconds)) s"
        ))
    }

    /// Checks a colour: each component, in linear light, may differ by a thousandth between the loop's start and end.
    mutating func checkColor(_ color: AnimatedColor, _ path: [ScenePathComponent], in timings: [LayerTiming]) {
      if color.isConstant { return }
      let (first, last) = (color.value(at: clock(timings, at: 0)), color.value(at: clock(timings, at: loopSeconds)))
      let pairs = [
        (first.red, last.red), (first.green, last.green), (first.blue, last.blue), (first.alpha, last.alpha),
      ]
      guard pairs.contains(where: { abs($0 - $1) > 0.001 }) else { return }
      problems.append(
        SceneProblem(path: path, message: "jumps at the loop's seam: its first and last colours differ"))
    }
  }
}
