import Lanes

// Exact coverage of pixels by an outline.
//
// An edge that goes down by h in a pixel adds h to the winding of every pixel to its right, and to its own pixel the
// share of it that lies to the edge's right. Stored is each pixel's difference to its left neighbour: h·(1 − m) in the
// edge's own pixel and h·m in the next, m the edge's mean x inside the pixel. A running sum then gives every pixel's
// covered area (R. Levien, "Inside the fastest font renderer in the world", 2016; the idea of cells is David Turner's,
// FreeType).
//
// All in integers: a pixel's area is 2²¹ and sums are exact. Edges left of a tile count by their height alone, so that
// cutting into tiles changes nothing. Windings beyond ±1023 overflow; they wrap around harmlessly.

/// Accumulates the coverage of a sprite's or path's rows on a tile, as differences between neighbouring pixels.
struct CoverageAccumulator {
  /// Frame coordinates of the first pixel.
  let left: Int
  let top: Int
  /// Pixels of a row. Memory holds one more behind them.
  let width: Int
  let stride: Int
  let values: UnsafeMutablePointer<Int32>

  /// Memory for the rows of a tile; tall ones are drawn in bands.
  static func scratchCount(tileWidth: Int) -> Int { 32 + max(bandCount, tileWidth + 16) }
  static var bandCount: Int { 12_288 }

  @inline(__always)
  init(left: Int, top: Int, blocks: Int, values: UnsafeMutablePointer<Int32>) {
    self.left = left
    self.top = top
    width = blocks &<< 3
    stride = width &+ 8
    self.values = values
  }

  /// An accumulator whose rows lie `stride` values apart.
  @inline(__always)
  init(left: Int, top: Int, blocks: Int, stride: Int, values: UnsafeMutablePointer<Int32>) {
    self.left = left
    self.top = top
    width = blocks &<< 3
    self.stride = stride
    self.values = values
  }

  @inline(__always)
  func clear(rowCount: Int) {
    for row in 0..<rowCount {
      var block = UnsafeMutableRawPointer(values + row &* stride)
      for _ in 0...width &>> 3 {
        block.storeBytes(of: Int32x8(repeating: 0), as: Int32x8.self)
        block += 32
      }
    }
  }

  @inline(__always)
  private func add(_ row: UnsafeMutablePointer<Int32>, _ column: Int, _ height: Int, _ twiceMean: Int) {
    let next = height &* twiceMean
    row[column] &+= Int32(truncatingIfNeeded: height &<< 11 &- next)
    row[column &+ 1] &+= Int32(truncatingIfNeeded: next)
  }

  /// Adds a segment of an edge that lies in one row, from x `a` to x `b` and `height` tall, on the grid.
  @inline(__always)
  func add(_ row: Int, _ a: Int, _ b: Int, _ height: Int) {
    let values = values + (row &- top) &* stride
    let origin = left &<< SubpixelGrid.bits
    let (low, high) = a < b ? (a &- origin, b &- origin) : (b &- origin, a &- origin)
    let first = low &>> SubpixelGrid.bits
    let last = high &>> SubpixelGrid.bits
    if first == last && first >= 0 && first < width {
      add(values, first, height, (low & SubpixelGrid.fraction) &+ (high & SubpixelGrid.fraction))
    } else if last < 0 {
      add(values, 0, height, 0)
    } else if first < width {
      spread(values, low, high, first, last, height)
    }
  }

  /// Adds a segment that crosses several pixels.
  @inline(never)
  private func spread(
    _ row: UnsafeMutablePointer<Int32>, _ low: Int, _ high: Int, _ first: Int, _ last: Int, _ height: Int
  ) {
    // The height that lies left of a pixel's border depends on the segment and that border alone.
    let rate = Double(height) / Double(high &- low)
    var column = first
    var spent = 0
    var start = low & SubpixelGrid.fraction
    if column < 0 {
      spent = Int(Double(-low) * rate)
      add(row, 0, spent, 0)
      column = 0
      start = 0
    }
    while column < last && column < width {
      let next = Int(Double((column &+ 1) &<< SubpixelGrid.bits &- low) * rate)
      add(row, column, next &- spent, start &+ 1024)
      spent = next
      start = 0
      column &+= 1
    }
    if column == last && column < width { add(row, column, height &- spent, start &+ (high & SubpixelGrid.fraction)) }
  }
}

/// The running sum of eight integers.
@inline(__always)
func runningSum(_ x: Int32x8) -> Int32x8 {
  var sum = x
  sum = sum &+ shifted(sum, Int32x8(7, 0, 1, 2, 3, 4, 5, 6), Int32x8(0, -1, -1, -1, -1, -1, -1, -1))
  sum = sum &+ shifted(sum, Int32x8(6, 7, 0, 1, 2, 3, 4, 5), Int32x8(0, 0, -1, -1, -1, -1, -1, -1))
  return sum &+ shifted(sum, Int32x8(4, 5, 6, 7, 0, 1, 2, 3), Int32x8(0, 0, 0, 0, -1, -1, -1, -1))
}

@inline(__always)
private func shifted(_ x: Int32x8, _ order: Int32x8, _ kept: Int32x8) -> Int32x8 {
  Lanes.bits(Lanes.permuted(Lanes.fromBits(x), by: order)) & kept
}
