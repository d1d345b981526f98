import Lanes
import Raster

// Strokes whose colour runs along the line or across it, and strokes with soft edges: what they need of a pixel is how far the
// nearest point of the line is, and where along it that lies.

extension PathPainter {
  /// How the distance from the line becomes colour and light; lengths in pixels.
  struct Depth {
    /// Half the stroke's width.
    var half: Float
    /// How far the edge fades to either side; 0 is a sharp edge, drawn by its area.
    var softness: Float
    var colors: Colors

    /// Pixels over which the kernel has the variance of a pixel: √(7 ÷ 12).
    static let leastSoftness = 0.764

    enum Colors {
      /// Those of the paint's rows.
      case place
      /// By the place along the line.
      case length
      /// By the place across it, 0 on its right, 1 on its left.
      case width
    }

    /// Pixels from the line beyond which nothing is drawn.
    var reach: Float { half + softness }
  }

  /// Columns of a tile, in whole blocks, that a soft stroke may touch in rows of it.
  func softColumns(_ depth: Depth, rows: Range<Int>, rect: PixelRect) -> Range<Int> {
    let margin = Double(depth.reach) + 1
    return field.count > 0 ? rect.columns(from: field.low - margin, to: field.high + margin, rows: rows) : 0..<0
  }

  private static var cellRadius: Float { 9 }

  /// Lays a coat with a depth on the tile: what a soft edge leaves of the covered shares goes the way of all coats, colours that
  /// follow the line are laid block by block.
  func paintField(
    _ depth: Depth, _ paint: PaintShader, _ tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>
  ) {
    let rect = PixelRect(x: tile.x, y: tile.y, width: tile.width, height: tile.height)
    let coverageCount = PathCoverage.scratchCount(width: tile.width)
    let lists = blocks.numbers(count: 2 * field.count)
    let kept = lists + field.count
    let (halfWidth, halfHeight) = (Float(rect.width) / 2, Float(rect.height) / 2)
    let radius = (halfWidth * halfWidth + halfHeight * halfHeight).squareRoot()
    let near = field.candidates(
      x: Float(rect.x) + halfWidth, y: Float(rect.y) + halfHeight, radius: radius, into: lists)
    if depth.softness > 0, near.distance > depth.reach + radius + 1 { return }
    scratch.reserve(coverageCount + 4 * tile.width + SegmentField.nearCount(near.count))
    let segments = field.near(lists, count: near.count, memory: scratch.base + coverageCount + 4 * tile.width)
    let usesArea = depth.softness <= 0
    let stride = PathCoverage.stride(width: tile.width)
    let colors = scratch.base + coverageCount
    var row = rect.y
    while row < rect.endY {
      let end = min(PathCoverage.bandEnd(row), rect.endY)
      let covered = usesArea ? coverage.columns(row: row, rect: rect) : 0..<0
      let columns = depth.softness > 0 ? softColumns(depth, rows: row..<end, rect: rect) : covered
      for y in row..<end where covered != columns {
        (scratch.base + (y - row) * stride + columns.lowerBound).update(repeating: 0, count: columns.count)
      }
      if !covered.isEmpty {
        coverage.cover(rect: rect, rows: row..<end, columns: covered, memory: scratch.base)
      }
      var top = row
      while top < end && !columns.isEmpty {
        // Cells are fixed to the frame's rows, and to the tile's columns.
        let bottom = min((top / SegmentField.cellHeight + 1) * SegmentField.cellHeight, end)
        for left in Swift.stride(from: columns.lowerBound, to: columns.upperBound, by: SegmentField.cellWidth) {
          let cell = segments.candidates(
            x: Float(rect.x + left) + 8, y: Float(top / SegmentField.cellHeight * SegmentField.cellHeight) + 4,
            radius: Self.cellRadius, into: kept)
          let isSoft = depth.softness > 0 && cell.distance <= depth.reach + Self.cellRadius
          if !isSoft && depth.softness > 0 { continue }
          let right = min(left + SegmentField.cellWidth, columns.upperBound)
          for y in top..<bottom {
            let shares = scratch.base + (y - row) * stride
            for x in Swift.stride(from: left, to: right, by: 8) {
              let area = Lanes.load(shares + x)
              if !isSoft && isNothing(area) { continue }
              let center = Lanes.ramp + (Float(tile.x &+ x) + 0.5)
              if depth.colors == .place {
                let square = segments.leastSquares(x: center, y: Float(y) + 0.5, among: kept, count: cell.count)
                Lanes.store(softShare(depth, Lanes.sqrt(square)), to: shares + x)
                continue
              }
              let nearest = segments.nearest(x: center, y: Float(y) + 0.5, among: kept, count: cell.count)
              let share = isSoft ? softShare(depth, Lanes.sqrt(nearest.square)) : area
              if !isNothing(share) { lay(share, color(depth, paint, nearest), tile, y - rect.y, x, blocks) }
            }
          }
        }
        top = bottom
      }
      if depth.colors == .place {
        for y in row..<end {
          lay(tile, y - rect.y, columns, scratch.base + (y - row) * stride, blocks, paint, colors)
        }
      }
      row = end
    }
  }

  /// What soft edges leave of eight pixels at a distance from the line.
  @inline(__always)
  private func softShare(_ depth: Depth, _ distance: Lane8) -> Lane8 {
    let scale = 1 / depth.softness
    let half = depth.half
    return Lanes.max(softStep((half - distance) * scale) + softStep((half + distance) * scale) - 1, 0)
  }

  /// Colours by the place along a line, or across it.
  @inline(__always)
  private func color(_ depth: Depth, _ paint: PaintShader, _ nearest: NearSegments.Nearest) -> GradientColor {
    if depth.colors == .length { return paint.colors(at: nearest.place) }
    let across = Lanes.sqrt(nearest.square) * (0.5 / max(depth.half, 1e-3))
    return paint.colors(at: 0.5 - Lanes.copySign(across, nearest.side))
  }

  @inline(__always)
  private func lay(
    _ share: Lane8, _ color: GradientColor, _ tile: Tile, _ row: Int, _ column: Int, _ blocks: OccupiedBlocks
  ) {
    blend(
      tile.row(row, plane: 0) + column, tile.width, isFresh: isFresh(blocks, row, column), red: share * color.red,
      green: share * color.green, blue: share * color.blue, alpha: share * color.alpha)
  }

  /// What lies on one side of an edge that is blurred by the kernel (1 − x²)², whose integral this is: 0 at −1, ½ at 0, 1 at 1.
  @inline(__always)
  private func softStep(_ x: Lane8) -> Lane8 {
    let x = Lanes.clamp(x, -1, 1)
    let square = x * x
    let inner = 0.625 - square * 0.1875
    return 0.5 + x * (0.9375 - square * inner)
  }
}
