// Cell noise: the plane is divided among random points, one in each square of a lattice, and every place belongs to the nearest.
//
// Source: S. Worley, "A Cellular Texture Basis Function" (1996); distances to the borders after I. Quilez, "Voronoi edges" (2012).
// The nearest point is sought in nine squares, which is exact for points within the middle four fifths of their squares, and off
// by a few hundredths of a square at rare places beyond. Borders are sought among the 21 squares around that of the nearest point.
// Coordinates are counted in squares; beyond ±2³¹ they count as that.
// Cost for eight places: nearest point 300 operations, border 900, a third more where points move.

/// Cell noise; see the top of this file.
package enum CellNoise {
  /// How the points of a plane are placed.
  package struct Points {
    /// How far a point may be from the middle of its square: 0 in the middle, 1 anywhere in the square.
    package var jitter: Float8
    /// Where a point is on its way around its place, in turns; nil where points stand still.
    package var turns: Float8?
    package var seed: UInt32

    package init(jitter: Float8, turns: Float8?, seed: UInt32) {
      self.jitter = jitter
      self.turns = turns
      self.seed = seed
    }
  }

  /// The point that is nearest to eight places.
  package struct Nearest {
    /// Its distance, in squares.
    package var distance: Float8
    /// A random number that belongs to it, 0 ..< 1.
    package var identity: Float8
    /// Where it lies, relative to the place.
    var dx, dy: Float8
    /// Its square, relative to that of the place: −1, 0 or 1.
    var column, row: Float8
  }

  package static func nearest(_ x: Float8, _ y: Float8, _ points: Points) -> Nearest {
    let (left, _, tx) = NoiseLattice.cell(x, period: 0)
    let (top, _, ty) = NoiseLattice.cell(y, period: 0)
    var least = Float8(repeating: 100)
    var nearestBits = UInt32x8()
    var best = (dx: Float8(), dy: Float8(), column: Float8(), row: Float8())
    for row in -1...1 {
      for column in -1...1 {
        let hash = squareHash(left, top, column, row, points.seed)
        let place = position(hash, points)
        let dx = place.x + (Float(column) - tx)
        let dy = place.y + (Float(row) - ty)
        let squared = dx * dx + dy * dy
        let isNearer = squared .< least
        least = Lanes.select(isNearer, squared, least)
        nearestBits = nearestBits.replacing(with: hash, where: isNearer)
        best.dx = Lanes.select(isNearer, dx, best.dx)
        best.dy = Lanes.select(isNearer, dy, best.dy)
        best.column = Lanes.select(isNearer, Float8(repeating: Float(column)), best.column)
        best.row = Lanes.select(isNearer, Float8(repeating: Float(row)), best.row)
      }
    }
    return Nearest(
      distance: Lanes.sqrt(least), identity: PointHash.unit(NoiseLattice.hash(nearestBits &+ 0x68e3_1da4)),
      dx: best.dx, dy: best.dy, column: best.column, row: best.row)
  }

  /// The distance to the border of the cell that a place belongs to, in squares.
  package static func border(_ x: Float8, _ y: Float8, _ points: Points) -> Float8 {
    let near = nearest(x, y, points)
    let (left, _, tx) = NoiseLattice.cell(x, period: 0)
    let (top, _, ty) = NoiseLattice.cell(y, period: 0)
    let nearLeft = left &+ unsafeBitCast(Lanes.truncateInRange(near.column), to: UInt32x8.self)
    let nearTop = top &+ unsafeBitCast(Lanes.truncateInRange(near.row), to: UInt32x8.self)
    let (offsetX, offsetY) = (near.column - tx, near.row - ty)
    let nearSquared = near.dx * near.dx + near.dy * near.dy
    // The border to another point is the line half-way to it, at ½·n ÷ √m with n the difference of the squared distances and m the
    // squared distance of the two points. The least n² ÷ m is sought.
    var least = Float8(repeating: 100)
    for row in -2...2 {
      for column in -2...2 where (row != 0 || column != 0) && row * row + column * column < 8 {
        let place = position(squareHash(nearLeft, nearTop, column, row, points.seed), points)
        let dx = place.x + (offsetX + Float(column))
        let dy = place.y + (offsetY + Float(row))
        let n = Lanes.max(dx * dx + dy * dy - nearSquared, 0)
        let (wayX, wayY) = (dx - near.dx, dy - near.dy)
        let m = Lanes.max(wayX * wayX + wayY * wayY, 1e-6)
        least = Lanes.min(n * n / m, least)
      }
    }
    return Lanes.sqrt(least) * 0.5
  }

  @inline(__always)
  private static func squareHash(
    _ left: UInt32x8, _ top: UInt32x8, _ column: Int, _ row: Int, _ seed: UInt32
  ) -> UInt32x8 {
    let x = (left &+ UInt32(truncatingIfNeeded: column)) &* NoiseLattice.xFactor
    let y = (top &+ UInt32(truncatingIfNeeded: row)) &* NoiseLattice.yFactor
    return NoiseLattice.hash(x &+ y &+ seed)
  }

  /// Where the point of a square lies in it.
  @inline(__always)
  private static func position(_ hash: UInt32x8, _ points: Points) -> (x: Float8, y: Float8) {
    let bits = unsafeBitCast(hash, to: Int32x8.self)
    let first = Lanes.float(bits & 0xffff) * 0x1p-16
    let second = Lanes.float((bits &>> 16) & 0xffff) * 0x1p-16
    guard let turns = points.turns else {
      return (0.5 + (first - 0.5) * points.jitter, 0.5 + (second - 0.5) * points.jitter)
    }
    let radius = points.jitter * (0.25 + 0.25 * second)
    let angle = turns + first
    return (0.5 + roundWave(angle + 0.25) * radius, 0.5 + roundWave(angle) * radius)
  }

  /// A wave of parabolas in place of a sine: a way on which points circle need not be a circle.
  @inline(__always)
  private static func roundWave(_ turns: Float8) -> Float8 {
    let t = turns - Lanes.round(turns)
    return t * (8 - 16 * Lanes.abs(t))
  }
}
