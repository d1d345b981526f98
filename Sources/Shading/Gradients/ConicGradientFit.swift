import Colorimetry
import Lanes

/// The colours of a turn (a conic gradient that does not repeat), as polynomials of a pixel's slope.
///
/// Between the diagonals through the centre the angle of a pixel is that of an axis and atan r, where r is the smaller of
/// its distances from the centre, x and up, over the larger. A colour that is smooth over the angle is smooth over r: between the
/// diagonals and the corners of the curve each channel is a polynomial of the fifth degree through six points
/// (Chebyshev's nodes), cut in halves until it is within 1/16,000 of an encoded unit of the curve at the seven places
/// where it is farthest off. So no pixel needs its angle: a division, or none above and below the centre, and ten steps for
/// each channel that changes.
///
/// Every end of a polynomial is a ray from the centre; a row `up` above the centre meets it at cx + up·tangent, and which side of it a
/// pixel lies on is decided in Double for the whole row, whatever tile it is in. What lies on a ray belongs to what follows
/// clockwise, as in CSS. Cost: about 1 µs a piece and frame; most turns have 10 to 40.
struct ConicGradientFit: Sendable {
  /// Premultiplied R G B A: c₀ + w·(c₁ + w·(c₂ + w·(c₃ + w·(c₄ + w·c₅)))), w = r − origin.
  struct Piece: Sendable {
    /// Columns to the right per row upwards, along the ray where it begins.
    var tangent: Double
    /// Whether |x| is the larger distance: r = up ÷ x, otherwise x ÷ up.
    var isSteep: Bool
    /// Bit i is set where channel i changes.
    var moving: UInt8
    var origin: Float
    var powers: ConicGradientPowers<SIMD4<Float>>
  }

  /// Clockwise, from straight to the left on.
  let pieces: [Piece]
  /// How many of them lie above the centre; the rest lie below.
  let countAbove: Int

  /// - Parameter from: turns clockwise from up at which the curve's t is 0.
  init(_ curve: ColorCurve, from: Double, encoding: ColorRamp.Encoding) {
    var found: [Piece] = []
    found.reserveCapacity(64)
    let countAbove = withUnsafeTemporaryAllocation(of: Double.self, capacity: ConicGradientFitter.memoryCount(curve)) {
      memory in
      let fitter = ConicGradientFitter(curve, from: from, isEncoded: encoding == .srgb, memory.baseAddress!)
      // A quarter's own angle runs from −1/8 to 1/8.
      fitter.fit(3, 0, 0.125, into: &found)
      fitter.fit(0, -0.125, 0.125, into: &found)
      fitter.fit(1, -0.125, 0, into: &found)
      let count = found.count
      fitter.fit(1, 0, 0.125, into: &found)
      fitter.fit(2, -0.125, 0.125, into: &found)
      fitter.fit(3, -0.125, 0, into: &found)
      return count
    }
    (pieces, self.countAbove) = (found, countAbove)
  }
}

/// The coefficients of four polynomials of the fifth degree.
struct ConicGradientPowers<Vector: Sendable>: Sendable {
  var c0, c1, c2, c3, c4, c5: Vector
}

/// Cuts a turn into polynomials.
private struct ConicGradientFitter {
  private let curve: ColorCurve
  private let from: Double
  private let isEncoded: Bool
  /// Where t begins, and where the curve is not smooth.
  private let breaks: UnsafeMutablePointer<Double>
  private var breakCount = 1
  /// Memory for them and the ends of a part of a quarter.
  private let ends: UnsafeMutablePointer<Double>

  /// A tenth of what a pixel of the largest frame spans, in turns: what is narrower is left out.
  private static let least = 1e-9
  private static let deepest = 8

  /// cos((2j + 1)·π/12), and cos(j·π/6).
  private static let nodes: (Double, Double, Double) = (
    0.965_925_826_289_068_3, 0.707_106_781_186_547_5, 0.258_819_045_102_520_8
  )
  private static let checks = SIMD8<Double>(1, 0.866_025_403_784_438_6, 0.5, 0, -0.5, -0.866_025_403_784_438_6, -1, 0)

  /// Doubles that a fitter needs.
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

