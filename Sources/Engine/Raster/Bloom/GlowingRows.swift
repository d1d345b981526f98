import Lanes

// The bloom's blocks of 4 × 4 pixels are enlarged to pixels by a cubic B-spline, vertically and then horizontally. The glow is
// added to rows while they are converted to the output format, so the frame is read once and not written again.

/// The glow of one row of a frame, or of two rows that lie between the same rows of blocks, to be added to pixels.
struct GlowingRows {
  /// The blocks and weights from which the glow is interpolated.
  private let glow: GlowBlocks
  /// Number of rows, 1 or 2.
  private let rowCount: Int
  /// Number of pixels of a row.
  private let count: Int
  /// The glow's blocks, interpolated vertically: `rowCount` rows of three planes each, one float for each block. The first float
  /// of a plane belongs to the block of the row's first pixel. Two more blocks lie before it, and at least two after the row's last block.
  private let blocks: UnsafeMutablePointer<Float>
  /// Floats from one plane of `blocks` to the next, and from a row's last plane to the next row's first.
  private let blockStride: Int
  /// Whether any block differs from 0.
  let hasGlow: Bool

  /// Number of floats of scratch memory that `init` needs for each row of `width` pixels.
  static func scratchCount(width: Int) -> Int { 3 * blockStride(width: width) }

  /// Floats from one plane of a row's blocks to the next: the number of blocks rounded up to a multiple of 8, and 32 more for two
  /// blocks on each side and for vectors that reach past the last block.
  private static func blockStride(width: Int) -> Int { ((width + 3) / 4 + 7) / 8 * 8 + 32 }

  /// Interpolates the glow's blocks.
  ///
  /// - Parameters:
  ///   - y: the first row's number in the frame; even for two rows.
  ///   - x: frame column of the first pixel, a multiple of 4.
  ///   - count: number of pixels of a row.
  ///   - scratch: memory of `scratchCount(width: count)` floats for each row.
  init(
    _ glow: GlowBlocks, y: Int, rowCount: Int, x: Int, count: Int, scratch: UnsafeMutablePointer<Float>
  ) {
    precondition(x % 4 == 0, "Bloom is added in whole blocks of four pixels.")
    precondition(rowCount == 1 || y % 2 == 0, "Two rows must lie in one half of a block.")
    self.glow = glow
    self.rowCount = rowCount
    self.count = count
    let rowInBlock = y & 3
    // The first of the four rows of blocks that the rows are interpolated between.
    let firstBlockRow = (y >> 2) &- (rowInBlock < 2 ? 2 : 1)
    // Two more blocks on each side, rounded up to whole vectors of eight. The margins of the level's rows are wide enough for them.
    let firstBlock = (x >> 2) &- 2
    let blockCount = ((count + 3) / 4 + 4 + 7) & ~7
    blockStride = Self.blockStride(width: count)
    let columns = firstBlock..<(firstBlock &+ blockCount)
    var hasGlow = false
    for plane in 0..<3 {
      let output = scratch + plane &* blockStride
      let isLit =
        rowCount == 1
        ? glow.rows.interpolate(
          firstRow: firstBlockRow, weights: glow.pixelWeights(rowInBlock), plane: plane, columns: columns,
          into: output)
        : glow.rows.interpolateTwo(
          firstRow: firstBlockRow, weights: (glow.pixelWeights(rowInBlock), glow.pixelWeights(rowInBlock &+ 1)),
          plane: plane, columns: columns, into: (output, output + 3 &* blockStride))
      hasGlow = hasGlow || isLit
    }
    self.hasGlow = hasGlow
    // If the next row of pixels is row 2 of a block, it is the first to read block row `firstBlockRow` + 4, which is fetched into the
    // cache now.
    if rowInBlock &+ rowCount == 2 {
      for plane in 0..<3 {
        let row = glow.rows.row(min(firstBlockRow &+ 4, glow.rows.height &- 1), plane: plane) + firstBlock
        Lanes.prefetch(UnsafeRawPointer(row), byteCount: 4 &* blockCount)
      }
    }
    blocks = scratch + 2
  }

