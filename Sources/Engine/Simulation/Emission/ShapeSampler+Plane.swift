import Lanes

extension ShapeSampler {
  /// Random position on a flat shape in pixels, relative to the shape's centre.
  ///
  /// In the code `a` and `b` are independent random numbers of each particle, uniform in 0 ..< 1.
  ///
  /// - Parameters:
  ///   - width: pixels: the radius of circles, the outer radius of rings, the whole width of other shapes.
  ///   - height: pixels: the inner radius of rings, the whole height of other shapes.
  @_transparent
  func flatOffset(width: Float8, height: Float8, keys: ParticleKeys8) -> (x: Float8, y: Float8) {
    let a = keys.uniform(.positionA)
    switch kind {
    case .center: return (Float8(), Float8())
    case .lineEnds: return (Self.end(of: width, a), Float8())
    case .line: return (width * (a - 0.5), Float8())
    case .rectangleCorners:
      return (Self.end(of: width, a), Self.end(of: height, keys.uniform(.positionB)))
    case .rectangle: return (width * (a - 0.5), height * (keys.uniform(.positionB) - 0.5))
    case .rectangleOutline: return Self.rectangleOutline(width: width, height: height, a)
    case .circleOutline:
      let (sine, cosine) = Lanes.sincosTurns(a)
      return (width * cosine, width * sine)
    case .circle:
      // The area inside a radius grows as the radius's square: a square root makes the density even, here and below.
      let radius = width * Lanes.sqrt(keys.uniform(.positionB))
      let (sine, cosine) = Lanes.sincosTurns(a)
      return (radius * cosine, radius * sine)
    case .ellipse:
      let radius = Lanes.sqrt(keys.uniform(.positionB)) * 0.5
      let (sine, cosine) = Lanes.sincosTurns(a)
      return (width * radius * cosine, height * radius * sine)
    case .ellipseOutline: return Self.ellipseOutline(width: width, height: height, keys: keys)
    case .ring:
      let (outer, inner) = (width * width, height * height)
      let b = keys.uniform(.positionB)
      let radius = Lanes.sqrt(inner + (outer - inner) * b)
      let (sine, cosine) = Lanes.sincosTurns(a)
      return (radius * cosine, radius * sine)
    case .ringOutlines:
      // One of the two circles, with probabilities proportional to their lengths.
      let b = keys.uniform(.positionB)
      let radius = Lanes.select(b * (Lanes.abs(width) + Lanes.abs(height)) .< Lanes.abs(width), width, height)
      let (sine, cosine) = Lanes.sincosTurns(a)
      return (radius * cosine, radius * sine)
    case .outline:
      let point = outlinePoint(width: width, height: height, keys: keys)
      return (point.x, point.y)
    case .points, .triangles:
      return pieceOffset(a, width: width, height: height, keys: keys)
    case .picture: return pictureOffset(a, width: width, height: height, keys: keys)
    case .sphere, .sphereSurface, .cuboidCorners, .cuboidEdges, .cuboidFaces: return (Float8(), Float8())
    }
  }

  /// Position after the share `a` (0 ..< 1) of a rectangle's outline. The outline runs along the top, right, bottom and left side;
  /// its second half is the first half, mirrored at the centre.
  @_transparent
  private static func rectangleOutline(width: Float8, height: Float8, _ a: Float8) -> (x: Float8, y: Float8) {
    let (w, h) = (Lanes.abs(width), Lanes.abs(height))
    let distance = a * (2 * (w + h))
    let isSecondHalf = distance .>= w + h
    // Along the top from the left corner, then down the right side.
    let distanceInHalf = Lanes.select(isSecondHalf, distance - (w + h), distance)
    let isRightSide = distanceInHalf .>= w
    let x = Lanes.select(isRightSide, w * 0.5, distanceInHalf - w * 0.5)
    let y = Lanes.select(isRightSide, distanceInHalf - w - h * 0.5, h * -0.5)
    return (Lanes.select(isSecondHalf, -x, x), Lanes.select(isSecondHalf, -y, y))
  }

  /// Random position on an ellipse's outline, uniform by length, by rejection sampling. An angle φ is accepted with the probability
  /// l(φ) ÷ max(rx, ry), where l(φ) = √((rx·sin φ)² + (ry·cos φ)²) is the outline's length a radian. The last of 16 attempts is
  /// accepted in any case. On the flattest ellipse, whose acceptance rate is 2/π, that happens once in 10⁷ births.
  @inline(never)
  static func ellipseOutline(width: Float8, height: Float8, keys: ParticleKeys8) -> (x: Float8, y: Float8) {
    let (rx, ry) = (Lanes.abs(width) * 0.5, Lanes.abs(height) * 0.5)
    let maximumLength = Lanes.max(rx, ry)
    var (x, y) = (Float8(), Float8())
    // −1 in lanes that have not accepted an angle yet, else 0.
    var pending = Int32x8(repeating: -1)
    let channel = RandomChannel.ellipseOutline.rawValue
    // Each attempt uses two of the 32 channels of `RandomChannel.ellipseOutline`.
    for attempt in 0..<UInt32(16) {
      let angle = keys.uniform(channel: channel &+ 2 &* attempt)
      let threshold = keys.uniform(channel: channel &+ 2 &* attempt &+ 1)
      let (sine, cosine) = Lanes.sincosTurns(angle)
      let isPending = pending .!= Int32x8(repeating: 0)
      x = Lanes.select(isPending, rx * cosine, x)
      y = Lanes.select(isPending, ry * sine, y)
      let (tangentX, tangentY) = (rx * sine, ry * cosine)
      let length = Lanes.sqrt(tangentX * tangentX + tangentY * tangentY)
      pending.replace(with: Int32x8(repeating: 0), where: threshold * maximumLength .<= length)
      if pending == Int32x8(repeating: 0) { break }
    }
    return (x, y)
  }
}
