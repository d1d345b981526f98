import Lanes

// The bloom's blocks of 4 × 4 pixels are enlarged to pixels by a cubic B-spline, vertically and then horizontally. The glow is
// added to a row while the row is converted to the output format, so the frame is read once and not written again.

/// A row of a tile and the glow that is to be added to it.
struct GlowingRow {
  let bloom: Bloom
  /// The row's pixels; column 0 is the first pixel to which glow is added.
  let pixels: FloatRow
  /// Number of pixels.
  let count: Int
  /// The glow's blocks, interpolated vertically: three planes, `blockStride` floats apart, one float for each block. The first
  /// float of a plane is the block that begins at column 0. Two more blocks lie before it, and at least two after the row's last.
  fileprivate let blocks: UnsafeMutablePointer<Float>
  fileprivate let blockStride: Int
  /// Factor of the blocks: the glow's strength ÷ the sum of the levels' weights, because a block is the weighted sum of all levels.
  fileprivate let scale: Float
  /// Whether any block differs from 0.
  let hasGlow: Bool
}

extension Bloom {
  /// Number of floats of scratch memory that `glowingRow` needs for a row of `width` pixels.
  static func scratchCount(width: Int) -> Int { 3 * blockStride(width: width) }

  /// Floats from one plane of a row's blocks to the next: the number of blocks rounded up to a multiple of 8, and 32 more for two
  /// blocks on each side and for vectors that reach past the last block.
  private static func blockStride(width: Int) -> Int { ((width + 3) / 4 + 7) / 8 * 8 + 32 }

  /// Returns a row of a tile with its glow times `strength`.
  ///
  /// - Parameters:
  ///   - pixels: the row's pixels.
  ///   - y: the row's number in the frame.
  ///   - x: frame column of the first pixel, a multiple of 4.
  ///   - count: number of pixels.
  ///   - scratch: memory of `scratchCount(width: count)` floats. The result points into it.
  func glowingRow(
    _ pixels: FloatRow, y: Int, x: Int, count: Int, strength: Float, scratch: UnsafeMutablePointer<Float>
  ) -> GlowingRow {
    precondition(x % 4 == 0, "Bloom is added in whole blocks of four pixels.")
    let level = levels[0]
    let rowInBlock = y & 3
    // The first of the four rows of blocks that the row is interpolated between.
    let firstBlockRow = (y >> 2) &- (rowInBlock < 2 ? 2 : 1)
    let weights =
      rowInBlock == 0
      ? pixelWeights.0 : (rowInBlock == 1 ? pixelWeights.1 : (rowInBlock == 2 ? pixelWeights.2 : pixelWeights.3))
    // Two more blocks on each side, rounded up to whole vectors of eight. The margins of the level's rows are wide enough for them.
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
    // The next row of the frame is the third of its block, and the first that reads a further row of blocks.
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
  /// Writes the sum of the light and the glow of one plane (0 R, 1 G, 2 B), in whole blocks of eight; `output` points to column 0.
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

  /// Writes the last pixels of a row, fewer than 32, from `column` on.
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

/// Returns the glow, times `scale`, of the 32 pixels of eight blocks, the first of which is at `block`: four vectors from left to
/// right. A block's first two pixels lie between the centres of the previous block and this block, its last two between the
/// centres of this block and the next.
@_transparent
private func enlarged(
  _ block: UnsafeMutablePointer<Float>, _ weights: (CubicBSpline, CubicBSpline, CubicBSpline, CubicBSpline),
  _ scale: Float8
) -> (Float8, Float8, Float8, Float8) {
  let (a, b, c) = (CubicBSpline.load(block - 2), CubicBSpline.load(block - 1), CubicBSpline.load(block))
  let (d, e) = (CubicBSpline.load(block + 1), CubicBSpline.load(block + 2))
  let firstsAndThirds = Lanes.interleaved(weights.0.value(a, b, c, d) * scale, weights.2.value(b, c, d, e) * scale)
  let secondsAndFourths = Lanes.interleaved(weights.1.value(a, b, c, d) * scale, weights.3.value(b, c, d, e) * scale)
  let leftPixels = Lanes.interleaved(firstsAndThirds.low, secondsAndFourths.low)
  let rightPixels = Lanes.interleaved(firstsAndThirds.high, secondsAndFourths.high)
  return (leftPixels.low, leftPixels.high, rightPixels.low, rightPixels.high)
}
