import Model

/// Finds places and directions of birth that change smoothly within a loop, but jump from its end to its start, so that the
/// stream of particles visibly breaks off at the seam.
///
/// Values that also jump at other times, such as those of `random(t)`, are not reported. The check evaluates each animated number
/// `stepCount` + 1 times.
struct BirthSeam {
  /// The timings of the groups around the emitter's layer, the outermost first, and of the layer itself.
  let timings: [LayerTiming]
  let loopSeconds: Double

  /// Equal steps into which the loop is divided.
  private static let stepCount = 240
  /// A jump at the seam is reported if it is more than this many times the largest change in one step.
  private static let minimumRatio = 4.0
  /// A jump up to this, in the number's own unit, is a rounding error.
  private static let roundingError = 1e-6

  /// The jumps of an emitter's numbers, one problem for each.
  ///
  /// - Parameter path: scene path of the emitter's layer.
  func problems(of emitter: Emitter, _ path: [ScenePathComponent]) -> [SceneProblem] {
    let numbers: [(number: AnimatedNumber, innerPath: [ScenePathComponent], period: Double?)] =
      [
        (emitter.position.x, [.key("position")], nil), (emitter.position.y, [.key("position")], nil),
        (emitter.zPosition, [.key("zPosition")], nil), (emitter.size.x, [.key("size")], nil),
        (emitter.size.y, [.key("size")], nil),
      ]
      + emitter.cells.enumerated().map { index, cell in
        (cell.emissionLongitude, [.cell(name: cell.name, index: index), .key("emissionLongitude")], 360)
      }
    return numbers.compactMap { number, innerPath, period in
      guard let (start, end) = jump(of: number, period: period) else { return nil }
      return SceneProblem(
        path: path + innerPath,
        message:
          "jumps at the loop's seam: births have \(SceneProblem.numberText(start)) at the start and \(SceneProblem.numberText(end)) after "
          + "\(SceneProblem.numberText(loopSeconds)) s; a formula such as sin(tau * t / duration) comes back to its first value"
      )
    }
  }

  /// The values at the loop's start and end, if they differ by far more than any two consecutive values; otherwise nil.
  ///
  /// - Parameter period: values that differ by a multiple of it are equal, such as 360 for angles; nil for none.
  private func jump(of number: AnimatedNumber, period: Double?) -> (start: Double, end: Double)? {
    guard !number.isConstant else { return nil }
    let values = (0...Self.stepCount).map { step in
      let time = loopSeconds * Double(step) / Double(Self.stepCount)
      return number.value(at: AnimationClock(local: timings.reduce(time) { $1.localTime(at: $0) }, canvas: time))
    }
    let largestChange = zip(values, values.dropFirst()).reduce(0) { max($0, distance($1.0, $1.1, period)) }
    let (start, end) = (values[0], values[Self.stepCount])
    let jump = distance(start, end, period)
    return jump > Self.roundingError && jump > Self.minimumRatio * largestChange ? (start, end) : nil
  }

  /// The distance between two values; with a period, values that differ by whole periods are equal.
  private func distance(_ a: Double, _ b: Double, _ period: Double?) -> Double {
    let difference = abs(a - b)
    guard let period else { return difference }
    let remainder = difference - (difference / period).rounded(.down) * period
    return min(remainder, period - remainder)
  }
}
