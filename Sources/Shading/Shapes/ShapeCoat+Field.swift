import Lanes
import Raster

// Coats whose colour runs along a line or across it, and coats with soft edges: what they need of a pixel is how far the nearest
// point of the outline is, and where along it that lies.

extension ShapeCoat {
  /// How the distance from the outline becomes colour and light; lengths in pixels.
  struct Depth {
    /// Half the stroke's width; nil for a fill, whose light ends at the outline itself.
    var half: Float?
    /// How far the edge fades to either side; 0 is a sharp edge, drawn by its area.
    var softness: Float
    var colors: Colors

    enum Colors {
      /// Those of the paint's rows.
      case place
      /// By the place along the line.
      case length
      /// By the place across it, 0 on its right, 1 on its left.
      case width
    }

    /// Pixels from the outline beyond which nothing is drawn, but for the inside of a fill.
    var reach: Float { (half ?? 0) + softness }
  }

  /// Columns of a tile, in whole blocks, that a soft stroke may touch in rows of it; all that a soft fill may.
  func softColumns(_ depth: Depth, rows: Range<Int>, rect: PixelRect) -> Range<Int> {
    let margin = Double(depth.reach) + 1
    guard field.count > 0, field.low.y - margin < Double(rows.upperBound),
      field.high.y + margin > Double(rows.lowerBound)
    else { return 0..<0 }
    let left = min(max(field.low.x - margin - Double(rect.x), 0), Double(rect.width))
    let right = min(max(field.high.x + margin - Double(rect.x), 0), Double(rect.width))
    let (first, end) = (Int(left) / 8 * 8, (Int(right.rounded(.up)) + 7) / 8 * 8)
    return first < end && right > 0 ? first..<end : 0..<0
  }

  private static var cellRadius: Float { 9 }

  /// Lays a coat with a depth on the tile.
  func paintField(_ depth: Depth, _ paint: PaintShader, _ tile: Tile, blocks: RowBlocks, scratch: AlignedBuffer<Float>)
  {
    let rect = PixelRect(x: tile.x, y: tile.y, width: tile.width, height: tile.height)
    let coverageCount = PathCoverage.scratchCount(width: tile.width)
    scratch.reserve(coverageCount + 4 * tile.width)
    let lists = blocks.numbers(count: 2 * field.count)
    let kept = lists + field.count
    let (halfWidth, halfHeight) = (Float(rect.width) / 2, Float(rect.height) / 2)
    let near = field.candidates(
      x: Float(rect.x) + halfWidth, y: Float(rect.y) + halfHeight,
      radius: (halfWidth * halfWidth + halfHeight * halfHeight).squareRoot(), into: lists)
    let usesArea = depth.softness <= 0 || depth.half == nil
    let stride = PathCoverage.stride(width: tile.width)
    let colors = scratch.base + coverageCount
    var row = rect.y
    while row < rect.endY {
      let end = min(PathCoverage.bandEnd(row), rect.endY)
      var columns = coverage.columns(row: row, rect: rect)
      if usesArea, !columns.isEmpty {
        coverage.cover(rect: rect, rows: row..<end, columns: columns, memory: scratch.base)
      }
      let covered = columns
      if depth.softness > 0 { columns = softColumns(depth, rows: row..<end, rect: rect) }
      var top = row
      while top < end {
        // Cells are fixed to the frame's rows, and to the tile's columns.
        let bottom = min((top / SegmentField.cellHeight + 1) * SegmentField.cellHeight, end)
        var left = columns.lowerBound
        while left < columns.upperBound {
          let right = min(left + SegmentField.cellWidth, columns.upperBound)
          let cell = field.candidates(
            x: Float(rect.x + left) + 8, y: Float(top / SegmentField.cellHeight * SegmentField.cellHeight) + 4,
            radius: Self.cellRadius, among: lists, count: near.count, into: kept)
          let isFar = depth.softness > 0 && cell.distance > depth.reach + Self.cellRadius
          if !(isFar && depth.half != nil) {
            for y in top..<bottom {
              let shares = usesArea ? scratch.base + (y - row) * stride : nil
              var x = left
              while x < right {
                let area = shares.map { covered.contains(x) ? Lanes.load($0 + x) : Lane8(repeating: 0) }
                layBlock(
                  depth, paint, tile, y - rect.y, x, area, isFar: isFar, kept, cell.count, blocks, colors)
                x &+= 8
              }
            }
          }
          left = right
        }
        top = bottom
      }
      row = end
    }
  }

  @inline(__always)
  private func layBlock(
    _ depth: Depth, _ paint: PaintShader, _ tile: Tile, _ row: Int, _ column: Int, _ area: Lane8?, isFar: Bool,
    _ list: UnsafePointer<Int32>, _ count: Int, _ blocks: RowBlocks, _ colors: UnsafeMutablePointer<Float>
  ) {
    if depth.softness <= 0 || isFar, let area, isNothing(area) { return }
    let x = Lanes.ramp + (Float(tile.x &+ column) + 0.5)
    let nearest = field.nearest(x: x, y: Float(tile.y &+ row) + 0.5, among: list, count: count)
    let distance = Lanes.sqrt(nearest.square)
    var share = area ?? Lane8(repeating: 0)
    if depth.softness > 0 && !isFar {
      let scale = 1 / depth.softness
      if let half = depth.half {
        share = softStep((half - distance) * scale) + softStep((half + distance) * scale) - 1
      } else {
        let signed = Lanes.select(share .>= 0.5, distance, -distance)
        share = softStep(signed * scale)
      }
      share = Lanes.max(share, 0)
      if isNothing(share) { return }
    }
    let pixel = tile.row(row, plane: 0) + column
    let color: GradientColor
    switch depth.colors {
    case .length: color = paint.colors(at: nearest.place)
    case .width:
      let across = distance * (0.5 / max(depth.half ?? 1, 1e-3))
      color = paint.colors(at: 0.5 - Lanes.copySign(across, nearest.side))
    case .place:
      if let own = paint.uniformColor {
        color = GradientColor(
          red: Lane8(repeating: own.x), green: Lane8(repeating: own.y), blue: Lane8(repeating: own.z),
          alpha: Lane8(repeating: own.w))
      } else {
        paint.shade(row: tile.y &+ row, from: tile.x &+ column, count: 8, into: colors, planeStride: 8)
        color = GradientColor(
          red: Lanes.load(colors), green: Lanes.load(colors + 8), blue: Lanes.load(colors + 16),
          alpha: Lanes.load(colors + 24))
      }
    }
    blend(
      pixel, tile.width, isFresh: isFresh(blocks, row, column), red: share * color.red, green: share * color.green,
      blue: share * color.blue, alpha: share * color.alpha)
  }

  /// What lies on one side of an edge that is blurred by the kernel (1 − x²)², whose integral this is: 0 at −1, ½ at 0, 1 at 1.
  @inline(__always)
  private func softStep(_ x: Lane8) -> Lane8 {
    let x = Lanes.clamp(x, -1, 1)
    let square = x * x
    return 0.5 + x * (0.9375 - square * (0.625 - square * 0.1875))
  }
}
