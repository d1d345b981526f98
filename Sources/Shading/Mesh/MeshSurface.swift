import Lanes
import Model

/// Where the cells of a mesh lie in the frame: a grid of nodes in pixels, every second of which is a corner of a piece that
/// `MeshTriangles` draws. The sides of pieces are within three pixels of the curved cells, and within half a pixel where one
/// can see them: if the mesh folds, or if its rim lies inside of the frame.
///
/// A cell is the bicubic Coons patch of its four sides (S. A. Coons, "Surfaces for Computer-Aided Design of Space Forms",
/// 1967), each a cubic from point to point. Without handles of its own a point's control points lie a third of the way along
/// the central difference of its neighbours. Sides are computed once for both cells that they part, so that cells never gape.
/// The number of nodes follows from bounds of the second derivatives (the control net's), of the frame
/// alone.
final class MeshSurface {
  typealias Point = SIMD2<Double>

  /// Cells in a row and in a column.
  let columns: Int
  let rows: Int
  /// For each column of cells its first column of nodes, and the last one's end; likewise for rows. All of them are even.
  private(set) var columnStarts: [Int]
  private(set) var rowStarts: [Int]
  /// Nodes in a row.
  private(set) var stride = 0
  let x = AlignedBuffer<Double>(count: 0)
  let y = AlignedBuffer<Double>(count: 0)
  /// Whether the mesh covers the whole frame, so that its rim is nowhere to be seen.
  private(set) var coversFrame = false
  /// Whether some of the mesh lies upside down.
  private(set) var isFolded = false
  /// Whether every cell is a rectangle in which u and v are x and y.
  private(set) var isRegular = false
  /// Nodes are counted in steps of so many pixels, at which alone the mesh is drawn: 1, or 4 where all of it changes so
  /// slowly that the pixels between follow. The centre of pixel x · step + ½ lies at x + ½.
  private(set) var step = 1

  // In pixels, for every point: its place, and its control points.
  private var places: [Point]
  private var leading: [Point]
  private var trailing: [Point]
  private var top: [Point]
  private var bottom: [Point]
  private var columnBends: [Double]
  private var rowBends: [Double]

