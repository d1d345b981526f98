import Lanes
import Model

/// The tessellation of a mesh: a grid of nodes, which are points of the surface. Pieces (`MeshPiece`) span three by three
/// nodes: every second node of every second row is a corner of pieces; the other nodes are the middles of the pieces and of their
/// sides. Straight lines between the corners stay within three pixels of the curved cells. Of a mesh that folds, or whose boundary lies
/// inside of the frame, lines can be seen: there all of them stay within half a pixel.
///
/// A cell is the bicubic Coons patch of its four sides (S. A. Coons, "Surfaces for Computer-Aided Design of Space Forms",
/// 1967), each a cubic between two vertices. A vertex without handles has control points a third of the way along the central
/// difference of its neighbours. The side between two cells is computed once, so that cells never gape. The number of nodes
/// follows from upper bounds of the second derivatives, taken from the control nets.
final class MeshSurface {
  typealias Point = SIMD2<Double>

  /// Cells in a row and in a column.
  let columns: Int
  let rows: Int
  /// For each column of cells the index of its first column of nodes, and at the end that of the last column of nodes; likewise for rows. All
  /// are even.
  private(set) var columnStarts: [Int]
  private(set) var rowStarts: [Int]
  /// Nodes in a row.
  private(set) var rowStride = 0
  /// The positions of nodes in units of `step` pixels, row by row: node (column, row) has the index row · rowStride + column.
  let x = AlignedBuffer<Double>(count: 0)
  let y = AlignedBuffer<Double>(count: 0)
  /// Whether the mesh covers the whole frame, so that its boundary is invisible.
  private(set) var coversFrame = false
  /// Whether part of the mesh is turned over.
  private(set) var isFolded = false
  /// Whether the mesh covers the frame and every cell is a rectangle in which u is linear in x and v in y. Then nodes,
  /// `isFolded` and `step` are not computed.
  private(set) var isRegular = false
  /// Pixels from one sample of the mesh to the next: 1, or 4 for a mesh so smooth that the pixels in between are interpolated.
  /// Nodes are in units of `step` pixels, shifted so that sample x lies at x + ½, as a pixel's centre does with a step of 1. Sample x is
  /// the centre of the frame's pixel x · step.
  private(set) var step = 1

  /// The vertices in pixels, row by row.
  private var vertices: [Point]
  /// Each vertex's control points on the sides that run to the left, to the right, upwards and downwards.
  private var leading: [Point]
  private var trailing: [Point]
  private var top: [Point]
  private var bottom: [Point]
  /// For each column of cells an upper bound, in pixels, of the surface's second derivative along u plus the mixed derivative; for each
  /// row of cells the same along v.
  private var columnCurvatures: [Double]
  private var rowCurvatures: [Double]

