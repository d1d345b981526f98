import Lanes

// Exact coverage of pixels by an outline.
//
// Consider an edge that goes down by the height h, 0...1, within one pixel. Let m be the edge's mean distance from the pixel's left
// border, 0...1. The edge adds h·(1 − m) to the pixel's covered area, which is the area to the right of the edge, and h to the covered area
// of every pixel further right. What is stored for a pixel is the difference from its left neighbour: h·(1 − m) for the edge's pixel
// and h·m for the next one. A running sum along the row then gives every pixel's covered area (R. Levien,
// "Inside the fastest font renderer in the world", 2016, after D. Turner's cells in FreeType).
//
// All values are integers, so sums are exact: a pixel that is covered once has the value `SubpixelGrid.fullCoverage` = 2²¹. An
// edge left of the tile adds only its height, so cutting a frame into tiles changes nothing. Values overflow and wrap around
// without a trap if a winding number is beyond ±1023.

/// Accumulates the coverage of a sprite's or path's rows on a tile, as differences between neighbouring pixels.
struct CoverageAccumulator {
  /// Frame coordinates of the first pixel.
  let left: Int
  let top: Int
  /// Number of pixels in a row, a multiple of 8. Eight more values follow a row's pixels. Only the first of them is used: an edge
  /// in the last pixel adds to it.
  let width: Int
  /// Values from one row to the next.
  let rowStride: Int
  /// The first row's first value.
  let differences: UnsafeMutablePointer<Int32>

  /// Number of `Int32` values of memory that `OutlineRasterizer` needs to draw and mark sprites on a tile `tileWidth` pixels wide.
  static func scratchCount(tileWidth: Int) -> Int {
    // Room for at least one row: its width, rounded up to whole blocks of eight, and eight more values.
    TransformedOutline.segmentScratchCount + max(bandValueCount, tileWidth + 16)
  }
  /// The greatest number of values (48 KB) of the rows of a sprite that are drawn together. A single row may have more values.
  static var bandValueCount: Int { 12_288 }

  /// Makes an accumulator of consecutive rows, each of `blocks` blocks of eight pixels and eight more values.
  @inline(__always)
  init(left: Int, top: Int, blocks: Int, differences: UnsafeMutablePointer<Int32>) {
    self.left = left
    self.top = top
    width = blocks &<< 3
    rowStride = width &+ 8
    self.differences = differences
  }

  /// Makes an accumulator of rows of `blocks` blocks of eight pixels, which begin `rowStride` values apart.
  @inline(__always)
  init(left: Int, top: Int, blocks: Int, rowStride: Int, differences: UnsafeMutablePointer<Int32>) {
    self.left = left
    self.top = top
    width = blocks &<< 3
    self.rowStride = rowStride
    self.differences = differences
  }

  /// Sets the values of the first `rowCount` rows to 0, including the eight values after each row's last pixel.
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

  /// Adds a section: the part of an edge that lies inside of one pixel.
  ///
  /// - Parameters:
  ///   - row: pointer to the row's first value.
  ///   - column: the pixel's index in the row.
  ///   - height: the section's height in units of the grid.
  ///   - twiceMean: twice the section's mean distance from the pixel's left border, in units of the grid.
  @inline(__always)
  private func addSection(_ row: UnsafeMutablePointer<Int32>, _ column: Int, height: Int, twiceMean: Int) {
    let nextDifference = height &* twiceMean
    row[column] &+= Int32(truncatingIfNeeded: (height &<< SubpixelGrid.heightShift) &- nextDifference)
    row[column &+ 1] &+= Int32(truncatingIfNeeded: nextDifference)
  }

  /// Adds the segment of an edge in one row of pixels.
  ///
  /// - Parameters:
  ///   - row: the row in the frame.
  ///   - upperX: x of the segment's upper end in the frame, in units of the grid.
  ///   - lowerX: x of the segment's lower end in the frame, in units of the grid.
  ///   - height: the segment's height in units of the grid; negative if the edge goes up.
  @inline(__always)
  func add(_ row: Int, _ upperX: Int, _ lowerX: Int, _ height: Int) {
    let values = differences + (row &- top) &* rowStride
    let origin = left &<< SubpixelGrid.fractionBits
    let (low, high) = (min(upperX, lowerX) &- origin, max(upperX, lowerX) &- origin)
    let first = low &>> SubpixelGrid.fractionBits
    let last = high &>> SubpixelGrid.fractionBits
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

  /// Adds a segment that crosses several pixels or the accumulator's left side. The segment leads from x = `low` in column
  /// `first` to x = `high` in column `last`, all counted from the left side. x and `height` are in units of the grid; `row`
  /// points to the row's first value.
  @inline(never)
  private func spread(
    _ row: UnsafeMutablePointer<Int32>, _ low: Int, _ high: Int, _ first: Int, _ last: Int, _ height: Int
  ) {
    // The height of a segment's part to the left of a pixel border is computed from nothing but the segment and the border, so it does not
    // depend on the tile.
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
      let heightAtBorder = Int(Double(((column &+ 1) &<< SubpixelGrid.fractionBits) &- low) * slope)
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

/// Returns the running sum of eight integers: lane i becomes the sum of lanes 0...i. Three steps add to every lane the lane that is
/// 1, 2 and 4 places before it.
@inline(__always)
func runningSum(_ x: Int32x8) -> Int32x8 {
  var sum = x
  sum = sum &+ shifted(sum, Int32x8(7, 0, 1, 2, 3, 4, 5, 6), Int32x8(0, -1, -1, -1, -1, -1, -1, -1))
  sum = sum &+ shifted(sum, Int32x8(6, 7, 0, 1, 2, 3, 4, 5), Int32x8(0, 0, -1, -1, -1, -1, -1, -1))
  return sum &+ shifted(sum, Int32x8(4, 5, 6, 7, 0, 1, 2, 3), Int32x8(0, 0, 0, 0, -1, -1, -1, -1))
}

/// Returns a vector whose lane i is lane `order[i]` of `x` if lane i of `mask` is −1. If lane i of `mask` is 0, lane i of the
/// result is 0.
@inline(__always)
private func shifted(_ x: Int32x8, _ order: Int32x8, _ mask: Int32x8) -> Int32x8 {
  Lanes.bits(Lanes.permuted(Lanes.fromBits(x), by: order)) & mask
}
