import Lanes
import Raster

/// One coat of paint on what a path covers.
final class ShapeCoat: @unchecked Sendable {
  let coverage = PathCoverage()
  /// The outline, or the line itself under a stroke, where `depth` asks for it.
  let field = SegmentField()
  var paint: PaintShader?
  /// How colour and light depend on the distance from the outline; nil where they do not.
  var depth: Depth?

  func removeAll() {
    coverage.removeAll()
    field.set([])
  }

  var isEmpty: Bool { coverage.isEmpty && (depth == nil || field.count == 0) || paint == nil }

  /// The columns of rows of one band that may be touched.
  private func columns(_ rows: Range<Int>, _ rect: PixelRect) -> Range<Int> {
    if let depth, depth.softness > 0 { return softColumns(depth, rows: rows, rect: rect) }
    return coverage.columns(row: rows.lowerBound, rect: rect)
  }

  /// Whether nothing of a tile is covered.
  func misses(_ rect: PixelRect) -> Bool {
    var row = rect.y
    while row < rect.endY {
      let end = min(PathCoverage.bandEnd(row), rect.endY)
      if !columns(row..<end, rect).isEmpty { return false }
      row = end
    }
    return true
  }

  /// Marks the blocks of a tile that may be covered.
  func mark(_ touched: TouchedBlocks, rect: PixelRect) {
    var row = rect.y
    while row < rect.endY {
      let end = min(PathCoverage.bandEnd(row), rect.endY)
      let columns = columns(row..<end, rect)
      touched.mark(left: columns.lowerBound, top: row - rect.y, right: columns.upperBound, bottom: end - rect.y)
      row = end
    }
  }

  /// Lays the paint on the tile, and marks the blocks that it reaches; `isFirst` where no coat has been laid on it yet.
  func paint(_ tile: Tile, blocks: RowBlocks, scratch: AlignedBuffer<Float>, isFirst: Bool = false) {
    guard let paint, !isEmpty else { return }
    if let depth { return paintField(depth, paint, tile, blocks: blocks, scratch: scratch) }
    let rect = PixelRect(x: tile.x, y: tile.y, width: tile.width, height: tile.height)
    let coverageCount = PathCoverage.scratchCount(width: tile.width)
    scratch.reserve(coverageCount + 4 * tile.width)
    let memory = scratch.base
    let colors = memory + coverageCount
    let stride = PathCoverage.stride(width: tile.width)
    var row = rect.y
    while row < rect.endY {
      let end = min(PathCoverage.bandEnd(row), rect.endY)
      let columns = coverage.columns(row: row, rect: rect)
      if !columns.isEmpty {
        coverage.cover(rect: rect, rows: row..<end, columns: columns, memory: memory)
        for y in row..<end {
          let shares = memory + (y - row) * stride
          if isFirst {
            layFirst(tile, y - rect.y, columns, shares, blocks, paint)
          } else {
            lay(tile, y - rect.y, columns, shares, blocks, paint, colors)
          }
        }
      }
      row = end
    }
  }

  /// A row of a tile without any coat yet: painted where it will be seen, then cut where it is covered in part.
  private func layFirst(
    _ tile: Tile, _ row: Int, _ columns: Range<Int>, _ shares: UnsafePointer<Float>, _ blocks: RowBlocks,
    _ paint: PaintShader
  ) {
    let onto = tile.row(row, plane: 0)
    let width = tile.width
    var x = columns.lowerBound
    while x < columns.upperBound {
      if isNothing(Lanes.load(shares + x)) {
        x &+= 8
        continue
      }
      var end = x &+ 8
      while end < columns.upperBound && !isNothing(Lanes.load(shares + end)) { end &+= 8 }
      blocks.mark(row: row, columns: x..<end) { _ in }
      paint.shade(row: tile.y + row, from: tile.x + x, count: end - x, into: onto + x, planeStride: width)
      while x < end {
        let share = Lanes.load(shares + x)
        if !isEverything(share) {
          for plane in 0..<4 {
            let pixel = onto + (plane &* width &+ x)
            Lanes.store(Lanes.load(pixel) * share, to: pixel)
          }
        }
        x &+= 8
      }
    }
  }

