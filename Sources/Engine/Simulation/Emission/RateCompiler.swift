import Lanes
import Model

/// Compiles an animated birth rate into segments on which it is linear. The result is exact for a constant rate and for keys whose
/// easing is `linear` or `hold`, and for a rate that is a straight line wherever the curves of a sound are; any other rate is approximated by a
/// table of trapezoids.
enum RateCompiler {
  /// Steps a second in the table of a rate that has no closed form.
  static let stepsPerSecond = 256.0
  /// Steps from one row of a sound's curves to the next, for formulas that are no straight line between rows.
  private static let stepsPerSoundRow = 4.0

  /// Segments of max(0, rate × multiplier), from the emission's start on.
  ///
  /// - Parameters:
  ///   - multiplier: the emitter's `birthRate`; 1 for a child cell.
  ///   - start: the emission's start on the clock that the keys' times refer to: a local time, or 0 for a child cell.
  ///   - horizon: seconds after the emission's start for which a rate that never stops changing is tabulated. After these seconds
  ///     the rate keeps its last value.
  ///   - maximumSteps: the greatest number of steps in a table (32 bytes each). A table that would need more steps has longer ones.
  ///   - clockRestarts: whether a loop's clock restarts during the emission. Keys are then not passed in their order.
  ///   - clock: returns the clocks at a number of seconds after the emission's start.
  static func segments(
    rate: AnimatedNumber, multiplier: AnimatedNumber, start: Double, horizon: Double, maximumSteps: Int,
    clockRestarts: Bool, clock: (Double) -> AnimationClock
  ) -> [RateSegment] {
    if let rate = rate.constant, let multiplier = multiplier.constant {
      return [RateSegment(startSeconds: 0, birthsBefore: 0, rate: max(0, rate * multiplier), slope: 0)]
    }
    if !clockRestarts, let keys = piecewiseLinearKeys(of: rate), let multiplier = multiplier.constant {
      return piecewise(keys, factor: multiplier, start: start)
    }
    if !clockRestarts, let keys = piecewiseLinearKeys(of: multiplier), let rate = rate.constant {
      return piecewise(keys, factor: rate, start: start)
    }
    let settledSeconds = [rate.settleTime, multiplier.settleTime].reduce(0.0) { max($0, $1 - start) }
    let end = clockRestarts ? horizon : min(settledSeconds, horizon)
    let rows = [rate, multiplier].compactMap(\.source.soundRowsPerSecond).max()
    let grid = rows.map { soundGrid(rowsPerSecond: Double($0), until: end, clock) } ?? (0, stepsPerSecond)
    return table(until: max(end, 0), grid: grid, maximumSteps: maximumSteps) { seconds in
      let clock = clock(seconds)
      return max(0, rate.value(at: clock) * multiplier.value(at: clock))
    }
  }

  /// The number's keys, if all have the easing `linear` or `hold` and a value in the number's range; else nil.
  private static func piecewiseLinearKeys(of number: AnimatedNumber) -> [NumberKey]? {
    guard case .keys(let keys) = number.source, !keys.isEmpty else { return nil }
    for key in keys where key.easing != .linear && key.easing != .hold { return nil }
    for key in keys where !number.range.contains(key.value) { return nil }
    return keys
  }

  /// Segments of a rate whose keys have the easing `linear` or `hold`. Before the first key the rate has the first key's value,
  /// after the last key the last key's value.
  private static func piecewise(_ keys: [NumberKey], factor: Double, start: Double) -> [RateSegment] {
    var builder = SegmentBuilder()
    var time = 0.0
    for (from, to) in zip(keys, keys.dropFirst()) {
      let (begin, end) = (from.time - start, to.time - start)
      guard end > time, end > begin else { continue }
      if begin > time {
        builder.add(from: time, to: begin, startRate: from.value * factor, endRate: from.value * factor)
        time = begin
      }
      if from.easing == .hold {
        builder.add(from: time, to: end, startRate: from.value * factor, endRate: from.value * factor)
      } else {
        let slope = (to.value - from.value) / (end - begin)
        builder.add(
          from: time, to: end, startRate: (from.value + slope * (time - begin)) * factor, endRate: to.value * factor)
      }
      time = end
    }
    if let last = keys.last, let first = keys.first {
      // Only if all keys have the same time, as a single key does: the loop then adds nothing before them.
      if last.time - start > time {
        builder.add(
          from: time, to: last.time - start, startRate: first.value * factor, endRate: first.value * factor)
      }
      time = max(time, last.time - start)
      builder.addTail(from: time, rate: max(0, last.value * factor))
    }
    return builder.segments
  }

