import Lanes

/// Rows of a tile for a writer, with the glow added.
struct OutputSource {
  let tile: Tile
  let region: PixelRect
  let glow: Glow?
  /// Columns left of the region that are read as well.
  let leftMargin: Int
  let hasAlpha: Bool
  /// The blocks that are written; nil for all of the region.
  unowned(unsafe) let dirty: DirtyBlocks?
  /// Scratch memory of the calling thread, for the writer. (Temporary allocations above a kilobyte come from the heap.)
  unowned(unsafe) let memory: AlignedBuffer<Float>

  /// Floats of scratch that a row needs.
  var scratchCount: Int {
    if glow != nil { return rowCount + Bloom.scratchCount(width: region.width + leftMargin) }
    return isRagged ? rowCount : 0
  }
  private var rowCount: Int { EncodedRow.floatCount(width: region.width, planes: 4) }
  /// Whether the last block of eight reaches past the memory of the tile's row.
  private let isRagged: Bool

  init(
    tile: Tile, region: PixelRect, glow: Glow?, leftMargin: Int, hasAlpha: Bool, dirty: DirtyBlocks?,
    memory: AlignedBuffer<Float>
  ) {
    self.tile = tile
    self.region = region
    self.glow = glow
    self.leftMargin = leftMargin
    self.hasAlpha = hasAlpha
    self.dirty = dirty
    self.memory = memory
    isRagged = region.x - tile.x + (region.width + 7) / 8 * 8 > tile.width
  }

  /// Row `y` of the frame, which can be read in whole blocks of eight. With a glow it lies in `scratch` and is valid
  /// until that is used again.
  @inline(__always)
  func row(_ y: Int, scratch: UnsafeMutablePointer<Float>) -> LinearRow {
    let source = LinearRow(
      base: tile.row(y &- tile.y, plane: 0) + (region.x &- tile.x), planeStride: tile.width)
    if let glow { return glowing(source, y, glow, scratch) }
    return isRagged ? padded(source, scratch) : source
  }

  private func glowing(_ source: LinearRow, _ y: Int, _ glow: Glow, _ scratch: UnsafeMutablePointer<Float>) -> LinearRow
  {
    let stride = EncodedRow.planeStride(width: region.width)
    let start = LinearRow(base: source.base - leftMargin, planeStride: source.planeStride)
    let count = region.width &+ leftMargin
    // The frame comes from memory in stretches too short for the hardware prefetcher.
    for plane in 0..<3 {
      Lanes.prefetch(start.base + (Self.rowsAhead &* tile.rowStride &+ plane &* start.planeStride), count: count)
    }
    let row = glow.bloom.row(
      start, y: y, x: region.x &- leftMargin, count: count, strength: glow.strength, scratch: scratch + rowCount)
    if !row.glows && !isRagged {
      return LinearRow(base: source.base, planeStride: source.planeStride, repeatsItself: true)
    }
    let sum = LinearRow(base: scratch + EncodedRow.margin, planeStride: stride)
    for plane in 0..<3 { row.add(plane, into: sum.base - leftMargin + plane &* stride) }
    if hasAlpha {
      (sum.base + 3 * stride).update(from: source.base + 3 * source.planeStride, count: region.width)
    }
    return sum
  }

  private static let rowsAhead = 4

  private func padded(_ source: LinearRow, _ scratch: UnsafeMutablePointer<Float>) -> LinearRow {
    let copy = EncodedRow(scratch, width: region.width)
    for plane in 0..<4 {
      let from = source.base + plane &* source.planeStride
      (copy.plane(plane) - leftMargin).update(from: from - leftMargin, count: region.width &+ leftMargin)
    }
    return LinearRow(base: copy.base, planeStride: copy.planeStride)
  }
}
