import Lanes

// Exact coverage of pixels by an outline.
//
// An edge that goes down by the height h in a row of pixels, 0...1, adds h to the covered area of every pixel to its right.
// To the pixel in which it lies it adds h·(1 − m), the area to its right, m being the edge's mean distance from the pixel's
// left border, 0...1. Each pixel's value is stored as the difference from its left neighbour's: h·(1 − m) in the edge's own
// pixel and h·m in the next. A running sum along the row then gives every pixel's covered area (R. Levien, "Inside the
// fastest font renderer in the world", 2016; the idea of cells is David Turner's, FreeType).
//
// All values are integers, so that sums are exact: a pixel that is covered once has the value `SubpixelGrid.fullCoverage` =
// 2²¹. Of an edge left of the tile only the height counts, so that cutting into tiles changes nothing. Where a winding number
// is beyond ±1023, values overflow and wrap around without a trap.

/// Accumulates the coverage of a sprite's or path's rows on a tile, as differences between neighbouring pixels.
struct CoverageAccumulator {
  /// Frame coordinates of the first pixel.
  let left: Int
  let top: Int
  /// Number of pixels in a row, a multiple of 8. Memory holds eight more values after them, the first of which is written.
  let width: Int
  /// Values from one row to the next.
  let rowStride: Int
  /// The first row's first value.
  let differences: UnsafeMutablePointer<Int32>

  /// Number of Int32 of memory with which `OutlineRasterizer` draws and marks sprites on a tile of this width.
  static func scratchCount(tileWidth: Int) -> Int {
    // At least one row: its width, rounded up to whole blocks of eight, and the eight values after them.
    TransformedOutline.segmentScratchCount + max(bandValueCount, tileWidth + 16)
  }
  /// The most values, 48 KB, of a sprite's rows that are drawn together as a band; a single row may have more. (Bands of `PathCoverage`
  /// are something else.)
  static var bandValueCount: Int { 12_288 }

  /// An accumulator of rows that follow each other, each of `blocks` blocks of eight pixels and eight values more.
  @inline(__always)
  init(left: Int, top: Int, blocks: Int, differences: UnsafeMutablePointer<Int32>) {
    self.left = left
    self.top = top
    width = blocks &<< 3
    rowStride = width &+ 8
    self.differences = differences
  }

  /// An accumulator of rows of `blocks` blocks of eight pixels, which begin `rowStride` values apart.
  @inline(__always)
  init(left: Int, top: Int, blocks: Int, rowStride: Int, differences: UnsafeMutablePointer<Int32>) {
    self.left = left
    self.top = top
    width = blocks &<< 3
    self.rowStride = rowStride
    self.differences = differences
  }

  /// Sets the values of the first `rowCount` rows to 0, and with them the eight after each row's last pixel.
  @inline(__always)
  func clear(rowCount: Int) {
    for row in 0..<rowCount {
      var block = UnsafeMutableRawPointer(differences + row &* rowStride)
      for _ in 0...width &>> 3 {
        block.storeBytes(of: Int32x8(repeating: 0), as: Int32x8.self)
        block += 32
      }
    }
  }

  /// Adds the section of an edge that lies inside of one pixel.
  ///
  /// - Parameters:
  ///   - row: the row's first value.
  ///   - column: the pixel's index in the row.
  ///   - height: the section's height in units of the grid.
  ///   - twiceMean: twice its mean distance from the pixel's left border, in units of the grid.
  @inline(__always)
  private func addSection(_ row: UnsafeMutablePointer<Int32>, _ column: Int, height: Int, twiceMean: Int) {
    let next = height &* twiceMean
    row[column] &+= Int32(truncatingIfNeeded: (height &<< SubpixelGrid.heightShift) &- next)
    row[column &+ 1] &+= Int32(truncatingIfNeeded: next)
  }

  /// Adds a segment of an edge that lies in the frame row `row`. It leads from x `a` to x `b` of the frame and is `height`
  /// tall, all in units of the grid; the height is positive where the edge goes down.
  @inline(__always)
  func add(_ row: Int, _ a: Int, _ b: Int, _ height: Int) {
    let values = differences + (row &- top) &* rowStride
    let origin = left &<< SubpixelGrid.bits
    let (low, high) = a < b ? (a &- origin, b &- origin) : (b &- origin, a &- origin)
    let first = low &>> SubpixelGrid.bits
    let last = high &>> SubpixelGrid.bits
    if first == last && first >= 0 && first < width {
      addSection(
        values, first, height: height,
        twiceMean: (low & SubpixelGrid.fractionMask) &+ (high & SubpixelGrid.fractionMask))
    } else if last < 0 {
      addSection(values, 0, height: height, twiceMean: 0)
    } else if first < width {
      spread(values, low, high, first, last, height)
    }
  }

  /// Adds a segment that crosses several pixels or the accumulator's left side. It leads from x `low` in column `first` to x
  /// `high` in column `last`, all counted from the left side; x and `height` are in units of the grid, `row` is the row's first
  /// value.
  @inline(never)
  private func spread(
    _ row: UnsafeMutablePointer<Int32>, _ low: Int, _ high: Int, _ first: Int, _ last: Int, _ height: Int
  ) {
    // The height of the part on the left of a pixel border is computed from the segment and that border alone, so that it does
    // not depend on the tile.
    let slope = Double(height) / Double(high &- low)
    var column = first
    // The height that has been added so far.
    var addedHeight = 0
    // Distance from the current pixel's left border at which the segment enters the pixel.
    var start = low & SubpixelGrid.fractionMask
    if column < 0 {
      addedHeight = Int(Double(-low) * slope)
      addSection(row, 0, height: addedHeight, twiceMean: 0)
      column = 0
      start = 0
    }
    while column < last && column < width {
      let heightAtBorder = Int(Double(((column &+ 1) &<< SubpixelGrid.bits) &- low) * slope)
      addSection(
        row, column, height: heightAtBorder &- addedHeight, twiceMean: start &+ SubpixelGrid.unitsPerPixel)
      addedHeight = heightAtBorder
      start = 0
      column &+= 1
    }
    if column == last && column < width {
      addSection(
        row, column, height: height &- addedHeight, twiceMean: start &+ (high & SubpixelGrid.fractionMask))
    }
  }
}

/// The running sum of eight integers: lane i becomes the sum of lanes 0...i. Each of three steps adds to every lane the lane
/// 1, 2 or 4 before it.
@inline(__always)
func runningSum(_ x: Int32x8) -> Int32x8 {
  var sum = x
  sum = sum &+ shifted(sum, Int32x8(7, 0, 1, 2, 3, 4, 5, 6), Int32x8(0, -1, -1, -1, -1, -1, -1, -1))
  sum = sum &+ shifted(sum, Int32x8(6, 7, 0, 1, 2, 3, 4, 5), Int32x8(0, 0, -1, -1, -1, -1, -1, -1))
  return sum &+ shifted(sum, Int32x8(4, 5, 6, 7, 0, 1, 2, 3), Int32x8(0, 0, 0, 0, -1, -1, -1, -1))
}

/// The vector whose lane i is lane `order[i]` of `x` where the mask `kept` is −1, and 0 where it is 0.
@inline(__always)
private func shifted(_ x: Int32x8, _ order: Int32x8, _ kept: Int32x8) -> Int32x8 {
  Lanes.bits(Lanes.permuted(Lanes.fromBits(x), by: order)) & kept
}