  /// Whether more than the error of cubics lies between two of them: what one leaves to the next within a ramp is less, and there
  /// a polynomial may go on.
  private func isCorner(_ before: ColorCurve.Piece, _ piece: ColorCurve.Piece) -> Bool {
    let (a, b) = (value(before, at: Double(piece.start)), value(piece, at: Double(piece.start)))
    let length = Double(min(piece.end - piece.start, before.end - before.start, 1))
    for channel in 0..<4 {
      let allowed = tolerance(a.color[channel], channel)
      let (step, bend) = (a.color[channel] - b.color[channel], (a.slope[channel] - b.slope[channel]) * length)
      if step.magnitude > 2 * allowed || bend.magnitude > 16 * allowed { return true }
    }
    return false
  }

  private func value(_ piece: ColorCurve.Piece, at t: Double) -> (color: SIMD4<Double>, slope: SIMD4<Double>) {
    let u = SIMD4<Double>(repeating: t - Double(piece.origin))
    let (c0, c1) = (SIMD4<Double>(piece.c0), SIMD4<Double>(piece.c1))
    let (c2, c3) = (SIMD4<Double>(piece.c2), SIMD4<Double>(piece.c3))
    return (c0 + u * (c1 + u * (c2 + u * c3)), c1 + u * (2 * c2 + u * (3 * c3)))
  }

  /// 1/16,000 of an encoded unit: linear light near black is stretched 13 times when it is encoded.
  private func tolerance(_ value: Double, _ channel: Int) -> Double {
    (isEncoded || channel == 3 ? 1 : max(0.0774, value.magnitude)) * (1.0 / 16_000)
  }

  // MARK: Stretches

  /// Appends the pieces of a part of a quarter, clockwise.
  func fit(_ quarter: Int, _ low: Double, _ high: Double, into pieces: inout [ConicGradientFit.Piece]) {
    var count = 1
    ends[0] = high
    for index in 0..<breakCount {
      let turn = breaks[index] + from - Double(quarter) / 4
      let end = turn - turn.rounded()
      guard end > low + Self.least, end < high - Self.least else { continue }
      ends[count] = end
      count += 1
    }
    var sorted = UnsafeMutableBufferPointer(start: ends, count: count)
    sorted.sort()
    var start = low
    for end in sorted where end > start + Self.least {
      fit(Stretch(low: start, high: end, quarter: quarter, from: from), start, end, depth: 0, into: &pieces)
      start = end
    }
  }

  /// A part of a quarter in which the curve is smooth.
  private struct Stretch {
    let quarter: Int
    /// t where the quarter's own angle is 0.
    let axis: Double
    /// Between these its colours are looked up, so that its ends have its own.
    let least: Float
    let most: Float
    /// −1 in a quarter to the side: there the angle falls while the slope rises.
    let sign: Double

    init(low: Double, high: Double, quarter: Int, from: Double) {
      self.quarter = quarter
      let middle = (low + high) / 2
      let turn = middle + Double(quarter) / 4 - from
      let t = turn - turn.rounded(.down)
      let half = max((high - low) / 2 - 1e-6, 0)
      axis = t - middle
      least = Float(max(t - half, 0))
      most = min(Float(t + half), Float(1).nextDown)
      sign = quarter % 2 == 0 ? 1 : -1
    }
  }

  private func color(_ stretch: Stretch, slope: Double) -> SIMD4<Double> {
    let t = stretch.axis + stretch.sign * Lanes.atan(slope) * (0.5 / .pi)
    return value(curve.pieces[curve.index(at: min(max(Float(t), stretch.least), stretch.most))], at: t).color
  }

  private func fit(
    _ stretch: Stretch, _ start: Double, _ end: Double, depth: Int, into pieces: inout [ConicGradientFit.Piece]
  ) {
    let (first, last) = (tangent(start) * stretch.sign, tangent(end) * stretch.sign)
    let (origin, half) = ((first + last) / 2, (last - first).magnitude / 2)
    var powers = polynomial(stretch, origin, half)
    if depth < Self.deepest, !isGood(powers, stretch, origin, half) {
      let middle = (start + end) / 2
      fit(stretch, start, middle, depth: depth + 1, into: &pieces)
      fit(stretch, middle, end, depth: depth + 1, into: &pieces)
      return
    }
    let moving = rest(&powers)
    pieces.append(
      ConicGradientFit.Piece(
        tangent: tangent(start + Double(stretch.quarter) / 4), isSteep: stretch.sign < 0, moving: moving,
        origin: Float(origin),
        powers: scaled(powers, half)))
  }

