import Lanes

// Exact coverage of pixels by an outline.
//
// An edge that goes down by h in a pixel adds h to the winding of every pixel to its right, and to its own the part of it
// that lies to the edge's right. What is stored for each pixel is the difference to its left neighbour: h·(1 − m) in the
// edge's own and h·m in the next, m the edge's mean x inside the pixel. A running sum then gives every pixel's covered
// area (R. Levien, "Inside the fastest font renderer in the world", 2016; the idea of cells is David Turner's, FreeType).
//
// All in whole numbers: the area of a pixel is 2²¹, sums are exact, edges left of a tile count with their height alone, and
// where a tile is cut cannot show. Windings beyond ±1023 would overflow; they wrap and do no harm.

/// The rows of a sprite on a tile as differences of coverage.
struct OutlineRows {
  /// Columns and rows of the frame.
  let left: Int
  let top: Int
  /// Pixels of a row; behind them is room for one more.
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

  /// With rows farther apart than they are wide.
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
      var place = UnsafeMutableRawPointer(values + row &* stride)
      for _ in 0...width &>> 3 {
        place.storeBytes(of: Int8Lanes(repeating: 0), as: Int8Lanes.self)
        place += 32
      }
    }
  }

  @inline(__always)
  private func add(_ row: UnsafeMutablePointer<Int32>, _ column: Int, _ height: Int, _ twiceMean: Int) {
    let behind = height &* twiceMean
    row[column] &+= Int32(truncatingIfNeeded: height &<< 11 &- behind)
    row[column &+ 1] &+= Int32(truncatingIfNeeded: behind)
  }

  /// Adds a piece of an edge that lies in one row.
  @inline(__always)
  func add(_ row: Int, _ a: Int, _ b: Int, _ height: Int) {
    let place = values + (row &- top) &* stride
    let origin = left &<< OutlineGrid.bits
    let (low, high) = a < b ? (a &- origin, b &- origin) : (b &- origin, a &- origin)
    let first = low &>> OutlineGrid.bits
    let last = high &>> OutlineGrid.bits
    if first == last && first >= 0 && first < width {
      add(place, first, height, (low & OutlineGrid.fraction) &+ (high & OutlineGrid.fraction))
    } else if last < 0 {
      add(place, 0, height, 0)
    } else if first < width {
      spread(place, low, high, first, last, height)
    }
  }

  /// Adds a piece that lies in several pixels.
  @inline(never)
  private func spread(
    _ row: UnsafeMutablePointer<Int32>, _ low: Int, _ high: Int, _ first: Int, _ last: Int, _ height: Int
  ) {
    // The height that is spent left of each pixel's border depends on the piece and the border alone.
    let rate = Double(height) / Double(high &- low)
    var column = first
    var spent = 0
    var start = low & OutlineGrid.fraction
    if column < 0 {
      spent = Int(Double(-low) * rate)
      add(row, 0, spent, 0)
      column = 0
      start = 0
    }
    while column < last && column < width {
      let next = Int(Double((column &+ 1) &<< OutlineGrid.bits &- low) * rate)
      add(row, column, next &- spent, start &+ 1024)
      spent = next
      start = 0
      column &+= 1
    }
    if column == last && column < width { add(row, column, height &- spent, start &+ (high & OutlineGrid.fraction)) }
  }
}

/// The running sum of eight whole numbers.
@inline(__always)
func runningSum(_ x: Int8Lanes) -> Int8Lanes {
  var sum = x
  sum = sum &+ shifted(sum, Int8Lanes(7, 0, 1, 2, 3, 4, 5, 6), Int8Lanes(0, -1, -1, -1, -1, -1, -1, -1))
  sum = sum &+ shifted(sum, Int8Lanes(6, 7, 0, 1, 2, 3, 4, 5), Int8Lanes(0, 0, -1, -1, -1, -1, -1, -1))
  return sum &+ shifted(sum, Int8Lanes(4, 5, 6, 7, 0, 1, 2, 3), Int8Lanes(0, 0, 0, 0, -1, -1, -1, -1))
}

@inline(__always)
private func shifted(_ x: Int8Lanes, _ order: Int8Lanes, _ kept: Int8Lanes) -> Int8Lanes {
  Lanes.bits(Lanes.permuted(Lanes.lanes(x), by: order)) & kept
}
