import Lanes
import Raster

// Strokes whose colour runs along or across the line, and strokes with soft edges. A pixel's colour and coverage follow from its
// distance to the nearest point of the line, and from the position of that point along the line.

extension PathPainter {
  /// How colour and coverage follow from the distance to the line. Lengths are in pixels.
  struct DistanceStyle {
    /// Half of the stroke's width.
    var halfWidth: Float
    /// How far the fade of an edge extends to each side of the edge, in pixels; 0 for a sharp edge, where a pixel's coverage is
    /// its exact area.
    var softness: Float
    var colors: Colors

    /// The softness s, in pixels, at which the blur of the edge has the variance of a pixel's box: s²/7 = 1/12, so s = √(7/12).
    static let minimumSoftness = 0.764

    /// What decides a pixel's colour.
    enum Colors {
      /// The paint at the pixel's own position.
      case paint
      /// The gradient's colour at the position along the line.
      case alongLine
      /// The gradient's colour at the position across the line: 0 at its right edge, 1 at its left one.
      case acrossLine
    }

    /// Pixels from the line beyond which nothing is drawn.
    var reach: Float { halfWidth + softness }
  }

  /// The columns of a tile at `rect`, in whole blocks, that a soft stroke may reach in some rows of the frame.
  func softColumns(_ style: DistanceStyle, rows: Range<Int>, rect: PixelRect) -> Range<Int> {
    let margin = Double(style.reach) + 1
    return field.count > 0 ? rect.columns(from: field.low - margin, to: field.high + margin, rows: rows) : 0..<0
  }

  /// Pixels from the middle of a `SegmentField` cell of 16 × 8 pixels to its corners, √(8² + 4²) = 8.94, rounded up.
  private static var cellRadius: Float { 9 }

  /// Paints a stroke by distance. The paint's own colours are blended row by row, as for other strokes; colours that follow the
  /// line are blended block by block.
  func paintByDistance(
    _ style: DistanceStyle, _ paint: PaintShader, _ tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>
  ) {
    let rect = tile.rect
    // `scratch` holds the coverage of a band, four planes of a row's colours, and the segments near the tile. `nearTile` lists indices of
    // the field's segments, `nearCell` indices in `segments`.
    let coverageCount = PathCoverage.scratchCount(width: tile.width)
    let nearTile = blocks.scratchMemory(count: 2 * field.count)
    let nearCell = nearTile + field.count
    let (halfWidth, halfHeight) = (Float(rect.width) / 2, Float(rect.height) / 2)
    let radius = (halfWidth * halfWidth + halfHeight * halfHeight).squareRoot()
    let candidates = field.candidates(
      x: Float(rect.x) + halfWidth, y: Float(rect.y) + halfHeight, radius: radius, into: nearTile)
    if style.softness > 0, candidates.distance > style.reach + radius + 1 { return }
    scratch.resize(to: coverageCount + 4 * tile.width + SegmentField.nearFloatCount(candidates.count))
    let segments = field.copySegments(
      nearTile, count: candidates.count, to: scratch.base + coverageCount + 4 * tile.width)
    let usesArea = style.softness <= 0
    let rowStride = PathCoverage.rowStride(width: tile.width)
    let rowColors = scratch.base + coverageCount
    PathCoverage.forEachBand(of: rect) { rows in
      let covered = usesArea ? coverage.columns(row: rows.lowerBound, rect: rect) : 0..<0
      let columns = style.softness > 0 ? softColumns(style, rows: rows, rect: rect) : covered
      let bandCoverage = scratch.base
      for y in 0..<rows.count where covered != columns {
        (bandCoverage + y * rowStride + columns.lowerBound).update(repeating: 0, count: columns.count)
      }
      if !covered.isEmpty { coverage.cover(rect: rect, rows: rows, columns: covered, memory: bandCoverage) }
      let band = DistanceBand(tile: tile, rows: rows, columns: columns, coverage: bandCoverage, rowStride: rowStride)
      if !columns.isEmpty { paintCells(band, style, paint, segments, nearCell, blocks) }
      if style.colors == .paint {
        for y in rows {
          let rowCoverage = bandCoverage + (y - rows.lowerBound) * rowStride
          blend(y - rect.y, columns, rowCoverage, of: paint, onto: tile, blocks, rowColors)
        }
      }
    }
  }

  /// Rows of one band of a tile, with the coverage of their pixels.
  private struct DistanceBand {
    let tile: Tile
    /// Rows of the frame, and columns of the tile.
    let rows: Range<Int>
    let columns: Range<Int>
    /// The coverage of pixels from the tile's column 0 on; rows lie `rowStride` floats apart.
    let coverage: UnsafeMutablePointer<Float>
    let rowStride: Int
  }

