import Lanes
import Model

/// A sprite of any shape out of focus (bokeh). Its sharp coverage is drawn on a grid of square cells and averaged over the lens's
/// disc, the circle of confusion.
///
/// The blur of a sprite is the disc's radius in pixels. A cell is one pixel wide for blurs up to 7 px. For larger blurs its width doubles
/// each time the blur doubles, so that the disc's radius is 3½ to 7 cells (up to 12 for thin sprites). Cells lie at multiples of their
/// width in the frame, for every tile. The disc is cut into rows of cells, each as wide as the disc's mean width in that row, and a row's
/// sum is a difference of running sums. Running sums are integers in units of 1/65,536 of a cell's coverage. So differences do not depend
/// on where the sums begin, and light is lost only by rounding to these units. Between the centres of cells, coverage is interpolated
/// linearly. Cells and interpolation spread light too; the lens's disc is made smaller to compensate. Compared with the mean of 700
/// shifted copies, coverage is off by at most 0.055 at an edge. Cost: about 20 instructions for each cell, and 30 for every eight pixels.
struct DefocusGrid {
  /// Binary logarithm of a cell's width in pixels: 0 for cells of one pixel.
  let cellShift: Int
  /// The cells whose coverage is computed: first column (`x`) and row (`y`), counted from the cell at the frame's origin, and the
  /// numbers of columns (`width`) and rows (`height`).
  let x: Int
  let y: Int
  let width: Int
  let height: Int
  /// The cells' coverage, row by row; a row has `width` floats. Of a sheet, four planes: red, green, blue and alpha.
  private let coverage: UnsafeMutablePointer<Float>
  /// Memory for one row of `width` cells, interpolated vertically.
  private let interpolatedRow: UnsafeMutablePointer<Float>

  /// The largest radius of the lens's disc in cells, for sprites that are not thin.
  private static var maximumRadius: Float { 7 }
  /// The largest radius of the lens's disc in cells, for thin sprites.
  private static var maximumRadiusWhenThin: Float { 12 }
  /// The largest number of cells on each side of a cell that are read to compute it.
  private static var maximumMargin: Int { 13 }

  /// The greatest number of columns by which the grid of a tile exceeds the tile: two margins, 1 column for interpolation, at most 7 for
  /// each of three roundings to blocks of eight, and 2 to spare.
  static var extraColumns: Int { 2 * maximumMargin + 24 }

  /// Number of floats that the grid of a tile needs: sharp coverage on four planes, running sums, and the result.
  ///
  /// - Parameter isColored: whether the colours of sheets are spread, in place of coverage alone.
  static func scratchCount(tileWidth: Int, tileHeight: Int, isColored: Bool) -> Int {
    let width = tileWidth + extraColumns
    let height = tileHeight + 2 * maximumMargin + 4
    return (4 + 1 + (isColored ? 4 : 1)) * width * height + width
  }

  /// - Parameters:
  ///   - record: the sprite, in the affine layout.
  ///   - batch: that of the record.
  ///   - cellShift: `cellShift(of:_:)` of the sprite.
  ///   - region: the pixels of the frame whose coverage will be read; not empty.
  ///   - scratch: memory of `scratchCount` floats.
  ///   - kernelScratch: memory of the size that the shape's kernel needs.
  init(
    _ record: SpriteRecord, _ batch: SpriteBatch, _ shape: PreparedShape, cellShift: Int, covering region: PixelRect,
    scratch: UnsafeMutablePointer<Float>, kernelScratch: UnsafeMutablePointer<Float>
  ) {
    let cell = Float(Int32(1) &<< Int32(truncatingIfNeeded: cellShift))
    self.cellShift = cellShift
    let (firstX, firstY) = (DefocusGrid.cell(region.x, cellShift), DefocusGrid.cell(region.y, cellShift))
    x = firstX
    y = firstY
    width = (DefocusGrid.cell(region.endX - 1, cellShift) + 2 - firstX + 7) & ~7
    height = DefocusGrid.cell(region.endY - 1, cellShift) + 2 - firstY

    let inverse = 1 / cell
    // In squared cells, averaging over a cell spreads light by a variance of 1/12 on each axis, and interpolation by 1/6; together ¼. The
    // variance of a pixel's extent, 1/12 of a squared pixel, may stay. A disc's variance on each axis is a quarter of its squared
    // radius, so four times the remaining variance is subtracted from the squared radius.
    let radius = record.blur * inverse
    let excess: Float = cellShift == 0 ? 0 : 1 - inverse * inverse * (1.0 / 3)
    let lens = LensRows(radius: max(radius * radius - excess, 0).squareRoot())
    let margin = lens.count
    let sharpWidth = (width + 2 * margin + 7) & ~7
    let sharp = Tile(
      base: scratch, x: firstX - margin, y: firstY - margin, width: sharpWidth, height: height + 2 * margin)
    let isColored = shape.sheet != nil
    clear(sharp, writesAlpha: isColored)
    DefocusGrid.draw(record, batch, shape, scale: inverse, onto: sharp, scratch: kernelScratch)
    let sums = UnsafeMutableRawPointer(scratch + 4 * sharpWidth * sharp.height).assumingMemoryBound(to: Int32.self)
    coverage = scratch + (5 * sharpWidth + 8) * sharp.height
    let planeCount = isColored ? 4 : 1
    interpolatedRow = coverage + planeCount * width * height
    for plane in 0..<planeCount {
      DefocusGrid.writeRunningSums(of: sharp, plane: plane, to: sums, unit: isColored ? Self.brightest : 1)
      spread(sharp, plane: plane, sums: sums, over: lens)
    }
  }

