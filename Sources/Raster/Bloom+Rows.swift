import Lanes

// The way back from blocks of 4 × 4 pixels to pixels: a cubic B-spline down, then one across, added to the light as a row
// leaves for its output format, so that the frame is read once and never written again.

extension Bloom {
  /// Floats of scratch that a row of any width up to `widestRow` needs for its blocks: three planes.
  static func scratchCount(width: Int) -> Int { 3 * scratchStride(width) }

  private static func scratchStride(_ width: Int) -> Int { ((width + 3) / 4 + 7) / 8 * 8 + 32 }

  /// Writes the three colours of a row of light with the glow times `strength` added. Both rows begin at column `x` of
  /// the frame, a multiple of 4; whole blocks of eight are written.
  func add(
    to light: LightRow, y: Int, x: Int, count: Int, strength: Float, into lit: LightRow,
    scratch: UnsafeMutablePointer<Float>
  ) {
    precondition(x % 4 == 0, "Bloom is added in whole blocks of four pixels.")
    let level = levels[0]
    let phase = y & 3
    let firstRow = y >> 2 &- (phase < 2 ? 2 : 1)
    let weights = phase == 0 ? phases.0 : (phase == 1 ? phases.1 : (phase == 2 ? phases.2 : phases.3))
    // Two blocks more at both sides, in whole lanes. The images' rows have that room and more.
    let firstBlock = x >> 2 &- 2
    let blocks = ((count + 3) / 4 + 4 + 7) & ~7
    let stride = Self.scratchStride(count)
    for plane in 0..<3 {
      level.interpolate(
        firstRow: firstRow, weights: weights, plane: plane, columns: firstBlock..<(firstBlock &+ blocks),
        into: scratch + plane &* stride)
    }
    let scale = Lane8(repeating: strength / Float(levels.count))
    for plane in 0..<3 {
      enlarge(
        scratch + (plane &* stride &+ 2), scale, count,
        LightRow(base: light.base + plane &* light.planeStride, planeStride: 0),
        into: lit.base + plane &* lit.planeStride)
    }
  }

  /// Four pixels for each block, added to one plane of a row.
  @inline(__always)
  private func enlarge(
    _ blocks: UnsafeMutablePointer<Float>, _ scale: Lane8, _ count: Int, _ light: LightRow,
    into output: UnsafeMutablePointer<Float>
  ) {
    var column = 0
    while column &+ 32 <= count {
      let glow = enlarged(blocks + column >> 2, scale)
      let source = light.base + column
      let target = output + column
      Lanes.store(Lanes.load(source) + glow.0, to: target)
      Lanes.store(Lanes.load(source + 8) + glow.1, to: target + 8)
      Lanes.store(Lanes.load(source + 16) + glow.2, to: target + 16)
      Lanes.store(Lanes.load(source + 24) + glow.3, to: target + 24)
      column &+= 32
    }
    if column < count { enlargeRest(blocks + column >> 2, scale, column, count, light, into: output + column) }
  }

  @inline(never)
  private func enlargeRest(
    _ blocks: UnsafeMutablePointer<Float>, _ scale: Lane8, _ column: Int, _ count: Int, _ light: LightRow,
    into target: UnsafeMutablePointer<Float>
  ) {
    let glow = enlarged(blocks, scale)
    let left = count &- column
    Lanes.store(light.load(0, column, left) + glow.0, to: target)
    if left > 8 { Lanes.store(light.load(0, column &+ 8, left &- 8) + glow.1, to: target + 8) }
    if left > 16 { Lanes.store(light.load(0, column &+ 16, left &- 16) + glow.2, to: target + 16) }
    if left > 24 { Lanes.store(light.load(0, column &+ 24, left &- 24) + glow.3, to: target + 24) }
  }

  /// The 32 pixels of eight blocks.
  @inline(__always)
  private func enlarged(_ here: UnsafeMutablePointer<Float>, _ scale: Lane8) -> (Lane8, Lane8, Lane8, Lane8) {
    let (first, second, third, fourth) = phases
    let evens = Lanes.interleaved(first.value(here - 2) * scale, third.value(here - 1) * scale)
    let odds = Lanes.interleaved(second.value(here - 2) * scale, fourth.value(here - 1) * scale)
    let low = Lanes.interleaved(evens.low, odds.low)
    let high = Lanes.interleaved(evens.high, odds.high)
    return (low.low, low.high, high.low, high.high)
  }
}