  /// Exact on the diagonals, so that pixels on them are.
  private func tangent(_ turns: Double) -> Double {
    let (sine, cosine) = Angles.sineAndCosine(degrees: 360 * turns)
    let tangent = sine / cosine
    return (tangent.magnitude - 1).magnitude < 1e-12 ? (tangent < 0 ? -1 : 1) : tangent
  }

  // MARK: Polynomials

  /// The polynomials over −1...1 through six points.
  private func polynomial(_ stretch: Stretch, _ origin: Double, _ half: Double) -> ConicGradientPowers<SIMD4<Double>> {
    let nodes = Self.nodes
    func pair(_ x: Double) -> (even: SIMD4<Double>, odd: SIMD4<Double>) {
      let (a, b) = (color(stretch, slope: origin + half * x), color(stretch, slope: origin - half * x))
      return (a + b, a - b)
    }
    let (a, b, c) = (pair(nodes.0), pair(nodes.1), pair(nodes.2))
    // The shares of Chebyshev's polynomials T₀ … T₅, whose values at the nodes are cosines of multiples of 15°.
    let t0 = (a.even + b.even + c.even) / 6
    let t1 = (a.odd * nodes.0 + b.odd * nodes.1 + c.odd * nodes.2) / 3
    let t2 = (a.even - c.even) * (0.866_025_403_784_438_6 / 3)
    let t3 = (a.odd - b.odd - c.odd) * (nodes.1 / 3)
    let t4 = ((a.even + c.even) * 0.5 - b.even) / 3
    let t5 = (a.odd * nodes.2 - b.odd * nodes.1 + c.odd * nodes.0) / 3
    return ConicGradientPowers(
      c0: t0 - t2 + t4, c1: t1 - 3 * t3 + 5 * t5, c2: 2 * t2 - 8 * t4, c3: 4 * t3 - 20 * t5, c4: 8 * t4, c5: 16 * t5)
  }

  private func isGood(
    _ powers: ConicGradientPowers<SIMD4<Double>>, _ stretch: Stretch, _ origin: Double, _ half: Double
  ) -> Bool {
    for check in 0..<7 {
      let x = Self.checks[check]
      let exact = color(stretch, slope: origin + half * x)
      let low = powers.c0 + x * (powers.c1 + x * powers.c2)
      let error = low + x * x * x * (powers.c3 + x * (powers.c4 + x * powers.c5)) - exact
      for channel in 0..<4 where error[channel].magnitude > tolerance(exact[channel], channel) { return false }
    }
    return true
  }

  /// Stills channels that do not change, and returns the bits of those that do.
  private func rest(_ powers: inout ConicGradientPowers<SIMD4<Double>>) -> UInt8 {
    var moving: UInt8 = 0
    for channel in 0..<4 {
      let c = powers
      let change =
        c.c1[channel].magnitude + c.c2[channel].magnitude + c.c3[channel].magnitude + c.c4[channel].magnitude
        + c.c5[channel].magnitude
      if change > 1e-8 {
        moving |= 1 << UInt8(channel)
        continue
      }
      (powers.c1[channel], powers.c2[channel], powers.c3[channel]) = (0, 0, 0)
      (powers.c4[channel], powers.c5[channel]) = (0, 0)
    }
    return moving
  }

  private func scaled(_ powers: ConicGradientPowers<SIMD4<Double>>, _ half: Double) -> ConicGradientPowers<SIMD4<Float>>
  {
    let scale = 1 / half
    let (square, cube) = (scale * scale, scale * scale * scale)
    return ConicGradientPowers(
      c0: SIMD4<Float>(powers.c0), c1: SIMD4<Float>(powers.c1 * scale), c2: SIMD4<Float>(powers.c2 * square),
      c3: SIMD4<Float>(powers.c3 * cube), c4: SIMD4<Float>(powers.c4 * (square * square)),
      c5: SIMD4<Float>(powers.c5 * (square * cube)))
  }
}
