import Lanes

/// A colour ramp as cubic pieces, which a shader evaluates for each pixel instead of looking up a table.
///
/// The interval between two stops is bisected until one cubic is accurate enough for each part. That cubic passes through the
/// exact ramp at four positions in the part (its ends, and a quarter of its length from each end), and is compared with the ramp
/// at seven others: there it may be off by 1/16,000 of the range of sRGB-encoded values, 0.016 of an 8-bit step. Edges stay
/// sharp, no bands are seen, and a block of eight pixels needs one piece's coefficients instead of eight look-ups.
/// Cost: 11 exact colours for each piece that is tried, once per ramp; most pairs of colours need one to four pieces.
package struct ColorCurve: Sendable {
  /// A cubic, valid for start ≤ t < end, where t is the location along the ramp: c0 + u·(c1 + u·(c2 + u·c3)), u = t − origin.
  /// Each coefficient has the premultiplied R, G, B and A. The coefficients are contiguous in memory, which
  /// `ColorPolynomial` in Shading relies on.
  package struct Piece: Sendable {
    package var start: Float
    package var end: Float
    package var origin: Float
    package var c0: SIMD4<Float>
    package var c1: SIMD4<Float>
    package var c2: SIMD4<Float>
    package var c3: SIMD4<Float>

    /// The premultiplied R G B A at t.
    @inlinable @inline(__always)
    package func value(at t: Float) -> SIMD4<Float> {
      let u = SIMD4<Float>(repeating: t - origin)
      return c0 + u * (c1 + u * (c2 + u * c3))
    }
  }

  /// Pieces in order and without gaps; the first begins at −∞, the last ends at +∞.
  package let pieces: [Piece]
  /// Whether every piece is a straight line (c2 and c3 are 0).
  package let isPiecewiseLinear: Bool
  /// Whether every sample has an alpha of 1.
  package let isOpaque: Bool
  /// Whether all samples that were tested, at the ends of the pieces and between them, lie in 0...1.
  package let isInGamut: Bool

  /// A t below this number marks a pixel to which the gradient's geometry gives no colour, for example one outside all circles of
  /// a two-point conical gradient. The curve is transparent there. The locations of all stops are greater.
  package static let noColorBelow: Float = -0x1p100

  /// - Parameter hasUncoloredPoints: whether some pixels may have no colour (a t below `noColorBelow`).
  package init(_ ramp: ColorRamp, encoding: ColorRamp.Encoding, hasUncoloredPoints: Bool = false) {
    var builder = Builder(encoding: encoding)
    // Three constant pieces, and for each interval more than most pairs of colours need (1 to 4).
    builder.pieces.reserveCapacity(3 + 5 * ramp.segments.count)
    if hasUncoloredPoints { builder.addConstant(.clear, from: -.infinity, to: Double(ColorCurve.noColorBelow)) }
    builder.addConstant(
      ramp.first.color, from: hasUncoloredPoints ? Double(ColorCurve.noColorBelow) : -.infinity,
      to: ramp.first.location
    )
    for segment in ramp.segments { builder.add(segment) }
    builder.addConstant(ramp.last.color, from: ramp.last.location, to: .infinity)
    pieces = builder.pieces
    isPiecewiseLinear = builder.isPiecewiseLinear
    isInGamut = builder.isInGamut
    isOpaque = ramp.isOpaque && !hasUncoloredPoints
  }

  /// A curve of one premultiplied sample for all t, with the flags of another curve.
  private init(constant value: SIMD4<Float>, like curve: ColorCurve) {
    pieces = [Piece(start: -.infinity, end: .infinity, origin: 0, c0: value, c1: .zero, c2: .zero, c3: .zero)]
    isPiecewiseLinear = true
    isOpaque = curve.isOpaque
    isInGamut = curve.isInGamut
  }

  /// A constant curve whose colour is the mean sample from `start` to `end`; the sample at `end` if `end` ≤ `start`.
  package func mean(from start: Float, to end: Float) -> ColorCurve {
    guard start < end else { return ColorCurve(constant: value(at: end), like: self) }
    var sum = SIMD4<Double>.zero
    for piece in pieces where piece.start < end && piece.end > start {
      let low = Double(max(piece.start, start)) - Double(piece.origin)
      let high = Double(min(piece.end, end)) - Double(piece.origin)
      // The integral of the cubic from `low` to `high`, term by term.
      let (lowSquared, highSquared) = (low * low, high * high)
      sum += SIMD4<Double>(piece.c0) * (high - low)
      sum += SIMD4<Double>(piece.c1) * ((highSquared - lowSquared) / 2)
      sum += SIMD4<Double>(piece.c2) * ((highSquared * high - lowSquared * low) / 3)
      sum += SIMD4<Double>(piece.c3) * ((highSquared * highSquared - lowSquared * lowSquared) / 4)
    }
    return ColorCurve(constant: SIMD4<Float>(sum / (Double(end) - Double(start))), like: self)
  }

  /// The premultiplied sample at t.
  package func value(at t: Float) -> SIMD4<Float> { pieces[index(at: t)].value(at: t) }

  /// Index of the piece that contains t; NaN gives the last piece.
  package func index(at t: Float) -> Int {
    var low = 0
    var high = pieces.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if t < pieces[middle].start { high = middle } else { low = middle }
    }
    return low
  }
}

