import Lanes

// From blocks of 4 × 4 pixels back to pixels: a cubic B-spline vertically, then one horizontally. The glow is added to
// a row on its way to the output format, so that the frame is read once and not written again.

/// A linear row and the glow that is to be added to it.
struct GlowingRow {
  let bloom: Bloom
  /// Begins at the column of the frame at which the glow begins.
  let linear: LinearRow
  let count: Int
  /// Three planes of the glow's blocks, interpolated vertically.
  fileprivate let blocks: UnsafeMutablePointer<Float>
  fileprivate let blockStride: Int
  fileprivate let scale: Float
  /// Whether any of the three planes has any glow.
  let glows: Bool
}

extension Bloom {
  /// Floats of scratch that the blocks of a row of this width need: three planes.
  static func scratchCount(width: Int) -> Int { 3 * scratchStride(width) }

  private static func scratchStride(_ width: Int) -> Int { ((width + 3) / 4 + 7) / 8 * 8 + 32 }

  /// A linear row that begins at column `x` of the frame, a multiple of 4, and its glow times `strength`.
  func row(
    _ linear: LinearRow, y: Int, x: Int, count: Int, strength: Float, scratch: UnsafeMutablePointer<Float>
  ) -> GlowingRow {
    precondition(x % 4 == 0, "Bloom is added in whole blocks of four pixels.")
    let level = levels[0]
    let phase = y & 3
    let firstRow = y >> 2 &- (phase < 2 ? 2 : 1)
    let weights = phase == 0 ? phases.0 : (phase == 1 ? phases.1 : (phase == 2 ? phases.2 : phases.3))
    // Two more blocks at both sides, in whole lanes. The images' rows have larger margins.
    let firstBlock = x >> 2 &- 2
    let blocks = ((count + 3) / 4 + 4 + 7) & ~7
    let stride = Self.scratchStride(count)
    var glows = false
    for plane in 0..<3 {
      let isLit = level.interpolate(
        firstRow: firstRow, weights: weights, plane: plane, columns: firstBlock..<(firstBlock &+ blocks),
        into: scratch + plane &* stride)
      glows = glows || isLit
    }
    // The next four rows of pixels need one more row of blocks.
    if phase == 1 {
      for plane in 0..<3 {
        Lanes.prefetch(
          level.blurredRow(min(firstRow &+ 4, level.height &- 1), plane: plane) + firstBlock, count: blocks)
      }
    }
    return GlowingRow(
      bloom: self, linear: linear, count: count, blocks: scratch + 2, blockStride: stride,
      scale: strength / Float(levels.count), glows: glows)
  }
}

extension Bloom {
  /// Adds the glow, times `strength`, to all pixels of a tile, in place.
  package func addGlow(to tile: Tile, strength: Float, scratch: AlignedBuffer<Float>) {
    scratch.reserve(Self.scratchCount(width: tile.width))
    for index in 0..<tile.height {
      let light = LinearRow(base: tile.row(index, plane: 0), planeStride: tile.width)
      let glowing = row(
        light, y: tile.y + index, x: tile.x, count: tile.width, strength: strength, scratch: scratch.base)
      if !glowing.glows { continue }
      for plane in 0..<3 { glowing.add(plane, into: tile.row(index, plane: plane)) }
    }
  }
}

extension GlowingRow {
  /// Writes one plane with the glow added, in whole blocks of eight.
  @inline(never)
  func add(_ plane: Int, into output: UnsafeMutablePointer<Float>) {
    let blocks = blocks + plane &* blockStride
    let light = linear.base + plane &* linear.planeStride
    let lanes = Float8(repeating: scale)
    let phases = bloom.phases
    var column = 0
    while column &+ 32 <= count {
      let glow = enlarged(blocks + column &>> 2, phases, lanes)
      let (source, target) = (light + column, output + column)
      Lanes.store(Lanes.load(source) + glow.0, to: target)
      Lanes.store(Lanes.load(source + 8) + glow.1, to: target + 8)
      Lanes.store(Lanes.load(source + 16) + glow.2, to: target + 16)
      Lanes.store(Lanes.load(source + 24) + glow.3, to: target + 24)
      column &+= 32
    }
    if column < count { addRemainder(light, blocks, column, into: output) }
  }

  /// Writes the remainder of a row, fewer than four blocks of eight.
  @inline(never)
  private func addRemainder(
    _ light: UnsafeMutablePointer<Float>, _ blocks: UnsafeMutablePointer<Float>, _ column: Int,
    into output: UnsafeMutablePointer<Float>
  ) {
    let glow = enlarged(blocks + column &>> 2, bloom.phases, Float8(repeating: scale))
    let row = LinearRow(base: light + column, planeStride: 0)
    let (left, target) = (count &- column, output + column)
    Lanes.store(row.load(0, 0, left) + glow.0, to: target)
    if left > 8 { Lanes.store(row.load(0, 8, left &- 8) + glow.1, to: target + 8) }
    if left > 16 { Lanes.store(row.load(0, 16, left &- 16) + glow.2, to: target + 16) }
    if left > 24 { Lanes.store(row.load(0, 24, left &- 24) + glow.3, to: target + 24) }
  }
}

/// The glow of 32 pixels, from eight blocks.
@_transparent
private func enlarged(
  _ here: UnsafeMutablePointer<Float>, _ phases: (CubicBSpline, CubicBSpline, CubicBSpline, CubicBSpline),
  _ scale: Float8
) -> (Float8, Float8, Float8, Float8) {
  let evens = Lanes.interleaved(phases.0.value(here - 2) * scale, phases.2.value(here - 1) * scale)
  let odds = Lanes.interleaved(phases.1.value(here - 2) * scale, phases.3.value(here - 1) * scale)
  let low = Lanes.interleaved(evens.low, odds.low)
  let high = Lanes.interleaved(evens.high, odds.high)
  return (low.low, low.high, high.low, high.high)
}
