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
  @inline(__always)
  func begin(_ row: Int, of kernel: PictureKernel, _ content: ContentEllipse, in tile: Tile) {
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
    Lanes.store(kernel.coordinates.gradientX.y * dy, to: memory + 16)
    Lanes.store(kernel.coordinates.gradientY.y * dy, to: memory + 24)
    Lanes.store(Lanes.float(blockColumn) + (left + 0.5), to: memory + 32)
    Lanes.store(Lanes.fromBits(blockColumn), to: memory + 40)
    Lanes.store(Lanes.fromBits(blockCounts), to: memory + 48)
  }

  /// Adds the blocks of a row to two lists, which have room for them: those that lie inside of the sprite's edges, and the others.
  ///
  /// - Parameters:
  ///   - lane: 0 for the row passed to `begin`, up to 7 for the last.
  ///   - rowOffset: the distance in floats of the row's first red value from the tile's first float.
  ///   - inside: where blocks lie inside of the sprite's edges.
  @inline(__always)
  func append(
    _ lane: Int, rowOffset: Int32, _ inside: PictureInside, inner: inout PictureBlocks, outer: inout PictureBlocks
  ) {
    let row = memory + lane
    var remaining = Int(integer(48 &+ lane))
    let (rowU, rowV) = (Float8(repeating: row[16]), Float8(repeating: row[24]))
    let (first, end) = (Float8(repeating: row[0]), Float8(repeating: row[8]))
    // Distances of eight blocks from the row's first block, in columns.
    var columnOffsets = Lanes.laneNumbers * 8
    while remaining > 0 {
      let x = Float8(repeating: row[32]) + columnOffsets
      let redOffset = Lanes.truncateInRange(columnOffsets) &+ (rowOffset &+ integer(40 &+ lane))
      // A bit for each block.
      let existing = Int32(255) &>> Int32(truncatingIfNeeded: max(8 &- remaining, 0))
      let innerBits = Lanes.bitmask(of: inside.contains(x, rowU, rowV)) & existing
      inner.append(innerBits, x: x, rowU: rowU, rowV: rowV, redOffset: redOffset, first: first, end: end)
      outer.append(existing & ~innerBits, x: x, rowU: rowU, rowV: rowV, redOffset: redOffset, first: first, end: end)
      remaining &-= 8
      columnOffsets += 64
    }
  }

  /// Reads the integer whose bits are stored as float `index` of `memory`.
  @inline(__always)
  private func integer(_ index: Int) -> Int32 {
    UnsafeRawPointer(memory + index).load(as: Int32.self)
  }
}

/// The blocks of eight pixels that lie inside of a sprite's edges: their coverage is exactly 1, and their samples lie between the centres of the
/// texture's outermost pixels. Without coverage and clamped positions, large sprites take a sixth less time.
struct PictureInside {
  /// The greatest distances of pixels from the sprite's centre lines.
  private let reach: SIMD2<Float>
  private let coordinates: RowCoordinates
  private let centerX: Float

  init(_ kernel: PictureKernel, _ taps: TextureTaps, blur: Float) {
    // Coverage is 0 from a distance of reachX on. It is 1 up to a distance that lies as far inside of the edge as reachX lies
    // outside: halfX − (reachX − halfX).
    var reach = SIMD2(2 * kernel.halfX - kernel.ramps.reachX, 2 * kernel.halfY - kernel.ramps.reachY)
    for index in 0..<taps.count {
      reach.x = min(reach.x, kernel.halfX - 0.5 / taps.taps[index].scaleX)
      reach.y = min(reach.y, kernel.halfY - 0.5 / taps.taps[index].scaleY)
    }
    // A little smaller, because distances are rounded. Out of focus, the edges of some copies may cross any block.
    self.reach = blur > 0 ? SIMD2(repeating: -1) : reach * 0.999_99 - 1e-3
    (coordinates, centerX) = (kernel.coordinates, kernel.centerX)
  }

  /// Returns which of eight blocks of a row lie inside. The parameters are columns of `PictureBlocks`.
  @inline(__always)
  func contains(_ x: Float8, _ rowU: Float8, _ rowV: Float8) -> SIMDMask<Int32x8> {
    // Distances grow or fall evenly over a block's pixels, so a block lies inside if its first and its last pixel do.
    let (left, right) = (x - centerX, x + (7 - centerX))
    @inline(__always)
    func greatest(_ gradient: Float, _ row: Float8) -> Float8 {
      Lanes.max(Lanes.abs(gradient * left + row), Lanes.abs(gradient * right + row))
    }
    return (greatest(coordinates.gradientX.x, rowU) .<= reach.x)
      .& (greatest(coordinates.gradientY.x, rowV) .<= reach.y)
  }
}