/// Collects the pieces of a `ColorCurve`.
private struct Builder {
  let encoding: ColorRamp.Encoding
  var pieces: [ColorCurve.Piece] = []
  var isPiecewiseLinear = true
  var isInGamut = true

  /// Greatest error of a cubic, where 1 is the range of sRGB-encoded values.
  private static let encodedTolerance = 1.0 / 16000
  /// Positions s in −1...1, from one end of the piece to the other, at which the cubic is compared with the exact ramp. The
  /// cubic passes through the ramp at −1, −½, ½ and 1; the seven positions lie in between. The eighth number only fills the
  /// vector.
  private static let checkedPositions = Double8(-0.9, -0.7, -0.25, 0, 0.25, 0.7, 0.9, 1)
  /// Greatest number of bisections of a segment. A piece with a corner inside (a hue that passes a multiple of 60° in hsl) never
  /// becomes accurate and is bisected this many times.
  private static let maximumDepth = 11

  init(encoding: ColorRamp.Encoding) { self.encoding = encoding }

  /// Adds a piece of one colour, unless both ends round to the same Float.
  mutating func addConstant(_ color: LinearColor, from start: Double, to end: Double) {
    guard Float(start) < Float(end) else { return }
    let value = color.premultiplied(encoding)
    noteGamut(value)
    pieces.append(
      ColorCurve.Piece(
        start: Float(start), end: Float(end), origin: 0, c0: SIMD4<Float>(value), c1: .zero, c2: .zero, c3: .zero))
  }

  /// Adds the pieces of the interval between two stops.
  mutating func add(_ segment: ColorRamp.Segment) {
    switch segment.easing {
    case .hold:
      addConstant(segment.mix.color(at: 0), from: segment.start, to: segment.end)
    case .steps(let count, _) where count > 0 && count <= 256:
      // One piece for each step, with the colour at the middle of the step. More than 256 steps are fitted like a smooth easing.
      let width = (segment.end - segment.start) / Double(count)
      for step in 0..<count {
        let start = segment.start + width * Double(step)
        let end = step == count - 1 ? segment.end : segment.start + width * Double(step + 1)
        addConstant(segment.color(at: start + width / 2), from: start, to: end)
      }
    default:
      fit(segment, from: segment.start, to: segment.end, depth: 0)
    }
  }