  /// The brightest light of a sheet that is spread; what is brighter is limited to it.
  private static var brightest: Float { 16 }

  /// Returns the binary logarithm of the cells' width. Cells are as wide as the blur allows, but narrower for a thin sprite, whose
  /// light and outline would be lost on wide cells.
  static func cellShift(of record: SpriteRecord, _ shape: PreparedShape) -> Int {
    var cellShift = 0
    var cell: Float = 1
    while record.blur > maximumRadius * cell && cellShift < 12 {
      cellShift += 1
      cell *= 2
    }
    let short =
      PrincipalAxes(record, minHalfAxisWhenSmall: 0, minHalfAxisWhenThin: 0).shortHalfAxis * shape.narrowestWidthRatio
    while cellShift > 0 && short < 3 * cell && record.blur * 2 <= maximumRadiusWhenThin * cell {
      cellShift -= 1
      cell *= 0.5
    }
    return cellShift
  }

  /// Returns the distances in pixels from its centre, horizontally (x) and vertically (y), up to which a sprite covers pixels.
  /// `halfSize` is half the width and height of the sharp sprite's bounding box, in pixels.
  ///
  /// The sprite is drawn with a minimum size and a border that are measured in cells, and its coverage is interpolated over one
  /// cell. Cells wider than a pixel are at most 1/6 of the blur wide for thin sprites, and 2/7 for other sprites. So the result is within
  /// the bounds of `DefocusReach`.
  @inline(__always)
  static func reach(
    _ record: SpriteRecord, _ shape: PreparedShape, cellShift: Int, halfSize: SIMD2<Float>
  ) -> SIMD2<Float> {
    let cell = Float(Int32(1) &<< Int32(truncatingIfNeeded: cellShift))
    let least = (shape.margin - shape.border) * cell
    let border = shape.border * cell + record.blur + (cell > 1 ? cell : 0)
    let ellipse = record.blur + 1
    return SIMD2(
      max(max(halfSize.x, least) + border, halfSize.x * DefocusReach.ofAxes + ellipse),
      max(max(halfSize.y, least) + border, halfSize.y * DefocusReach.ofAxes + ellipse))
  }

  /// Returns the last cell whose centre is not right of (or below) a pixel's centre.
  @inline(__always)
  private static func cell(_ pixel: Int, _ cellShift: Int) -> Int {
    (2 &* pixel &+ 1 &- 1 &<< cellShift) >> (cellShift &+ 1)
  }

  /// Draws the sharp sprite on a tile whose pixels are cells. The tile's first plane then holds coverage. `scale` is 1 ÷ a cell's
  /// width.
  private static func draw(
    _ record: SpriteRecord, _ batch: SpriteBatch, _ shape: PreparedShape, scale: Float, onto tile: Tile,
    scratch: UnsafeMutablePointer<Float>
  ) {
    // A record of the affine layout has thirteen floats; blur stays 0.
    var scaledRecord = SIMD16<Float>()
    (scaledRecord[0], scaledRecord[1], scaledRecord[2]) = (record.x * scale, record.y * scale, record.axisXx * scale)
    let isColored = shape.sheet != nil
    for channel in 3..<7 { scaledRecord[channel] = isColored ? record.base[channel] : 1 }
    if isColored { scaledRecord[12] = record.base[12] }
    (scaledRecord[8], scaledRecord[9], scaledRecord[10]) = (
      record.axisXy * scale, record.axisYx * scale, record.axisYy * scale
    )
    let target = BlendTarget(tile: tile, blend: .add, writesAlpha: isColored)
    withUnsafeBytes(of: &scaledRecord) { bytes in
      let records = bytes.baseAddress!.assumingMemoryBound(to: Float.self)
      var scaled = SpriteBatch(records: records, count: 1, sheets: batch.sheets)
      scaled.lengthScale = scale
      shape.draw(scaled, SpriteContext(isRound: false, target: target, scratch: scratch))
    }
  }

