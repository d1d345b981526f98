/// A slow and simple reference for the coverage of a mesh without handles: it splits each cell into many plain triangles and takes
/// 16 × 16 samples of each pixel.
struct FoldedSurface {
  typealias Point = SIMD2<Double>

  private let columns: Int
  private let points: [Point]
  /// A cell has this many pairs of triangles along each side.
  private static let steps = 48

  init(
    _ points: [(Double, Double)], columns: Int, frame: (x: Double, y: Double, width: Double, height: Double)
  ) {
    self.columns = columns
    self.points = points.map { Point(frame.x + $0.0 * frame.width, frame.y + $0.1 * frame.height) }
  }

  func coverage(width: Int, height: Int) -> [Double] {
    let (sampleColumns, sampleRows) = (16 * width, 16 * height)
    var isCovered = [Bool](repeating: false, count: sampleColumns * sampleRows)
    forEachTriangle { a, b, c in
      let minimum = Point(min(a.x, b.x, c.x), min(a.y, b.y, c.y)) * 16
      let maximum = Point(max(a.x, b.x, c.x), max(a.y, b.y, c.y)) * 16
      let (left, right) = (max(0, Int(minimum.x.rounded(.down))), min(sampleColumns - 1, Int(maximum.x.rounded(.up))))
      let (top, bottom) = (max(0, Int(minimum.y.rounded(.down))), min(sampleRows - 1, Int(maximum.y.rounded(.up))))
      if left > right || top > bottom { return }
      for y in top...bottom {
        for x in left...right {
          let sample = Point(Double(x) + 0.5, Double(y) + 0.5) / 16
          let (e, f, g) = (orientation(a, b, sample), orientation(b, c, sample), orientation(c, a, sample))
          // A side belongs to both triangles that share it.
          if (e >= 0 && f >= 0 && g >= 0) || (e <= 0 && f <= 0 && g <= 0) { isCovered[y * sampleColumns + x] = true }
        }
      }
    }
    return (0..<width * height).map { index in
      let (x, y) = (index % width, index / width)
      var count = 0
      for row in 16 * y..<16 * y + 16 {
        for column in 16 * x..<16 * x + 16 where isCovered[row * sampleColumns + column] { count += 1 }
      }
      return Double(count) / 256
    }
  }

  /// Twice the signed area of a triangle.
  private func orientation(_ a: Point, _ b: Point, _ c: Point) -> Double {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }

  private func forEachTriangle(_ body: (Point, Point, Point) -> Void) {
    for row in 0..<points.count / columns - 1 {
      for column in 0..<columns - 1 {
        func node(_ x: Int, _ y: Int) -> Point {
          point(column, row, Double(x) / Double(FoldedSurface.steps), Double(y) / Double(FoldedSurface.steps))
        }
        for y in 0..<FoldedSurface.steps {
          for x in 0..<FoldedSurface.steps {
            body(node(x, y), node(x + 1, y), node(x, y + 1))
            body(node(x + 1, y), node(x, y + 1), node(x + 1, y + 1))
          }
        }
      }
    }
  }

  /// A point of a Coons patch: the sum of the interpolations between both pairs of sides, minus that between the corners.
  private func point(_ column: Int, _ row: Int, _ u: Double, _ v: Double) -> Point {
    let rows = points.count / columns
    func corner(_ x: Int, _ y: Int) -> Point { points[(row + y) * columns + column + x] }
    func along(_ y: Int, _ t: Double) -> Point { side((row + y) * columns, step: 1, columns, column, t) }
    func down(_ x: Int, _ t: Double) -> Point { side(column + x, step: columns, rows, row, t) }
    let betweenRows = along(0, u) * (1 - v) + along(1, u) * v
    let betweenColumns = down(0, v) * (1 - u) + down(1, v) * u
    let above = corner(0, 0) * (1 - u) + corner(1, 0) * u
    let below = corner(0, 1) * (1 - u) + corner(1, 1) * u
    return betweenRows + betweenColumns - (above * (1 - v) + below * v)
  }

  /// The cubic between two neighbours in a row or column. Its slopes are central differences, or one-sided ones at the ends.
  private func side(_ first: Int, step: Int, _ count: Int, _ index: Int, _ t: Double) -> Point {
    func point(_ index: Int) -> Point { points[first + index * step] }
    func slope(_ index: Int) -> Point {
      if index == 0 { return point(1) - point(0) }
      if index == count - 1 { return point(index) - point(index - 1) }
      return (point(index + 1) - point(index - 1)) / 2
    }
    let (a, b) = (point(index), point(index + 1))
    let s = 1 - t
    return a * ((1 + 2 * t) * s * s) + slope(index) * (t * s * s)
      + b * (t * t * (3 - 2 * t)) - slope(index + 1) * (t * t * s)
  }
}