  /// Pixels.
  private static let coarse = 3.0
  private static let fine = 0.5
  private static let mostPieces = 128

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    columnStarts = Array(repeating: 0, count: columns + 1)
    rowStarts = Array(repeating: 0, count: rows + 1)
    places = Array(repeating: .zero, count: (columns + 1) * (rows + 1))
    (leading, trailing, top, bottom) = (places, places, places, places)
    columnBends = Array(repeating: 0, count: columns)
    rowBends = Array(repeating: 0, count: rows)
  }

  /// Reads the points at a time. Each cell gets a multiple of `divisions` pieces along each side.
  func update(_ mesh: Mesh, canvas: Canvas, clock: AnimationClock, divisions: Int) {
    readPoints(mesh, canvas, clock)
    coversFrame = covers(width: Double(canvas.widthPixels), height: Double(canvas.heightPixels))
    isRegular = coversFrame && testRegularity()
    if isRegular { return }
    countPieces(divisions: divisions, tolerance: coversFrame ? MeshSurface.coarse : MeshSurface.fine)
    placeNodes()
    isFolded = findFolds()
    if isFolded && coversFrame {
      countPieces(divisions: divisions, tolerance: MeshSurface.fine)
      placeNodes()
    }
    step = coversFrame && !isFolded && isSlow() ? 4 : 1
    if step > 1 {
      let (scale, offset) = (1 / Double(step), 0.5 - 0.5 / Double(step))
      for index in 0..<x.count {
        x.base[index] = x.base[index] * scale + offset
        y.base[index] = y.base[index] * scale + offset
      }
    }
  }

  /// A cell's colours are at most cubic: where each is this many pixels long a quarter of them is enough.
  private static let slowLength = 80.0

  /// Whether no cell is anywhere much narrower than others are as a whole.
  private func isSlow() -> Bool {
    for row in 0..<rows {
      for column in 0..<columns {
        let (left, right) = (columnStarts[column], columnStarts[column + 1])
        let (upper, lower) = (rowStarts[row], rowStarts[row + 1])
        // What a node's distance from the next one comes to over the whole cell.
        let (across, down) = (Double(right - left), Double(lower - upper))
        for nodeY in upper...lower {
          for nodeX in left...right {
            let place = nodeY * stride + nodeX
            if nodeX < right {
              let (dx, dy) = (x.base[place + 1] - x.base[place], y.base[place + 1] - y.base[place])
              if (dx * dx + dy * dy) * (across * across) < MeshSurface.slowLength * MeshSurface.slowLength {
                return false
              }
            }
            if nodeY < lower {
              let next = place + stride
              let (dx, dy) = (x.base[next] - x.base[place], y.base[next] - y.base[place])
              if (dx * dx + dy * dy) * (down * down) < MeshSurface.slowLength * MeshSurface.slowLength { return false }
            }
          }
        }
      }
    }
    return true
  }

  /// The place of a node.
  @inline(__always)
  func node(_ column: Int, _ row: Int) -> Point {
    let index = row * stride + column
    return Point(x.base[index], y.base[index])
  }

  /// The place of a point.
  func place(_ column: Int, _ row: Int) -> Point { places[row * (columns + 1) + column] }

  // MARK: Points

  private func readPoints(_ mesh: Mesh, _ canvas: Canvas, _ clock: AnimationClock) {
    let scale = canvas.pixelsPerPoint
    let origin = Point(mesh.frame.x.value(at: clock), mesh.frame.y.value(at: clock))
    let size = Point(mesh.frame.width.value(at: clock), mesh.frame.height.value(at: clock))
    func pixels(_ point: AnimatedPoint) -> Point {
      (origin + Point(point.x.value(at: clock), point.y.value(at: clock)) * size) * scale
    }
    for index in mesh.vertices.indices { places[index] = pixels(mesh.vertices[index].position) }
    let width = columns + 1
    for row in 0...rows {
      for column in 0...columns {
        let index = row * width + column
        let place = places[index]
        let along = handle(index, step: 1, at: column, last: columns)
        let down = handle(index, step: width, at: row, last: rows)
        let vertex = mesh.vertices[index]
        leading[index] = vertex.leading.map(pixels) ?? place - along
        trailing[index] = vertex.trailing.map(pixels) ?? place + along
        top[index] = vertex.top.map(pixels) ?? place - down
        bottom[index] = vertex.bottom.map(pixels) ?? place + down
      }
    }
  }

  private func handle(_ index: Int, step: Int, at place: Int, last: Int) -> Point {
    if place == 0 { return (places[index + step] - places[index]) / 3 }
    if place == last { return (places[index] - places[index - step]) / 3 }
    return (places[index + step] - places[index - step]) / 6
  }

  /// The control points of the side from a point to the next in its row, or in its column.
  private func side(alongRow column: Int, _ row: Int) -> Curve {
    let index = row * (columns + 1) + column
    return Curve(p0: places[index], p1: trailing[index], p2: leading[index + 1], p3: places[index + 1])
  }

  private func side(alongColumn column: Int, _ row: Int) -> Curve {
    let (index, next) = (row * (columns + 1) + column, (row + 1) * (columns + 1) + column)
    return Curve(p0: places[index], p1: bottom[index], p2: top[next], p3: places[next])
  }

  /// Whether all of the rim lies on the frame's border or outside.
  private func covers(width: Double, height: Double) -> Bool {
    let slack = 1e-6
    for column in 0..<columns {
      guard side(alongRow: column, 0).allPoints({ $0.y <= slack }),
        side(alongRow: column, rows).allPoints({ $0.y >= height - slack })
      else { return false }
    }
    for row in 0..<rows {
      guard side(alongColumn: 0, row).allPoints({ $0.x <= slack }),
        side(alongColumn: columns, row).allPoints({ $0.x >= width - slack })
      else { return false }
    }
    return true
  }

  private func testRegularity() -> Bool {
    let slack = 1e-4
    func isNear(_ a: Double, _ b: Double) -> Bool { (a - b).magnitude <= slack }
    for row in 0...rows {
      for column in 0..<columns {
        let side = side(alongRow: column, row)
        let (left, right) = (place(column, 0).x, place(column + 1, 0).x)
        guard right > left, isNear(side.p0.x, left), isNear(side.p1.x, left + (right - left) / 3),
          isNear(side.p2.x, right - (right - left) / 3), isNear(side.p3.x, right),
          side.allPoints({ isNear($0.y, place(0, row).y) })
        else { return false }
      }
    }
    for column in 0...columns {
      for row in 0..<rows {
        let side = side(alongColumn: column, row)
        let (upper, lower) = (place(0, row).y, place(0, row + 1).y)
        guard lower > upper, isNear(side.p1.y, upper + (lower - upper) / 3),
          isNear(side.p2.y, lower - (lower - upper) / 3),
          side.allPoints({ isNear($0.x, place(column, 0).x) })
        else { return false }
      }
    }
    return true
  }

  // MARK: Nodes

  private func countPieces(divisions: Int, tolerance: Double) {
    for column in 0..<columns { columnBends[column] = 0 }
    for row in 0..<rows { rowBends[row] = 0 }
    for row in 0..<rows {
      for column in 0..<columns {
        let bend = Net(self, column, row).bends
        columnBends[column] = max(columnBends[column], bend.along + bend.across)
        rowBends[row] = max(rowBends[row], bend.down + bend.across)
      }
    }
    func nodes(_ bend: Double) -> Int {
      // A piece of length h is h²·(second derivative)/8 off; both directions share the tolerance.
      let count = (bend / (4 * tolerance)).squareRoot().rounded(.up)
      let most = MeshSurface.mostPieces / divisions
      return 2 * divisions * max(1, min(most, count < 1e4 ? (Int(count) + divisions - 1) / divisions : most))
    }
    for column in 0..<columns { columnStarts[column + 1] = columnStarts[column] + nodes(columnBends[column]) }
    for row in 0..<rows { rowStarts[row + 1] = rowStarts[row] + nodes(rowBends[row]) }
    stride = columnStarts[columns] + 1
  }

  /// Whether any corner of a piece is turned over.
  private func findFolds() -> Bool {
    func turns(_ a: Point, _ b: Point, _ c: Point) -> Bool {
      let (e, f) = (b - a, c - a)
      return !(e.x * f.y - e.y * f.x > 0)
    }
    for row in Swift.stride(from: 0, to: rowStarts[rows], by: 2) {
      for column in Swift.stride(from: 0, to: columnStarts[columns], by: 2) {
        let middle = node(column + 1, row + 1)
        let (top, bottom) = (node(column + 1, row), node(column + 1, row + 2))
        let (left, right) = (node(column, row + 1), node(column + 2, row + 1))
        if turns(node(column, row), top, left) || turns(node(column + 2, row), right, top)
          || turns(node(column, row + 2), left, bottom) || turns(node(column + 2, row + 2), bottom, right)
          || turns(middle, right, bottom)
        {
          return true
        }
      }
    }
    return false
  }

  private func placeNodes() {
    x.reserve(stride * (rowStarts[rows] + 1))
    y.reserve(stride * (rowStarts[rows] + 1))
    func set(_ column: Int, _ row: Int, _ point: Point) {
      x.base[row * stride + column] = point.x
      y.base[row * stride + column] = point.y
    }

    // The sides, each once.
    for row in 0...rows {
      for column in 0..<columns {
        let curve = side(alongRow: column, row)
        let (first, end) = (columnStarts[column], columnStarts[column + 1])
        for step in first...end {
          set(step, rowStarts[row], curve.point(at: Double(step - first) / Double(end - first)))
        }
      }
    }
    for column in 0...columns {
      for row in 0..<rows {
        let curve = side(alongColumn: column, row)
        let (first, end) = (rowStarts[row], rowStarts[row + 1])
        for step in first...end {
          set(columnStarts[column], step, curve.point(at: Double(step - first) / Double(end - first)))
        }
      }
    }
    // What lies between them.
    for row in 0..<rows {
      let (upper, lower) = (rowStarts[row], rowStarts[row + 1])
      for column in 0..<columns {
        let (left, right) = (columnStarts[column], columnStarts[column + 1])
        let (a, b, c, d) = (node(left, upper), node(right, upper), node(left, lower), node(right, lower))
        for stepY in upper + 1..<max(lower, upper + 1) {
          let v = Double(stepY - upper) / Double(lower - upper)
          let (start, end) = (node(left, stepY), node(right, stepY))
          for stepX in left + 1..<max(right, left + 1) {
            let u = Double(stepX - left) / Double(right - left)
            let down = node(stepX, upper) * (1 - v) + node(stepX, lower) * v
            let along = start * (1 - u) + end * u
            let upperCorners = a * (1 - u) + b * u
            let lowerCorners = c * (1 - u) + d * u
            let corners = upperCorners * (1 - v) + lowerCorners * v
            set(stepX, stepY, down + along - corners)
          }
        }
      }
    }
  }

  /// A cubic in Bézier's form.
  private struct Curve {
    let p0, p1, p2, p3: Point

    /// Whether all control points are as asked.
    func allPoints(_ test: (Point) -> Bool) -> Bool { test(p0) && test(p1) && test(p2) && test(p3) }

    func controlPoint(_ index: Int) -> Point {
      switch index {
      case 0: p0
      case 1: p1
      case 2: p2
      default: p3
      }
    }

    func point(at t: Double) -> Point {
      // The ends exactly: sides meet there.
      if t >= 1 { return p3 }
      let s = 1 - t
      return p0 * (s * s * s) + p1 * (3 * s * s * t) + p2 * (3 * s * t * t) + p3 * (t * t * t)
    }
  }

  /// The sixteen control points of a cell.
  private struct Net {
    private var points = InlineArray<16, Point>(repeating: Point(0, 0))

    init(_ surface: MeshSurface, _ column: Int, _ row: Int) {
      let top = surface.side(alongRow: column, row)
      let bottom = surface.side(alongRow: column, row + 1)
      let left = surface.side(alongColumn: column, row)
      let right = surface.side(alongColumn: column + 1, row)
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

    /// Bounds of the second derivatives along u, along v, and of the mixed one.
    var bends: (along: Double, down: Double, across: Double) {
      func length(_ p: Point) -> Double { (p.x * p.x + p.y * p.y).squareRoot() }
      var (along, down, across) = (0.0, 0.0, 0.0)
      for j in 0..<4 {
        for i in 0..<4 {
          let p = points[4 * j + i]
          if i < 2 { along = max(along, length(p - 2 * points[4 * j + i + 1] + points[4 * j + i + 2])) }
          if j < 2 { down = max(down, length(p - 2 * points[4 * j + i + 4] + points[4 * j + i + 8])) }
          if i < 3, j < 3 {
            across = max(
              across, length(p - points[4 * j + i + 1] - points[4 * j + i + 4] + points[4 * j + i + 5]))
          }
        }
      }
      return (6 * along, 6 * down, 9 * across)
    }
  }
}
