import Model

// Signed distances to the outlines of shapes: below 0 inside. After I. Quilez, "2D distance functions" (2020).

extension FieldFunction {
  static let shapes: [FieldFunction] = [
    FieldFunction(
      "circle", .shapes, [.vec2("p"), .number("radius")],
      "Distance to a circle around 0. As for all shapes, it is below 0 inside."
    ) { FieldVector($0[0].length - $0[1].x) },
    FieldFunction("ring", .shapes, [.vec2("p"), .number("radius"), .number("width")], "Distance to a ring around 0.") {
      call in
      FieldVector(call.builder.call(.abs, call[0].length - call[1].x) - call[2].x * 0.5)
    },
    FieldFunction(
      "box", .shapes, [.vec2("p"), .vec2("size")], "Distance to a rectangle about 0 with a width and height."
    ) {
      FieldVector(box($0, $0.builder.constant(0)))
    },
    FieldFunction(
      "roundedBox", .shapes, [.vec2("p"), .vec2("size"), .number("radius")],
      "Distance to a rectangle about 0 with round corners."
    ) { FieldVector(box($0, $0[2].x)) },
    FieldFunction(
      "segment", .shapes, [.vec2("p"), .vec2("a"), .vec2("b")], "Distance to the line from a to b, which has no width."
    ) { FieldVector(offsetFromSegment($0[0], from: $0[1], to: $0[2]).length) },
    FieldFunction(
      "polygon", .shapes, [.vec2("p"), .number("radius"), .number("sides")],
      "Distance to a regular polygon about 0 with a corner at the top."
    ) { call in
      // A polygon is a star whose inner corners are the middles of its sides, at a distance of radius · cos(π ÷ sides).
      let halfAngle = Double.pi / call[2].x
      return FieldVector(star(call, halfAngle: halfAngle, innerRadius: call[1].x * call.builder.call(.cos, halfAngle)))
    },
    FieldFunction(
      "star", .shapes, [.vec2("p"), .number("radius"), .number("points"), .number("inner")], required: 3,
      "Distance to a star about 0 with a point at the top; inner is the share of the radius at which its inner corners lie, 0.4 unless given."
    ) { call in
      FieldVector(star(call, halfAngle: Double.pi / call[2].x, innerRadius: call[1].x * call.number(3, or: 0.4)))
    },
    FieldFunction("heart", .shapes, [.vec2("p"), .number("size")], "Distance to a heart about 0.") {
      FieldVector(heart($0))
    },
    FieldFunction(
      "smin", .shapes, [.number("a"), .number("b"), .number("softness")],
      "The smaller of two distances, melted together over a softness: the union of two shapes."
    ) { call in FieldVector(smoothMinimum(call[0].x, call[1].x, call[2].x)) },
    FieldFunction(
      "smax", .shapes, [.number("a"), .number("b"), .number("softness")],
      "The larger of two distances, melted together: what two shapes have in common."
    ) { call in FieldVector(-smoothMinimum(-call[0].x, -call[1].x, call[2].x)) },
    FieldFunction(
      "fill", .shapes, [.number("distance"), .number("softness")], required: 1,
      "1 inside of a shape, 0 outside, by its distance in points. The edge is one pixel soft, and softness points more."
    ) { call in
      let edgeWidth = call.builder.input(.pixel) + call.number(1, or: 0.0)
      return FieldVector(clamped(0.5 - call[0].x / edgeWidth))
    },
    FieldFunction(
      "stroke", .shapes, [.number("distance"), .number("width"), .number("softness")], required: 2,
      "1 on the outline of a shape, by its distance in points: a line with a width."
    ) { call in
      let edgeWidth = call.builder.input(.pixel) + call.number(2, or: 0)
      let distanceToLine = call.builder.call(.abs, call[0].x) - call[1].x * 0.5
      return FieldVector(clamped(0.5 - distanceToLine / edgeWidth))
    },
    FieldFunction(
      "glow", .shapes, [.number("distance"), .number("radius")],
      "Light around a shape: 1 on its outline and inside, a quarter at the radius, and ever less beyond."
    ) { call in
      // 1 ÷ (1 + distance ÷ radius)²
      let distanceInRadii = call.builder.call(.max, call[0].x, call.builder.constant(0)) / call[1].x
      let base = distanceInRadii + 1
      return FieldVector(1 / (base * base))
    },
  ]

  /// A value clamped to 0...1.
  private static func clamped(_ value: FieldValue) -> FieldValue {
    let builder = value.builder
    return builder.call(.clamp, value, builder.constant(0), builder.constant(1))
  }