  /// A row of one colour.
  private func lay(
    _ tile: Tile, _ row: Int, _ columns: Range<Int>, _ shares: UnsafePointer<Float>, _ blocks: RowBlocks,
    _ color: SIMD4<Float>
  ) {
    let onto = tile.row(row, plane: 0)
    var x = columns.lowerBound
    while x < columns.upperBound {
      let share = Lanes.load(shares + x)
      if !isNothing(share) {
        blend(
          onto + x, tile.width, isFresh: isFresh(blocks, row, x), red: share * color.x, green: share * color.y,
          blue: share * color.z, alpha: share * color.w)
      }
      x &+= 8
    }
  }

  /// A row over what is there, in runs of blocks that are covered. `colors` is memory for a row of the tile.
  func lay(
    _ tile: Tile, _ row: Int, _ columns: Range<Int>, _ shares: UnsafePointer<Float>, _ blocks: RowBlocks,
    _ paint: PaintShader, _ colors: UnsafeMutablePointer<Float>
  ) {
    if let color = paint.uniformColor { return lay(tile, row, columns, shares, blocks, color) }
    let onto = tile.row(row, plane: 0)
    let width = tile.width
    var x = columns.lowerBound
    while x < columns.upperBound {
      if isNothing(Lanes.load(shares + x)) {
        x &+= 8
        continue
      }
      var end = x &+ 8
      while end < columns.upperBound && !isNothing(Lanes.load(shares + end)) { end &+= 8 }
      paint.shade(row: tile.y + row, from: tile.x + x, count: end - x, into: colors + x, planeStride: width)
      while x < end {
        let share = Lanes.load(shares + x)
        let color = colors + x
        blend(
          onto + x, width, isFresh: isFresh(blocks, row, x), red: share * Lanes.load(color),
          green: share * Lanes.load(color + width), blue: share * Lanes.load(color + 2 &* width),
          alpha: share * Lanes.load(color + 3 &* width))
        x &+= 8
      }
    }
  }

  @inline(__always)
  func isFresh(_ blocks: RowBlocks, _ row: Int, _ x: Int) -> Bool {
    var isFresh = false
    blocks.mark(row: row, columns: x..<x &+ 8) { _ in isFresh = true }
    return isFresh
  }

  @inline(__always)
  func isNothing(_ share: Lane8) -> Bool {
    let parts = unsafeBitCast(share, to: SIMD4<UInt64>.self)
    return parts[0] | parts[1] | parts[2] | parts[3] == 0
  }

  @inline(__always)
  private func isEverything(_ share: Lane8) -> Bool {
    let parts = unsafeBitCast(share, to: SIMD4<UInt64>.self)
    let one: UInt64 = 0x3F80_0000_3F80_0000
    return (parts[0] ^ one) | (parts[1] ^ one) | (parts[2] ^ one) | (parts[3] ^ one) == 0
  }

  /// Over what an earlier coat has left; a fresh block may hold anything.
  @inline(__always)
  func blend(
    _ pixel: UnsafeMutablePointer<Float>, _ width: Int, isFresh: Bool, red: Lane8, green: Lane8, blue: Lane8,
    alpha: Lane8
  ) {
    if isFresh {
      Lanes.store(red, to: pixel)
      Lanes.store(green, to: pixel + width)
      Lanes.store(blue, to: pixel + 2 &* width)
      Lanes.store(alpha, to: pixel + 3 &* width)
      return
    }
    let rest = 1 - alpha
    Lanes.store(red + Lanes.load(pixel) * rest, to: pixel)
    Lanes.store(green + Lanes.load(pixel + width) * rest, to: pixel + width)
    Lanes.store(blue + Lanes.load(pixel + 2 &* width) * rest, to: pixel + 2 &* width)
    Lanes.store(alpha + Lanes.load(pixel + 3 &* width) * rest, to: pixel + 3 &* width)
  }
}
