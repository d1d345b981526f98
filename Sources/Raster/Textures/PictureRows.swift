import Lanes

/// The spans of eight neighbouring rows of a picture sprite. `begin` finds all eight at once; the subscript reads one of them.
struct PictureRows {
  private let memory: UnsafeMutablePointer<Float>

  /// Number of floats of `memory`.
  static var floatCount: Int { 48 }

  init(memory: UnsafeMutablePointer<Float>) { self.memory = memory }

  /// Finds the spans of eight rows.
  ///
  /// - Parameter row: the first of the eight rows, counted from the tile's first row.
  @inline(__always)
  func begin(_ row: Int, of kernel: PictureKernel, _ content: ContentEllipse, in tile: Tile) {
    let dy = Float8(repeating: Float(tile.y &+ row)) + Lanes.laneNumbers + 0.5 - kernel.centerY
    let (slabs, ellipse) = (kernel.slabs.span(dy), content.span(dy))
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
    Lanes.store(kernel.row.axisX.y * dy, to: memory + 16)
    Lanes.store(kernel.row.axisY.y * dy, to: memory + 24)
    Lanes.store(Lanes.fromBits(blockColumn), to: memory + 32)
    Lanes.store(Lanes.fromBits(blocks), to: memory + 40)
  }

  /// One of the rows.
  struct Row {
    /// Frame columns of the first pixel that the sprite reaches, and of the pixel after the last.
    let first: Float
    let end: Float
    /// Signed distances in pixels from the sprite's two centre lines, of the row's point straight above or below the sprite's centre.
    let rowX: Float
    let rowY: Float
    /// The first block's first column, counted from the tile's first.
    let column: Int
    /// Number of blocks of eight pixels; 0 if the row has none.
    let blocks: Int
  }

  /// - Parameter line: 0 for the row passed to `begin`, up to 7 for the last.
  @inline(__always)
  subscript(line: Int) -> Row {
    let lane = memory + line
    return Row(
      first: lane[0], end: lane[8], rowX: lane[16], rowY: lane[24], column: Int(integer(lane + 32)),
      blocks: Int(integer(lane + 40)))
  }

  /// Reads an integer whose bits were stored as a float.
  @inline(__always)
  private func integer(_ place: UnsafeMutablePointer<Float>) -> Int32 { UnsafeRawPointer(place).load(as: Int32.self) }
}
