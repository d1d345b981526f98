import Colorimetry
import Lanes

/// The colours of a conic gradient as polynomials of a pixel's slope. The gradient's colours must fill the whole turn once, without being
/// repeated (`GradientWrap`).
///
/// The diagonals through the centre divide the plane into four *quadrants*, 0 above the centre, 1 to the right, 2 below and 3
/// to the left. In each quadrant the angle of a pixel is that of the quadrant's axis plus or minus atan r. The slope r, within −1...1,
/// follows from the pixel's signed distances from the centre, x to the right and y upwards: r is the distance of smaller magnitude
/// ÷ the other one. A colour that is smooth in the angle is smooth in r. A quadrant is divided where the colour curve has corners, and
/// each part is halved until a quintic polynomial in r for each channel, through six Chebyshev nodes, is accurate: within 1/16,000 of the
/// range of encoded values at the seven points where its error is largest. No angle is computed for any pixel. A pixel costs one
/// division, or none above and below the centre, where the whole row divides by the same y, and ten operations for each channel that
/// varies.
///
/// Every polynomial begins at a ray from the centre. A row at height y above the centre crosses the ray at cx + y·tangent. The side
/// of a pixel is decided in Double for the whole row, independently of tiles. A pixel on a ray belongs to the polynomial that
/// follows clockwise, as in CSS.
/// Cost: about 1 µs for each piece and frame; most gradients have 10 to 40 pieces.
struct ConicGradientFit: Sendable {
  /// Premultiplied R G B A: c₀ + w·(c₁ + w·(c₂ + w·(c₃ + w·(c₄ + w·c₅)))), w = r − origin.
  struct Piece: Sendable {
    /// The ray at which the piece begins, going clockwise: by how many columns it runs to the right for each row upwards.
    var tangent: Double
    /// Whether |x| is the larger distance: then r = y ÷ x, otherwise x ÷ y.
    var dividesByX: Bool
    /// Bit i is set where channel i (R, G, B, A) varies.
    var varyingChannels: UInt8
    /// The slope at which w is 0.
    var origin: Float
    var coefficients: QuinticCoefficients<SIMD4<Float>>
  }

  /// The pieces in clockwise order, starting at the left.
  let pieces: [Piece]
  /// How many of the pieces, from the first on, lie above the centre. The others lie below.
  let countAbove: Int

  /// - Parameter from: the angle at which the curve's t is 0, in turns clockwise from up.
  init(_ curve: ColorCurve, from: Double, encoding: ColorRamp.Encoding) {
    var found: [Piece] = []
    found.reserveCapacity(64)
    let countAbove = withUnsafeTemporaryAllocation(of: Double.self, capacity: ConicGradientFitter.memoryCount(curve)) {
      memory in
      let fitter = ConicGradientFitter(curve, from: from, isEncoded: encoding == .srgb, memory.baseAddress!)
      // Clockwise from the left; the angle within a quadrant runs from −1/8 to 1/8 turn.
      fitter.fit(quadrant: 3, low: 0, high: 0.125, into: &found)
      fitter.fit(quadrant: 0, low: -0.125, high: 0.125, into: &found)
      fitter.fit(quadrant: 1, low: -0.125, high: 0, into: &found)
      let count = found.count
      fitter.fit(quadrant: 1, low: 0, high: 0.125, into: &found)
      fitter.fit(quadrant: 2, low: -0.125, high: 0.125, into: &found)
      fitter.fit(quadrant: 3, low: -0.125, high: 0, into: &found)
      return count
    }
    (pieces, self.countAbove) = (found, countAbove)
  }
}

/// The coefficients of four quintic polynomials, one for each channel. c0 holds the four coefficients of power 0, and so on.
struct QuinticCoefficients<Vector: Sendable>: Sendable {
  var c0, c1, c2, c3, c4, c5: Vector
}