  /// Greatest distance, in pixels, between straight sides of pieces and the curved cell.
  private static let coarseTolerance = 3.0
  private static let fineTolerance = 0.5
  /// Greatest number of pieces along a side of a cell.
  private static let maximumPieces = 128

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    columnStarts = Array(repeating: 0, count: columns + 1)
    rowStarts = Array(repeating: 0, count: rows + 1)
    vertices = Array(repeating: .zero, count: (columns + 1) * (rows + 1))
    (leading, trailing, top, bottom) = (vertices, vertices, vertices, vertices)
    columnCurvatures = Array(repeating: 0, count: columns)
    rowCurvatures = Array(repeating: 0, count: rows)
  }

  /// Evaluates the vertices at a time. Each cell gets a multiple of `divisions` pieces along each side.
  func update(_ mesh: Mesh, canvas: Canvas, clock: AnimationClock, divisions: Int) {
    readVertices(mesh, canvas, clock)
    coversFrame = covers(width: Double(canvas.widthPixels), height: Double(canvas.heightPixels))
    isRegular = coversFrame && hasRegularCells()
    if isRegular { return }
    setNodeCounts(
      divisions: divisions, tolerance: coversFrame ? MeshSurface.coarseTolerance : MeshSurface.fineTolerance)
    placeNodes()
    isFolded = hasFolds()
    if isFolded && coversFrame {
      setNodeCounts(divisions: divisions, tolerance: MeshSurface.fineTolerance)
      placeNodes()
    }
    step = coversFrame && !isFolded && isSmooth() ? 4 : 1
    if step > 1 {
      let (scale, offset) = (1 / Double(step), 0.5 - 0.5 / Double(step))
      for index in 0..<x.count {
        x.base[index] = x.base[index] * scale + offset
        y.base[index] = y.base[index] * scale + offset
      }
    }
  }

  /// The least width and height of a cell, in pixels, for which every fourth pixel is enough: a cubic step of colour (3x² −
  /// 2x³) over 80 pixels is then interpolated to within 1/40,000 of its height, by the error that `CoarseTile` states.
  private static let smoothLength = 80.0

  /// Whether every cell is wide enough everywhere for every fourth pixel to suffice.
  private func isSmooth() -> Bool {
    for row in 0..<rows {
      for column in 0..<columns {
        let (left, right) = (columnStarts[column], columnStarts[column + 1])
        let (upper, lower) = (rowStarts[row], rowStarts[row + 1])
        // The numbers of intervals between neighbouring nodes along the cell. Such a number times the length of one interval is the
        // size that the cell would have if all its intervals were as long.
        let (across, down) = (Double(right - left), Double(lower - upper))
        for nodeY in upper...lower {
          for nodeX in left...right {
            let node = nodeY * rowStride + nodeX
            if nodeX < right {
              let (dx, dy) = (x.base[node + 1] - x.base[node], y.base[node + 1] - y.base[node])
              if (dx * dx + dy * dy) * (across * across) < MeshSurface.smoothLength * MeshSurface.smoothLength {
                return false
              }
            }
            if nodeY < lower {
              let next = node + rowStride
              let (dx, dy) = (x.base[next] - x.base[node], y.base[next] - y.base[node])
              if (dx * dx + dy * dy) * (down * down) < MeshSurface.smoothLength * MeshSurface.smoothLength {
                return false
              }
            }
          }
        }
      }
    }
    return true
  }

  /// The position of a node.
  @inline(__always)
  func node(_ column: Int, _ row: Int) -> Point {
    let index = row * rowStride + column
    return Point(x.base[index], y.base[index])
  }

  /// The position of a vertex.
  func vertex(_ column: Int, _ row: Int) -> Point { vertices[row * (columns + 1) + column] }

  // MARK: Vertices

  /// Evaluates the vertices and their control points at a time.
  private func readVertices(_ mesh: Mesh, _ canvas: Canvas, _ clock: AnimationClock) {
    let scale = canvas.pixelsPerPoint
    let origin = Point(mesh.frame.x.value(at: clock), mesh.frame.y.value(at: clock))
    let size = Point(mesh.frame.width.value(at: clock), mesh.frame.height.value(at: clock))
    func pixels(_ point: AnimatedPoint) -> Point {
      (origin + Point(point.x.value(at: clock), point.y.value(at: clock)) * size) * scale
    }
    for index in mesh.vertices.indices { vertices[index] = pixels(mesh.vertices[index].position) }
    let width = columns + 1
    for row in 0...rows {
      for column in 0...columns {
        let index = row * width + column
        let point = vertices[index]
        let along = handle(index, stride: 1, at: column, last: columns)
        let down = handle(index, stride: width, at: row, last: rows)
        let vertex = mesh.vertices[index]
        leading[index] = vertex.leading.map(pixels) ?? point - along
        trailing[index] = vertex.trailing.map(pixels) ?? point + along
        top[index] = vertex.top.map(pixels) ?? point - down
        bottom[index] = vertex.bottom.map(pixels) ?? point + down
      }
    }
  }

  /// The vector from a vertex to the control point that it has by default: a third of the central difference, which is half of
  /// the vector between its two neighbours; at the mesh's border a third of the vector to or from the only neighbour.
  /// `stride` is the distance of neighbours in `vertices`, `position` is the vertex's index in its row or column.
  private func handle(_ index: Int, stride: Int, at position: Int, last: Int) -> Point {
    if position == 0 { return (vertices[index + stride] - vertices[index]) / 3 }
    if position == last { return (vertices[index] - vertices[index - stride]) / 3 }
    return (vertices[index + stride] - vertices[index - stride]) / 6
  }

  /// The side from a vertex to the next one in its row.
  func rowSide(column: Int, row: Int) -> CubicCurve {
    let index = row * (columns + 1) + column
    return CubicCurve(p0: vertices[index], p1: trailing[index], p2: leading[index + 1], p3: vertices[index + 1])
  }

  /// The side from a vertex to the next one in its column.
  func columnSide(column: Int, row: Int) -> CubicCurve {
    let (index, next) = (row * (columns + 1) + column, (row + 1) * (columns + 1) + column)
    return CubicCurve(p0: vertices[index], p1: bottom[index], p2: top[next], p3: vertices[next])
  }

  /// Whether the whole boundary lies on or outside of the frame's border.
  private func covers(width: Double, height: Double) -> Bool {
    let slackPixels = 1e-6
    for column in 0..<columns {
      guard rowSide(column: column, row: 0).allPoints({ $0.y <= slackPixels }),
        rowSide(column: column, row: rows).allPoints({ $0.y >= height - slackPixels })
      else { return false }
    }
    for row in 0..<rows {
      guard columnSide(column: 0, row: row).allPoints({ $0.x <= slackPixels }),
        columnSide(column: columns, row: row).allPoints({ $0.x >= width - slackPixels })
      else { return false }
    }
    return true
  }

  /// Whether every cell is a rectangle along the axes whose sides have evenly spaced control points, to 1/10,000 of a pixel.
  private func hasRegularCells() -> Bool {
    let slackPixels = 1e-4
    func isNear(_ a: Double, _ b: Double) -> Bool { (a - b).magnitude <= slackPixels }
    for row in 0...rows {
      for column in 0..<columns {
        let side = rowSide(column: column, row: row)
        let (left, right) = (vertex(column, 0).x, vertex(column + 1, 0).x)
        guard right > left, isNear(side.p0.x, left), isNear(side.p1.x, left + (right - left) / 3),
          isNear(side.p2.x, right - (right - left) / 3), isNear(side.p3.x, right),
          side.allPoints({ isNear($0.y, vertex(0, row).y) })
        else { return false }
      }
    }
    for column in 0...columns {
      for row in 0..<rows {
        let side = columnSide(column: column, row: row)
        let (upper, lower) = (vertex(0, row).y, vertex(0, row + 1).y)
        guard lower > upper, isNear(side.p1.y, upper + (lower - upper) / 3),
          isNear(side.p2.y, lower - (lower - upper) / 3),
          side.allPoints({ isNear($0.x, vertex(column, 0).x) })
        else { return false }
      }
    }
    return true
  }

  // MARK: Nodes

  /// Sets the number of nodes of each column and row of cells, so that pieces stay within a tolerance in pixels.
  private func setNodeCounts(divisions: Int, tolerance: Double) {
    for column in 0..<columns { columnCurvatures[column] = 0 }
    for row in 0..<rows { rowCurvatures[row] = 0 }
    for row in 0..<rows {
      for column in 0..<columns {
        let curvature = CoonsNet(self, column, row).curvatures
        columnCurvatures[column] = max(columnCurvatures[column], curvature.along + curvature.mixed)
        rowCurvatures[row] = max(rowCurvatures[row], curvature.down + curvature.mixed)
      }
    }
    /// The number of intervals between nodes along a column or row of cells.
    func nodeIntervals(_ curvature: Double) -> Int {
      // A piece of length h deviates by h²·(second derivative)/8; both directions share the tolerance, so that n pieces need n²
      // ≥ curvature/(8 · tolerance/2). The number is raised to a multiple of `divisions`; a piece has two intervals between nodes.
      let count = (curvature / (4 * tolerance)).squareRoot().rounded(.up)
      let maximum = MeshSurface.maximumPieces / divisions
      // The comparison with 10⁴ only keeps Int(count) from trapping.
      return 2 * divisions * max(1, min(maximum, count < 1e4 ? (Int(count) + divisions - 1) / divisions : maximum))
    }
    for column in 0..<columns {
      columnStarts[column + 1] = columnStarts[column] + nodeIntervals(columnCurvatures[column])
    }
    for row in 0..<rows { rowStarts[row + 1] = rowStarts[row] + nodeIntervals(rowCurvatures[row]) }
    rowStride = columnStarts[columns] + 1
  }

  /// Whether any piece is turned over at a corner.
  private func hasFolds() -> Bool {
    func isTurnedOver(_ a: Point, _ b: Point, _ c: Point) -> Bool {
      let (e, f) = (b - a, c - a)
      return !(e.x * f.y - e.y * f.x > 0)
    }
    for row in stride(from: 0, to: rowStarts[rows], by: 2) {
      for column in stride(from: 0, to: columnStarts[columns], by: 2) {
        let middle = node(column + 1, row + 1)
        let (top, bottom) = (node(column + 1, row), node(column + 1, row + 2))
        let (left, right) = (node(column, row + 1), node(column + 2, row + 1))
        if isTurnedOver(node(column, row), top, left) || isTurnedOver(node(column + 2, row), right, top)
          || isTurnedOver(node(column, row + 2), left, bottom) || isTurnedOver(node(column + 2, row + 2), bottom, right)
          || isTurnedOver(middle, right, bottom)
        {
          return true
        }
      }
    }
    return false
  }

  /// Evaluates the surface at all nodes.
  private func placeNodes() {
    x.resize(to: rowStride * (rowStarts[rows] + 1))
    y.resize(to: rowStride * (rowStarts[rows] + 1))
    func set(_ column: Int, _ row: Int, _ point: Point) {
      x.base[row * rowStride + column] = point.x
      y.base[row * rowStride + column] = point.y
    }

    // The sides, each once.
    for row in 0...rows {
      for column in 0..<columns {
        let curve = rowSide(column: column, row: row)
        let (first, end) = (columnStarts[column], columnStarts[column + 1])
        for nodeX in first...end {
          set(nodeX, rowStarts[row], curve.point(at: Double(nodeX - first) / Double(end - first)))
        }
      }
    }
    for column in 0...columns {
      for row in 0..<rows {
        let curve = columnSide(column: column, row: row)
        let (first, end) = (rowStarts[row], rowStarts[row + 1])
        for nodeY in first...end {
          set(columnStarts[column], nodeY, curve.point(at: Double(nodeY - first) / Double(end - first)))
        }
      }
    }
    // The interior of each cell: the Coons patch of its sides, which are placed already.
    for row in 0..<rows {
      let (upper, lower) = (rowStarts[row], rowStarts[row + 1])
      for column in 0..<columns {
        let (left, right) = (columnStarts[column], columnStarts[column + 1])
        let (a, b, c, d) = (node(left, upper), node(right, upper), node(left, lower), node(right, lower))
        for nodeY in upper + 1..<max(lower, upper + 1) {
          let v = Double(nodeY - upper) / Double(lower - upper)
          let (start, end) = (node(left, nodeY), node(right, nodeY))
          for nodeX in left + 1..<max(right, left + 1) {
            let u = Double(nodeX - left) / Double(right - left)
            let down = node(nodeX, upper) * (1 - v) + node(nodeX, lower) * v
            let along = start * (1 - u) + end * u
            let upperCorners = a * (1 - u) + b * u
            let lowerCorners = c * (1 - u) + d * u
            let corners = upperCorners * (1 - v) + lowerCorners * v
            set(nodeX, nodeY, down + along - corners)
          }
        }
      }
    }
  }
}
