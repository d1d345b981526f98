import Lanes

/// Interval of time in which the birth rate is a straight line; it ends at the next segment's time.
struct RateSegment: BitwiseCopyable {
  /// Seconds since the emission began.
  var time: Double
  /// Births before `time`: the integral of the rate.
  var births: Double
  /// Births a second at `time`, never negative.
  var rate: Double
  /// Change of the rate in a second.
  var slope: Double
}

/// Birth times of a cell: R(t) = ∫ max(0, rate) over a rate that is linear between knots, and its inverse.
///
/// A constant rate is one segment; linear keys are one segment each; every other rate is tabulated as trapezoids
/// (`RateCompiler`). The last segment is flat and has no end. The memory belongs to the program.
struct BirthSchedule: BitwiseCopyable {
  let segments: UnsafePointer<RateSegment>
  let count: Int
  /// Rate that never changes; negative for one that does.
  let constantRate: Double

  init(segments: UnsafePointer<RateSegment>, count: Int) {
    self.segments = segments
    self.count = count
    constantRate = count == 1 && segments[0].slope == 0 ? segments[0].rate : -1
  }

  /// Whether there are no births at all.
  var isSilent: Bool { constantRate == 0 }

  /// Births until `seconds` after the emission began.
  @inline(__always)
  func births(until seconds: Double) -> Double {
    if seconds <= 0 { return 0 }
    if constantRate >= 0 { return constantRate * seconds }
    return birthsOnSegments(until: seconds)
  }

  private func birthsOnSegments(until seconds: Double) -> Double {
    // Find the last segment that begins before `seconds`.
    var low = 0
    var high = count
    while high - low > 1 {
      let middle = (low + high) / 2
      if segments[middle].time <= seconds { low = middle } else { high = middle }
    }
    let segment = segments[low]
    let span = seconds - segment.time
    let births = segment.births + span * (segment.rate + 0.5 * segment.slope * span)
    // Rounding must not carry a segment past the next one's start, nor below its own.
    if births < segment.births { return segment.births }
    return low + 1 < count && births > segments[low + 1].births ? segments[low + 1].births : births
  }

  /// Seconds after the emission began at which R first reaches `births` (> 0); infinite if it never does.
  @inline(__always)
  func time(of births: Double) -> Double {
    if constantRate > 0 { return births / constantRate }
    return timeOnSegments(of: births)
  }

  /// Seconds after the emission began at which R first reaches each of eight numbers.
  @inline(__always)
  func times(of births: Double8) -> Double8 {
    if constantRate > 0 { return births / constantRate }
    return timesOnSegments(of: births)
  }

  @inline(never)
  private func timesOnSegments(of births: Double8) -> Double8 {
    var times = Double8()
    for lane in 0..<8 { times[lane] = timeOnSegments(of: births[lane]) }
    return times
  }

  private func timeOnSegments(of births: Double) -> Double {
    // Find the last segment that has fewer births before it: R reaches the number on it.
    var low = 0
    var high = count
    while high - low > 1 {
      let middle = (low + high) / 2
      if segments[middle].births < births { low = middle } else { high = middle }
    }
    let segment = segments[low]
    let remainder = births - segment.births
    let square = segment.rate * segment.rate + 2 * segment.slope * remainder
    let denominator = segment.rate + (square > 0 ? square.squareRoot() : 0)
    guard denominator > 0 else {
      // A rate that falls to zero gives its last birth where the segment ends.
      return low + 1 < count ? segments[low + 1].time : .infinity
    }
    let time = segment.time + 2 * remainder / denominator
    return low + 1 < count && time > segments[low + 1].time ? segments[low + 1].time : time
  }
}
