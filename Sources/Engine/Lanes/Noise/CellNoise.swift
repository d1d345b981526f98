// Cell noise: each square of a lattice has a random point. The plane is divided into a region for each point, in which no other
// point is nearer.
//
// Source: S. Worley, "A Cellular Texture Basis Function" (1996); distances to the borders of regions after I. Quilez, "Voronoi
// edges" (2012). The nearest point is sought in nine squares. The result is exact if points lie within the middle four fifths of
// their squares; otherwise the distance is, at rare places, too large by a few hundredths of a square. For the nearest border,
// the 5 × 5 squares around the nearest point's square are searched, without the four at the corners. Coordinates are counted in
// squares and clamped to ±2³¹. Eight places that lie in the squares of the eight before find their points in `CellMemory`.

/// Cell noise; see the top of this file.
package enum CellNoise {
  /// How the points are placed in their squares.
  package struct Points {
    /// How far a point may be from the middle of its square: at 0 it is in the middle, at 1 anywhere in the square.
    package var jitter: Float8
    /// The phase of the points on their orbits, in turns; nil if the points stand still.
    package var orbitTurns: Float8?
    package var seed: UInt32

    package init(jitter: Float8, orbitTurns: Float8?, seed: UInt32) {
      self.jitter = jitter
      self.orbitTurns = orbitTurns
      self.seed = seed
    }
  }

  /// For each of eight places, the point nearest to it.
  package struct Nearest {
    /// Distance of the point from the place, in squares.
    package var distance: Float8
    /// Random number of the point, 0 ..< 1.
    package var identity: Float8
    /// The point's position minus the place.
    var dx, dy: Float8
    /// The column and the row of the point's square minus those of the place's square: −1, 0 or 1.
    var column, row: Float8
  }

  /// The point that is nearest to each of the eight places (x, y), whose coordinates are counted in squares.
  package static func nearest(_ x: Float8, _ y: Float8, _ points: Points, _ memory: inout CellMemory) -> Nearest {
    let (xPoints, tx) = NoiseLattice.cell(x, period: 0)
    let (yPoints, ty) = NoiseLattice.cell(y, period: 0)
    memory.near.move(to: xPoints.low, yPoints.low, points)
    // 100 is greater than any squared distance to a point of the nine squares.
    var leastSquared = Float8(repeating: 100)
    var nearestHash = UInt32x8()
    var best = (dx: Float8(), dy: Float8(), column: Float8(), row: Float8())
    memory.near.eachSquare { index, column, row in
      let dx = memory.near.x(index) + (Float(column) - tx)
      let dy = memory.near.y(index) + (Float(row) - ty)
      let squared = dx * dx + dy * dy
      let isNearer = squared .< leastSquared
      leastSquared = Lanes.select(isNearer, squared, leastSquared)
      nearestHash = nearestHash.replacing(with: memory.near.hash(index), where: isNearer)
      best.dx = Lanes.select(isNearer, dx, best.dx)
      best.dy = Lanes.select(isNearer, dy, best.dy)
      best.column = Lanes.select(isNearer, Float8(repeating: Float(column)), best.column)
      best.row = Lanes.select(isNearer, Float8(repeating: Float(row)), best.row)
    }
    // An arbitrary constant is added before the second hash, so that the identity has nothing to do with the point's position.
    return Nearest(
      distance: Lanes.sqrt(leastSquared), identity: PointHash.uniform(NoiseLattice.hash(nearestHash &+ 0x68e3_1da4)),
      dx: best.dx, dy: best.dy, column: best.column, row: best.row)
  }

  /// The distance from each of the eight places (x, y) to the border of the region in which it lies, in squares.
  package static func borderDistance(
    _ x: Float8, _ y: Float8, _ points: Points, _ memory: inout CellMemory
  ) -> Float8 {
    let near = nearest(x, y, points, &memory)
    let (xPoints, tx) = NoiseLattice.cell(x, period: 0)
    let (yPoints, ty) = NoiseLattice.cell(y, period: 0)
    memory.wide.move(
      to: xPoints.low &+ unsafeBitCast(Lanes.truncateInRange(near.column), to: UInt32x8.self),
      yPoints.low &+ unsafeBitCast(Lanes.truncateInRange(near.row), to: UInt32x8.self), points)
    let (offsetX, offsetY) = (near.column - tx, near.row - ty)
    let nearSquared = near.dx * near.dx + near.dy * near.dy
    // The border between the nearest and another point is the line half-way between them. The distance from the place to that
    // line is ½·n ÷ √m, where n is the difference of the points' squared distances from the place, and m the squared distance
    // between the points. The least n² ÷ m is sought; it is below 100.
    var leastRatio = Float8(repeating: 100)
    memory.wide.eachSquare { index, column, row in
      let dx = memory.wide.x(index) + (offsetX + Float(column))
      let dy = memory.wide.y(index) + (offsetY + Float(row))
      let n = Lanes.max(dx * dx + dy * dy - nearSquared, 0)
      let (betweenX, betweenY) = (dx - near.dx, dy - near.dy)
      // At least 10⁻⁶, in case two points coincide.
      let m = Lanes.max(betweenX * betweenX + betweenY * betweenY, 1e-6)
      leastRatio = Lanes.min(n * n / m, leastRatio)
    }
    return Lanes.sqrt(leastRatio) * 0.5
  }

  /// The position of a square's point relative to the square's upper left corner, given the square's hash.
  @inline(__always)
  static func position(_ hash: UInt32x8, _ points: Points) -> (x: Float8, y: Float8) {
    let bits = unsafeBitCast(hash, to: Int32x8.self)
    let first = Lanes.float(bits & 0xffff) * 0x1p-16
    let second = Lanes.float((bits &>> 16) & 0xffff) * 0x1p-16
    guard let turns = points.orbitTurns else {
      return (0.5 + (first - 0.5) * points.jitter, 0.5 + (second - 0.5) * points.jitter)
    }
    let radius = points.jitter * (0.25 + 0.25 * second)
    let angle = turns + first
    return (0.5 + parabolicWave(angle + 0.25) * radius, 0.5 + parabolicWave(angle) * radius)
  }

  /// A wave like a sine, made of parabolas: t·(8 − 16·|t|) for t in −½...½, repeated with a period of 1. It is cheaper than a
  /// sine; the orbits of the points are then no exact circles.
  @inline(__always)
  private static func parabolicWave(_ turns: Float8) -> Float8 {
    let t = turns - Lanes.round(turns)
    return t * (8 - 16 * Lanes.abs(t))
  }
}
