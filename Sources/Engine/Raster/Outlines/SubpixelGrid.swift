/// The grid on which the corners of outlines lie, fixed to the frame. One unit of the grid is 1/1024 px.
enum SubpixelGrid {
  /// Number of bits of a grid coordinate below its whole pixels: `coordinate >> fractionBits` is the pixel.
  @inline(__always) static var fractionBits: Int { 10 }
  @inline(__always) static var unitsPerPixel: Int { 1024 }
  /// Mask of the lowest bits of a grid coordinate, which are the distance in units from the pixel's left or upper border.
  @inline(__always) static var fractionMask: Int { 1023 }
  /// The greatest absolute value of coordinates in pixels, 2²⁰. Grid coordinates thus lie within ±2³⁰ units, which fits an Int32.
  @inline(__always) static var coordinateLimit: Float { 1_048_576 }

  /// The accumulated value (`CoverageAccumulator`) of a pixel that is covered once: twice a pixel's area in square units, 2 · 1024².
  @inline(__always) static var fullCoverage: UInt32 { 1 &<< 21 }
  /// Left shift that multiplies a height in units by 2 · 1024, twice a pixel's width. An edge of that height adds this product to
  /// the accumulated value of each pixel to its right.
  @inline(__always) static var heightShift: Int { 11 }

  /// Cuts an edge at the borders of rows, and calls `body` for its segment in each of the rows `fromRow` ..< `toRow` that the edge crosses.
  ///
  /// - Parameters:
  ///   - fromRow: the first frame row.
  ///   - toRow: the frame row after the last.
  ///   - upper: the edge's end with the smaller y, in units of the grid.
  ///   - lower: the edge's end with the larger y; the two y must differ.
  ///   - body: is called with a frame row, and with the segment's x at its upper end, x at its lower end and height in units of the grid.
  @inline(__always)
  static func forEachRow(
    fromRow: Int, toRow: Int, upper: (x: Int, y: Int), lower: (x: Int, y: Int),
    _ body: (_ row: Int, _ upperX: Int, _ lowerX: Int, _ height: Int) -> Void
  ) {
    let (top, bottom) = (fromRow &<< fractionBits, toRow &<< fractionBits)
    var y = upper.y > top ? upper.y : top
    let end = lower.y < bottom ? lower.y : bottom
    if y >= end { return }
    // `x` and `slope` are fixed-point numbers with 24 fractional bits. The x at a given y is upper.x + (y − upper.y)·slope, whatever the tile;
    // |(y − upper.y)·slope| stays below 2⁵⁶.
    let slope = Int(Double(lower.x &- upper.x) * 0x1p24 / Double(lower.y &- upper.y))
    var x = (upper.x &<< 24) &+ (y &- upper.y) &* slope
    var row = y &>> fractionBits
    while y < end {
      let rowEnd = (row &+ 1) &<< fractionBits
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