/// Divides a whole turn into pieces and fits their polynomials.
private struct ConicGradientFitter {
  private let curve: ColorCurve
  /// The angle at which the curve's t is 0, in turns clockwise from up.
  private let from: Double
  private let isEncoded: Bool
  /// The `breakCount` parameters t at which pieces must end: 0, where the gradient's end meets its start, and then the curve's corners.
  private let breaks: UnsafeMutablePointer<Double>
  private var breakCount = 1
  /// Memory for the ends of the smooth segments of a quadrant.
  private let ends: UnsafeMutablePointer<Double>

  /// Segments up to this width, in turns, are left out: a pixel spans more even at the border of the largest frame.
  private static let minimumWidth = 1e-9
  /// Greatest number of times that a segment is halved.
  private static let maximumDepth = 8

  /// Three of the six Chebyshev nodes on −1...1, cos((2j + 1)·π/12); the others are their negatives.
  private static let nodes: (Double, Double, Double) = (
    0.965_925_826_289_068_3, 0.707_106_781_186_547_5, 0.258_819_045_102_520_8
  )
  /// Where the error is largest: cos(j·π/6). The eighth number only fills the vector.
  private static let checkPoints = Double8(
    1, 0.866_025_403_784_438_6, 0.5, 0, -0.5, -0.866_025_403_784_438_6, -1, 0)

  /// The number of Doubles of memory that a fitter needs.
  static func memoryCount(_ curve: ColorCurve) -> Int { 2 * curve.pieces.count + 4 }

  init(_ curve: ColorCurve, from: Double, isEncoded: Bool, _ memory: UnsafeMutablePointer<Double>) {
    (self.curve, self.from, self.isEncoded) = (curve, from, isEncoded)
    (breaks, ends) = (memory, memory + (curve.pieces.count + 1))
    breaks[0] = 0
    for index in 1..<max(curve.pieces.count, 1) {
      let (before, piece) = (curve.pieces[index - 1], curve.pieces[index])
      guard piece.start > 0, piece.start < 1, isCorner(before, piece) else { continue }
      breaks[breakCount] = Double(piece.start)
      breakCount += 1
    }
  }

  /// Whether the colours or derivatives of two adjacent cubics differ, where the cubics meet, by more than the cubics' own error. If not,
  /// one polynomial may span both.
  private func isCorner(_ before: ColorCurve.Piece, _ piece: ColorCurve.Piece) -> Bool {
    let (a, b) = (value(before, at: Double(piece.start)), value(piece, at: Double(piece.start)))
    let length = Double(min(piece.end - piece.start, before.end - before.start, 1))
    for channel in 0..<4 {
      let allowed = tolerance(a.color[channel], channel)
      let (step, bend) = (a.color[channel] - b.color[channel], (a.derivative[channel] - b.derivative[channel]) * length)
      if step.magnitude > 2 * allowed || bend.magnitude > 16 * allowed { return true }
    }
    return false
  }

  /// The colour of a curve's piece at t and its derivative with respect to t.
  private func value(_ piece: ColorCurve.Piece, at t: Double) -> (color: SIMD4<Double>, derivative: SIMD4<Double>) {
    let u = SIMD4<Double>(repeating: t - Double(piece.origin))
    let (c0, c1) = (SIMD4<Double>(piece.c0), SIMD4<Double>(piece.c1))
    let (c2, c3) = (SIMD4<Double>(piece.c2), SIMD4<Double>(piece.c3))
    return (c0 + u * (c1 + u * (c2 + u * c3)), c1 + u * (2 * c2 + u * (3 * c3)))
  }

  /// The greatest error that a channel may have near a value: 1/16,000 of the range of encoded values. Encoding stretches
  /// linear light by 1 ÷ value at most, near black by 12.92 (1 ÷ 0.0774).
  private func tolerance(_ value: Double, _ channel: Int) -> Double {
    (isEncoded || channel == 3 ? 1 : max(0.0774, value.magnitude)) * (1.0 / 16_000)
  }

  // MARK: Segments