  /// Rounds the coverage in a plane to multiples of 1/65,536 of `unit`, and writes each row's running sums: element i is the sum of
  /// the cells before i. Rows of sums are 8 elements longer than rows of the tile.
  private static func writeRunningSums(
    of tile: Tile, plane: Int, to sums: UnsafeMutablePointer<Int32>, unit: Float
  ) {
    let inverse = 1 / unit
    for row in 0..<tile.height {
      let cells = tile.row(row, plane: plane)
      let output = sums + row &* (tile.width &+ 8)
      var total = Int32x8()
      var column = 0
      while column < tile.width {
        let units = Lanes.truncateInRange(saturate(Lanes.load(cells + column) * inverse) * 65_536 + 0.5)
        Lanes.store(Lanes.float(units) * (1.0 / 65_536), to: cells + column)
        // Three steps add to each lane the lane that is one, two and four places before it. Lane i is then the sum of lanes
        // 0...i.
        let zero = Int32x8()
        var running = units
        running &+= Int32x8(zero[0], running[0], running[1], running[2], running[3], running[4], running[5], running[6])
        running &+= Int32x8(zero[0], zero[0], running[0], running[1], running[2], running[3], running[4], running[5])
        running &+= Int32x8(zero[0], zero[0], zero[0], zero[0], running[0], running[1], running[2], running[3])
        store(total &+ running &- units, to: output + column)
        total = Int32x8(repeating: total[7] &+ running[7])
        column &+= 8
      }
      store(total, to: output + column)
    }
  }

  @inline(__always)
  private static func store(_ sums: Int32x8, to target: UnsafeMutablePointer<Int32>) {
    UnsafeMutableRawPointer(target).storeBytes(of: sums, as: Int32x8.self)
  }

  @inline(__always)
  private static func load(_ sums: UnsafePointer<Int32>) -> Int32x8 {
    UnsafeRawPointer(sums).loadUnaligned(as: Int32x8.self)
  }

  /// Computes each cell's coverage: the mean of the sharp coverage over the lens's disc around the cell.
  private func spread(_ sharp: Tile, plane: Int, sums: UnsafeMutablePointer<Int32>, over lens: LensRows) {
    let margin = lens.count
    let sumStride = sharp.width &+ 8
    for y in 0..<height {
      let output = coverage + (plane &* height &+ y) &* width
      var column = 0
      while column < width {
        var total = Float8()
        for distance in 0..<lens.count {
          let (whole, fraction) = lens[distance]
          // Let w be half the lens's width in this row. The lens around cell i extends from i + ½ − w to i + ½ + w: whole cells, and a
          // fraction of the cell at each end.
          @inline(__always) func sum(row: Int) -> Float8 {
            let cells = sharp.row(row, plane: plane) + (column &+ margin)
            let running = sums + (row &* sumStride &+ column &+ margin)
            let inner = DefocusGrid.load(running + whole) &- DefocusGrid.load(running + (1 &- whole))
            return Lanes.float(inner) * (1.0 / 65_536)
              + (Lanes.load(cells + whole) + Lanes.load(cells - whole)) * fraction
          }
          total += sum(row: y &+ margin &+ distance)
          if distance > 0 { total += sum(row: y &+ margin &- distance) }
        }
        Lanes.store(saturate(total * lens.inverseArea), to: output + column)
        column &+= 8
      }
    }
  }
}

extension DefocusGrid {
  /// Factor from what a plane holds of a sheet to its light.
  static var lightOfSheets: Float { brightest }

  /// Returns a row of cells, interpolated vertically for row `pixelY` of the frame; valid until the next call.
  func beginRow(_ pixelY: Int, plane: Int = 0) -> UnsafePointer<Float> {
    let first = DefocusGrid.cell(pixelY, cellShift)
    let upper = coverage + (plane &* height &+ (first &- y)) &* width
    if cellShift == 0 { return UnsafePointer(upper) }
    let lower = upper + width
    let share = DefocusGrid.share(pixelY, cellShift)
    var column = 0
    while column < width {
      let above = Lanes.load(upper + column)
      Lanes.store(above + (Lanes.load(lower + column) - above) * share, to: interpolatedRow + column)
      column &+= 8
    }
    return UnsafePointer(interpolatedRow)
  }

  /// Returns the coverage of eight pixels of the frame, from column `pixelX` on. `row` is the result of `beginRow`.
  @inline(__always)
  func coverage(_ pixelX: Int, in row: UnsafePointer<Float>) -> Float8 {
    if cellShift == 0 { return Lanes.load(row + (pixelX &- x)) }
    var (left, right, share) = (Float8(), Float8(), Float8())
    for lane in 0..<8 {
      let cell = DefocusGrid.cell(pixelX &+ lane, cellShift) &- x
      left[lane] = row[cell]
      right[lane] = row[cell &+ 1]
      share[lane] = DefocusGrid.share(pixelX &+ lane, cellShift)
    }
    return left + (right - left) * share
  }

  /// Returns the position of a pixel's centre between the centre of its `cell` (0) and the centre of the next cell (1).
  @inline(__always)
  private static func share(_ pixel: Int, _ cellShift: Int) -> Float {
    let steps = (2 &* pixel &+ 1 &- 1 &<< cellShift) & (2 &<< cellShift &- 1)
    return Float(Int32(truncatingIfNeeded: steps)) / Float(Int32(truncatingIfNeeded: 2 &<< cellShift))
  }
}
