import Lanes
import Model

/// The exact area of every pixel that a path covers.
///
/// Corners lie on a grid of 1/1024 px fixed to the frame and all sums are whole numbers (`OutlineRows`), so that neither the order of
/// edges nor the cutting into tiles can show. Edges are sorted into bands of rows once a frame; a tile adds up only those
/// of its own rows, the ones on its left by their height alone.
///
/// Cost: per row that an edge crosses about 10 ns, per 8 pixels of a row that edges run through about 5; what lies between is told
/// sixteen rows at a time.
package final class PathCoverage: @unchecked Sendable {
  /// From the upper end to the lower.
  private struct Edge {
    var x0: Int32
    var y0: Int32
    var x1: Int32
    var y1: Int32
    /// 1 where the path runs down.
    var sign: Int32

    var low: Int32 { min(x0, x1) }
    var high: Int32 { max(x0, x1) }
  }

  private struct Band {
    var first: Int32
    var end: Int32
    var low: Int32
    var high: Int32
  }

  private var edges: [Edge] = []
  private var bands: [Band] = []
  /// The edges again, band by band: those that reach into several once for each.
  private var members: [Edge] = []
  private var unresolved: [OutlineEdge] = []
  private var resolver = EdgeResolver()
  private var folds = false

  /// Edges above which a path is not resolved: what is drawn of it is then a plain sum, held to what a pixel can hold.
  private static let mostResolved = 16_384

  /// Rows of a band.
  package static let bandRows = 16

  package init() {}

  /// Whether nothing is covered.
  package var isEmpty: Bool { members.isEmpty }

  /// Floats of memory that `cover` needs for a tile of this width.
  package static func scratchCount(width: Int) -> Int { bandRows * stride(width: width) }

  /// Floats from a row to the next.
  package static func stride(width: Int) -> Int { (width + 7) / 8 * 8 + 8 }

  // MARK: Once a frame

  package func removeAll() {
    edges.removeAll(keepingCapacity: true)
    bands.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
  }

  /// Takes the polygons, in pixels, of a frame with `height` rows.
  ///
  /// What crosses itself more often than `EdgeResolver` can tell is taken as a plain sum, held to what a pixel can hold.
  ///
  /// - Parameter isSimple: whether the path does not cross itself, and holes run the other way round; the rule then makes
  ///   no difference.
  package func set(_ polygons: PolygonList, rule: VectorPath.FillRule, isSimple: Bool = false, height: Int) {
    removeAll()
    folds = false
    if !isSimple {
      unresolved.removeAll(keepingCapacity: true)
      polygons.forEachEdge { unresolved.append(OutlineEdge(from: $0, to: $1)) }
      if unresolved.count <= Self.mostResolved, resolver.resolve(unresolved, rule) {
        for edge in resolver.resolved { add(edge.from, edge.to, height) }
        return sortIntoBands(height)
      }
      folds = rule == .evenOdd
    }
    polygons.forEachEdge { add($0, $1, height) }
    sortIntoBands(height)
  }

  private static func onGrid(_ pixels: Double) -> Int32 {
    let held = pixels < -1_048_576 ? -1_048_576 : (pixels > 1_048_576 ? 1_048_576 : pixels)
    return Int32((held * Double(OutlineGrid.perPixel)).rounded())
  }

  private func add(_ from: SIMD2<Double>, _ to: SIMD2<Double>, _ height: Int) {
    let (x0, y0) = (Self.onGrid(from.x), Self.onGrid(from.y))
    let (x1, y1) = (Self.onGrid(to.x), Self.onGrid(to.y))
    if y0 == y1 || max(y0, y1) <= 0 || Int(min(y0, y1)) >= height << OutlineGrid.bits { return }
    edges.append(
      y0 < y1 ? Edge(x0: x0, y0: y0, x1: x1, y1: y1, sign: 1) : Edge(x0: x1, y0: y1, x1: x0, y1: y0, sign: -1))
  }

  private static func bandNumbers(of edge: Edge, count: Int) -> ClosedRange<Int> {
    let shift = Int32(OutlineGrid.bits + 4)
    let first = max(Int(edge.y0 &>> shift), 0)
    return first...max(min(Int((edge.y1 - 1) &>> shift), count - 1), first)
  }

  private func sortIntoBands(_ height: Int) {
    if edges.isEmpty { return }
    let count = (height + Self.bandRows - 1) / Self.bandRows
    for _ in 0..<count { bands.append(Band(first: 0, end: 0, low: .max, high: .min)) }
    var total: Int32 = 0
    for edge in edges {
      for band in Self.bandNumbers(of: edge, count: count) {
        bands[band].end += 1
        bands[band].low = min(bands[band].low, edge.low)
        bands[band].high = max(bands[band].high, edge.high)
      }
    }
    for band in 0..<count {
      let own = bands[band].end
      bands[band].first = total
      bands[band].end = total
      total += own
    }
    members.append(contentsOf: repeatElement(edges[0], count: Int(total)))
    for edge in edges {
      for band in Self.bandNumbers(of: edge, count: count) {
        members[Int(bands[band].end)] = edge
        bands[band].end += 1
      }
    }
  }

  // MARK: Tile by tile

  /// The columns of a tile at `rect`, in whole blocks of eight, outside of which no row of the band that holds `row` is covered.
  package func columns(row: Int, rect: PixelRect) -> Range<Int> {
    let number = row / Self.bandRows
    guard number >= 0, number < bands.count else { return 0..<0 }
    let band = bands[number]
    if band.first == band.end { return 0..<0 }
    let shift = Int32(OutlineGrid.bits)
    let first = max(Int(band.low &>> shift) - rect.x, 0) / 8 * 8
    let end = min((Int((band.high - 1) &>> shift) - rect.x + 8) / 8 * 8, (rect.width + 7) / 8 * 8)
    return first < end ? first..<end : 0..<0
  }

  /// The end of the band that `row` lies in.
  package static func bandEnd(_ row: Int) -> Int { (row / bandRows + 1) * bandRows }

  /// Writes the covered share of every pixel of `columns`, which `columns(row:rect:)` has given, of rows of one band (frame
  /// coordinates) to `memory`: rows of `stride(width:)` floats that begin with the tile's first column.
  package func cover(
    rect: PixelRect, rows: Range<Int>, columns: Range<Int>, memory: UnsafeMutablePointer<Float>
  ) {
    let crossing = crossing(from: rect.x + columns.lowerBound, to: rect.x + columns.upperBound, rows: rows)
    let stride = Self.stride(width: rect.width)
    let first = memory + columns.lowerBound
    let inner = sum(
      crossing, rows, left: rect.x + columns.lowerBound, width: columns.count, stride: stride, memory: first)
    for row in 0..<rows.count {
      let place = UnsafeMutableRawPointer(first + row * stride)
      var winding = crossing.heights[row]
      write(share(Int8Lanes(repeating: winding)), to: place, 0..<inner.lowerBound)
      for block in inner {
        let sum = runningSum(place.load(fromByteOffset: block &<< 5, as: Int8Lanes.self)) &+ winding
        winding = sum[7]
        place.storeBytes(of: share(sum), toByteOffset: block &<< 5, as: Lane8.self)
      }
      write(share(Int8Lanes(repeating: winding)), to: place, inner.upperBound..<columns.count / 8)
    }
  }

  /// The same of up to 512 columns, told block by block from the first of them on; shares are written for those blocks alone that
  /// are covered in part.
  package func cover(
    rect: PixelRect, rows: Range<Int>, columns: Range<Int>, memory: UnsafeMutablePointer<Float>,
    blocks: UnsafeMutablePointer<CoveredBlocks>
  ) {
    precondition(columns.count <= 512, "A row's blocks are the bits of one word.")
    let crossing = crossing(from: rect.x + columns.lowerBound, to: rect.x + columns.upperBound, rows: rows)
    let stride = Self.stride(width: rect.width)
    let first = memory + columns.lowerBound
    let inner = sum(
      crossing, rows, left: rect.x + columns.lowerBound, width: columns.count, stride: stride, memory: first)
    let behind = inner.upperBound..<columns.count / 8
    for row in 0..<rows.count {
      let place = UnsafeMutableRawPointer(first + row * stride)
      var winding = crossing.heights[row]
      var result = CoveredBlocks()
      if winding != 0 { fill(0..<inner.lowerBound, of: place, winding, &result) }
      for block in inner {
        let own = place.load(fromByteOffset: block &<< 5, as: Int8Lanes.self)
        if !Lanes.anySet(own) {
          if winding != 0 { fill(block..<block &+ 1, of: place, winding, &result) }
          continue
        }
        let sum = runningSum(own) &+ winding
        winding = sum[7]
        let share = share(sum)
        let bit = (1 as UInt64) &<< UInt64(truncatingIfNeeded: block)
        if Lanes.anySet(Lanes.bits(share)) { result.some |= bit }
        if !Lanes.anySet(Lanes.bits(share) ^ Lanes.bits(Lane8(repeating: 1))) { result.all |= bit }
        place.storeBytes(of: share, toByteOffset: block &<< 5, as: Lane8.self)
      }
      if winding != 0 { fill(behind, of: place, winding, &result) }
      blocks[row] = result
    }
  }

  /// The share of every pixel of a rectangle that no edge runs through; nil where one does, or where rows differ.
  package func evenShare(_ rect: PixelRect) -> Float? {
    var known: Float?
    var row = rect.y
    while row < rect.endY {
      let end = min(Self.bandEnd(row), rect.endY)
      var heights = SIMD16<Int32>()
      let number = row / Self.bandRows
      if number < bands.count && bands[number].first < bands[number].end {
        let crossing = crossing(from: rect.x, to: rect.endX, rows: row..<end)
        if !crossing.isEmpty { return nil }
        heights = crossing.heights
      }
      for index in 0..<end - row {
        let own = share(Int8Lanes(repeating: heights[index]))[0]
        if let known, known != own { return nil }
        known = own
      }
      row = end
    }
    return known
  }

  /// How the edges of a band meet a range of columns.
  private struct Crossing {
    /// Of each row, the winding left of all columns.
    var heights = SIMD16<Int32>()
    /// On the grid, the ends of the edges that run through some of the columns, not beyond those; none does where `low` is the
    /// larger.
    var low = Int.max
    var high = Int.min

    var isEmpty: Bool { low > high }
  }

  @inline(__always)
  private func crossing(from left: Int, to right: Int, rows: Range<Int>) -> Crossing {
    let band = bands[rows.lowerBound / Self.bandRows]
    let (first, end) = (left << OutlineGrid.bits, right << OutlineGrid.bits)
    let top = Int32(truncatingIfNeeded: rows.lowerBound << OutlineGrid.bits)
    var crossing = Crossing()
    var (upperHeights, lowerHeights) = (Int8Lanes(), Int8Lanes())
    let eightRows: Int32 = 8 &<< Int32(OutlineGrid.bits)
    members.withUnsafeBufferPointer { members in
      for index in Int(band.first)..<Int(band.end) {
        let edge = members[index]
        if Int(edge.low) >= end { continue }
        if Int(edge.high) < first {
          let (y0, y1) = (edge.y0 &- top, edge.y1 &- top)
          upperHeights &+= Self.heights(y0, y1) &* edge.sign
          lowerHeights &+= Self.heights(y0 &- eightRows, y1 &- eightRows) &* edge.sign
        } else {
          crossing.low = min(crossing.low, Int(edge.low))
          crossing.high = max(crossing.high, Int(edge.high))
        }
      }
    }
    crossing.heights = SIMD16(lowHalf: upperHeights &<< 11, highHalf: lowerHeights &<< 11)
    crossing.low = max(crossing.low, first)
    crossing.high = min(crossing.high, end - 1)
    return crossing
  }

  /// What lies in each of eight rows of a way down from `y0` to `y1`, on the grid, from the upper border of the first row.
  @inline(__always)
  private static func heights(_ y0: Int32, _ y1: Int32) -> Int8Lanes {
    let tops = Int8Lanes(0, 1, 2, 3, 4, 5, 6, 7) &<< Int32(OutlineGrid.bits)
    return held(Int8Lanes(repeating: y1) &- tops) &- held(Int8Lanes(repeating: y0) &- tops)
  }

  @inline(__always)
  private static func held(_ y: Int8Lanes) -> Int8Lanes {
    let full = Int8Lanes(repeating: 1 &<< Int32(OutlineGrid.bits))
    let positive = Lanes.select(y .> Int8Lanes(), y, Int8Lanes())
    return Lanes.select(positive .< full, positive, full)
  }

  /// Adds up the edges that run through the `width` columns from `left` on, in those blocks alone that they count in, which are
  /// returned, counted from `left`.
  @inline(__always)
  private func sum(
    _ crossing: Crossing, _ rows: Range<Int>, left: Int, width: Int, stride: Int, memory: UnsafeMutablePointer<Float>
  ) -> Range<Int> {
    if crossing.isEmpty { return 0..<0 }
    let firstColumn = crossing.low >> OutlineGrid.bits - left
    // A pixel's edge counts in its right neighbour too.
    let lastColumn = min(crossing.high >> OutlineGrid.bits - left + 1, width - 1)
    let inner = firstColumn / 8..<lastColumn / 8 + 1
    let (first, end) = (left << OutlineGrid.bits, (left + inner.upperBound * 8) << OutlineGrid.bits)
    let values = UnsafeMutableRawPointer(memory).assumingMemoryBound(to: Int32.self) + inner.lowerBound * 8
    let sums = OutlineRows(
      left: left + inner.lowerBound * 8, top: rows.lowerBound, blocks: inner.count, stride: stride, values: values)
    sums.clear(rowCount: rows.count)
    let band = bands[rows.lowerBound / Self.bandRows]
    members.withUnsafeBufferPointer { members in
      for index in Int(band.first)..<Int(band.end) {
        let edge = members[index]
        if Int(edge.low) < end && Int(edge.high) >= first { Self.add(edge, rows, sums) }
      }
    }
    return inner
  }

  @inline(__always)
  private static func add(_ edge: Edge, _ rows: Range<Int>, _ sums: OutlineRows) {
    let (upper, lower) = (Int(edge.y0), Int(edge.y1))
    var y = max(upper, rows.lowerBound &<< OutlineGrid.bits)
    let end = min(lower, rows.upperBound &<< OutlineGrid.bits)
    if y >= end { return }
    // x at a y is x0 + (y − upper)·slope, with 24 more bits; |(y − upper)·slope| stays below 2⁵⁶.
    let slope = Int(Double(Int(edge.x1) &- Int(edge.x0)) * 0x1p24 / Double(lower &- upper))
    var x = Int(edge.x0) &<< 24 &+ (y &- upper) &* slope
    var row = y &>> OutlineGrid.bits
    let sign = Int(edge.sign)
    while y < end {
      let rowEnd = (row &+ 1) &<< OutlineGrid.bits
      let next = rowEnd < end ? rowEnd : end
      let height = next &- y
      let nextX = x &+ height &* slope
      sums.add(row, x &>> 24, nextX &>> 24, height &* sign)
      x = nextX
      y = next
      row &+= 1
    }
  }

  @inline(__always)
  private func write(_ share: Lane8, to row: UnsafeMutableRawPointer, _ blocks: Range<Int>) {
    for block in blocks { row.storeBytes(of: share, toByteOffset: block &<< 5, as: Lane8.self) }
  }

  /// Blocks of a row whose pixels are all alike.
  @inline(__always)
  private func fill(
    _ blocks: Range<Int>, of row: UnsafeMutableRawPointer, _ winding: Int32, _ result: inout CoveredBlocks
  ) {
    if blocks.isEmpty { return }
    let bits = CoveredBlocks.bits(blocks)
    if winding.magnitude == OutlineGrid.whole && !folds {
      // Most of the inside of most shapes.
      result.some |= bits
      result.all |= bits
    } else {
      fillUneven(blocks, of: row, winding, bits, &result)
    }
  }

  @inline(never)
  private func fillUneven(
    _ blocks: Range<Int>, of row: UnsafeMutableRawPointer, _ winding: Int32, _ bits: UInt64,
    _ result: inout CoveredBlocks
  ) {
    let share = share(Int8Lanes(repeating: winding))
    if share[0] == 0 { return }
    result.some |= bits
    if share[0] == 1 {
      result.all |= bits
    } else {
      write(share, to: row, blocks)
    }
  }

  @inline(__always)
  private func share(_ sum: Int8Lanes) -> Lane8 {
    let winding = Lanes.abs(Lanes.float(sum) * (1 / OutlineGrid.full))
    if !folds { return Lanes.min(winding, 1) }
    // Up and down again between even numbers.
    let half = winding * 0.5
    let rest = (half - Lanes.floor(half)) * 2
    return Lanes.min(rest, 2 - rest)
  }
}

/// Which blocks of eight pixels of a row are covered, a bit for each.
package struct CoveredBlocks: BitwiseCopyable, Sendable {
  /// Covered at all.
  package var some: UInt64 = 0
  /// Covered all over.
  package var all: UInt64 = 0

  /// A bit for each of some neighbours, at least one.
  @inline(__always)
  static func bits(_ blocks: Range<Int>) -> UInt64 {
    (UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- blocks.count)) &<< UInt64(truncatingIfNeeded: blocks.lowerBound)
  }
}

/// Calls `body` with each run of set bits.
@inlinable @inline(__always)
package func forEachRun(_ bits: UInt64, _ body: (Range<Int>) -> Void) {
  var rest = bits
  while rest != 0 {
    let first = rest.trailingZeroBitCount
    let count = (~(rest &>> UInt64(truncatingIfNeeded: first))).trailingZeroBitCount
    body(first..<first &+ count)
    // Adding the lowest bit of a run clears the run and sets the bit behind it, which was not set.
    rest &= rest &+ (rest & (0 &- rest))
  }
}