  /// Writes the sums of light and glow of the planes R, G and B.
  ///
  /// - Parameters:
  ///   - light: pixel 0 of the first row, `planeStride` floats from plane to plane and `rowStride` from row to row. A row's
  ///     fourth plane is alpha, which is not read.
  ///   - output: receives the sums; its strides may be others, or it may be `light` itself.
  ///   - mayOverrun: whether up to 31 floats after each plane's last pixel may be written, not only the up to 7 that complete its last
  ///     block of eight. Planes are written one after the other, so these floats may lie in the next plane.
  @inline(never)
  func add(
    to light: UnsafeMutablePointer<Float>, planeStride: Int, rowStride: Int, into output: UnsafeMutablePointer<Float>,
    outputPlaneStride: Int, outputRowStride: Int, mayOverrun: Bool
  ) {
    let scales = Float8(repeating: glow.scale)
    let (outer, inner) = (glow.outerPixelWeights, glow.innerPixelWeights)
    // Up to 31 floats are also read after a plane's last pixel. They exist if the next plane has as many.
    let end = mayOverrun && planeStride >= 32 ? (count &+ 31) & ~31 : count & ~31
    for plane in 0..<3 &* rowCount {
      let (row, channel) = plane >= 3 ? (1, plane &- 3) : (0, plane)
      let blocks = blocks + plane &* blockStride
      let source = light + (row &* rowStride &+ channel &* planeStride)
      let target = output + (row &* outputRowStride &+ channel &* outputPlaneStride)
      var column = 0
      while column < end {
        let added = enlarged(blocks + (column &>> 2), outer, inner, scales)
        let (from, to) = (source + column, target + column)
        Lanes.store(Lanes.load(from) + added.0, to: to)
        Lanes.store(Lanes.load(from + 8) + added.1, to: to + 8)
        Lanes.store(Lanes.load(from + 16) + added.2, to: to + 16)
        Lanes.store(Lanes.load(from + 24) + added.3, to: to + 24)
        column &+= 32
      }
      if column < count { addRemainder(source, blocks, column, into: target) }
    }
  }

  /// Writes the sums of light and glow of the last pixels of a row, fewer than 32, from `column` on, in whole blocks of eight.
  @inline(never)
  private func addRemainder(
    _ light: UnsafeMutablePointer<Float>, _ blocks: UnsafeMutablePointer<Float>, _ column: Int,
    into output: UnsafeMutablePointer<Float>
  ) {
    let added = enlarged(
      blocks + (column &>> 2), glow.outerPixelWeights, glow.innerPixelWeights, Float8(repeating: glow.scale))
    let row = FloatRow(base: light + column, planeStride: 0)
    let (remaining, target) = (count &- column, output + column)
    Lanes.store(row.load(0, 0, remaining) + added.0, to: target)
    if remaining > 8 { Lanes.store(row.load(0, 8, remaining &- 8) + added.1, to: target + 8) }
    if remaining > 16 { Lanes.store(row.load(0, 16, remaining &- 16) + added.2, to: target + 16) }
    if remaining > 24 { Lanes.store(row.load(0, 24, remaining &- 24) + added.3, to: target + 24) }
  }
}

extension Bloom {
  /// Adds the glow, times `strength`, to all pixels of a tile, in place.
  package func addGlow(to tile: Tile, strength: Float, scratch: AlignedBuffer<Float>) {
    scratch.resize(to: 2 * GlowingRows.scratchCount(width: tile.width))
    let glow = GlowBlocks(AddedBloom(self, strength: strength))
    var row = 0
    while row < tile.height {
      let y = tile.y + row
      let rowCount = y % 2 == 0 && row + 1 < tile.height ? 2 : 1
      let rows = GlowingRows(glow, y: y, rowCount: rowCount, x: tile.x, count: tile.width, scratch: scratch.base)
      if rows.hasGlow {
        let pixels = tile.row(row, plane: 0)
        rows.add(
          to: pixels, planeStride: tile.width, rowStride: tile.rowStride, into: pixels, outputPlaneStride: tile.width,
          outputRowStride: tile.rowStride, mayOverrun: false)
      }
      row += rowCount
    }
  }
}

/// Returns the glow, times `scale`, of the 32 pixels of eight blocks, the first of which is at `block`: four vectors from left to
/// right. A block's first two pixels lie between the centres of the previous block and this block, its last two between the
/// centres of this block and the next: the weights of the last two are those of the first two in reverse order.
@_transparent
private func enlarged(
  _ block: UnsafeMutablePointer<Float>, _ outer: CubicBSpline, _ inner: CubicBSpline, _ scale: Float8
) -> (Float8, Float8, Float8, Float8) {
  let (a, b, c) = (CubicBSpline.load(block - 2), CubicBSpline.load(block - 1), CubicBSpline.load(block))
  let (d, e) = (CubicBSpline.load(block + 1), CubicBSpline.load(block + 2))
  // First the pixels 0, 1, 2 and 3 of each block.
  let (first, second, third, fourth) = Lanes.transposedHalves(
    outer.value(a, b, c, d) * scale, inner.value(a, b, c, d) * scale, inner.reversed.value(b, c, d, e) * scale,
    outer.reversed.value(b, c, d, e) * scale)
  let (zeroAndOne, fourAndFive) = Lanes.lowHalvesAndHighHalves(first, second)
  let (twoAndThree, sixAndSeven) = Lanes.lowHalvesAndHighHalves(third, fourth)
  return (zeroAndOne, twoAndThree, fourAndFive, sixAndSeven)
}
