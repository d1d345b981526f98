import Lanes

/// One row of float pixels on its way out: the same row of R, G, B and A lie `planeStride` apart; place 0 is the first
/// pixel of the region that is written.
struct LinearRow {
  let base: UnsafeMutablePointer<Float>
  let planeStride: Int
  /// Whether many of its blocks are likely to be the same as those before.
  var repeatsItself = false

  /// Eight values from `column` on.
  @inline(__always)
  func load(_ plane: Int, _ column: Int) -> Lane8 { Lanes.load(base + (plane &* planeStride &+ column)) }

  /// Eight values from `column` on; where fewer are `left`, zeros behind them.
  @inline(__always)
  func load(_ plane: Int, _ column: Int, _ left: Int) -> Lane8 {
    let source = base + (plane &* planeStride &+ column)
    return left >= 8 ? Lanes.load(source) : loadPartial(source, left)
  }
}

/// The glow that is added to a finished frame.
package struct Glow {
  let bloom: Bloom
  let strength: Float

  package init(_ bloom: Bloom, strength: Float) {
    self.bloom = bloom
    self.strength = strength
  }
}

/// Where a writer takes its rows from: a tile, and the glow that is added on the way.
struct LightSource {
  let tile: Tile
  let region: PixelRect
  let glow: Glow?
  /// Columns left of the region that are read too.
  let room: Int
  let hasAlpha: Bool
  /// What is to be written; nil for all of the region.
  unowned(unsafe) let touched: DirtyBlocks?
  /// Scratch memory of the calling thread, for the writer. (Stack memory is for less than a kilobyte: more is taken from
  /// the heap each time.)
  unowned(unsafe) let memory: AlignedBuffer<Float>

  /// Floats of scratch that a row needs.
  var scratchCount: Int {
    if glow != nil { return rowCount + Bloom.scratchCount(width: region.width + room) }
    return isRagged ? rowCount : 0
  }
  private var rowCount: Int { EncodedRow.floatCount(width: region.width, planes: 4) }
  /// Whether the last block of eight reaches past the memory of the tile's row.
  private let isRagged: Bool

  init(
    tile: Tile, region: PixelRect, glow: Glow?, room: Int, hasAlpha: Bool, touched: DirtyBlocks?,
    memory: AlignedBuffer<Float>
  ) {
    self.tile = tile
    self.region = region
    self.glow = glow
    self.room = room
    self.hasAlpha = hasAlpha
    self.touched = touched
    self.memory = memory
    isRagged = region.x - tile.x + (region.width + 7) / 8 * 8 > tile.width
  }

  /// Row `y` of the frame, to be read in whole blocks of eight. With a glow it is made in `scratch` and valid until that is
  /// used again.
  @inline(__always)
  func row(_ y: Int, scratch: UnsafeMutablePointer<Float>) -> LinearRow {
    let source = LinearRow(
      base: tile.row(y &- tile.y, plane: 0) + (region.x &- tile.x), planeStride: tile.width)
    if let glow { return lit(source, y, glow, scratch) }
    return isRagged ? padded(source, scratch) : source
  }

  private func lit(_ source: LinearRow, _ y: Int, _ glow: Glow, _ scratch: UnsafeMutablePointer<Float>) -> LinearRow {
    let stride = EncodedRow.planeStride(width: region.width)
    let start = LinearRow(base: source.base - room, planeStride: source.planeStride)
    let count = region.width &+ room
    // The frame comes from memory, in pieces too short for the processor to see ahead.
    for plane in 0..<3 {
      Lanes.prefetch(start.base + (Self.rowsAhead &* tile.rowStride &+ plane &* start.planeStride), count: count)
    }
    let row = glow.bloom.row(
      start, y: y, x: region.x &- room, count: count, strength: glow.strength, scratch: scratch + rowCount)
    if !row.glows && !isRagged {
      return LinearRow(base: source.base, planeStride: source.planeStride, repeatsItself: true)
    }
    let lit = LinearRow(base: scratch + EncodedRow.leftRoom, planeStride: stride)
    for plane in 0..<3 { row.add(plane, into: lit.base - room + plane &* stride) }
    if hasAlpha {
      (lit.base + 3 * stride).update(from: source.base + 3 * source.planeStride, count: region.width)
    }
    return lit
  }

  private static let rowsAhead = 4

  private func padded(_ source: LinearRow, _ scratch: UnsafeMutablePointer<Float>) -> LinearRow {
    let copy = EncodedRow(scratch, width: region.width)
    for plane in 0..<4 {
      let from = source.base + plane &* source.planeStride
      (copy.plane(plane) - room).update(from: from - room, count: region.width &+ room)
    }
    return LinearRow(base: copy.base, planeStride: copy.planeStride)
  }
}
