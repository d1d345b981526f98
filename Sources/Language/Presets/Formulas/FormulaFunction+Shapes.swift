import Model

// Signed distances to the outlines of shapes: below 0 inside. After I. Quilez, "2D distance functions" (2020).

extension FormulaFunction {
  static let shapes: [FormulaFunction] = [
    FormulaFunction(
      "circle", .shapes, [.vec2("p"), .number("radius")],
      "Distance to a circle around 0. As for all shapes, it is below 0 inside."
    ) { FormulaVector($0[0].length - $0[1].x) },
    FormulaFunction("ring", .shapes, [.vec2("p"), .number("radius"), .number("width")], "Distance to a ring around 0.")
    {
      call in
      FormulaVector(call.builder.call(.absolute, call[0].length - call[1].x) - call[2].x * 0.5)
    },
    FormulaFunction(
      "box", .shapes, [.vec2("p"), .vec2("size")], "Distance to a rectangle about 0 with a width and height."
    ) {
      FormulaVector(box($0, $0.builder.constant(0)))
    },
    FormulaFunction(
      "roundedBox", .shapes, [.vec2("p"), .vec2("size"), .number("radius")],
      "Distance to a rectangle about 0 with round corners."
    ) { FormulaVector(box($0, $0[2].x)) },
    FormulaFunction(
      "segment", .shapes, [.vec2("p"), .vec2("a"), .vec2("b")], "Distance to the line from a to b, which has no width."
    ) { FormulaVector(offsetFromSegment($0[0], from: $0[1], to: $0[2]).length) },
    FormulaFunction(
      "polygon", .shapes, [.vec2("p"), .number("radius"), .number("sides")],
      "Distance to a regular polygon about 0 with a corner at the top."
    ) { call in
      // A polygon is a star whose inner corners are the middles of its sides, at a distance of radius · cos(π ÷ sides).
      let halfAngle = Double.pi / call[2].x
      return FormulaVector(star(call, halfAngle: halfAngle, innerRadius: call[1].x * halfAngle.cosine))
    },
    FormulaFunction(
      "star", .shapes, [.vec2("p"), .number("radius"), .number("points"), .number("inner")], required: 3,
      "Distance to a star about 0 with a point at the top; inner is the share of the radius at which its inner corners lie, 0.4 unless given."
    ) { call in
      FormulaVector(star(call, halfAngle: Double.pi / call[2].x, innerRadius: call[1].x * call.number(3, or: 0.4)))
    },
    FormulaFunction("heart", .shapes, [.vec2("p"), .number("size")], "Distance to a heart about 0.") {
      FormulaVector(heart($0))
    },
    FormulaFunction(
      "smin", .shapes, [.number("a"), .number("b"), .number("softness")],
      "The smaller of two distances, melted together over a softness: the union of two shapes."
    ) { call in FormulaVector(smoothMinimum(call[0].x, call[1].x, call[2].x)) },
    FormulaFunction(
      "smax", .shapes, [.number("a"), .number("b"), .number("softness")],
      "The larger of two distances, melted together: what two shapes have in common."
    ) { call in FormulaVector(-smoothMinimum(-call[0].x, -call[1].x, call[2].x)) },
    FormulaFunction(
      "fill", .shapes, [.number("distance"), .number("softness")], required: 1,
      "1 inside of a shape, 0 outside, by its distance in points. The edge is one pixel soft, and softness points more."
    ) { call in
      let edgeWidth = call.builder.input(.pixel) + call.number(1, or: 0.0)
      return FormulaVector(clamped(0.5 - call[0].x / edgeWidth))
    },
    FormulaFunction(
      "stroke", .shapes, [.number("distance"), .number("width"), .number("softness")], required: 2,
      "1 on the outline of a shape, by its distance in points: a line with a width."
    ) { call in
      let edgeWidth = call.builder.input(.pixel) + call.number(2, or: 0)
      let distanceToLine = call.builder.call(.absolute, call[0].x) - call[1].x * 0.5
      return FormulaVector(clamped(0.5 - distanceToLine / edgeWidth))
    },
    FormulaFunction(
      "glow", .shapes, [.number("distance"), .number("radius")],
      "Light around a shape: 1 on its outline and inside, a quarter at the radius, and ever less beyond."
    ) { call in
      // 1 ÷ (1 + distance ÷ radius)²
      let distanceInRadii = call.builder.call(.maximum, call[0].x, call.builder.constant(0)) / call[1].x
      let base = distanceInRadii + 1
      return FormulaVector(1 / (base * base))
    },
  ]

  /// A value clamped to 0...1.
  private static func clamped(_ value: FormulaValue) -> FormulaValue {
    let builder = value.builder
    return builder.call(.clamp, value, builder.constant(0), builder.constant(1))
  }

