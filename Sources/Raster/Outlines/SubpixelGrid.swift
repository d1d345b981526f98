/// The grid of 1/1024 px that corners lie on.
enum SubpixelGrid {
  @inline(__always) static var bits: Int { 10 }
  @inline(__always) static var perPixel: Float { 1024 }
  @inline(__always) static var fraction: Int { 1023 }
  /// The sum of a pixel that is covered once: twice its area on the grid.
  @inline(__always) static var whole: UInt32 { 1 &<< 21 }
  @inline(__always) static var full: Float { Float(whole) }

  /// Calls `body` for the segment of an edge in each of the rows: from x `a` to x `b`, `height` tall, all on the grid.
  @inline(__always)
  static func forEachRow(
    fromRow: Int, toRow: Int, upper: (x: Int, y: Int), lower: (x: Int, y: Int),
    _ body: (_ row: Int, _ a: Int, _ b: Int, _ height: Int) -> Void
  ) {
    let (top, bottom) = (fromRow &<< bits, toRow &<< bits)
    var y = upper.y > top ? upper.y : top
    let end = lower.y < bottom ? lower.y : bottom
    if y >= end { return }
    // x at a y is upper.x + (y − upper.y)·slope, with 24 more bits; |(y − upper.y)·slope| stays below 2⁵⁶.
    let slope = Int(Double(lower.x &- upper.x) * 0x1p24 / Double(lower.y &- upper.y))
    var x = upper.x &<< 24 &+ (y &- upper.y) &* slope
    var row = y &>> bits
    while y < end {
      let rowEnd = (row &+ 1) &<< bits
      let next = rowEnd < end ? rowEnd : end
      let height = next &- y
      let nextX = x &+ height &* slope
      body(row, x &>> 24, nextX &>> 24, height)
      x = nextX
      y = next
      row &+= 1
    }
  }
}
