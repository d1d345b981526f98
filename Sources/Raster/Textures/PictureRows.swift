import Lanes

/// The spans of eight neighbouring rows of a picture sprite, one row in each lane. `begin` finds all eight spans at once; `append` adds the
/// blocks of one row to a list.
struct PictureRows {
  /// Seven numbers of each row, each as eight floats, one for each lane. From float 0: `first`; 8: `end`; 16: `rowU`; 24: `rowV`; 32: `x` of the
  /// row's first block (these five as in `PictureBlocks`); 40: that block's first column in the tile; 48: the row's number of blocks. The
  /// last two are the bits of integers.
  private let memory: UnsafeMutablePointer<Float>

  /// Number of floats of `memory`.
  static var floatCount: Int { 56 }

  init(memory: UnsafeMutablePointer<Float>) { self.memory = memory }

  /// Finds the spans of eight rows.
  ///
  /// - Parameters:
  ///   - row: the first of the eight rows, counted from the tile's first row.
  ///   - axes: how the sampler's coordinates follow from a pixel's position.
  @inline(__always)
  func begin(
    _ row: Int, of kernel: PictureKernel, _ content: ContentEllipse, _ axes: PictureAxes,
    in tile: Tile
  ) {
    let dy = Float8(repeating: Float(tile.y &+ row)) + Lanes.laneNumbers + 0.5 - kernel.centerY
    let (slabs, ellipse) = (kernel.slabs.span(dy), content.span(dy, kernel.slabs))
    let low = Lanes.max(slabs.low, ellipse.low)
    let high = Lanes.min(slabs.high, ellipse.high)
    // Frame columns of the first pixel whose centre lies in the span, and of the pixel after the last.
    let first = -Lanes.floor(-(kernel.centerX + low - 0.5))
    let end = Lanes.floor(kernel.centerX + high - 0.5) + 1
    let (left, right) = (Float(tile.x), Float(tile.x &+ tile.width))
    let column = Lanes.truncateInRange(Lanes.clamp(first, left, right))
    let width = Lanes.truncateInRange(Lanes.clamp(end, left, right)) &- column
    let blockCounts = Lanes.select(width .> 0, (width &+ 7) &>> 3, Int32x8())
    // Blocks that would reach past the tile's last column start further left instead.
    let lastPossibleColumn = Int32x8(repeating: Int32(truncatingIfNeeded: tile.width)) &- (blockCounts &<< 3)
    let tileColumn = column &- Int32(truncatingIfNeeded: tile.x)
    let blockColumn = Lanes.select(tileColumn .> lastPossibleColumn, lastPossibleColumn, tileColumn)
    Lanes.store(first, to: memory)
    Lanes.store(end, to: memory + 8)
    Lanes.store(axes.gradientU.y * dy + axes.center.x, to: memory + 16)
    Lanes.store(axes.gradientV.y * dy + axes.center.y, to: memory + 24)
    Lanes.store(Lanes.float(blockColumn) + (left + 0.5), to: memory + 32)
    Lanes.store(Lanes.fromBits(blockColumn), to: memory + 40)
    Lanes.store(Lanes.fromBits(blockCounts), to: memory + 48)
  }

  /// Number of blocks of a row.
  ///
  /// - Parameter lane: 0 for the row passed to `begin`, up to 7 for the last.
  @inline(__always)
  func blockCount(_ lane: Int) -> Int { Int(integer(48 &+ lane)) }

  /// Adds up to eight blocks of a row to a list, which has room for them.
  ///
  /// - Parameters:
  ///   - added: number of blocks to be added.
  ///   - lane: 0 for the row passed to `begin`, up to 7 for the last.
  ///   - listedCount: number of the row's blocks that have been added before.
  ///   - rowOffset: the distance in floats of the row's first red value from the tile's first float.
  @inline(__always)
  func append(
    _ added: Int, _ lane: Int, listedCount: Int32, rowOffset: Int32, to blocks: inout PictureBlocks
  ) {
    let row = memory + lane
    // Distances of the eight blocks from the row's first block, in columns.
    let columnOffsets = Lanes.laneNumbers * 8 + Float(listedCount &* 8)
    blocks.append(
      added, x: Float8(repeating: row[32]) + columnOffsets, rowU: Float8(repeating: row[16]),
      rowV: Float8(repeating: row[24]),
      redOffset: Lanes.truncateInRange(columnOffsets) &+ (rowOffset &+ integer(40 &+ lane)),
      first: Float8(repeating: row[0]), end: Float8(repeating: row[8]))
  }

  /// Reads the integer whose bits are stored as float `index` of `memory`.
  @inline(__always)
  private func integer(_ index: Int) -> Int32 {
    UnsafeRawPointer(memory + index).load(as: Int32.self)
  }
}

/// The coordinates (u, v) in which a `PictureSampler` is given pixels. At an offset of d = (dx, dy) pixels from the sprite's centre they are
/// u = gradientU·d + center.x and v = gradientV·d + center.y.
struct PictureAxes {
  let gradientU: SIMD2<Float>
  let gradientV: SIMD2<Float>
  let center: SIMD2<Float>
}