  /// The signed distance to a rectangle about 0.
  ///
  /// - Parameters:
  ///   - call: the place, and the width and height.
  ///   - radius: radius of the rounded corners.
  private static func box(_ call: FormulaCall, _ radius: FormulaValue) -> FormulaValue {
    let builder = call.builder
    let zero = builder.constant(0)
    let x = builder.call(.absolute, call[0].x) - (call[1].x * 0.5 - radius)
    let y = builder.call(.absolute, call[0].y) - (call[1].y * 0.5 - radius)
    let outside = FormulaVector(builder.call(.maximum, x, zero), builder.call(.maximum, y, zero)).length
    let inside = builder.call(.minimum, builder.call(.maximum, x, y), zero)
    return outside + inside - radius
  }

  /// The vector to p from the nearest point of the line segment from a to b.
  private static func offsetFromSegment(_ p: FormulaVector, from a: FormulaVector, to b: FormulaVector) -> FormulaVector
  {
    let (fromStart, line) = (p - a, b - a)
    return fromStart - line * clamped(FormulaVector.dot(fromStart, line) / FormulaVector.dot(line, line))
  }

  /// The signed distance to a star with a tip at the top. A star is symmetric, so the place is folded into the sector between one
  /// tip and the next inner corner.
  ///
  /// - Parameters:
  ///   - call: the place, and the distance of the tips from 0.
  ///   - halfAngle: half of the angle from one tip to the next, in radians.
  ///   - innerRadius: the distance of inner corners from 0.
  private static func star(_ call: FormulaCall, halfAngle: FormulaValue, innerRadius: FormulaValue) -> FormulaValue {
    let builder = call.builder
    let p = call[0]
    // The angle from the top, clockwise.
    let angle = builder.call(.arcTangent, p.x, -p.y)
    let folded = builder.call(.absolute, builder.call(.remainder, angle + halfAngle, halfAngle * 2) - halfAngle)
    let length = p.length
    let foldedPlace = FormulaVector(length * folded.cosine, length * folded.sine)
    let tip = FormulaVector(call[1].x, builder.constant(0))
    let corner = FormulaVector(innerRadius * halfAngle.cosine, innerRadius * halfAngle.sine)
    let (side, fromTip) = (corner - tip, foldedPlace - tip)
    // The sign of the cross product tells on which side of the outline the folded place lies.
    let isInside = builder.call(.greater, side.x * fromTip.y - side.y * fromTip.x, builder.constant(0))
    let distance = offsetFromSegment(foldedPlace, from: tip, to: corner).length
    return builder.call(.choose, isInside, -distance, distance)
  }

  /// The signed distance to a heart about 0. With y upwards, its outline consists of arcs of the circles around (±1/4, 3/4) with
  /// radius √(1/8), and of the lines y = ±x from them down to the tip at the origin.
  private static func heart(_ call: FormulaCall) -> FormulaValue {
    let builder = call.builder
    let zero = builder.constant(0)
    // The heart is about 1.1 units high, and its middle is 0.55 units above the tip.
    let scale = call[1].x / 1.1
    let x = builder.call(.absolute, call[0].x / scale)
    let y = 0.55 - call[0].y / scale
    let lobeDistance = FormulaVector(x - 0.25, y - 0.75).length - 0.125.squareRoot()
    // The lobes meet in the notch (0, 1). The line's point nearest to (x, y) is (onLine, onLine).
    let fromNotch = FormulaVector(x, y - 1)
    let onLine = builder.call(.maximum, x + y, zero) * 0.5
    let fromLine = FormulaVector(x - onLine, y - onLine)
    let nearest = builder.call(
      .squareRoot,
      builder.call(.minimum, FormulaVector.dot(fromNotch, fromNotch), FormulaVector.dot(fromLine, fromLine)))
    let lowerDistance = nearest * builder.call(.sign, x - y)
    let isAtLobe = builder.call(.greater, x + y, builder.constant(1))
    return builder.call(.choose, isAtLobe, lobeDistance, lowerDistance) * scale
  }

  /// min(a, b) − overlap² ÷ (4 · softness), with overlap = max(softness − |a − b|, 0): the smaller of two numbers, and a little
  /// less where they differ by less than the softness. After the quadratic polynomial of I. Quilez, "Smooth minimum" (2013). A
  /// softness of 0 gives the plain minimum, because dividing by 0 gives 0 in formulas.
  private static func smoothMinimum(_ a: FormulaValue, _ b: FormulaValue, _ softness: FormulaValue) -> FormulaValue {
    let builder = a.builder
    let overlap = builder.call(.maximum, softness - builder.call(.absolute, a - b), builder.constant(0))
    return builder.call(.minimum, a, b) - overlap * overlap * (0.25 / softness)
  }
}
