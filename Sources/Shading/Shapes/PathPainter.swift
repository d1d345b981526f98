import Lanes
import Raster

/// One coat of paint on what a path covers.
final class PathPainter: @unchecked Sendable {
  let coverage = PathCoverage()
  /// In its place, where the edges of a fill fade.
  let soft = SoftCoverage()
  /// The line itself under a stroke, where `depth` asks for it.
  let field = SegmentField()
  var paint: PaintShader?
  /// How a stroke's colour and light depend on the distance from its line; nil where they do not.
  var depth: Depth?

  func removeAll() {
    coverage.removeAll()
    soft.removeAll()
    field.set([])
  }

  var isEmpty: Bool { coverage.isEmpty && soft.isEmpty && (depth == nil || field.count == 0) || paint == nil }

  /// The columns of rows of one band that may be touched.
  private func columns(_ rows: Range<Int>, _ rect: PixelRect) -> Range<Int> {
    if !soft.isEmpty { return soft.columns(rows: rows, rect: rect) }
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
  func mark(_ touched: DirtyBlocks, rect: PixelRect) {
    var row = rect.y
    while row < rect.endY {
      let end = min(PathCoverage.bandEnd(row), rect.endY)
      let columns = columns(row..<end, rect)
      touched.markDirty(left: columns.lowerBound, top: row - rect.y, right: columns.upperBound, bottom: end - rect.y)
      row = end
    }
  }

  /// Lays the paint on the tile, and marks the blocks that it reaches; `isFirst` where no coat has been laid on it yet, and
  /// then without `keepsAlpha` where nobody reads the alphas.
  func paint(
    _ tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, isFirst: Bool = false, keepsAlpha: Bool = true
  ) {
    guard let paint, !isEmpty else { return }
    if !soft.isEmpty { return paintSoft(paint, tile, blocks: blocks, scratch: scratch) }
    if let depth { return paintField(depth, paint, tile, blocks: blocks, scratch: scratch) }
    let rect = PixelRect(x: tile.x, y: tile.y, width: tile.width, height: tile.height)
    let coverageCount = PathCoverage.scratchCount(width: tile.width)
    let bandCount = MemoryLayout<CoveredBlocks>.stride / MemoryLayout<Float>.stride * PathCoverage.bandRows
    scratch.reserve(coverageCount + 4 * tile.width + bandCount)
    let memory = scratch.base
    let colors = memory + coverageCount
    let covered = UnsafeMutableRawPointer(colors + 4 * tile.width).assumingMemoryBound(to: CoveredBlocks.self)
    let stride = PathCoverage.stride(width: tile.width)
    var row = rect.y
    while row < rect.endY {
      let end = min(PathCoverage.bandEnd(row), rect.endY)
      let all = coverage.columns(row: row, rect: rect)
      var left = all.lowerBound
      while left < all.upperBound {
        let columns = left..<min(left + 512, all.upperBound)
        coverage.cover(rect: rect, rows: row..<end, columns: columns, memory: memory, blocks: covered)
        let band = CoverageBand(
          firstRow: row - rect.y, rowCount: end - row, left: left, covered: covered, shares: memory + left,
          stride: stride)
        if isFirst {
          layFirst(tile, band, blocks, paint, keepsAlpha: keepsAlpha)
        } else {
          lay(tile, band, blocks, paint, colors)
        }
        left = columns.upperBound
      }
      row = end
    }
  }

  /// Rows of a tile without any coat yet: painted where they will be seen, those that are covered from block to block alike at
  /// once, then cut where they are covered in part.
  private func layFirst(
    _ tile: Tile, _ band: CoverageBand, _ blocks: OccupiedBlocks, _ paint: PaintShader, keepsAlpha: Bool
  ) {
    let width = tile.width
    let planeCount = keepsAlpha ? 4 : 3
    var row = 0
    while row < band.rowCount {
      let some = band.covered[row].some
      var end = row &+ 1
      while end < band.rowCount && band.covered[end].some == some { end &+= 1 }
      let top = band.firstRow &+ row
      forEachRun(some) { run in
        let x = band.left &+ run.lowerBound &* 8
        let count = run.count &* 8
        blocks.mark(rows: top..<band.firstRow &+ end, columns: x..<x &+ count)
        paint.shade(
          rows: end &- row, y: tile.y &+ top, from: tile.x &+ x, count: count, into: tile.row(top, plane: 0) + x,
          planeStride: width, rowStride: tile.rowStride, keepsAlpha: keepsAlpha)
      }
      while row < end {
        let onto = tile.row(band.firstRow &+ row, plane: 0) + band.left
        let shares = band.shares + row &* band.stride
        forEachBit(some & ~band.covered[row].all) { block in
          let share = Lanes.load(shares + block &* 8)
          for plane in 0..<planeCount {
            let pixel = onto + (plane &* width &+ block &* 8)
            // Never −0, as where nothing is laid on nothing.
            Lanes.store(Lanes.load(pixel) * share + 0, to: pixel)
          }
        }
        row &+= 1
      }
    }
  }

  /// Rows of one colour.
  private func lay(_ tile: Tile, _ band: CoverageBand, _ blocks: OccupiedBlocks, _ color: SIMD4<Float>) {
    for row in 0..<band.rowCount {
      let y = band.firstRow &+ row
      let onto = tile.row(y, plane: 0)
      forEachBit(band.covered[row].some) { block in
        let x = band.left &+ block &* 8
        let share = band.share(row, block)
        blend(
          onto + x, tile.width, isFresh: isFresh(blocks, y, x), red: share * color.x, green: share * color.y,
          blue: share * color.z, alpha: share * color.w)
      }
    }
  }

  /// Rows over what is there, in runs of blocks that are covered. `colors` is memory for a row of the tile.
  private func lay(
    _ tile: Tile, _ band: CoverageBand, _ blocks: OccupiedBlocks, _ paint: PaintShader,
    _ colors: UnsafeMutablePointer<Float>
  ) {
    if let color = paint.uniformColor { return lay(tile, band, blocks, color) }
    let width = tile.width
    for row in 0..<band.rowCount {
      let y = band.firstRow &+ row
      let onto = tile.row(y, plane: 0)
      forEachRun(band.covered[row].some) { run in
        let first = band.left &+ run.lowerBound &* 8
        paint.shade(row: tile.y + y, from: tile.x + first, count: run.count &* 8, into: colors, planeStride: width)
        for block in run {
          let x = band.left &+ block &* 8
          let share = band.share(row, block)
          let color = colors + (x &- first)
          blend(
            onto + x, width, isFresh: isFresh(blocks, y, x), red: share * Lanes.load(color),
            green: share * Lanes.load(color + width), blue: share * Lanes.load(color + 2 &* width),
            alpha: share * Lanes.load(color + 3 &* width))
        }
      }
    }
  }

  /// Lays a fill whose edges fade.
  private func paintSoft(_ paint: PaintShader, _ tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>) {
    let rect = PixelRect(x: tile.x, y: tile.y, width: tile.width, height: tile.height)
    let columns = soft.columns(rows: rect.y..<rect.endY, rect: rect)
    if columns.isEmpty { return }
    let shareCount = tile.width + 8
    scratch.reserve(shareCount + 4 * tile.width + soft.scratchCount(rect: rect, columns: columns))
    let shares = scratch.base
    let colors = shares + shareCount
    let rows = soft.rows(rect: rect, columns: columns, memory: colors + 4 * tile.width)
    for row in 0..<tile.height where rows.blur(row: row, into: shares) {
      lay(tile, row, columns, shares, blocks, paint, colors)
    }
  }

  /// A row over what is there, from shares of all its pixels.
  func lay(
    _ tile: Tile, _ row: Int, _ columns: Range<Int>, _ shares: UnsafePointer<Float>, _ blocks: OccupiedBlocks,
    _ paint: PaintShader, _ colors: UnsafeMutablePointer<Float>
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
  func isFresh(_ blocks: OccupiedBlocks, _ row: Int, _ x: Int) -> Bool {
    var isFresh = false
    blocks.mark(row: row, columns: x..<x &+ 8) { _ in isFresh = true }
    return isFresh
  }

  @inline(__always)
  func isNothing(_ share: Lane8) -> Bool {
    let parts = unsafeBitCast(share, to: SIMD4<UInt64>.self)
    return parts[0] | parts[1] | parts[2] | parts[3] == 0
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

/// What a path covers of neighbouring rows of a tile.
private struct CoverageBand {
  let firstRow: Int
  let rowCount: Int
  /// The first column, a multiple of 8.
  let left: Int
  /// For each row, counted from that column.
  let covered: UnsafePointer<CoveredBlocks>
  let shares: UnsafePointer<Float>
  let stride: Int

  /// The share of each pixel of a covered block.
  @inline(__always)
  func share(_ row: Int, _ block: Int) -> Lane8 {
    let isWhole = (covered[row].all &>> UInt64(truncatingIfNeeded: block)) & 1 != 0
    return isWhole ? Lane8(repeating: 1) : Lanes.load(shares + (row &* stride &+ block &* 8))
  }
}
