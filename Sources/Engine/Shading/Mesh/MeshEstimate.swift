import Model

/// The cost of drawing a mesh, which is drawn in pieces, each between nine neighbouring nodes: points of its surface. The number
/// of nodes follows from the mesh's curvature, as in `MeshSurface`. Where a mesh is folded, several parts of it, its
/// sheets, lie above each other; its cost also depends on their number.
struct MeshEstimate {
  private(set) var nanoseconds = 0.0
  private(set) var bytes = 0.0
  /// What would make the mesh cheaper, as a phrase for an error.
  let remedy = "fewer points, or points that stay in order, so that the mesh does not fold"

  private typealias Point = SIMD2<Double>

  // Nanoseconds of one core.

  /// A pixel of a regular mesh, which is coloured row by row, and one of any other, whether it is folded or not.
  static let regularPixelNanoseconds = 0.95
  static let pixelNanoseconds = 4.0
  /// A pixel of one sheet of a folded mesh.
  private static let sheetPixelNanoseconds = 2.0
  /// Sampling one pixel on an edge of a folded mesh, and each sheet of the mesh there.
  private static let edgePixelNanoseconds = 30.0
  private static let edgeSheetNanoseconds = 6.0
  /// Drawing one piece of a folded mesh, and drawing it again with several samples a pixel for the mesh's edges.
  private static let foldedPieceNanoseconds = 600.0
  /// Placing one node of the surface and looking for folds.
  private static let nodeNanoseconds = 25.0
  /// Testing whether one piece lies on a tile. Where a folded mesh's edge pixels are sampled, the test is repeated for each group of the
  /// frame's rows that is sampled at a time.
  private static let pieceVisitNanoseconds = 1.0
  /// Fitting the colour patches of one cell.
  private static let cellNanoseconds = 80_000.0

  /// Bytes of a node: x and y.
  private static let nodeBytes = 16.0
  /// Bytes of the colour patches of a cell and of the boxes of pixels that they cover.
  private static let cellBytes = 45_000.0
  /// Greatest number of pieces along a side of a cell.
  private static let maximumPieces = 128.0
  /// Greatest distance, in pixels, between a piece and the curved surface where lines can be seen (`MeshSurface`).
  private static let tolerancePixels = 0.5
  /// Colour patches along a side of a cell, as many as strong colours need. The number of pieces is a multiple of it.
  private static let colorDivisions = 8.0
  /// Width and height of a tile.
  private static let tilePixels = Point(PixelMemory.tileWidth, PixelMemory.tileHeight)
  /// The side in pixels of cells within which colours hardly differ from pixel to pixel.
  private static let smoothCellPixels = 100.0
  /// Pixels that are sampled at a time (`SupersampledMeshTile`).
  private static let sampledPixels = 512.0

  init(_ mesh: Mesh, in costed: CostedFrame) {
    let canvas = costed.canvas
    let frame = Point(Double(canvas.widthPixels), Double(canvas.heightPixels))
    // Positions at some shares of the time: a mesh that moves may fold at any time.
    let isStill = mesh.animatedValues.areConstant
    for share in isStill ? [0] : [0, 0.23, 0.5, 0.77, 1] {
      let clock = AnimationClock(share * costed.seconds)
      let (time, memory) = Self.cost(mesh, frame, canvas.pixelsPerPoint, clock)
      nanoseconds = max(nanoseconds, time)
      bytes = max(bytes, memory)
    }
  }

