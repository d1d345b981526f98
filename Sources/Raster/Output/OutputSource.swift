import Lanes

/// The rows of a tile from which a writer makes samples: with the glow added, laid over the background, and readable in whole blocks of
/// eight.
struct OutputSource {
  let tile: Tile
  let region: PixelRect
  let glow: Glow?
  /// Number of columns left of the region that are also read: 0 or 8.
  let leftMargin: Int
  /// Whether alpha is read.
  let readsAlpha: Bool
  /// The background over which mapped rows are laid; nil for none.
  let background: OutputBackground?
  /// The blocks that are written; nil for the whole region.
  unowned(unsafe) let dirty: DirtyBlocks?
  /// Number of the tile's blocks left of the region and its margin.
  var skippedBlocks: Int { (region.x &- leftMargin &- tile.x) &>> 3 }
  /// Scratch memory of the calling thread. The writer uses it, and passes a part of it to `row`.
  unowned(unsafe) let memory: AlignedBuffer<Float>

  /// Number of floats of scratch memory that `row` needs, for up to three things: a copy of the row, the blocks of the glow, and the row
  /// over its background.
  var scratchCount: Int { lightCount + (background != nil ? copyFloatCount : 0) }
  /// Number of floats that a row needs before it is laid over a background.
  private var lightCount: Int {
    if glow != nil { return copyFloatCount + Bloom.scratchCount(width: region.width + leftMargin) }
    return needsPadding ? copyFloatCount : 0
  }
  /// Number of floats of a copy of a row.
  private var copyFloatCount: Int { EncodedRow.floatCount(width: region.width, planes: 4) }
  /// Whether the region's last block of eight extends past the end of the tile's rows.
  private let needsPadding: Bool
  /// How many rows ahead of the current one the tile's pixels are fetched into the cache.
  private static let prefetchRows = 4

  init(
    tile: Tile, region: PixelRect, glow: Glow?, leftMargin: Int, readsAlpha: Bool,
    background: OutputBackground?, dirty: DirtyBlocks?, memory: AlignedBuffer<Float>
  ) {
    self.tile = tile
    self.region = region
    self.glow = glow
    self.leftMargin = leftMargin
    self.readsAlpha = readsAlpha
    self.background = background
    self.dirty = dirty
    self.memory = memory
    needsPadding = region.x - tile.x + (region.width + 7) / 8 * 8 > tile.width
  }

  /// Returns row `y` of the frame, readable in whole blocks of eight; with a background, only `blocks` are defined. The result may
  /// lie in `scratch`, memory of `scratchCount` floats, and is valid until `scratch` is used again.
  @inline(__always)
  func row(_ y: Int, _ blocks: some BlockSelection, scratch: UnsafeMutablePointer<Float>) -> FloatRow {
    guard let background else { return light(y, scratch) }
    let result = EncodedRow(scratch + lightCount, width: region.width)
    background.compositeRow(light(y, scratch), x: region.x, y: y, blocks, into: result)
    return FloatRow(base: result.base, planeStride: result.planeStride)
  }

  /// Returns row `y` of the frame with its glow, before it is laid over a background.
  @inline(__always)
  private func light(_ y: Int, _ scratch: UnsafeMutablePointer<Float>) -> FloatRow {
    let source = FloatRow(
      base: tile.row(y &- tile.y, plane: 0) + (region.x &- tile.x), planeStride: tile.width)
    if let glow { return addGlow(glow, to: source, y, scratch) }
    return needsPadding ? padded(source, scratch) : source
  }

  /// Returns the row plus its glow, in `scratch`; or the row itself if it has no glow and can be read in whole blocks.
  private func addGlow(_ glow: Glow, to source: FloatRow, _ y: Int, _ scratch: UnsafeMutablePointer<Float>)
    -> FloatRow
  {
    let planeStride = EncodedRow.planeStride(width: region.width)
    let withMargin = FloatRow(base: source.base - leftMargin, planeStride: source.planeStride)
    let count = region.width &+ leftMargin
    // Prefetching by hand: the pieces that are read, as wide as the region, are too short for the hardware's prefetching.
    for plane in 0..<3 {
      Lanes.prefetch(
        withMargin.base + (Self.prefetchRows &* tile.rowStride &+ plane &* withMargin.planeStride), count: count)
    }
    let row = glow.bloom.glowingRow(
      withMargin, y: y, x: region.x &- leftMargin, count: count, strength: glow.strength,
      scratch: scratch + copyFloatCount)
    if !row.hasGlow && !needsPadding {
      // A row without glow is usually an even background.
      return FloatRow(base: source.base, planeStride: source.planeStride, likelyRepeatsBlocks: true)
    }
    let sum = FloatRow(base: scratch + EncodedRow.margin, planeStride: planeStride)
    for plane in 0..<3 { row.add(plane, into: sum.base - leftMargin + plane &* planeStride) }
    if readsAlpha {
      (sum.base - leftMargin + 3 * planeStride).update(
        from: withMargin.base + 3 * withMargin.planeStride, count: count)
    }
    return sum
  }

  /// Returns a copy of the row in `scratch`, which can be read in whole blocks past its end.
  private func padded(_ source: FloatRow, _ scratch: UnsafeMutablePointer<Float>) -> FloatRow {
    let copy = EncodedRow(scratch, width: region.width)
    for plane in 0..<4 {
      let row = source.base + plane &* source.planeStride
      (copy.plane(plane) - leftMargin).update(from: row - leftMargin, count: region.width &+ leftMargin)
    }
    return FloatRow(base: copy.base, planeStride: copy.planeStride)
  }
}