  /// Computes the coverage of soft edges and blends colours that follow the line, cell by cell.
  private func paintCells(
    _ band: DistanceBand, _ style: DistanceStyle, _ paint: PaintShader, _ segments: NearSegments,
    _ nearCell: UnsafeMutablePointer<Int32>, _ blocks: OccupiedBlocks
  ) {
    let (tile, columns) = (band.tile, band.columns)
    var top = band.rows.lowerBound
    while top < band.rows.upperBound {
      // Cells begin at multiples of their height in the frame, and of their width from the band's first column.
      let bottom = min((top / SegmentField.cellHeight + 1) * SegmentField.cellHeight, band.rows.upperBound)
      for left in stride(from: columns.lowerBound, to: columns.upperBound, by: SegmentField.cellWidth) {
        let (halfWidth, halfHeight) = (Float(SegmentField.cellWidth / 2), Float(SegmentField.cellHeight / 2))
        let cellTop = top / SegmentField.cellHeight * SegmentField.cellHeight
        let cell = segments.candidates(
          x: Float(tile.x + left) + halfWidth, y: Float(cellTop) + halfHeight,
          radius: Self.cellRadius, into: nearCell)
        let isSoft = style.softness > 0 && cell.distance <= style.reach + Self.cellRadius
        if !isSoft && style.softness > 0 { continue }
        let right = min(left + SegmentField.cellWidth, columns.upperBound)
        for y in top..<bottom {
          let rowCoverage = band.coverage + (y - band.rows.lowerBound) * band.rowStride
          for x in stride(from: left, to: right, by: 8) {
            let area = Lanes.load(rowCoverage + x)
            if !isSoft && isZero(area) { continue }
            let center = Lanes.laneNumbers + (Float(tile.x &+ x) + 0.5)
            if style.colors == .paint {
              let squaredDistance = segments.minimumSquaredDistance(
                x: center, y: Float(y) + 0.5, among: nearCell, count: cell.count)
              Lanes.store(softCoverage(style, Lanes.sqrt(squaredDistance)), to: rowCoverage + x)
              continue
            }
            let nearest = segments.nearest(x: center, y: Float(y) + 0.5, among: nearCell, count: cell.count)
            let share = isSoft ? softCoverage(style, Lanes.sqrt(nearest.squaredDistance)) : area
            if !isZero(share) { blend(share * opacity, color(style, paint, nearest), tile, y - tile.y, x, blocks) }
          }
        }
      }
      top = bottom
    }
  }

  /// The coverage of eight pixels at distances from the line of a stroke with soft edges: the sum of the blurred steps at both edges,
  /// minus 1. The style's softness is above 0.
  @inline(__always)
  private func softCoverage(_ style: DistanceStyle, _ distance: Float8) -> Float8 {
    let scale = 1 / style.softness
    let halfWidth = style.halfWidth
    return Lanes.max(softStep((halfWidth - distance) * scale) + softStep((halfWidth + distance) * scale) - 1, 0)
  }

  /// The gradient's colours at the positions along the line, or across it.
  @inline(__always)
  private func color(_ style: DistanceStyle, _ paint: PaintShader, _ nearest: NearSegments.Nearest) -> LaneColor {
    if style.colors == .alongLine { return paint.colors(at: nearest.position) }
    let across = Lanes.sqrt(nearest.squaredDistance) * (0.5 / max(style.halfWidth, 1e-3))
    return paint.colors(at: 0.5 - Lanes.copySign(across, nearest.side))
  }

  /// Composites colours, weighted by their coverage `share`, onto the block at a row and column of the tile.
  @inline(__always)
  private func blend(
    _ share: Float8, _ color: LaneColor, _ tile: Tile, _ row: Int, _ column: Int, _ blocks: OccupiedBlocks
  ) {
    blend(
      tile.row(row, plane: 0) + column, tile.width, isFresh: markBlock(blocks, row, column), red: share * color.red,
      green: share * color.green, blue: share * color.blue, alpha: share * color.alpha)
  }

  /// A step blurred by the kernel (1 − x²)² over −1...1: the integral of the kernel, scaled to 0 at −1, ½ at 0 and 1 at 1.
  @inline(__always)
  private func softStep(_ x: Float8) -> Float8 {
    let x = Lanes.clamp(x, -1, 1)
    let square = x * x
    let inner = 0.625 - square * 0.1875
    return 0.5 + x * (0.9375 - square * inner)
  }
}
