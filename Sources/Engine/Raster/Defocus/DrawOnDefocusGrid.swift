import Lanes

/// The columns and rows of a tile in which a sprite that is spread on a grid may cover pixels.
struct DefocusGridBox {
  /// Columns `column` ..< `endColumn` and rows `row` ..< `endRow`, counted from the tile's first.
  let column: Int
  let row: Int
  let endColumn: Int
  let endRow: Int
  /// Size of the grid's cells: 2 to this power pixels (`DefocusGrid.cellShift(of:_:)`).
  let cellShift: Int
  /// Horizontal and vertical distance in pixels from the sprite's centre within which pixels are drawn.
  let reach: SIMD2<Float>

  var isEmpty: Bool { row >= endRow || column >= endColumn }

  /// Computes the box. It lies inside of the rectangle that `spriteBounds` computes for the sprite.
  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ bounds: TileBounds) {
    let (xx, xy, yx, yy) = (record.axisXx, record.axisXy, record.axisYx, record.axisYy)
    var halfSize = SIMD2(abs(xx) + abs(yx), abs(xy) + abs(yy))
    if shape.isInsideEllipse {
      halfSize = SIMD2((xx * xx + yx * yx).squareRoot(), (xy * xy + yy * yy).squareRoot())
    }
    cellShift = DefocusGrid.cellShift(of: record, shape)
    reach = DefocusGrid.reach(record, shape, cellShift: cellShift, halfSize: halfSize)
    (column, row, endColumn, endRow) = bounds.box(record.x, record.y, reach.x, reach.y)
  }
}

/// Draws a sprite out of focus on a grid.
///
/// - Parameters:
///   - batch: that of the record.
///   - ellipseShare: the share, 0 ..< 1, in the sprite's coverage of the ellipse to which the sprite is cross-faded
///     (`DefocusedEllipse`).
func drawOnDefocusGrid(
  _ record: SpriteRecord, _ batch: SpriteBatch, _ shape: PreparedShape, ellipseShare: Float, _ context: SpriteContext,
  gridScratch: UnsafeMutablePointer<Float>
) {
  let tile = context.target.tile
  let box = DefocusGridBox(record, shape, TileBounds(tile))
  if box.isEmpty { return }
  // Widened to the tile's blocks of eight columns.
  let column = box.column & ~7
  let region = PixelRect(
    x: tile.x + column, y: tile.y + box.row, width: (box.endColumn - column + 7) & ~7, height: box.endRow - box.row)
  let grid = DefocusGrid(
    record, batch, shape, cellShift: box.cellShift, covering: region, scratch: gridScratch,
    kernelScratch: context.scratch)
  if shape.sheet != nil {
    context.target.withBlender(
      DefocusedSheetLoop(
        grid: grid, region: region, reach: box.reach, centerX: record.x, target: context.target,
        colors: context.scratch))
    return
  }
  context.target.withBlender(
    DefocusGridLoop(
      grid: grid, region: region, reach: box.reach, record: record,
      ellipse: DefocusedEllipse(record, shape, context.scratch), ellipseShare: ellipseShare, target: context.target))
}

/// Blends the pixels of `region` by their coverage on the grid.
private struct DefocusGridLoop: BlendLoop {
  let grid: DefocusGrid
  let region: PixelRect
  let reach: SIMD2<Float>
  let record: SpriteRecord
  let ellipse: DefocusedEllipse
  let ellipseShare: Float
  let target: BlendTarget

  @inline(never)
  func run<ConcreteBlender: Blender>(_ blender: ConcreteBlender) {
    let tile = target.tile
    let light = SpriteLight(record, target.opacity)
    var ellipse = ellipse
    let ellipseWeight = ellipse.weight * ellipseShare
    let (left, right) = (Float8(repeating: record.x - reach.x), Float8(repeating: record.x + reach.x))
    for y in region.y..<region.endY {
      let cells = grid.beginRow(y)
      let span = ellipse.beginRow(Float(y) + 0.5 - ellipse.centerY)
      var pixel = tile.row(y &- tile.y, plane: 0) + (region.x &- tile.x)
      var x = region.x
      while x < region.endX {
        let center = Float8(repeating: Float(x) + 0.5) + Lanes.laneNumbers
        var coverage = grid.coverage(x, in: cells)
        if ellipseShare > 0 {
          let dx = center - ellipse.centerX
          var ellipseCoverage = ellipse.coverage(dx)
          ellipseCoverage.replace(with: 0, where: (dx .< span.low) .| (dx .> span.high))
          coverage = coverage * (1 - ellipseShare) + ellipseCoverage * ellipseWeight
        }
        // Outside of the sprite's reach nothing may be drawn, since how far blocks extend past it depends on the tile.
        coverage.replace(with: 0, where: (center .< left) .| (center .> right))
        blender.blend(
          red: light.red * coverage, green: light.green * coverage, blue: light.blue * coverage,
          alpha: light.alpha * coverage, onto: pixel, planeStride: tile.width)
        pixel += 8
        x &+= 8
      }
    }
  }
}

/// Blends the pixels of `region` of a sheet by its colours on the grid.
private struct DefocusedSheetLoop: BlendLoop {
  let grid: DefocusGrid
  let region: PixelRect
  let reach: SIMD2<Float>
  let centerX: Float
  let target: BlendTarget
  /// Memory of `SheetRasterizer.scratchCount` floats.
  let colors: UnsafeMutablePointer<Float>

  @inline(never)
  func run<ConcreteBlender: Blender>(_ blender: ConcreteBlender) {
    let tile = target.tile
    let factor = target.opacity * DefocusGrid.lightOfSheets
    let (left, right) = (Float8(repeating: centerX - reach.x), Float8(repeating: centerX + reach.x))
    for y in region.y..<region.endY {
      for plane in 0..<4 {
        let cells = grid.beginRow(y, plane: plane)
        var column = 0
        while column < region.width {
          let center = Float8(repeating: Float(region.x &+ column) + 0.5) + Lanes.laneNumbers
          var value = grid.coverage(region.x &+ column, in: cells) * factor
          // As in `DefocusGridLoop`.
          value.replace(with: 0, where: (center .< left) .| (center .> right))
          Lanes.store(value, to: colors + (plane &* region.width &+ column))
          column &+= 8
        }
      }
      var pixel = tile.row(y &- tile.y, plane: 0) + (region.x &- tile.x)
      var source = colors
      for _ in 0..<region.width / 8 {
        blender.blend(
          red: Lanes.load(source), green: Lanes.load(source + region.width),
          blue: Lanes.load(source + 2 &* region.width), alpha: Lanes.load(source + 3 &* region.width), onto: pixel,
          planeStride: tile.width)
        source += 8
        pixel += 8
      }
    }
  }
}