  /// Steps of a table that meet the rows of a sound's curves, which are rows of the canvas's time: when the first step ends, and how many there
  /// are a second of the emission. Where a loop's clock restarts within the first second, rows are not met.
  private static func soundGrid(
    rowsPerSecond: Double, until end: Double, _ clock: (Double) -> AnimationClock
  ) -> (firstStepSeconds: Double, stepsPerSecond: Double) {
    let span = min(max(end, 0), 1)
    let start = clock(0).canvas
    let canvasSeconds = clock(span).canvas - start
    guard span > 0, canvasSeconds > 0 else { return (0, stepsPerSecond) }
    let steps = rowsPerSecond * stepsPerSoundRow
    let position = start * steps
    return ((position.rounded(.up) - position) / steps * span / canvasSeconds, steps * canvasSeconds / span)
  }

  /// Trapezoids up to `end` seconds after the emission's start, then a last segment without an end.
  private static func table(
    until end: Double, grid: (firstStepSeconds: Double, stepsPerSecond: Double), maximumSteps: Int,
    rate: (Double) -> Double
  ) -> [RateSegment] {
    var stepsPerSecond = grid.stepsPerSecond
    while end * stepsPerSecond > Double(maximumSteps) { stepsPerSecond /= 2 }
    let stepCount = Int((end * stepsPerSecond).rounded(.up))
    var builder = SegmentBuilder()
    builder.segments.reserveCapacity(stepCount + 2)
    var (time, startRate) = (0.0, rate(0))
    func add(until end: Double) {
      guard end > time else { return }
      let endRate = rate(end)
      builder.add(from: time, to: end, startRate: startRate, endRate: endRate)
      (time, startRate) = (end, endRate)
    }
    for step in 0...stepCount { add(until: grid.firstStepSeconds + Double(step) / stepsPerSecond) }
    builder.addTail(from: time, rate: startRate)
    return builder.segments
  }
}

/// Builds segments in the order of time, and sums up the births before each segment.
private struct SegmentBuilder {
  var segments: [RateSegment] = []
  private var birthsSoFar = 0.0

  /// Adds an interval in which the rate follows a straight line; negative rates count as 0.
  mutating func add(from start: Double, to end: Double, startRate: Double, endRate: Double) {
    guard end > start else { return }
    if startRate <= 0, endRate <= 0 {
      segments.append(RateSegment(startSeconds: start, birthsBefore: birthsSoFar, rate: 0, slope: 0))
    } else if startRate < 0 || endRate < 0 {
      // Split where the line crosses zero.
      let crossing = start + (end - start) * (startRate / (startRate - endRate))
      addLine(from: start, to: crossing, startRate: max(0, startRate), endRate: 0)
      addLine(from: crossing, to: end, startRate: 0, endRate: max(0, endRate))
    } else {
      addLine(from: start, to: end, startRate: startRate, endRate: endRate)
    }
  }

  /// Adds the last segment, which has no end.
  mutating func addTail(from start: Double, rate: Double) {
    segments.append(RateSegment(startSeconds: start, birthsBefore: birthsSoFar, rate: rate, slope: 0))
  }

  /// Adds one segment. Neither rate is negative.
  private mutating func addLine(from start: Double, to end: Double, startRate: Double, endRate: Double) {
    guard end > start else { return }
    segments.append(
      RateSegment(
        startSeconds: start, birthsBefore: birthsSoFar, rate: startRate, slope: (endRate - startRate) / (end - start)))
    birthsSoFar += 0.5 * (startRate + endRate) * (end - start)
  }
}
