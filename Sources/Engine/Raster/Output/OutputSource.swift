import Lanes

/// The rows of a tile from which a writer makes samples: with the glow added, laid over the background, and readable in whole blocks of
/// eight.
struct OutputSource {
  let tile: Tile
  /// The frame pixels that are written.
  let region: PixelRect
  /// The glow that is added to the tile's pixels; nil for none.
  private let glow: GlowBlocks?
  var addsGlow: Bool { glow != nil }
  /// Number of columns left of the region that are also read: 0 or 8.
  let leftMargin: Int
  let readsAlpha: Bool
  /// The background over which rows are laid after exposure and tone map; nil for none.
  let background: OutputBackground?
  /// The blocks that are written; nil for the whole region.
  unowned(unsafe) let dirty: DirtyBlocks?
  /// Number of the tile's blocks left of the region and its margin.
  var skippedBlockCount: Int { (region.x &- leftMargin &- tile.x) &>> 3 }
  /// Scratch memory of the calling thread. The writer uses it, and passes a part of it to `row`.
  unowned(unsafe) let memory: AlignedBuffer<Float>

  /// Number of floats of scratch memory that `row` needs: for a copy of the row, the blocks of the glow, and the row over its background.
  var scratchCount: Int { foregroundFloatCount + (background != nil ? copyFloatCount : 0) }
  /// Number of floats of scratch memory for a row before it is laid over the background.
  private var foregroundFloatCount: Int {
    if glow != nil { return copyFloatCount + GlowingRows.scratchCount(width: region.width + leftMargin) }
    return needsPadding ? copyFloatCount : 0
  }
  /// Number of floats of a copy of a row.
  private var copyFloatCount: Int { EncodedRow.floatCount(width: region.width, planes: 4) }
  /// Whether the region's last block of eight extends past the end of the tile's rows.
  private let needsPadding: Bool

  init(
    tile: Tile, region: PixelRect, glow: AddedBloom?, leftMargin: Int, readsAlpha: Bool,
    background: OutputBackground?, dirty: DirtyBlocks?, memory: AlignedBuffer<Float>
  ) {
    self.tile = tile
    self.region = region
    self.glow = glow.map { GlowBlocks($0) }
    self.leftMargin = leftMargin
    self.readsAlpha = readsAlpha
    self.background = background
    self.dirty = dirty
    self.memory = memory
    needsPadding = region.x - tile.x + (region.width + 7) / 8 * 8 > tile.width
  }

  /// Returns row `y` of the frame, readable in whole blocks of eight; with a background, only the pixels of `blocks` have values. The
  /// result may lie in `scratch`, memory of `scratchCount` floats, and is valid until `scratch` is used again.
  @inline(__always)
  func row(_ y: Int, _ blocks: some BlockSelection, scratch: UnsafeMutablePointer<Float>) -> FloatRow {
    let foreground = glow.map { addGlow($0, toRows: y, 1, scratch).0 } ?? plainRow(y, scratch)
    return overBackground(foreground, y, blocks, scratch + foregroundFloatCount)
  }

  /// Returns two rows of the frame, `y`, which must be even, and `y` + 1, in the same form as `row` does. `scratch` is memory of
  /// 2 × `scratchCount` floats.
  @inline(__always)
  func twoRows(
    _ y: Int, _ blocks: some BlockSelection, scratch: UnsafeMutablePointer<Float>
  ) -> (FloatRow, FloatRow) {
    let foregrounds =
      glow.map { addGlow($0, toRows: y, 2, scratch) }
      ?? (plainRow(y, scratch), plainRow(y &+ 1, scratch + foregroundFloatCount))
    let memory = scratch + 2 &* foregroundFloatCount
    return (
      overBackground(foregrounds.0, y, blocks, memory),
      overBackground(foregrounds.1, y &+ 1, blocks, memory + copyFloatCount)
    )
  }

  /// Returns the row `light`, laid over the background, in `scratch`; or `light` itself if there is no background.
  @inline(__always)
  private func overBackground(
    _ light: FloatRow, _ y: Int, _ blocks: some BlockSelection, _ scratch: UnsafeMutablePointer<Float>
  ) -> FloatRow {
    guard let background else { return light }
    let result = EncodedRow(scratch, width: region.width)
    background.compositeRow(light, x: region.x, y: y, blocks, into: result)
    return FloatRow(base: result.base, planeStride: result.planeStride)
  }

  /// The tile's pixels of row `y` of the frame, from the region's first column on.
  @inline(__always)
  private func tileRow(_ y: Int) -> FloatRow {
    FloatRow(base: tile.row(y &- tile.y, plane: 0) + (region.x &- tile.x), planeStride: tile.width)
  }

  /// Returns row `y` of the tile, or a copy of it in `scratch` if it cannot be read in whole blocks.
  @inline(__always)
  private func plainRow(_ y: Int, _ scratch: UnsafeMutablePointer<Float>) -> FloatRow {
    needsPadding ? padded(tileRow(y), scratch) : tileRow(y)
  }

  /// Returns one or two rows (`rowCount`) with their glow, in `scratch`; or the tile's rows if they have no glow and can be read
  /// in whole blocks. For one row, both results are that row.
  private func addGlow(_ glow: GlowBlocks, toRows y: Int, _ rowCount: Int, _ scratch: UnsafeMutablePointer<Float>) -> (
    FloatRow, FloatRow
  ) {
    let source = tileRow(y)
    let firstPixel = source.base - leftMargin
    let count = region.width &+ leftMargin
    let rows = GlowingRows(
      glow, y: y, rowCount: rowCount, x: region.x &- leftMargin, count: count,
      scratch: scratch + rowCount &* copyFloatCount)
    if !rows.hasGlow && !needsPadding {
      // A row without glow usually has one colour, so that neighbouring blocks are alike.
      let first = FloatRow(base: source.base, planeStride: source.planeStride, likelyRepeatsBlocks: true)
      let lastRowOffset = (rowCount &- 1) &* tile.rowStride
      return (
        first, FloatRow(base: first.base + lastRowOffset, planeStride: first.planeStride, likelyRepeatsBlocks: true)
      )
    }
    let planeStride = EncodedRow.planeStride(width: region.width)
    let sum = FloatRow(base: scratch + EncodedRow.margin, planeStride: planeStride)
    rows.add(
      to: firstPixel, planeStride: source.planeStride, rowStride: tile.rowStride, into: sum.base - leftMargin,
      outputPlaneStride: planeStride, outputRowStride: copyFloatCount, mayOverrun: true)
    if readsAlpha {
      for row in 0..<rowCount {
        (sum.base - leftMargin + (row &* copyFloatCount &+ 3 &* planeStride)).update(
          from: firstPixel + (row &* tile.rowStride &+ 3 &* source.planeStride), count: count)
      }
    }
    return (sum, FloatRow(base: sum.base + (rowCount &- 1) &* copyFloatCount, planeStride: planeStride))
  }

  /// Returns a copy of the row in `scratch`; the copy can be read in whole blocks past its end.
  private func padded(_ source: FloatRow, _ scratch: UnsafeMutablePointer<Float>) -> FloatRow {
    let copy = EncodedRow(scratch, width: region.width)
    for plane in 0..<4 {
      let row = source.base + plane &* source.planeStride
      (copy.plane(plane) - leftMargin).update(from: row - leftMargin, count: region.width &+ leftMargin)
    }
    return FloatRow(base: copy.base, planeStride: copy.planeStride)
  }
}
