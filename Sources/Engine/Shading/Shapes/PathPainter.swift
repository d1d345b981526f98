import Lanes
import Raster

/// Paints what a path covers: a fill or a stroke, sharp or soft.
final class PathPainter: @unchecked Sendable {
  /// The exact areas of a fill or stroke with sharp edges.
  let coverage: PathCoverage
  /// Used in place of `coverage` by a fill with soft edges.
  let soft: SoftCoverage
  /// The centre line of a stroke, from which distances are measured, where `distanceStyle` needs it.
  let field = SegmentField()
  var paint: PaintShader?
  /// How a stroke's colour and coverage depend on the distance from its line; nil if they do not.
  var distanceStyle: DistanceStyle?
  /// The factor by which the coverage of everything is multiplied, except for sharp fills that are painted with `isFirst`.
  var opacity: Float = 1

  /// - Parameter scratch: memory for setting a path; of the painter's own if no other painters share it.
  init(scratch: PathScratch = PathScratch()) {
    coverage = PathCoverage(scratch: scratch)
    soft = SoftCoverage(scratch: scratch)
  }

  /// Removes the path; the paint stays.
  func removeAll() {
    coverage.removeAll()
    soft.removeAll()
    field.set([])
  }

  var isEmpty: Bool { coverage.isEmpty && soft.isEmpty && (distanceStyle == nil || field.count == 0) || paint == nil }

  /// The columns of a tile at `rect`, in whole blocks, that may be covered in any of `rows`: rows of the frame, all of one band.
  private func columns(_ rows: Range<Int>, _ rect: PixelRect) -> Range<Int> {
    if !soft.isEmpty { return soft.columns(rows: rows, rect: rect) }
    if let distanceStyle, distanceStyle.softness > 0 { return softColumns(distanceStyle, rows: rows, rect: rect) }
    return coverage.columns(row: rows.lowerBound, rect: rect)
  }

  /// Whether no part of a tile is covered.
  func misses(_ rect: PixelRect) -> Bool {
    var isEmpty = true
    PathCoverage.forEachBand(of: rect) { rows in
      if isEmpty && !columns(rows, rect).isEmpty { isEmpty = false }
    }
    return isEmpty
  }

  /// The part of a rectangle that may be covered.
  func contentBox(in rect: PixelRect) -> PixelRect {
    var box = PixelRect(x: rect.x, y: rect.y, width: 0, height: 0)
    PathCoverage.forEachBand(of: rect) { rows in
      let columns = columns(rows, rect)
      if columns.isEmpty { return }
      box = box.union(
        PixelRect(x: rect.x + columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count))
    }
    return box.intersection(rect)
  }

  /// Marks the blocks of a tile that may be covered.
  func markDirty(_ blocks: DirtyBlocks, rect: PixelRect) {
    PathCoverage.forEachBand(of: rect) { rows in
      let columns = columns(rows, rect)
      blocks.markDirty(
        left: columns.lowerBound, top: rows.lowerBound - rect.y, right: columns.upperBound,
        bottom: rows.upperBound - rect.y)
    }
  }