  /// Adds one cubic for the locations `start` to `end` of a segment, or bisects this interval and fits both halves.
  private mutating func fit(_ segment: ColorRamp.Segment, from start: Double, to end: Double, depth: Int) {
    // A piece whose ends are the same Float contains no pixel.
    guard Float(start) < Float(end) else { return }
    let middle = (start + end) / 2
    let halfLength = (end - start) / 2
    func exact(_ s: Double) -> SIMD4<Double> { segment.color(at: middle + halfLength * s).premultiplied(encoding) }

    // Over s = −1...1 the cubic p0 + s·(p1 + s·(p2 + s·p3)) passes through the ends and the quarters. Its even part p0 + p2·s²
    // follows from the means of opposite points, its odd part p1·s + p3·s³ from their half differences.
    let (a, b, c, d) = (exact(-1), exact(-0.5), exact(0.5), exact(1))
    let (evenEnds, evenQuarters) = ((a + d) / 2, (b + c) / 2)
    let (oddEnds, oddQuarters) = ((d - a) / 2, (c - b) / 2)
    var p2 = (evenEnds - evenQuarters) * (4.0 / 3)
    let p0 = evenEnds - p2
    var p3 = (oddEnds - 2 * oddQuarters) * (4.0 / 3)
    let p1 = oddEnds - p3

    // Compare with the exact ramp between these points.
    var isAccurate = true
    for index in 0..<7 {
      let s = Builder.checkedPositions[index]
      let value = exact(s)
      let difference = value - (p0 + s * (p1 + s * (p2 + s * p3)))
      for channel in 0..<4 where difference[channel].magnitude > tolerance(at: value[channel], channel: channel) {
        isAccurate = false
      }
      noteGamut(value)
    }
    guard isAccurate || depth >= Builder.maximumDepth else {
      fit(segment, from: start, to: middle, depth: depth + 1)
      fit(segment, from: middle, to: end, depth: depth + 1)
      return
    }
    noteGamut(a)
    noteGamut(d)
    // Terms too small to change a Float are left out, so that a straight line is recognised.
    if maximumMagnitude(p2) < 1e-9, maximumMagnitude(p3) < 1e-9 {
      (p2, p3) = (.zero, .zero)
    } else {
      isPiecewiseLinear = false
    }
    // Coefficients for u = t − origin = s·halfLength.
    let scale = 1 / halfLength
    var piece = ColorCurve.Piece(
      start: Float(start), end: Float(end), origin: Float(middle), c0: SIMD4<Float>(p0), c1: SIMD4<Float>(p1 * scale),
      c2: SIMD4<Float>(p2 * (scale * scale)), c3: SIMD4<Float>(p3 * (scale * scale * scale)))
    // A piece so short that its coefficients would leave the range of Float has one colour.
    if halfLength < 1e-9 { (piece.c1, piece.c2, piece.c3) = (.zero, .zero, .zero) }
    pieces.append(piece)
  }

  /// The greatest error that is allowed in a channel (R, G, B, A) near a value. Differences of linear light grow when they are
  /// encoded: near black by the factor 12.92 = 1 ÷ 0.0774, elsewhere by less than 1 ÷ value, for values up to 7.
  private func tolerance(at value: Double, channel: Int) -> Double {
    guard encoding == .linear, channel < 3 else { return Builder.encodedTolerance }
    return Builder.encodedTolerance * Swift.max(0.0774, value.magnitude)
  }

  /// The greatest magnitude of four components.
  private func maximumMagnitude(_ v: SIMD4<Double>) -> Double {
    Swift.max(Swift.max(v.x.magnitude, v.y.magnitude), Swift.max(v.z.magnitude, v.w.magnitude))
  }

  /// Makes `isInGamut` false if a sample is outside of 0...1; rounding errors of up to 10⁻¹² are ignored.
  private mutating func noteGamut(_ value: SIMD4<Double>) {
    for index in 0..<4 where !(value[index] >= -1e-12 && value[index] <= 1 + 1e-12) { isInGamut = false }
  }
}
