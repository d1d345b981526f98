import Lanes

/// The spans of eight neighbouring rows of a sprite that shows a picture, found at once and read one by one.
struct PictureRows {
  private let memory: UnsafeMutablePointer<Float>

  /// Floats of its memory.
  static var floatCount: Int { 48 }

  init(memory: UnsafeMutablePointer<Float>) { self.memory = memory }

  /// - Parameter row: the first of the rows, counted from the tile's first.
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
    let ofTile = column &- Int32(truncatingIfNeeded: tile.x)
    let begin = Lanes.select(ofTile .> last, last, ofTile)
    Lanes.store(first, to: memory)
    Lanes.store(end, to: memory + 8)
    Lanes.store(kernel.row.axisX.y * dy, to: memory + 16)
    Lanes.store(kernel.row.axisY.y * dy, to: memory + 24)
    Lanes.store(Lanes.fromBits(begin), to: memory + 32)
    Lanes.store(Lanes.fromBits(blocks), to: memory + 40)
  }

  /// One of the rows.
  struct Row {
    /// Frame columns of the first pixel that the sprite reaches, and of the one after the last.
    let first: Float
    let end: Float
    /// Local coordinates of the point straight above or below the sprite's centre.
    let rowX: Float
    let rowY: Float
    /// The tile's column with which the first block begins.
    let column: Int
    /// Number of blocks of eight pixels; 0 or less where the row has none.
    let blocks: Int
  }

  /// - Parameter line: 0 for the row that was given to `begin`, up to 7.
  @inline(__always)
  subscript(line: Int) -> Row {
    let here = memory + line
    return Row(
      first: here[0], end: here[8], rowX: here[16], rowY: here[24], column: Int(integer(here + 32)),
      blocks: Int(integer(here + 40)))
  }

  @inline(__always)
  private func integer(_ place: UnsafeMutablePointer<Float>) -> Int32 { UnsafeRawPointer(place).load(as: Int32.self) }
}
