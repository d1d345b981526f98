import Lanes

/// The spans of eight neighbouring rows of a picture sprite. `begin` finds all eight at once; `append` adds the blocks of one of them to a
/// list.
struct PictureRows {
  private let memory: UnsafeMutablePointer<Float>

  /// Number of floats of `memory`.
  static var floatCount: Int { 56 }

  init(memory: UnsafeMutablePointer<Float>) { self.memory = memory }

  /// Finds the spans of eight rows.
  ///
  /// - Parameters:
  ///   - row: the first of the eight rows, counted from the tile's first row.
  ///   - axes: the coordinates of pixels.
  @inline(__always)
  func begin(
    _ row: Int, of kernel: PictureKernel, _ content: ContentEllipse, _ axes: PictureAxes,
    in tile: Tile
  ) {
    let dy = Float8(repeating: Float(tile.y &+ row)) + Lanes.laneNumbers + 0.5 - kernel.centerY
    let (slabs, ellipse) = (kernel.slabs.span(dy), content.span(dy, kernel.slabs))
    let low = Lanes.max(slabs.low, ellipse.low)
    let high = Lanes.min(slabs.high, ellipse.high)
    // Frame columns of the first pixel whose centre lies in the span, and of the one after the last.
    let first = -Lanes.floor(-(kernel.centerX + low - 0.5))
    let end = Lanes.floor(kernel.centerX + high - 0.5) + 1
    let (left, right) = (Float(tile.x), Float(tile.x &+ tile.width))
    let column = Lanes.truncateInRange(Lanes.clamp(first, left, right))
    let width = Lanes.truncateInRange(Lanes.clamp(end, left, right)) &- column
    let blocks = Lanes.select(width .> 0, (width &+ 7) &>> 3, Int32x8())
    // A block that would reach past the tile's last column starts earlier instead.
    let last = Int32x8(repeating: Int32(truncatingIfNeeded: tile.width)) &- (blocks &<< 3)
    let tileColumn = column &- Int32(truncatingIfNeeded: tile.x)
    let blockColumn = Lanes.select(tileColumn .> last, last, tileColumn)
    Lanes.store(first, to: memory)
    Lanes.store(end, to: memory + 8)
    Lanes.store(axes.u.y * dy + axes.center.x, to: memory + 16)
    Lanes.store(axes.v.y * dy + axes.center.y, to: memory + 24)
    Lanes.store(Lanes.float(blockColumn) + (left + 0.5), to: memory + 32)
    Lanes.store(Lanes.fromBits(blockColumn), to: memory + 40)
    Lanes.store(Lanes.fromBits(blocks), to: memory + 48)
  }

  /// Number of blocks of a row.
  ///
  /// - Parameter line: 0 for the row passed to `begin`, up to 7 for the last.
  @inline(__always)
  func blockCount(_ line: Int) -> Int { Int(integer(48 &+ line)) }

  /// Adds up to eight blocks of a row to a list, which has room for them.
  ///
  /// - Parameters:
  ///   - skipped: number of the row's blocks before them.
  ///   - rowPlace: the place of the row's first red value in the tile.
  @inline(__always)
  func append(
    _ added: Int, _ line: Int, skipped: Int32, rowPlace: Int32, to blocks: inout PictureBlocks
  ) {
    let lane = memory + line
    let skippedColumns = Lanes.laneNumbers * 8 + Float(skipped &* 8)
    blocks.append(
      added, x: Float8(repeating: lane[32]) + skippedColumns, rowU: Float8(repeating: lane[16]),
      rowV: Float8(repeating: lane[24]),
      place: Lanes.truncateInRange(skippedColumns) &+ (rowPlace &+ integer(40 &+ line)),
      first: Float8(repeating: lane[0]), end: Float8(repeating: lane[8]))
  }

  /// Reads an integer whose bits were stored as a float.
  @inline(__always)
  private func integer(_ index: Int) -> Int32 {
    UnsafeRawPointer(memory + index).load(as: Int32.self)
  }
}

/// The coordinates (u, v) of a pixel that lies dx and dy pixels from a sprite's centre: u·(dx, dy) and v·(dx, dy), plus those of the centre.
struct PictureAxes {
  let u: SIMD2<Float>
  let v: SIMD2<Float>
  let center: SIMD2<Float>
}
