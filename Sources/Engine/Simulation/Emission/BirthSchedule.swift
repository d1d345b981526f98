import Lanes

/// Interval of time in which the birth rate is a straight line; it ends where the next segment starts.
struct RateSegment: BitwiseCopyable {
  /// Seconds from the emission's start to the segment's start.
  var startSeconds: Double
  /// Births, with a fraction, before the segment's start: the integral of the rate.
  var birthsBefore: Double
  /// Births a second at the segment's start, never negative.
  var rate: Double
  /// Change of the rate per second.
  var slope: Double
}

/// Birth times of a cell: R(t) = ∫ max(0, rate) from the emission's start to t, and its inverse. Birth n (from 0) comes when
/// R reaches n + 1.
///
/// The rate is linear on each segment, so R is quadratic there. A constant rate is one segment, and so is a straight line
/// between two keys; every other rate is tabulated (`RateCompiler`). The first segment starts at 0; on the last segment,
/// which has no end, the rate is constant. The `EmitterProgram` owns the memory of the segments. A look-up is a binary search of
/// the segments, except for a constant rate.
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

  /// Whether there may be a birth; false only for a constant rate of 0.
  var mayHaveBirths: Bool { constantRate != 0 }

  /// R: births in the first `seconds` of the emission, with a fraction.
  @inline(__always)
  func births(until seconds: Double) -> Double {
    if seconds <= 0 { return 0 }
    if constantRate >= 0 { return constantRate * seconds }
    return birthsOnSegments(until: seconds)
  }

  private func birthsOnSegments(until seconds: Double) -> Double {
    // Find the last segment that starts no later than `seconds`.
    var low = 0
    var high = segmentCount
    while high - low > 1 {
      let middle = (low + high) / 2
      if segments[middle].startSeconds <= seconds { low = middle } else { high = middle }
    }
    let segment = segments[low]
    let span = seconds - segment.startSeconds
    let births = segment.birthsBefore + span * (segment.rate + 0.5 * segment.slope * span)
    // Rounding must not take the result below this segment's `birthsBefore` or above the next segment's.
    if births < segment.birthsBefore { return segment.birthsBefore }
    return low + 1 < segmentCount && births > segments[low + 1].birthsBefore ? segments[low + 1].birthsBefore : births
  }

  /// Seconds after the emission's start at which R first reaches `births` (> 0); infinite if it never does.
  @inline(__always)
  func time(of births: Double) -> Double {
    if constantRate > 0 { return births / constantRate }
    return timeOnSegments(of: births)
  }

  /// `time(of:)` for each of eight numbers of births.
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
    // Find the last segment whose `birthsBefore` is below `births`: R reaches `births` on this segment.
    var low = 0
    var high = segmentCount
    while high - low > 1 {
      let middle = (low + high) / 2
      if segments[middle].birthsBefore < births { low = middle } else { high = middle }
    }
    // Solve rate·t + slope·t²/2 = remainder for the smaller t: t = 2·remainder / (rate + √(rate² + 2·slope·remainder)). This
    // form of the root has no cancellation, and a slope of 0 causes no division by 0.
    let segment = segments[low]
    let remainder = births - segment.birthsBefore
    let discriminant = segment.rate * segment.rate + 2 * segment.slope * remainder
    let denominator = segment.rate + (discriminant > 0 ? discriminant.squareRoot() : 0)
    guard denominator > 0 else {
      // The rate is 0 on the whole segment. If another segment follows, only rounding kept R below `births`: take the segment's
      // end. If none follows, R never reaches `births`.
      return low + 1 < segmentCount ? segments[low + 1].startSeconds : .infinity
    }
    let time = segment.startSeconds + 2 * remainder / denominator
    return low + 1 < segmentCount && time > segments[low + 1].startSeconds ? segments[low + 1].startSeconds : time
  }
}