  /// The signed distance to a rectangle about 0.
  ///
  /// - Parameters:
  ///   - call: the place, and the width and height.
  ///   - radius: radius of the rounded corners.
  private static func box(_ call: FieldCall, _ radius: FieldValue) -> FieldValue {
    let builder = call.builder
    let zero = builder.constant(0)
    let x = builder.call(.abs, call[0].x) - (call[1].x * 0.5 - radius)
    let y = builder.call(.abs, call[0].y) - (call[1].y * 0.5 - radius)
    let outside = FieldVector(builder.call(.max, x, zero), builder.call(.max, y, zero)).length
    let inside = builder.call(.min, builder.call(.max, x, y), zero)
    return outside + inside - radius
  }

  /// The vector to p from the nearest point of the line segment from a to b.
  private static func offsetFromSegment(_ p: FieldVector, from a: FieldVector, to b: FieldVector) -> FieldVector {
    let (fromStart, line) = (p - a, b - a)
    return fromStart - line * clamped(FieldVector.dot(fromStart, line) / FieldVector.dot(line, line))
  }

  /// The signed distance to a star with a tip at the top. A star is symmetric, so the place is folded into the sector between one
  /// tip and the next inner corner.
  ///
  /// - Parameters:
  ///   - call: the place, and the distance of the tips from 0.
  ///   - halfAngle: half of the angle from one tip to the next, in radians.
  ///   - innerRadius: the distance of inner corners from 0.
  private static func star(_ call: FieldCall, halfAngle: FieldValue, innerRadius: FieldValue) -> FieldValue {
    let builder = call.builder
    let p = call[0]
    // The angle from the top, clockwise.
    let angle = builder.call(.atan2, p.x, -p.y)
    let folded = builder.call(.abs, builder.call(.mod, angle + halfAngle, halfAngle * 2) - halfAngle)
    let length = p.length
    let foldedPlace = FieldVector(length * builder.call(.cos, folded), length * builder.call(.sin, folded))
    let tip = FieldVector(call[1].x, builder.constant(0))
    let corner = FieldVector(innerRadius * builder.call(.cos, halfAngle), innerRadius * builder.call(.sin, halfAngle))
    let (side, fromTip) = (corner - tip, foldedPlace - tip)
    // The sign of the cross product tells on which side of the outline the folded place lies.
    let isInside = builder.call(.greater, side.x * fromTip.y - side.y * fromTip.x, builder.constant(0))
    let distance = offsetFromSegment(foldedPlace, from: tip, to: corner).length
    return builder.call(.choose, isInside, -distance, distance)
  }

  /// The signed distance to a heart about 0. With y upwards, its outline consists of arcs of the circles around (±1/4, 3/4) with
  /// radius √(1/8), and of the lines y = ±x from them down to the tip at the origin.
  private static func heart(_ call: FieldCall) -> FieldValue {
    let builder = call.builder
    let zero = builder.constant(0)
    // The heart is about 1.1 units high, and its middle is 0.55 units above the tip.
    let scale = call[1].x / 1.1
    let x = builder.call(.abs, call[0].x / scale)
    let y = 0.55 - call[0].y / scale
    let lobeDistance = FieldVector(x - 0.25, y - 0.75).length - 0.125.squareRoot()
    // The lobes meet in the notch (0, 1). The line's point nearest to (x, y) is (onLine, onLine).
    let fromNotch = FieldVector(x, y - 1)
    let onLine = builder.call(.max, x + y, zero) * 0.5
    let fromLine = FieldVector(x - onLine, y - onLine)
    let nearest = builder.call(
      .sqrt, builder.call(.min, FieldVector.dot(fromNotch, fromNotch), FieldVector.dot(fromLine, fromLine)))
    let lowerDistance = nearest * builder.call(.sign, x - y)
    let isAtLobe = builder.call(.greater, x + y, builder.constant(1))
    return builder.call(.choose, isAtLobe, lobeDistance, lowerDistance) * scale
  }

  /// min(a, b) − overlap² ÷ (4 · softness), with overlap = max(softness − |a − b|, 0): the smaller of two numbers, and a little
  /// less where they differ by less than the softness. After the quadratic polynomial of I. Quilez, "Smooth minimum" (2013). A
  /// softness of 0 gives the plain minimum, because dividing by 0 gives 0 in formulas.
  private static func smoothMinimum(_ a: FieldValue, _ b: FieldValue, _ softness: FieldValue) -> FieldValue {
    let builder = a.builder
    let overlap = builder.call(.max, softness - builder.call(.abs, a - b), builder.constant(0))
    return builder.call(.min, a, b) - overlap * overlap * (0.25 / softness)
  }
}