  /// Appends the pieces of a part of a quadrant, clockwise. `low` and `high` are angles in turns, clockwise from the quadrant's
  /// axis.
  func fit(quadrant: Int, low: Double, high: Double, into pieces: inout [ConicGradientFit.Piece]) {
    // The angles of the breaks in this part, each relative to the quadrant's axis.
    var count = 1
    ends[0] = high
    for index in 0..<breakCount {
      let angle = breaks[index] + from - Double(quadrant) / 4
      let end = angle - angle.rounded()
      guard end > low + Self.minimumWidth, end < high - Self.minimumWidth else { continue }
      ends[count] = end
      count += 1
    }
    var sorted = UnsafeMutableBufferPointer(start: ends, count: count)
    sorted.sort()
    var start = low
    for end in sorted where end > start + Self.minimumWidth {
      fit(Segment(low: start, high: end, quadrant: quadrant, from: from), start, end, depth: 0, into: &pieces)
      start = end
    }
  }

  /// A part of a quadrant on which the curve is smooth.
  private struct Segment {
    let quadrant: Int
    /// t where the angle within the quadrant is 0.
    let axisT: Double
    /// The least and greatest t used to look up the curve's piece, slightly inside of the segment, so that at the segment's ends the
    /// neighbouring pieces are not found.
    let lowestT: Float
    let highestT: Float
    /// −1 in the quadrants 1 and 3 to the sides, where the slope r = y ÷ x falls as the angle grows; 1 above and below.
    let sign: Double

    init(low: Double, high: Double, quadrant: Int, from: Double) {
      self.quadrant = quadrant
      let middle = (low + high) / 2
      let angle = middle + Double(quadrant) / 4 - from
      let t = angle - angle.rounded(.down)
      let half = max((high - low) / 2 - 1e-6, 0)
      axisT = t - middle
      lowestT = Float(max(t - half, 0))
      highestT = min(Float(t + half), Float(1).nextDown)
      sign = quadrant % 2 == 0 ? 1 : -1
    }
  }

  /// The exact colour of a segment at a slope.
  private func color(_ segment: Segment, slope: Double) -> SIMD4<Double> {
    let t = segment.axisT + segment.sign * Lanes.atan(slope) * (0.5 / .pi)
    return value(curve.pieces[curve.index(at: min(max(Float(t), segment.lowestT), segment.highestT))], at: t).color
  }

  /// Appends one piece for the angles `start` to `end` of a segment, or the pieces of both halves if a single piece is not accurate.
  private func fit(
    _ segment: Segment, _ start: Double, _ end: Double, depth: Int, into pieces: inout [ConicGradientFit.Piece]
  ) {
    // The polynomial's origin is the middle of the range of slopes.
    let (first, last) = (tangent(start) * segment.sign, tangent(end) * segment.sign)
    let (origin, halfWidth) = ((first + last) / 2, (last - first).magnitude / 2)
    var coefficients = polynomial(segment, origin, halfWidth)
    if depth < Self.maximumDepth, !isAccurate(coefficients, segment, origin, halfWidth) {
      let middle = (start + end) / 2
      fit(segment, start, middle, depth: depth + 1, into: &pieces)
      fit(segment, middle, end, depth: depth + 1, into: &pieces)
      return
    }
    let varying = clearConstantChannels(&coefficients)
    pieces.append(
      ConicGradientFit.Piece(
        tangent: tangent(start + Double(segment.quadrant) / 4), dividesByX: segment.sign < 0,
        varyingChannels: varying, origin: Float(origin), coefficients: scaled(coefficients, halfWidth)))
  }

  /// The tangent of an angle in turns, exact on the diagonals so that pixels on them take the right side.
  private func tangent(_ angle: Double) -> Double {
    let (sine, cosine) = Angles.sineAndCosine(degrees: 360 * angle)
    let tangent = sine / cosine
    return (tangent.magnitude - 1).magnitude < 1e-12 ? (tangent < 0 ? -1 : 1) : tangent
  }

  // MARK: Polynomials

