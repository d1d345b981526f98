// The cells of a mesh as Coons patches.

extension MeshSurface {
  /// A cubic Bézier curve.
  struct CubicCurve {
    let p0, p1, p2, p3: Point

    /// Whether all control points satisfy a test.
    func allPoints(_ test: (Point) -> Bool) -> Bool { test(p0) && test(p1) && test(p2) && test(p3) }

    /// The control point with an index of 0...3.
    func controlPoint(_ index: Int) -> Point {
      switch index {
      case 0: p0
      case 1: p1
      case 2: p2
      default: p3
      }
    }

    /// The point at a parameter of 0...1.
    func point(at t: Double) -> Point {
      // Sides that meet must end in exactly the same point.
      if t >= 1 { return p3 }
      let s = 1 - t
      return p0 * (s * s * s) + p1 * (3 * s * s * t) + p2 * (3 * s * t * t) + p3 * (t * t * t)
    }
  }

  /// The sixteen control points of a cell as a bicubic Bézier patch: (i, j) has the index 4j + i.
  struct CoonsNet {
    private var points = InlineArray<16, Point>(repeating: Point(0, 0))

    init(_ surface: MeshSurface, _ column: Int, _ row: Int) {
      // Coons: top and bottom interpolated, plus left and right interpolated, minus the corners interpolated.
      let top = surface.rowSide(column: column, row: row)
      let bottom = surface.rowSide(column: column, row: row + 1)
      let left = surface.columnSide(column: column, row: row)
      let right = surface.columnSide(column: column + 1, row: row)
      for j in 0..<4 {
        let v = Double(j) / 3
        for i in 0..<4 {
          let u = Double(i) / 3
          let down = top.controlPoint(i) * (1 - v) + bottom.controlPoint(i) * v
          let along = left.controlPoint(j) * (1 - u) + right.controlPoint(j) * u
          let upperCorners = top.p0 * (1 - u) + top.p3 * u
          let lowerCorners = bottom.p0 * (1 - u) + bottom.p3 * u
          let corners = upperCorners * (1 - v) + lowerCorners * v
          points[4 * j + i] = down + along - corners
        }
      }
    }

    /// Upper bounds of the lengths of the second derivatives along u (`along`), along v (`down`), and of the mixed derivative, for u and v
    /// from 0 to 1. Along u or v the bound is 3·2 = 6 times the greatest second difference of the control points, for the mixed derivative
    /// 3·3 = 9 times the greatest mixed difference.
    var curvatures: (along: Double, down: Double, mixed: Double) {
      func length(_ p: Point) -> Double { (p.x * p.x + p.y * p.y).squareRoot() }
      var (along, down, mixed) = (0.0, 0.0, 0.0)
      for j in 0..<4 {
        for i in 0..<4 {
          let p = points[4 * j + i]
          if i < 2 { along = max(along, length(p - 2 * points[4 * j + i + 1] + points[4 * j + i + 2])) }
          if j < 2 { down = max(down, length(p - 2 * points[4 * j + i + 4] + points[4 * j + i + 8])) }
          if i < 3, j < 3 {
            mixed = max(
              mixed, length(p - points[4 * j + i + 1] - points[4 * j + i + 4] + points[4 * j + i + 5]))
          }
        }
      }
      return (6 * along, 6 * down, 9 * mixed)
    }
  }
}
