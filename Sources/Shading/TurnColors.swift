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
/// clockwise, as in CSS. Cost: about 1 µs a piece and frame; most turns have 10 to 30.
struct TurnColors: Sendable {
  /// Premultiplied R G B A: c₀ + w·(c₁ + w·(c₂ + w·(c₃ + w·(c₄ + w·c₅)))), w = r − origin.
  struct Piece: Sendable {
    /// Whether |x| is the larger distance: r = up ÷ x, otherwise x ÷ up.
    var isSteep: Bool
    /// Bit i is set where channel i changes.
    var moving: UInt8
    var origin: Float
    var c0: SIMD4<Float>
    var c1: SIMD4<Float>
    var c2: SIMD4<Float>
    var c3: SIMD4<Float>
    var c4: SIMD4<Float>
    var c5: SIMD4<Float>
  }

  struct Ray: Sendable {
    /// Columns to the right per row upwards.
    var tangent: Double
    /// The piece behind it, from left to right.
    var piece: Int
  }

  private(set) var pieces: [Piece] = []
  /// Of rows above the centre, and below it, from left to right.
  private(set) var above: [Ray] = []
  private(set) var below: [Ray] = []
  /// The pieces at the left ends of rows above and below.
  private(set) var firstAbove = 0
  private(set) var firstBelow = 0
  /// Clockwise of straight to the right: what a row through the centre has there.
  private(set) var right = 0

  /// - Parameter from: turns clockwise from up at which the curve's t is 0.
  init(_ curve: ColorCurve, from: Double, encoding: ColorRamp.Encoding) {
    let fitter = TurnFitter(curve: curve, from: from, isEncoded: encoding == .srgb)
    // Clockwise from the left to the right, and from the right to the left; a quarter's own angle runs from −1/8 to 1/8.
    for (quarter, low, high) in [(3, 0.0, 0.125), (0, -0.125, 0.125), (1, -0.125, 0)] {
      above += add(fitter, quarter, low, high)
    }
    for (quarter, low, high) in [(1, 0.0, 0.125), (2, -0.125, 0.125), (3, -0.125, 0)] {
      below += add(fitter, quarter, low, high)
    }
    firstAbove = above.removeFirst().piece
    right = below[0].piece
    // A row below meets the rays the other way round, each at the end of the piece before it.
    let clockwise = below
    firstBelow = clockwise[clockwise.count - 1].piece
    below = (1..<clockwise.count).reversed().map { Ray(tangent: clockwise[$0].tangent, piece: clockwise[$0 - 1].piece) }
  }

  /// Adds the pieces of a part of a quarter, and returns the rays where they begin, clockwise.
  private mutating func add(_ fitter: TurnFitter, _ quarter: Int, _ low: Double, _ high: Double) -> [Ray] {
    var rays: [Ray] = []
    for cut in fitter.cuts(quarter, low, high) {
      for (start, piece) in fitter.pieces(over: cut, of: quarter) {
        let (sine, cosine) = Angles.sineAndCosine(degrees: 360 * (start + Double(quarter) / 4))
        rays.append(Ray(tangent: sine / cosine, piece: pieces.count))
        pieces.append(piece)
      }
    }
    return rays
  }
}

/// Cuts a turn into polynomials.
private struct TurnFitter {
  let curve: ColorCurve
  let from: Double
  let isEncoded: Bool
  private let breaks: [Double]

  init(curve: ColorCurve, from: Double, isEncoded: Bool) {
    (self.curve, self.from, self.isEncoded) = (curve, from, isEncoded)
    breaks = Self.breaks(of: curve, isEncoded: isEncoded)
  }

  /// A tenth of what a pixel of the largest frame spans, in turns: what is narrower is left out.
  private static let least = 1e-9
  private static let deepest = 8

  /// cos((2j + 1)·π/12), and cos(j·π/6).
  private static let nodes: [Double] = [
    0.965_925_826_289_068_3, 0.707_106_781_186_547_5, 0.258_819_045_102_520_8, -0.258_819_045_102_520_8,
    -0.707_106_781_186_547_5, -0.965_925_826_289_068_3,
  ]
  private static let checks: [Double] = [1, 0.866_025_403_784_438_6, 0.5, 0, -0.5, -0.866_025_403_784_438_6, -1]

  /// The stretches between the corners and steps of the curve, in turns from the quarter's axis.
  func cuts(_ quarter: Int, _ low: Double, _ high: Double) -> [ClosedRange<Double>] {
    var ends = [low, high]
    for start in breaks {
      let turn = start + from - Double(quarter) / 4
      let end = turn - turn.rounded()
      if end > low + Self.least, end < high - Self.least { ends.append(end) }
    }
    ends.sort()
    return zip(ends, ends.dropFirst()).filter { $0 + Self.least < $1 }.map { $0...$1 }
  }

  /// Where t begins, and where the curve is not smooth. What one cubic leaves to the next within a ramp is below its own
  /// error: there a polynomial may go on.
  private static func breaks(of curve: ColorCurve, isEncoded: Bool) -> [Double] {
    var breaks = [0.0]
    for (before, piece) in zip(curve.pieces, curve.pieces.dropFirst()) where piece.start > 0 && piece.start < 1 {
      let (a, b) = (value(before, at: Double(piece.start)), value(piece, at: Double(piece.start)))
      let length = Double(min(piece.end - piece.start, before.end - before.start, 1))
      for channel in 0..<4 {
        let allowed = tolerance(a.color[channel], channel, isEncoded)
        let (step, bend) = (a.color[channel] - b.color[channel], (a.slope[channel] - b.slope[channel]) * length)
        if step.magnitude > 2 * allowed || bend.magnitude > 16 * allowed {
          breaks.append(Double(piece.start))
          break
        }
      }
    }
    return breaks
  }