  /// The polynomials in x = −1...1 through the six nodes, where the slope is origin + halfWidth·x.
  private func polynomial(_ segment: Segment, _ origin: Double, _ halfWidth: Double) -> QuinticCoefficients<
    SIMD4<Double>
  > {
    let nodes = Self.nodes
    func pair(_ x: Double) -> (even: SIMD4<Double>, odd: SIMD4<Double>) {
      let (a, b) = (color(segment, slope: origin + halfWidth * x), color(segment, slope: origin - halfWidth * x))
      return (a + b, a - b)
    }
    let (a, b, c) = (pair(nodes.0), pair(nodes.1), pair(nodes.2))
    // First the coefficients of Chebyshev's polynomials T₀ … T₅, whose values at the nodes are cosines of multiples of 15°;
    // then the coefficients of powers of x.
    let t0 = (a.even + b.even + c.even) / 6
    let t1 = (a.odd * nodes.0 + b.odd * nodes.1 + c.odd * nodes.2) / 3
    let t2 = (a.even - c.even) * (0.866_025_403_784_438_6 / 3)
    let t3 = (a.odd - b.odd - c.odd) * (nodes.1 / 3)
    let t4 = ((a.even + c.even) * 0.5 - b.even) / 3
    let t5 = (a.odd * nodes.2 - b.odd * nodes.1 + c.odd * nodes.0) / 3
    return QuinticCoefficients(
      c0: t0 - t2 + t4, c1: t1 - 3 * t3 + 5 * t5, c2: 2 * t2 - 8 * t4, c3: 4 * t3 - 20 * t5, c4: 8 * t4, c5: 16 * t5)
  }

  /// Whether polynomials are within the tolerance at the seven check points.
  private func isAccurate(
    _ coefficients: QuinticCoefficients<SIMD4<Double>>, _ segment: Segment, _ origin: Double, _ halfWidth: Double
  ) -> Bool {
    for index in 0..<7 {
      let x = Self.checkPoints[index]
      let exact = color(segment, slope: origin + halfWidth * x)
      let lowTerms = coefficients.c0 + x * (coefficients.c1 + x * coefficients.c2)
      let error = lowTerms + x * x * x * (coefficients.c3 + x * (coefficients.c4 + x * coefficients.c5)) - exact
      for channel in 0..<4 where error[channel].magnitude > tolerance(exact[channel], channel) { return false }
    }
    return true
  }

  /// Makes channels that vary by at most 10⁻⁸ constant. Returns the channels that vary: bit i for channel i.
  private func clearConstantChannels(_ coefficients: inout QuinticCoefficients<SIMD4<Double>>) -> UInt8 {
    var varying: UInt8 = 0
    for channel in 0..<4 {
      let c = coefficients
      let change =
        c.c1[channel].magnitude + c.c2[channel].magnitude + c.c3[channel].magnitude + c.c4[channel].magnitude
        + c.c5[channel].magnitude
      if change > 1e-8 {
        varying |= 1 << UInt8(channel)
        continue
      }
      (coefficients.c1[channel], coefficients.c2[channel], coefficients.c3[channel]) = (0, 0, 0)
      (coefficients.c4[channel], coefficients.c5[channel]) = (0, 0)
    }
    return varying
  }

  /// The coefficients of the same polynomials in w = slope − origin = halfWidth·x.
  private func scaled(_ coefficients: QuinticCoefficients<SIMD4<Double>>, _ halfWidth: Double) -> QuinticCoefficients<
    SIMD4<Float>
  > {
    let scale = 1 / halfWidth
    let (square, cube) = (scale * scale, scale * scale * scale)
    return QuinticCoefficients(
      c0: SIMD4<Float>(coefficients.c0), c1: SIMD4<Float>(coefficients.c1 * scale),
      c2: SIMD4<Float>(coefficients.c2 * square),
      c3: SIMD4<Float>(coefficients.c3 * cube), c4: SIMD4<Float>(coefficients.c4 * (square * square)),
      c5: SIMD4<Float>(coefficients.c5 * (square * cube)))
  }
}
