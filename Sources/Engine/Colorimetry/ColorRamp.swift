import Lanes

/// Colours along a line from 0 to 1: the stops of a gradient or of a particle's life, evaluated exactly (Double).
///
/// Outside the stops the end colours continue. A stop or hint that lies before its predecessor is moved to the
/// location of the predecessor (CSS Images 4). Two stops at one position make a hard edge, at which the later colour begins.
package struct ColorRamp: Sendable {
  /// Encoding of a sample: linear light, or sRGB-encoded values for an `srgb` canvas.
  package enum Encoding: Sendable {
    case linear, srgb
  }

  /// A colour at a location.
  package struct Stop: Sendable {
    /// Position along the ramp: 0 at its start, 1 at its end. Stops may lie beyond both.
    package var location: Double
    package var color: LinearColor
    /// Easing from this stop to the next.
    package var easing: Easing
    /// Location between this stop and the next at which the colour is half of each (CSS's transition hint). A hint replaces the
    /// easing.
    package var hint: Double?
    /// The colour as written in the preset, if some of its components are missing (`none`), else nil.
    package var colorAsWritten: CSSColor?

    package init(
      _ location: Double, _ color: LinearColor, easing: Easing = .linear, hint: Double? = nil,
      colorAsWritten: CSSColor? = nil
    ) {
      self.location = location
      self.color = color
      self.easing = easing
      self.hint = hint
      self.colorAsWritten = colorAsWritten
    }
  }

  /// The interval between two neighbouring stops; never empty.
  struct Segment: Sendable {
    /// Location of the first stop.
    let start: Double
    /// Location of the second stop.
    let end: Double
    /// Easing from the first stop to the second.
    let easing: Easing
    /// With a hint, the share of the second colour is (fraction of the interval)^exponent. The exponent is ln ½ ÷ ln h for a hint
    /// at the fraction h (CSS Images 3, section 3.4.2). Nil without a hint.
    let exponent: Double?
    /// The mixtures of the two stops' colours.
    private(set) var mix: ColorMix

    init(from: Stop, to: Stop, interpolation: ColorInterpolation) {
      start = from.location
      end = to.location
      mix = ColorMix(from, to, in: interpolation)
      guard let hint = from.hint else {
        easing = from.easing
        exponent = nil
        return
      }
      let fraction = (hint - start) / (end - start)
      if fraction > 1e-6 && fraction < 1 - 1e-6 {
        easing = .linear
        exponent = Lanes.log(0.5) / Lanes.log(fraction)
      } else {
        // A hint at the start, or within a millionth of the interval, gives the whole interval the later colour; a hint at the
        // end gives it the earlier colour.
        easing = fraction < 0.5 ? .steps(count: 1, jump: .start) : .hold
        exponent = nil
      }
    }

    /// The change of components and alpha for each unit of location, if it were even.
    var slope: SIMD4<Double> { mix.differences / (end - start) }

    /// The segment along a cubic with the given slopes at its ends.
    func with(startSlope: SIMD4<Double>, endSlope: SIMD4<Double>) -> Segment {
      var segment = self
      segment.mix = mix.with(startTangent: startSlope * (end - start), endTangent: endSlope * (end - start))
      return segment
    }

    /// The exact colour at a location inside the interval.
    func color(at location: Double) -> LinearColor {
      let fraction = (location - start) / (end - start)
      guard let exponent else { return mix.color(at: easing.value(at: fraction)) }
      guard fraction > 0 else { return mix.color(at: 0) }
      return mix.color(at: fraction < 1 ? Lanes.pow(fraction, exponent) : 1)
    }
  }

  /// The segments in the order of their locations. Two stops at the same location have no segment between them.
  let segments: [Segment]
  /// The first stop, whose colour continues before it.
  let first: Stop
  /// The last stop, whose colour continues after it.
  let last: Stop
  /// Whether every colour of the ramp is opaque.
  package let isOpaque: Bool

  package init(stops: consuming [Stop], interpolation: ColorInterpolation) {
    // Each stop or hint that lies before an earlier one, or whose location is NaN, is moved to the furthest location so far; a
    // first stop at NaN is moved to 0.
    var ordered = consume stops
    var furthest = -Double.infinity
    for index in ordered.indices {
      if !(ordered[index].location >= furthest) { ordered[index].location = furthest > -.infinity ? furthest : 0 }
      furthest = ordered[index].location
      guard let hint = ordered[index].hint else { continue }
      if !(hint >= furthest) { ordered[index].hint = furthest } else { furthest = hint }
    }
    var first = ordered.first ?? Stop(0, .clear)
    var last = ordered.last ?? Stop(0, .clear)
    isOpaque = !ordered.isEmpty && ordered.allSatisfy { $0.color.alpha >= 1 }
    var segments: [Segment] = []
    segments.reserveCapacity(ordered.count)
    for index in ordered.indices.dropFirst() where ordered[index].location > ordered[index - 1].location {
      segments.append(Segment(from: ordered[index - 1], to: ordered[index], interpolation: interpolation))
    }
    // If the first or last colour has missing components, these have values only in a mixture with the neighbouring colour. So
    // the colour that continues beyond the stop is the mixture at the stop. Two stops at the same location have no mixture.
    if first.colorAsWritten != nil, ordered.count > 1, let segment = segments.first,
      ordered[1].location > first.location
    {
      first.color = segment.mix.color(at: 0)
    }
    if last.colorAsWritten != nil, ordered.count > 1, let segment = segments.last,
      ordered[ordered.count - 2].location < last.location
    {
      last.color = segment.mix.color(at: 1)
    }
    self.first = first
    self.last = last
    self.segments = interpolation.isSpline ? ColorRamp.splined(segments) : segments
  }

  package init(stops: [(location: Double, color: LinearColor)], interpolation: ColorInterpolation) {
    self.init(stops: stops.map { Stop($0.location, $0.color) }, interpolation: interpolation)
  }

  /// The exact colour at a location.
  package func color(at location: Double) -> LinearColor {
    guard location >= first.location else { return first.color }
    guard location < last.location else { return last.color }
    // The last segment that does not begin after the location.
    var low = 0
    var high = segments.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if segments[middle].start <= location { low = middle } else { high = middle }
    }
    return segments[low].color(at: location)
  }

  /// The exact colour at a location as a premultiplied sample: R, G, B, A.
  package func sample(at location: Double, encoding: Encoding) -> SIMD4<Double> {
    color(at: location).premultiplied(encoding)
  }

  /// A table of `count` (at least 2) premultiplied entries, evenly spaced from 0 to 1, for a look-up with linear
  /// interpolation.
  ///
  /// A look-up may be off by 3 of 255 steps with 256 entries and by 1 with 1,024 (a palette of six stops, measured
  /// in the tests): corners at stops are cut, and a hard edge is smeared over the width of an entry. `ColorCurve`
  /// avoids both.
  package func table(count: Int, encoding: Encoding) -> [SIMD4<Float>] {
    (0..<count).map { SIMD4<Float>(sample(at: Double($0) / Double(count - 1), encoding: encoding)) }
  }
}

extension LinearColor {
  /// R, G, B and A; the first three are converted to the encoding and then multiplied by alpha.
  package func premultiplied(_ encoding: ColorRamp.Encoding) -> SIMD4<Double> {
    switch encoding {
    case .linear:
      return SIMD4(red * alpha, green * alpha, blue * alpha, alpha)
    case .srgb:
      let encoded = srgbEncoded
      return SIMD4(encoded.x * alpha, encoded.y * alpha, encoded.z * alpha, alpha)
    }
  }
}