  private static func cost(_ mesh: Mesh, _ frame: Point, _ pixelsPerPoint: Double, _ clock: AnimationClock) -> (
    nanoseconds: Double, bytes: Double
  ) {
    let origin = Point(mesh.frame.x.value(at: clock), mesh.frame.y.value(at: clock))
    let size = Point(mesh.frame.width.value(at: clock), mesh.frame.height.value(at: clock))
    func pixels(_ point: AnimatedPoint) -> Point {
      (origin + Point(point.x.value(at: clock), point.y.value(at: clock)) * size) * pixelsPerPoint
    }
    let (columns, rows) = (mesh.columns, mesh.rows)
    let points = mesh.vertices.map { pixels($0.position) }
    // The greatest second derivatives of the sides, by column and by row of cells. That of a cubic Bézier curve is at most 6
    // times the greater second difference of its control points.
    var columnCurvature = [Double](repeating: 0, count: columns - 1)
    var rowCurvature = [Double](repeating: 0, count: rows - 1)
    func length(_ p: Point) -> Double { (p * p).sum().squareRoot() }
    func vertex(_ column: Int, _ row: Int) -> Point { points[row * columns + column] }
    /// The greatest second difference of the control points of the side between two vertices, times 6. A handle that is nil lies
    /// at a third of the central difference of the vertices (`before` and `after` are the neighbours).
    func curvature(
      _ start: Point, _ end: Point, before: Point?, after: Point?, startHandle: AnimatedPoint?,
      endHandle: AnimatedPoint?
    ) -> Double {
      let chord = end - start
      let first = startHandle.map(pixels) ?? start + (before.map { end - $0 } ?? chord * 2) / 6
      let second = endHandle.map(pixels) ?? end - (after.map { $0 - start } ?? chord * 2) / 6
      return 6 * max(length(start - first * 2 + second), length(first - second * 2 + end))
    }
    /// Pixels of the frame that cells cover, added up over the cells.
    var sheetPixels = 0.0
    /// Width and height of the cells' boxes, each at most the frame's, added up.
    var sumOfCellSizes = Point()
    var isFolded = false
    for row in 0..<rows {
      for column in 0..<(columns - 1) {
        let value = curvature(
          vertex(column, row), vertex(column + 1, row), before: column > 0 ? vertex(column - 1, row) : nil,
          after: column + 2 < columns ? vertex(column + 2, row) : nil,
          startHandle: mesh.vertices[row * columns + column].trailing,
          endHandle: mesh.vertices[row * columns + column + 1].leading)
        columnCurvature[column] = max(columnCurvature[column], value)
      }
    }
    for row in 0..<(rows - 1) {
      for column in 0..<columns {
        let value = curvature(
          vertex(column, row), vertex(column, row + 1), before: row > 0 ? vertex(column, row - 1) : nil,
          after: row + 2 < rows ? vertex(column, row + 2) : nil,
          startHandle: mesh.vertices[row * columns + column].bottom,
          endHandle: mesh.vertices[(row + 1) * columns + column].top)
        rowCurvature[row] = max(rowCurvature[row], value)
      }
    }
    for row in 0..<(rows - 1) {
      for column in 0..<(columns - 1) {
        let (a, b) = (vertex(column, row), vertex(column + 1, row))
        let (c, d) = (vertex(column, row + 1), vertex(column + 1, row + 1))
        // The mixed derivative of the cell's corners counts for both directions.
        let twist = length(a - b - c + d)
        columnCurvature[column] = max(columnCurvature[column], twist)
        rowCurvature[row] = max(rowCurvature[row], twist)
        let (low, high) = (simdMin(simdMin(a, b), simdMin(c, d)), simdMax(simdMax(a, b), simdMax(c, d)))
        let visibleSize = simdMax(simdMin(high, frame) - simdMax(low, Point()), Point())
        // Half the cross product of the diagonals.
        let area = abs((d.x - a.x) * (c.y - b.y) - (c.x - b.x) * (d.y - a.y)) / 2
        let box = max((high.x - low.x) * (high.y - low.y), 1)
        sheetPixels += area * min(1, visibleSize.x * visibleSize.y / box)
        sumOfCellSizes += simdMin(high - low, frame)
        // A triangle of the corners that is turned over or has no area.
        for (p, q, r) in [(a, b, c), (b, d, a), (d, c, b), (c, a, d)]
        where (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) <= 0 {
          isFolded = true
        }
      }
    }
    func pieces(_ curvature: Double) -> Double {
      // `MeshSurface` adds the mixed derivative, which is the greater the more differently opposite sides of a cell bend. Here the
      // curvature counts twice instead.
      let count = (2 * curvature / (4 * tolerancePixels)).squareRoot() / colorDivisions
      return min(max(count.rounded(.up), 1) * colorDivisions, maximumPieces)
    }
    let pieceColumns = columnCurvature.reduce(0) { $0 + pieces($1) }
    let pieceRows = rowCurvature.reduce(0) { $0 + pieces($1) }
    let (pieceCount, nodeCount) = (pieceColumns * pieceRows, (2 * pieceColumns + 1) * (2 * pieceRows + 1))
    let cellCount = Double((columns - 1) * (rows - 1))
    let framePixels = frame.x * frame.y
    let meanCellSize = sumOfCellSizes / cellCount
    /// How often a piece is tested against one of `count` rectangles of the size `rect`, which are spread over the frame: a rectangle
    /// that meets the box of a cell is tested against all of the cell's pieces.
    func pieceVisits(by rect: Point, _ count: Double) -> Double {
      /// The share of the frame's columns and rows of rectangles that a cell of mean size meets.
      let metShare = simdMin((meanCellSize + rect) / (frame + rect), Point(1, 1))
      return pieceCount * count * metShare.x * metShare.y
    }
    var nanoseconds =
      nodeCount * nodeNanoseconds + cellCount * cellNanoseconds + framePixels * PixelCost.composite
      + pieceVisits(by: tilePixels, max(framePixels / (tilePixels.x * tilePixels.y), 1)) * pieceVisitNanoseconds
      + framePixels * pixelNanoseconds
    if isFolded {
      let sheets = sheetPixels / framePixels
      // The more sheets and the smaller cells, the more pixels lie on an edge: of cells of `smoothCellPixels` or more, an eighth of the
      // pixels for each sheet.
      let cellSide = (framePixels / cellCount).squareRoot()
      let edgePixels = framePixels * min(1, sheets / 8 * max(1, Self.smoothCellPixels / cellSide))
      nanoseconds += sheetPixels * sheetPixelNanoseconds + pieceCount * foldedPieceNanoseconds
      nanoseconds += edgePixels * (edgePixelNanoseconds + sheets * edgeSheetNanoseconds)
      // The pixels on edges are drawn a second time, with many samples each, in strips of as many rows as the memory of samples
      // holds.
      let rowsAtATime = max(1, sampledPixels / tilePixels.x)
      nanoseconds += sheetPixels * sheetPixelNanoseconds + edgePixels * edgePixelNanoseconds * (1 + sheets / 8)
      nanoseconds +=
        pieceVisits(by: Point(tilePixels.x, rowsAtATime), edgePixels / sampledPixels) * pieceVisitNanoseconds
    }
    return (nanoseconds, nodeCount * nodeBytes + cellCount * cellBytes)
  }

  private static func simdMin(_ a: Point, _ b: Point) -> Point { Point(min(a.x, b.x), min(a.y, b.y)) }
  private static func simdMax(_ a: Point, _ b: Point) -> Point { Point(max(a.x, b.x), max(a.y, b.y)) }
}
