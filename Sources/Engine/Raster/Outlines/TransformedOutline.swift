import Lanes

/// An outline at one particle's position, with its corners on `SubpixelGrid`.
///
/// Coverage is computed from these corners in integers. So it depends neither on the order of edges nor on tiles, and it is
/// exactly 0 outside of the outline and exactly 1 inside.
struct TransformedOutline {
  /// The outline's edges at the level of detail for the sprite's size.
  let level: OutlineLevels.Level
  /// Number of `Int32` values that `forEachSegment` needs as scratch memory.
  @inline(__always) static var segmentScratchCount: Int { 32 }

  /// Factor of the light, below 1 if the sprite is drawn larger than it is.
  let weight: Float
  /// −1 if the half axes mirror the outline, which makes accumulated coverage negative; otherwise 1.
  let orientation: Float
  /// The principal axes with which the sprite is drawn.
  let axes: PrincipalAxes
  let centerX: Float
  let centerY: Float
  /// The sprite's own half axes x and y, in pixels, as drawn.
  private let axisX: SIMD2<Float>
  private let axisY: SIMD2<Float>

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ outline: OutlineLevels) {
    axes = PrincipalAxes(record, shape)
    weight = axes.weight
    centerX = record.x
    centerY = record.y
    level = outline.level(halfAxisPixels: axes.longHalfAxis)
    let (inverseX, inverseY) = (axes.inverseX, axes.inverseY)
    let inverseDeterminant = inverseX.x * inverseY.y - inverseX.y * inverseY.x
    orientation = inverseDeterminant < 0 ? -1 : 1
    if axes.weight == 1 {
      axisX = SIMD2(record.axisXx, record.axisXy)
      axisY = SIMD2(record.axisYx, record.axisYy)
    } else {
      // The sprite is drawn larger than it is. `axes` has the inverse of the matrix whose columns are the enlarged half axes.
      let determinant = 1 / inverseDeterminant
      axisX = SIMD2(inverseY.y * determinant, -inverseY.x * determinant)
      axisY = SIMD2(-inverseX.y * determinant, inverseX.x * determinant)
    }
  }

  /// Converts frame coordinates from pixels, which are limited to ±2²⁰, to units of the grid.
  @inline(__always)
  private func onGrid(_ pixels: Float8) -> Int32x8 {
    Lanes.truncateInRange(
      Lanes.round(
        Lanes.clamp(pixels, -SubpixelGrid.coordinateLimit, SubpixelGrid.coordinateLimit)
          * Float(SubpixelGrid.unitsPerPixel)))
  }

  /// Returns the grid coordinates of eight corners; `u` and `v` point to their local coordinates.
  @inline(__always)
  private func corners(_ u: UnsafePointer<Float>, _ v: UnsafePointer<Float>) -> (x: Int32x8, y: Int32x8) {
    let (u, v) = (Lanes.load(u), Lanes.load(v))
    return (
      onGrid(u * axisX.x + v * axisY.x + centerX), onGrid(u * axisX.y + v * axisY.y + centerY)
    )
  }

  /// Returns the pixels of a tile that the outline may cover: columns `column` ..< `endColumn` and rows `row` ..< `endRow`, counted
  /// from the tile's first. There are none if `column` ≥ `endColumn` or `row` ≥ `endRow`.
  @inline(__always)
  func box(_ tile: Tile) -> (column: Int, row: Int, endColumn: Int, endRow: Int) {
    var lowX = Int32x8(repeating: .max)
    var lowY = lowX
    var highX = Int32x8(repeating: .min)
    var highY = highX
    var edges = level.edges
    for _ in 0..<level.blockCount {
      // The starts of edges suffice: every corner is the start of an edge.
      let (x, y) = corners(edges, edges + 8)
      lowX.replace(with: x, where: x .< lowX)
      lowY.replace(with: y, where: y .< lowY)
      highX.replace(with: x, where: x .> highX)
      highY.replace(with: y, where: y .> highY)
      edges += OutlineLevels.Level.floatsPerBlock
    }
    var (left, top, right, bottom) = (lowX[0], lowY[0], highX[0], highY[0])
    for lane in 1..<8 {
      left = min(left, lowX[lane])
      top = min(top, lowY[lane])
      right = max(right, highX[lane])
      bottom = max(bottom, highY[lane])
    }
    let shift = Int32(SubpixelGrid.fractionBits)
    return (
      max(Int(left &>> shift) &- tile.x, 0), max(Int(top &>> shift) &- tile.y, 0),
      min(Int((right &- 1) &>> shift) &+ 1 &- tile.x, tile.width),
      min(Int((bottom &- 1) &>> shift) &+ 1 &- tile.y, tile.height)
    )
  }

  /// Calls `body` for the segment of every edge in each of the frame rows `fromRow` ..< `toRow` that the edge crosses.
  ///
  /// - Parameters:
  ///   - ends: memory for `segmentScratchCount` values: the ends of eight edges.
  ///   - body: is called with a frame row, and with the segment's x at its upper end, x at its lower end and height in units of the grid.
  ///     The height is negative if the edge goes up.
  @inline(__always)
  func forEachSegment(
    fromRow: Int, toRow: Int, _ ends: UnsafeMutablePointer<Int32>,
    _ body: (_ row: Int, _ upperX: Int, _ lowerX: Int, _ height: Int) -> Void
  ) {
    // `ends` holds a block of eight edges in the layout of `OutlineLevels.Level.edges`.
    let raw = UnsafeMutableRawPointer(ends)
    var edges = level.edges
    for _ in 0..<level.blockCount {
      let (fromX, fromY) = corners(edges, edges + 8)
      let (toX, toY) = corners(edges + 16, edges + 24)
      raw.storeBytes(of: fromX, as: Int32x8.self)
      raw.storeBytes(of: fromY, toByteOffset: 32, as: Int32x8.self)
      raw.storeBytes(of: toX, toByteOffset: 64, as: Int32x8.self)
      raw.storeBytes(of: toY, toByteOffset: 96, as: Int32x8.self)
      edges += OutlineLevels.Level.floatsPerBlock
      for lane in 0..<8 {
        let (y0, y1) = (Int(ends[8 &+ lane]), Int(ends[24 &+ lane]))
        if y0 == y1 { continue }
        let goesDown = y0 < y1
        let (start, end) = ((Int(ends[lane]), y0), (Int(ends[16 &+ lane]), y1))
        SubpixelGrid.forEachRow(
          fromRow: fromRow, toRow: toRow, upper: goesDown ? start : end, lower: goesDown ? end : start
        ) { row, upperX, lowerX, height in body(row, upperX, lowerX, goesDown ? height : -height) }
      }
    }
  }
}