  /// Paints onto a tile, over the pixels of the blocks that `blocks` has recorded, and records the blocks that are written.
  ///
  /// - Parameters:
  ///   - isFirst: whether nothing has been painted on the tile yet.
  ///   - writesAlpha: false where nothing reads the alphas, which may then be left undefined. Only used with `isFirst`.
  func paint(
    _ tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, isFirst: Bool = false, writesAlpha: Bool = true
  ) {
    guard let paint, !isEmpty else { return }
    if !soft.isEmpty { return paintSoft(paint, tile, blocks: blocks, scratch: scratch) }
    if let distanceStyle { return paintByDistance(distanceStyle, paint, tile, blocks: blocks, scratch: scratch) }
    let rect = tile.rect
    // `scratch` holds the coverage of a band, four planes of a row's colours, and the covered blocks of each row of the band.
    let coverageCount = PathCoverage.scratchCount(width: tile.width)
    let coveredFloatCount = MemoryLayout<CoveredBlocks>.stride / MemoryLayout<Float>.stride * PathCoverage.rowsPerBand
    scratch.resize(to: coverageCount + 4 * tile.width + coveredFloatCount)
    let memory = scratch.base
    let colors = memory + coverageCount
    let covered = UnsafeMutableRawPointer(colors + 4 * tile.width).assumingMemoryBound(to: CoveredBlocks.self)
    let rowStride = PathCoverage.rowStride(width: tile.width)
    PathCoverage.forEachBand(of: rect) { rows in
      let all = coverage.columns(row: rows.lowerBound, rect: rect)
      var left = all.lowerBound
      while left < all.upperBound {
        // `CoveredBlocks` has 64 bits, each for a block of 8 columns.
        let columns = left..<min(left + 512, all.upperBound)
        coverage.cover(rect: rect, rows: rows, columns: columns, memory: memory, blocks: covered)
        let band = CoverageBand(
          firstRow: rows.lowerBound - rect.y, rowCount: rows.count, left: left, covered: covered,
          coverage: memory + left, rowStride: rowStride)
        if isFirst {
          paintFirst(tile, band, blocks, paint, writesAlpha: writesAlpha)
        } else {
          blend(band, of: paint, onto: tile, blocks, colors)
        }
        left = columns.upperBound
      }
    }
  }

  /// Paints rows of a tile on which nothing has been painted yet. First all covered blocks are coloured as if they were covered in full, with
  /// one call for neighbouring rows that have the same covered blocks. Then blocks that are covered in part are multiplied by their coverage.
  private func paintFirst(
    _ tile: Tile, _ band: CoverageBand, _ blocks: OccupiedBlocks, _ paint: PaintShader, writesAlpha: Bool
  ) {
    let width = tile.width
    let planeCount = writesAlpha ? 4 : 3
    var row = 0
    while row < band.rowCount {
      let touched = band.covered[row].touched
      var end = row &+ 1
      while end < band.rowCount && band.covered[end].touched == touched { end &+= 1 }
      let top = band.firstRow &+ row
      forEachBitRange(touched) { blockRange in
        let x = band.left &+ blockRange.lowerBound &* 8
        let count = blockRange.count &* 8
        blocks.mark(rows: top..<band.firstRow &+ end, columns: x..<x &+ count)
        paint.shade(
          rows: end &- row, y: tile.y &+ top, from: tile.x &+ x, count: count, into: tile.row(top, plane: 0) + x,
          planeStride: width, rowStride: tile.rowStride, writesAlpha: writesAlpha)
      }
      while row < end {
        let target = tile.row(band.firstRow &+ row, plane: 0) + band.left
        let coverage = band.coverage + row &* band.rowStride
        forEachBit(touched & ~band.covered[row].full) { block in
          let share = Lanes.load(coverage + block &* 8)
          for plane in 0..<planeCount {
            let pixel = target + (plane &* width &+ block &* 8)
            // Adding 0 turns −0 into 0, as compositing with a clear tile would.
            Lanes.store(Lanes.load(pixel) * share + 0, to: pixel)
          }
        }
        row &+= 1
      }
    }
  }

  /// Composites one colour onto rows of the tile.
  private func blend(_ band: CoverageBand, of color: SIMD4<Float>, onto tile: Tile, _ blocks: OccupiedBlocks) {
    for row in 0..<band.rowCount {
      let y = band.firstRow &+ row
      let target = tile.row(y, plane: 0)
      forEachBit(band.covered[row].touched) { block in
        let x = band.left &+ block &* 8
        let share = band.coverage(row, block) * opacity
        blend(
          target + x, tile.width, isFresh: markBlock(blocks, y, x), red: share * color.x, green: share * color.y,
          blue: share * color.z, alpha: share * color.w)
      }
    }
  }

