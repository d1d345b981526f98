import Lanes

/// Eight points of an outline and the outline's directions there, one in each lane.
struct OutlinePoint {
  /// Position relative to the shape's centre: pixels once the point is scaled (`scale`).
  var x = Float8()
  var y = Float8()
  /// Derivative of the position by the piece's curve parameter. It points in the direction in which the outline is drawn.
  var tangentX = Float8()
  var tangentY = Float8()
  /// 1 where the outward normal points to the left of the tangent, −1 where the normal points to the right.
  var outwardSign = Float8(repeating: 1)
}

// Births on polygons and paths, and on a picture's points and outline: a piece is chosen, then a point of the piece (`ShapePieces`).

extension ShapeSampler {
  /// Random one of the shape's points (`Kind.points`), or random position in the area of a polygon or path (`Kind.triangles`), in pixels
  /// relative to the emitter's position.
  ///
  /// - Parameter a: random numbers that choose the piece.
  @inline(never)
  func pieceOffset(_ a: Float8, width: Float8, height: Float8, keys: ParticleKeys8) -> (x: Float8, y: Float8) {
    var (x, y) = (Float8(), Float8())
    let b = keys.uniform(.positionB)
    let root = Lanes.sqrt(keys.uniform(.positionC))
    for lane in 0..<8 {
      let piece = piece(at: a[lane])
      let offset: SIMD2<Float>
      if kind == .points {
        offset = points[piece]
      } else {
        // (1 − root)·first + root·((1 − b)·second + b·third) is uniform in a triangle.
        let (first, second, third) = (points[3 * piece], points[3 * piece + 1], points[3 * piece + 2])
        offset = first + ((second - first) + (third - second) * b[lane]) * root[lane]
      }
      x[lane] = offset.x
      y[lane] = offset.y
    }
    guard scaling != .unscaled else { return (x, y) }
    let scale = scale(width: width, height: height)
    return (x * scale.x, y * scale.y)
  }

  /// Random point of the outline of a polygon, path or picture, uniform by length.
  @inline(never)
  func outlinePoint(width: Float8, height: Float8, keys: ParticleKeys8) -> OutlinePoint {
    let point = outlinePoint(keys.uniform(.positionA), keys.uniform(.positionB))
    guard scaling != .unscaled else { return point }
    let scale = scale(width: width, height: height)
    func scaled(_ point: OutlinePoint) -> OutlinePoint {
      var scaled = point
      (scaled.x, scaled.y) = (point.x * scale.x, point.y * scale.y)
      (scaled.tangentX, scaled.tangentY) = (point.tangentX * scale.x, point.tangentY * scale.y)
      // Mirroring the shape exchanges left and right, and so moves the outward normal to the other side of the tangent.
      let isMirrored = (scale.x * scale.y) .< Float8(repeating: 0)
      scaled.outwardSign = Lanes.select(isMirrored, -point.outwardSign, point.outwardSign)
      return scaled
    }
    guard aspectMayVaryOverTime else { return scaled(point) }
    // Rejection sampling, as in `ellipseOutline`. A point is accepted with the probability f ÷ (largest possible f), where f is the
    // factor by which the scaling lengthens the outline at the point. The last of 16 attempts is accepted in any case.
    let maximumFactor = Lanes.max(Lanes.abs(scale.x), Lanes.abs(scale.y))
    var result = OutlinePoint()
    // −1 in lanes that have not accepted a point yet, else 0.
    var pending = Int32x8(repeating: -1)
    let channel = RandomChannel.shapeOutline.rawValue
    // Each attempt uses three of the 48 channels of `RandomChannel.shapeOutline`.
    for attempt in 0..<UInt32(16) {
      let first = channel &+ 3 &* attempt
      let unscaled = outlinePoint(keys.uniform(channel: first), keys.uniform(channel: first &+ 1))
      let candidate = scaled(unscaled)
      let isPending = pending .!= Int32x8(repeating: 0)
      result.x = Lanes.select(isPending, candidate.x, result.x)
      result.y = Lanes.select(isPending, candidate.y, result.y)
      result.tangentX = Lanes.select(isPending, candidate.tangentX, result.tangentX)
      result.tangentY = Lanes.select(isPending, candidate.tangentY, result.tangentY)
      result.outwardSign = Lanes.select(isPending, candidate.outwardSign, result.outwardSign)
      let threshold = keys.uniform(channel: first &+ 2)
      let length = Lanes.sqrt(unscaled.tangentX * unscaled.tangentX + unscaled.tangentY * unscaled.tangentY)
      let scaledLength = Lanes.sqrt(
        candidate.tangentX * candidate.tangentX + candidate.tangentY * candidate.tangentY)
      pending.replace(with: Int32x8(repeating: 0), where: threshold * maximumFactor * length .<= scaledLength)
      if pending == Int32x8(repeating: 0) { break }
    }
    return result
  }

  /// The unscaled point at the curve parameter `b` of the piece that `a` chooses; both are in 0 ..< 1.
  @inline(__always)
  private func outlinePoint(_ a: Float8, _ b: Float8) -> OutlinePoint {
    var point = OutlinePoint()
    for lane in 0..<8 {
      let piece = outlinePieces[piece(at: a[lane])]
      let u = b[lane]
      let v = 1 - u
      // Cubic Hermite curve: from + straight·u + (startBend·v − endBend·u)·u·v, and its derivative by u.
      let straight = piece.to - piece.from
      // For a straight piece the bends are 0, and the position is from + straight·u to the last bit.
      let position = (piece.from + straight * u) + (piece.startBend * v - piece.endBend * u) * (u * v)
      let tangent = straight + piece.startBend * (v * (1 - 3 * u)) - piece.endBend * (u * (2 - 3 * u))
      (point.x[lane], point.y[lane]) = (position.x, position.y)
      (point.tangentX[lane], point.tangentY[lane]) = (tangent.x, tangent.y)
      point.outwardSign[lane] = piece.outwardSign
    }
    return point
  }

  /// Index of the piece that the random number `a` in 0 ..< 1 chooses: the first whose cumulative probability is above `a`.
  @inline(__always)
  private func piece(at a: Float) -> Int {
    var (low, high) = (0, pieceCount - 1)
    while low < high {
      let middle = (low + high) / 2
      if a >= cumulativeProbabilities[middle] { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Pixels in one unit of the pieces' positions; not for `Scaling.unscaled`.
  @inline(__always)
  func scale(width: Float8, height: Float8) -> (x: Float8, y: Float8) {
    if scaling == .stretched { return (width * 0.5, height * 0.5) }
    let scale = Lanes.min(width * inverseBoxSize.x, height * inverseBoxSize.y)
    return (scale, scale)
  }
}