  private static func value(_ piece: ColorCurve.Piece, at t: Double) -> (color: SIMD4<Double>, slope: SIMD4<Double>) {
    let u = SIMD4<Double>(repeating: t - Double(piece.origin))
    let (c0, c1) = (SIMD4<Double>(piece.c0), SIMD4<Double>(piece.c1))
    let (c2, c3) = (SIMD4<Double>(piece.c2), SIMD4<Double>(piece.c3))
    return (c0 + u * (c1 + u * (c2 + u * c3)), c1 + u * (2 * c2 + u * (3 * c3)))
  }

  /// Polynomials and where they begin, clockwise.
  func pieces(over range: ClosedRange<Double>, of quarter: Int) -> [(start: Double, piece: TurnColors.Piece)] {
    let middle = (range.lowerBound + range.upperBound) / 2
    let turn = middle + Double(quarter) / 4 - from
    let t = turn - turn.rounded(.down)
    // At its ends a stretch has its own colours.
    let half = max((range.upperBound - range.lowerBound) / 2 - 1e-6, 0)
    let (least, most) = (max(t - half, 0), min(t + half, Double(Float(1).nextDown)))
    // The angle of a quarter to the side falls while its slope rises.
    let sign: Double = quarter % 2 == 0 ? 1 : -1
    func color(_ r: Double) -> SIMD4<Double> {
      let own = t + sign * Lanes.atan(r) * (0.5 / .pi) - middle
      let piece = curve.pieces[curve.index(at: Float(min(max(own, least), most)))]
      return Self.value(piece, at: own).color
    }
    var found: [(start: Double, piece: TurnColors.Piece)] = []
    func fit(_ start: Double, _ end: Double, depth: Int) {
      let (first, last) = (Self.tangent(start) * sign, Self.tangent(end) * sign)
      let (origin, half) = ((first + last) / 2, (last - first).magnitude / 2)
      let powers = Self.polynomial { color(origin + half * $0) }
      if depth < Self.deepest, !isGood(powers, { color(origin + half * $0) }) {
        fit(start, (start + end) / 2, depth: depth + 1)
        fit((start + end) / 2, end, depth: depth + 1)
        return
      }
      found.append((start, Self.piece(powers, origin: origin, half: half, isSteep: sign < 0)))
    }
    fit(range.lowerBound, range.upperBound, depth: 0)
    return found
  }

  private static func tangent(_ turns: Double) -> Double {
    let (sine, cosine) = Angles.sineAndCosine(degrees: 360 * turns)
    return sine / cosine
  }

  /// The coefficients of the polynomial through six points of −1...1.
  private static func polynomial(_ value: (Double) -> SIMD4<Double>) -> [SIMD4<Double>] {
    let values = nodes.map(value)
    // Of Chebyshev's polynomials T₀ … T₅.
    var chebyshev = [SIMD4<Double>](repeating: .zero, count: 6)
    for (x, value) in zip(nodes, values) {
      var (before, own) = (1.0, x)
      chebyshev[0] += value / 6
      for order in 1..<6 {
        chebyshev[order] += value * (own / 3)
        (before, own) = (own, 2 * x * own - before)
      }
    }
    let a = chebyshev
    return [
      a[0] - a[2] + a[4], a[1] - 3 * a[3] + 5 * a[5], 2 * a[2] - 8 * a[4], 4 * a[3] - 20 * a[5], 8 * a[4], 16 * a[5],
    ]
  }

  private func isGood(_ powers: [SIMD4<Double>], _ value: (Double) -> SIMD4<Double>) -> Bool {
    for x in Self.checks {
      let exact = value(x)
      let error = powers.reversed().reduce(SIMD4<Double>.zero) { $0 * x + $1 } - exact
      for channel in 0..<4 {
        if error[channel].magnitude > Self.tolerance(exact[channel], channel, isEncoded) { return false }
      }
    }
    return true
  }

  /// 1/16,000 of an encoded unit: linear light near black is stretched 13 times when it is encoded.
  private static func tolerance(_ value: Double, _ channel: Int, _ isEncoded: Bool) -> Double {
    (isEncoded || channel == 3 ? 1 : max(0.0774, value.magnitude)) * (1.0 / 16_000)
  }

  private static func piece(_ powers: [SIMD4<Double>], origin: Double, half: Double, isSteep: Bool) -> TurnColors.Piece
  {
    var powers = powers
    var moving: UInt8 = 0
    for channel in 0..<4 {
      if powers.dropFirst().contains(where: { $0[channel].magnitude > 1e-9 }) {
        moving |= 1 << UInt8(channel)
      } else {
        for order in 1..<6 { powers[order][channel] = 0 }
      }
    }
    var scale = 1.0
    for order in 1..<6 {
      scale /= half
      powers[order] *= scale
    }
    let c = powers.map { SIMD4<Float>($0) }
    return TurnColors.Piece(
      isSteep: isSteep, moving: moving, origin: Float(origin), c0: c[0], c1: c[1], c2: c[2], c3: c[3], c4: c[4],
      c5: c[5])
  }
}