  /// Composites the paint onto rows of the tile, in runs of covered blocks. `colors` is memory for a row of the tile.
  private func blend(
    _ band: CoverageBand, of paint: PaintShader, onto tile: Tile, _ blocks: OccupiedBlocks,
    _ colors: UnsafeMutablePointer<Float>
  ) {
    if let color = paint.uniformColor { return blend(band, of: color, onto: tile, blocks) }
    let width = tile.width
    for row in 0..<band.rowCount {
      let y = band.firstRow &+ row
      let target = tile.row(y, plane: 0)
      forEachBitRange(band.covered[row].touched) { blockRange in
        let first = band.left &+ blockRange.lowerBound &* 8
        paint.shade(
          row: tile.y + y, from: tile.x + first, count: blockRange.count &* 8, into: colors, planeStride: width)
        for block in blockRange {
          let x = band.left &+ block &* 8
          let share = band.coverage(row, block) * opacity
          let color = colors + (x &- first)
          blend(
            target + x, width, isFresh: markBlock(blocks, y, x), red: share * Lanes.load(color),
            green: share * Lanes.load(color + width), blue: share * Lanes.load(color + 2 &* width),
            alpha: share * Lanes.load(color + 3 &* width))
        }
      }
    }
  }

  /// Paints a fill with soft edges.
  private func paintSoft(_ paint: PaintShader, _ tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>) {
    let rect = tile.rect
    let columns = soft.columns(rows: rect.y..<rect.endY, rect: rect)
    if columns.isEmpty { return }
    // `scratch` holds the coverage of a row, four planes of its colours, and the memory of `SoftCoverage`.
    let coverageCount = tile.width + 8
    scratch.resize(to: coverageCount + 4 * tile.width + soft.scratchCount(rect: rect, columns: columns))
    let coverage = scratch.base
    let colors = coverage + coverageCount
    let rows = soft.rows(rect: rect, columns: columns, memory: colors + 4 * tile.width)
    for row in 0..<tile.height where rows.blur(row: row, into: coverage) {
      blend(row, columns, coverage, of: paint, onto: tile, blocks, colors)
    }
  }

  /// Composites the paint onto a row of the tile, by the coverage of each pixel. `coverage` and `colors` begin at the tile's
  /// column 0; `colors` is memory for four planes.
  func blend(
    _ row: Int, _ columns: Range<Int>, _ coverage: UnsafePointer<Float>, of paint: PaintShader, onto tile: Tile,
    _ blocks: OccupiedBlocks, _ colors: UnsafeMutablePointer<Float>
  ) {
    let target = tile.row(row, plane: 0)
    let width = tile.width
    forEachCoveredRange(of: columns, coverage) { range in
      var x = range.lowerBound
      paint.shade(row: tile.y + row, from: tile.x + x, count: range.count, into: colors + x, planeStride: width)
      while x < range.upperBound {
        let share = Lanes.load(coverage + x) * opacity
        let color = colors + x
        blend(
          target + x, width, isFresh: markBlock(blocks, row, x), red: share * Lanes.load(color),
          green: share * Lanes.load(color + width), blue: share * Lanes.load(color + 2 &* width),
          alpha: share * Lanes.load(color + 3 &* width))
        x &+= 8
      }
    }
  }

  /// Records the block at column `x`. Returns whether nothing has been painted on it yet.
  @inline(__always)
  func markBlock(_ blocks: OccupiedBlocks, _ row: Int, _ x: Int) -> Bool {
    var isFresh = false
    blocks.mark(row: row, columns: x..<x &+ 8) { _ in isFresh = true }
    return isFresh
  }

  /// Composites eight premultiplied colours over the pixels painted before (source-over). A fresh block may hold anything and is
  /// overwritten. `pixel` points to the red of the first pixel; planes lie `width` floats apart.
  @inline(__always)
  func blend(
    _ pixel: UnsafeMutablePointer<Float>, _ width: Int, isFresh: Bool, red: Float8, green: Float8, blue: Float8,
    alpha: Float8
  ) {
    if isFresh {
      Lanes.store(red, to: pixel)
      Lanes.store(green, to: pixel + width)
      Lanes.store(blue, to: pixel + 2 &* width)
      Lanes.store(alpha, to: pixel + 3 &* width)
      return
    }
    let transparency = 1 - alpha
    Lanes.store(red + Lanes.load(pixel) * transparency, to: pixel)
    Lanes.store(green + Lanes.load(pixel + width) * transparency, to: pixel + width)
    Lanes.store(blue + Lanes.load(pixel + 2 &* width) * transparency, to: pixel + 2 &* width)
    Lanes.store(alpha + Lanes.load(pixel + 3 &* width) * transparency, to: pixel + 3 &* width)
  }
}
