import Lanes

/// Interval of time in which the birth rate is a straight line; it ends where the next segment starts.
struct RateSegment: BitwiseCopyable {
  /// Start, in seconds after the emission's start.
  var time: Double
  /// Births before `time`: the integral of the rate.
  var births: Double
  /// Births a second at `time`, never negative.
  var rate: Double
  /// Change of the rate in a second.
  var slope: Double
}

/// Birth times of a cell: R(t) = ∫ max(0, rate) from the emission's start to t, and its inverse. Birth n (from 0) comes when
/// R reaches n + 1.
///
/// The rate is linear on each segment, so R is quadratic there. A constant rate is one segment, and so is a straight line
/// between two keys; every other rate is tabulated (`RateCompiler`). The first segment starts at 0; on the last segment,
/// which has no end, the rate is constant. The segments' memory belongs to the program. A look-up costs a binary search of the segments,
/// none for a constant rate.
struct BirthSchedule: BitwiseCopyable {
  let segments: UnsafePointer<RateSegment>
  let segmentCount: Int
  /// Births a second where the rate never changes; −1 where it does.
  let constantRate: Double

  init(segments: UnsafePointer<RateSegment>, count: Int) {
    self.segments = segments
    segmentCount = count
    constantRate = count == 1 && segments[0].slope == 0 ? segments[0].rate : -1
  }

  /// Whether there are no births at all.
  var isSilent: Bool { constantRate == 0 }

  /// R: births in the first `seconds` of the emission, with a fraction.
  @inline(__always)
  func births(until seconds: Double) -> Double {
    if seconds <= 0 { return 0 }
    if constantRate >= 0 { return constantRate * seconds }
    return birthsOnSegments(until: seconds)
  }

  private func birthsOnSegments(until seconds: Double) -> Double {
    // Find the last segment that starts at or before `seconds`.
    var low = 0
    var high = segmentCount
    while high - low > 1 {
      let middle = (low + high) / 2
      if segments[middle].time <= seconds { low = middle } else { high = middle }
    }
    let segment = segments[low]
    let span = seconds - segment.time
    let births = segment.births + span * (segment.rate + 0.5 * segment.slope * span)
    // Rounding must not take the result below the segment's own `births` or above the next segment's.
    if births < segment.births { return segment.births }
    return low + 1 < segmentCount && births > segments[low + 1].births ? segments[low + 1].births : births
  }

  /// Seconds after the emission's start at which R first reaches `births` (> 0); infinite if it never does.
  @inline(__always)
  func time(of births: Double) -> Double {
    if constantRate > 0 { return births / constantRate }
    return timeOnSegments(of: births)
  }

  /// For each of eight numbers of births, seconds after the emission's start at which R first reaches it; infinite if it never does.
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
    // Find the last segment with fewer than `births` births before it: R reaches `births` on this segment.
    var low = 0
    var high = segmentCount
    while high - low > 1 {
      let middle = (low + high) / 2
      if segments[middle].births < births { low = middle } else { high = middle }
    }
    // Solve rate·t + slope·t²/2 = remainder for the smaller t: t = 2·remainder / (rate + √(rate² + 2·slope·remainder)). This
    // form of the root has no cancellation, and a slope of 0 causes no division by 0.
    let segment = segments[low]
    let remainder = births - segment.births
    let discriminant = segment.rate * segment.rate + 2 * segment.slope * remainder
    let denominator = segment.rate + (discriminant > 0 ? discriminant.squareRoot() : 0)
    guard denominator > 0 else {
      // The rate is 0 on the whole segment, and only rounding kept R below `births`: take the segment's end. On the last
      // segment R never reaches `births`.
      return low + 1 < segmentCount ? segments[low + 1].time : .infinity
    }
    let time = segment.time + 2 * remainder / denominator
    return low + 1 < segmentCount && time > segments[low + 1].time ? segments[low + 1].time : time
  }
}
