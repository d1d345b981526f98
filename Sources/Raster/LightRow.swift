import Lanes

/// One row of float pixels on its way out: the same row of R, G, B and A lie `planeStride` apart; place 0 is the first
/// pixel of the region that is written.
struct LightRow {
  let base: UnsafeMutablePointer<Float>
  let planeStride: Int

  /// Eight values from `column` on.
  @inline(__always)
  func load(_ plane: Int, _ column: Int) -> Lane8 { Lanes.load(base + (plane &* planeStride &+ column)) }

  /// Eight values from `column` on; where fewer are `left`, zeros behind them.
  @inline(__always)
  func load(_ plane: Int, _ column: Int, _ left: Int) -> Lane8 {
    let source = base + (plane &* planeStride &+ column)
    return left >= 8 ? Lanes.load(source) : loadPartial(source, left)
  }

  /// A copy of the columns from `column` to `end`, fewer than eight, at the same place with zeros behind them. Takes 32
  /// floats of memory.
  @inline(never)
  func padded(_ column: Int, _ end: Int, _ memory: UnsafeMutablePointer<Float>) -> LightRow {
    let copy = LightRow(base: memory - column, planeStride: 8)
    for plane in 0..<4 { Lanes.store(load(plane, column, end - column), to: memory + 8 * plane) }
    return copy
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
  /// Scratch memory of the calling thread, for the writer. (Stack memory is for less than a kilobyte: more is taken from
  /// the heap each time.)
  unowned(unsafe) let memory: AlignedBuffer<Float>

  /// Floats of scratch that a row needs.
  var scratchCount: Int { glow == nil ? 0 : rowCount + Bloom.scratchCount(width: region.width + room) }
  private var rowCount: Int { EncodedRow.floatCount(width: region.width, planes: 4) }

  /// Row `y` of the frame. With a glow it is made in `scratch` and valid until that is used again.
  @inline(__always)
  func row(_ y: Int, scratch: UnsafeMutablePointer<Float>) -> LightRow {
    let source = LightRow(
      base: tile.row(y &- tile.y, plane: 0) + (region.x &- tile.x), planeStride: tile.width)
    guard let glow else { return source }
    let stride = EncodedRow.planeStride(width: region.width)
    let lit = LightRow(base: scratch + EncodedRow.leftRoom, planeStride: stride)
    glow.bloom.add(
      to: LightRow(base: source.base - room, planeStride: source.planeStride), y: y, x: region.x &- room,
      count: region.width &+ room, strength: glow.strength,
      into: LightRow(base: lit.base - room, planeStride: stride), scratch: scratch + rowCount)
    if hasAlpha {
      (lit.base + 3 * stride).update(from: source.base + 3 * source.planeStride, count: region.width)
    }
    return lit
  }
}
