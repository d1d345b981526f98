import Lanes

// From the bloom's blocks of 4 × 4 pixels back to pixels: a cubic B-spline vertically, then one horizontally. The glow is
// added to a row on its way to the output format, so that the frame is read once and not written again.

/// A row of a tile and the glow that is to be added to it.
struct GlowingRow {
  let bloom: Bloom
  /// The row's pixels; column 0 is the first to which glow is added.
  let pixels: FloatRow
  /// Number of pixels.
  let count: Int
  /// The glow's blocks, interpolated vertically: three planes, `blockStride` floats apart, one float for each block. The first
  /// float of a plane is the block in which column 0 lies; two blocks more lie before it, and at least two after the last.
  fileprivate let blocks: UnsafeMutablePointer<Float>
  fileprivate let blockStride: Int
  /// Factor of the blocks: the glow's strength ÷ the sum of the levels' weights, because the blocks are the sum of all levels.
  fileprivate let scale: Float
  /// Whether any of the blocks differs from 0.
  let hasGlow: Bool
}

extension Bloom {
  /// Floats of scratch memory that `glowingRow` needs for a row of this width in pixels.
  static func scratchCount(width: Int) -> Int { 3 * blockStride(width: width) }

  /// Floats from one plane of a row's blocks to the next: the blocks rounded up to a multiple of 8, and room for two
  /// more blocks on each side and for whole vectors.
  private static func blockStride(width: Int) -> Int { ((width + 3) / 4 + 7) / 8 * 8 + 32 }

  /// A row of a tile and its glow times `strength`.
  ///
  /// - Parameters:
  ///   - pixels: begins at column `x` of the frame, a multiple of 4.
  ///   - y: the row in the frame.
  ///   - count: number of pixels.
  ///   - scratch: memory of `scratchCount(width: count)` floats, which the result refers to.
  func glowingRow(
    _ pixels: FloatRow, y: Int, x: Int, count: Int, strength: Float, scratch: UnsafeMutablePointer<Float>
  ) -> GlowingRow {
    precondition(x % 4 == 0, "Bloom is added in whole blocks of four pixels.")
    let level = levels[0]
    // The row's position in its block, and the first of the four rows of blocks that it is interpolated between.
    let rowInBlock = y & 3
    let firstBlockRow = (y >> 2) &- (rowInBlock < 2 ? 2 : 1)
    let weights =
      rowInBlock == 0
      ? pixelWeights.0 : (rowInBlock == 1 ? pixelWeights.1 : (rowInBlock == 2 ? pixelWeights.2 : pixelWeights.3))
    // Two more blocks on each side, in whole vectors. The margins of the level's rows are larger.
    let firstBlock = (x >> 2) &- 2
    let blockCount = ((count + 3) / 4 + 4 + 7) & ~7
    let blockStride = Self.blockStride(width: count)
    var hasGlow = false
    for plane in 0..<3 {
      let isLit = level.interpolate(
        firstRow: firstBlockRow, weights: weights, plane: plane, columns: firstBlock..<(firstBlock &+ blockCount),
        into: scratch + plane &* blockStride)
      hasGlow = hasGlow || isLit
    }
    // The next row of the frame, the third of its block, is the first that reads the next row of blocks.
    if rowInBlock == 1 {
      for plane in 0..<3 {
        Lanes.prefetch(
          level.blurredRow(min(firstBlockRow &+ 4, level.height &- 1), plane: plane) + firstBlock, count: blockCount)
      }
    }
    return GlowingRow(
      bloom: self, pixels: pixels, count: count, blocks: scratch + 2, blockStride: blockStride,
      scale: strength / weightSum, hasGlow: hasGlow)
  }
}

extension Bloom {
  /// Adds the glow, times `strength`, to all pixels of a tile, in place.
  package func addGlow(to tile: Tile, strength: Float, scratch: AlignedBuffer<Float>) {
    scratch.reserve(Self.scratchCount(width: tile.width))
    for index in 0..<tile.height {
      let pixels = FloatRow(base: tile.row(index, plane: 0), planeStride: tile.width)
      let glowing = glowingRow(
        pixels, y: tile.y + index, x: tile.x, count: tile.width, strength: strength, scratch: scratch.base)
      if !glowing.hasGlow { continue }
      for plane in 0..<3 { glowing.add(plane, into: tile.row(index, plane: plane)) }
    }
  }
}

extension GlowingRow {
  /// Writes one plane (0 R, 1 G, 2 B) with the glow added, in whole blocks of eight; `output` begins with column 0.
  @inline(never)
  func add(_ plane: Int, into output: UnsafeMutablePointer<Float>) {
    let blocks = blocks + plane &* blockStride
    let light = pixels.base + plane &* pixels.planeStride
    let scales = Float8(repeating: scale)
    let pixelWeights = bloom.pixelWeights
    var column = 0
    while column &+ 32 <= count {
      let glow = enlarged(blocks + (column &>> 2), pixelWeights, scales)
      let (source, target) = (light + column, output + column)
      Lanes.store(Lanes.load(source) + glow.0, to: target)
      Lanes.store(Lanes.load(source + 8) + glow.1, to: target + 8)
      Lanes.store(Lanes.load(source + 16) + glow.2, to: target + 16)
      Lanes.store(Lanes.load(source + 24) + glow.3, to: target + 24)
      column &+= 32
    }
    if column < count { addRemainder(light, blocks, column, into: output) }
  }

  /// Writes the remainder of a row from `column` on, fewer than 32 pixels.
  @inline(never)
  private func addRemainder(
    _ light: UnsafeMutablePointer<Float>, _ blocks: UnsafeMutablePointer<Float>, _ column: Int,
    into output: UnsafeMutablePointer<Float>
  ) {
    let glow = enlarged(blocks + (column &>> 2), bloom.pixelWeights, Float8(repeating: scale))
    let row = FloatRow(base: light + column, planeStride: 0)
    let (remaining, target) = (count &- column, output + column)
    Lanes.store(row.load(0, 0, remaining) + glow.0, to: target)
    if remaining > 8 { Lanes.store(row.load(0, 8, remaining &- 8) + glow.1, to: target + 8) }
    if remaining > 16 { Lanes.store(row.load(0, 16, remaining &- 16) + glow.2, to: target + 16) }
    if remaining > 24 { Lanes.store(row.load(0, 24, remaining &- 24) + glow.3, to: target + 24) }
  }
}

/// The glow of the 32 pixels of eight blocks from `block` on, times `scale`: four vectors from left to right. The centres of a
/// block's first two pixels lie between the centres of the block before and of the block itself, the others between those of
/// the block itself and of the next.
@_transparent
private func enlarged(
  _ block: UnsafeMutablePointer<Float>, _ weights: (CubicBSpline, CubicBSpline, CubicBSpline, CubicBSpline),
  _ scale: Float8
) -> (Float8, Float8, Float8, Float8) {
  let (a, b, c) = (CubicBSpline.load(block - 2), CubicBSpline.load(block - 1), CubicBSpline.load(block))
  let (d, e) = (CubicBSpline.load(block + 1), CubicBSpline.load(block + 2))
  let firstsAndThirds = Lanes.interleaved(weights.0.value(a, b, c, d) * scale, weights.2.value(b, c, d, e) * scale)
  let secondsAndFourths = Lanes.interleaved(weights.1.value(a, b, c, d) * scale, weights.3.value(b, c, d, e) * scale)
  let low = Lanes.interleaved(firstsAndThirds.low, secondsAndFourths.low)
  let high = Lanes.interleaved(firstsAndThirds.high, secondsAndFourths.high)
  return (low.low, low.high, high.low, high.high)
}
