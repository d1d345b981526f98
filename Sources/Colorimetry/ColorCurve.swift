import Lanes

/// A colour ramp as cubic pieces, which a shader evaluates per pixel instead of a table.
///
/// Between two stops the exact ramp is bisected until the cubic through four of its points (both ends and the quarters)
/// is within 1/16,000 of an sRGB-encoded unit (0.016 of an 8-bit step) of the exact ramp at the points between. Edges
/// stay sharp, nothing bands, and a block of pixels needs one piece's coefficients instead of eight look-ups. Cost:
/// about 11 exact colours a piece, once per ramp; most pairs of colours need one to four pieces.
package struct ColorCurve: Sendable {
  /// Value at t: c0 + u(c1 + u(c2 + u·c3)), u = t − origin; valid for start ≤ t < end.
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
  package let isLinear: Bool
  package let isOpaque: Bool
  /// Whether every sample lies in 0…1.
  package let isInGamut: Bool

  /// Value of t below which a curve with a gap is transparent: pixels outside the gradient's geometry.
  package static let gapEnd: Float = -0x1p100

  package init(_ ramp: ColorRamp, encoding: ColorRamp.Encoding, hasGap: Bool = false) {
    var builder = Builder(encoding: encoding)
    // Most pairs of colours need no more.
    builder.pieces.reserveCapacity(3 + 5 * ramp.segments.count)
    if hasGap { builder.addConstant(.clear, from: -.infinity, to: Double(ColorCurve.gapEnd)) }
    builder.addConstant(
      ramp.first.color, from: hasGap ? Double(ColorCurve.gapEnd) : -.infinity, to: ramp.first.location)
    for segment in ramp.segments { builder.add(segment) }
    builder.addConstant(ramp.last.color, from: ramp.last.location, to: .infinity)
    pieces = builder.pieces
    isLinear = builder.isLinear
    isInGamut = builder.isInGamut
    isOpaque = ramp.isOpaque && !hasGap
  }

  /// A constant curve of one premultiplied sample.
  private init(constant value: SIMD4<Float>, like other: ColorCurve) {
    pieces = [Piece(start: -.infinity, end: .infinity, origin: 0, c0: value, c1: .zero, c2: .zero, c3: .zero)]
    isLinear = true
    isOpaque = other.isOpaque
    isInGamut = other.isInGamut
  }

  /// A constant curve of the mean sample from `start` to `end`.
  package func mean(from start: Float, to end: Float) -> ColorCurve {
    guard start < end else { return ColorCurve(constant: value(at: end), like: self) }
    var sum = SIMD4<Double>.zero
    for piece in pieces where piece.start < end && piece.end > start {
      let low = Double(max(piece.start, start)) - Double(piece.origin)
      let high = Double(min(piece.end, end)) - Double(piece.origin)
      let (low2, high2) = (low * low, high * high)
      sum += SIMD4<Double>(piece.c0) * (high - low)
      sum += SIMD4<Double>(piece.c1) * ((high2 - low2) / 2)
      sum += SIMD4<Double>(piece.c2) * ((high2 * high - low2 * low) / 3)
      sum += SIMD4<Double>(piece.c3) * ((high2 * high2 - low2 * low2) / 4)
    }
    return ColorCurve(constant: SIMD4<Float>(sum / (Double(end) - Double(start))), like: self)
  }

  /// The premultiplied sample at t.
  package func value(at t: Float) -> SIMD4<Float> { pieces[index(at: t)].value(at: t) }

  /// Index of the piece that contains t; NaN belongs to the last.
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

private struct Builder {
  let encoding: ColorRamp.Encoding
  var pieces: [ColorCurve.Piece] = []
  var isLinear = true
  var isInGamut = true

  /// Error bound in encoded units; see above.
  private static let tolerance = 1.0 / 16000
  /// Positions at which the cubic is compared, between the points that it passes through; the last is not used.
  private static let samples = Double8(-0.9, -0.7, -0.25, 0, 0.25, 0.7, 0.9, 1)
  /// Number of bisections of a segment, which a corner inside it (a hue passing 60° in hsl) exhausts.
  private static let deepest = 11

  init(encoding: ColorRamp.Encoding) { self.encoding = encoding }

  mutating func addConstant(_ color: LinearColor, from start: Double, to end: Double) {
    guard Float(start) < Float(end) else { return }
    let value = color.premultiplied(encoding)
    noteGamut(value)
    pieces.append(
      ColorCurve.Piece(
        start: Float(start), end: Float(end), origin: 0, c0: SIMD4<Float>(value), c1: .zero, c2: .zero, c3: .zero))
  }

  mutating func add(_ segment: ColorRamp.Segment) {
    switch segment.easing {
    case .hold:
      addConstant(segment.mix.color(at: 0), from: segment.start, to: segment.end)
    case .steps(let count, _) where count > 0 && count <= 256:
      // A step has the value of its middle.
      let width = (segment.end - segment.start) / Double(count)
      for step in 0..<count {
        let start = segment.start + width * Double(step)
        let end = step == count - 1 ? segment.end : segment.start + width * Double(step + 1)
        addConstant(segment.color(at: start + width / 2), from: start, to: end)
      }
    default:
      fit(segment, segment.start, segment.end, depth: 0)
    }
  }

  private mutating func fit(_ segment: ColorRamp.Segment, _ start: Double, _ end: Double, depth: Int) {
    // A piece without a Float between its ends contains no pixel.
    guard Float(start) < Float(end) else { return }
    let middle = (start + end) / 2
    let half = (end - start) / 2
    func exact(_ s: Double) -> SIMD4<Double> { segment.color(at: middle + half * s).premultiplied(encoding) }

    // Pass the cubic through the ends and the quarters.
    let (a, b, c, d) = (exact(-1), exact(-0.5), exact(0.5), exact(1))
    let (evenEnds, evenQuarters) = ((a + d) / 2, (b + c) / 2)
    let (oddEnds, oddQuarters) = ((d - a) / 2, (c - b) / 2)
    var p2 = (evenEnds - evenQuarters) * (4.0 / 3)
    let p0 = evenEnds - p2
    var p3 = (oddEnds - 2 * oddQuarters) * (4.0 / 3)
    let p1 = oddEnds - p3

    // Compare between them.
    var isGood = true
    for sample in 0..<7 {
      let s = Builder.samples[sample]
      let value = exact(s)
      let difference = value - (p0 + s * (p1 + s * (p2 + s * p3)))
      for index in 0..<4 where difference[index].magnitude > allowed(value[index], index) { isGood = false }
      noteGamut(value)
    }
    guard isGood || depth >= Builder.deepest else {
      fit(segment, start, middle, depth: depth + 1)
      fit(segment, middle, end, depth: depth + 1)
      return
    }
    noteGamut(a)
    noteGamut(d)
    if largest(p2) < 1e-9, largest(p3) < 1e-9 { (p2, p3) = (.zero, .zero) } else { isLinear = false }
    let scale = 1 / half
    var piece = ColorCurve.Piece(
      start: Float(start), end: Float(end), origin: Float(middle), c0: SIMD4<Float>(p0), c1: SIMD4<Float>(p1 * scale),
      c2: SIMD4<Float>(p2 * (scale * scale)), c3: SIMD4<Float>(p3 * (scale * scale * scale)))
    if half < 1e-9 { (piece.c1, piece.c2, piece.c3) = (.zero, .zero, .zero) }
    pieces.append(piece)
  }

  /// The error that stays invisible after encoding: linear light near black is stretched 13 times.
  private func allowed(_ value: Double, _ index: Int) -> Double {
    guard encoding == .linear, index < 3 else { return Builder.tolerance }
    return Builder.tolerance * Swift.max(0.0774, value.magnitude)
  }

  private func largest(_ v: SIMD4<Double>) -> Double {
    Swift.max(Swift.max(v.x.magnitude, v.y.magnitude), Swift.max(v.z.magnitude, v.w.magnitude))
  }

  private mutating func noteGamut(_ value: SIMD4<Double>) {
    for index in 0..<4 where !(value[index] >= -1e-12 && value[index] <= 1 + 1e-12) { isInGamut = false }
  }
}
