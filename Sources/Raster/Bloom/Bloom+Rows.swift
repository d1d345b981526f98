import Lanes

// The way back from blocks of 4 × 4 pixels to pixels: a cubic B-spline down, then one across, added to the light as a row
// leaves for its output format, so that the frame is read once and never written again.

/// A row of light on its way out, and the glow that is still to be added to it.
struct GlowingRow {
  let bloom: Bloom
  /// Both begin at the same column of the frame.
  let light: LinearRow
  let count: Int
  /// Three planes of the glow's blocks, between its rows already.
  fileprivate let blocks: UnsafeMutablePointer<Float>
  fileprivate let blockStride: Int
  fileprivate let scale: Float
  /// Whether any of the three planes glows at all.
  let glows: Bool
}

extension Bloom {
  /// Floats of scratch that a row of any width up to `widestRow` needs for its blocks: three planes.
  static func scratchCount(width: Int) -> Int { 3 * scratchStride(width) }

  private static func scratchStride(_ width: Int) -> Int { ((width + 3) / 4 + 7) / 8 * 8 + 32 }

  /// A row of light that begins at column `x` of the frame, a multiple of 4, with the glow times `strength`.
  func row(
    _ light: LinearRow, y: Int, x: Int, count: Int, strength: Float, scratch: UnsafeMutablePointer<Float>
  ) -> GlowingRow {
    precondition(x % 4 == 0, "Bloom is added in whole blocks of four pixels.")
    let level = levels[0]
    let phase = y & 3
    let firstRow = y >> 2 &- (phase < 2 ? 2 : 1)
    let weights = phase == 0 ? phases.0 : (phase == 1 ? phases.1 : (phase == 2 ? phases.2 : phases.3))
    // Two blocks more at both sides, in whole lanes. The images' rows have that room and more.
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
    // The next four rows of pixels want one more row of blocks, and this row of a later row of light is far away as well.
    if phase == 1 {
      for plane in 0..<3 {
        Lanes.prefetch(
          level.blurredRow(min(firstRow &+ 4, level.height &- 1), plane: plane) + firstBlock, count: blocks)
      }
    }
    return GlowingRow(
      bloom: self, light: light, count: count, blocks: scratch + 2, blockStride: stride,
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
    let light = light.base + plane &* light.planeStride
    let lanes = Lane8(repeating: scale)
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
    if column < count { addRest(light, blocks, column, into: output) }
  }

  /// What is left of a row, fewer than four blocks of eight.
  @inline(never)
  private func addRest(
    _ light: UnsafeMutablePointer<Float>, _ blocks: UnsafeMutablePointer<Float>, _ column: Int,
    into output: UnsafeMutablePointer<Float>
  ) {
    let glow = enlarged(blocks + column &>> 2, bloom.phases, Lane8(repeating: scale))
    let row = LinearRow(base: light + column, planeStride: 0)
    let (left, target) = (count &- column, output + column)
    Lanes.store(row.load(0, 0, left) + glow.0, to: target)
    if left > 8 { Lanes.store(row.load(0, 8, left &- 8) + glow.1, to: target + 8) }
    if left > 16 { Lanes.store(row.load(0, 16, left &- 16) + glow.2, to: target + 16) }
    if left > 24 { Lanes.store(row.load(0, 24, left &- 24) + glow.3, to: target + 24) }
  }
}

/// The 32 pixels of eight blocks.
@_transparent
private func enlarged(
  _ here: UnsafeMutablePointer<Float>, _ phases: (CubicBSpline, CubicBSpline, CubicBSpline, CubicBSpline),
  _ scale: Lane8
) -> (Lane8, Lane8, Lane8, Lane8) {
  let evens = Lanes.interleaved(phases.0.value(here - 2) * scale, phases.2.value(here - 1) * scale)
  let odds = Lanes.interleaved(phases.1.value(here - 2) * scale, phases.3.value(here - 1) * scale)
  let low = Lanes.interleaved(evens.low, odds.low)
  let high = Lanes.interleaved(evens.high, odds.high)
  return (low.low, low.high, high.low, high.high)
}
