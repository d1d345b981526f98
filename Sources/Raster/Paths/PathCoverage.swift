import Lanes

/// The exact area of every pixel that a path covers.
///
/// Corners lie on a grid of 1/1024 px fixed to the frame and all sums are whole numbers (`OutlineRows`), so that neither the order of
/// edges nor the cutting into tiles can show. Edges are sorted into bands of rows once a frame; a tile adds up only those
/// of its own rows, the ones on its left by their height alone.
///
/// Cost: per row that an edge crosses about 10 ns, per 8 pixels of a row between the path's left and right ends about 3.
package final class PathCoverage: @unchecked Sendable {
  /// What is inside where a path lies on itself.
  package enum Rule: Sendable {
    case nonzero, evenOdd
    /// The path does not cross itself, and holes run the other way round.
    case plain
  }

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
  /// Numbers of edges, band by band.
  private var members: [Int32] = []
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
  package func set(_ polygons: PolygonList, rule: Rule, height: Int) {
    removeAll()
    folds = false
    if rule != .plain {
      unresolved.removeAll(keepingCapacity: true)
      polygons.forEachEdge { unresolved.append(OutlineEdge(from: $0, to: $1)) }
      if unresolved.count <= Self.mostResolved, resolver.resolve(unresolved, isEvenOdd: rule == .evenOdd) {
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
    for _ in 0..<total { members.append(0) }
    for (number, edge) in edges.enumerated() {
      for band in Self.bandNumbers(of: edge, count: count) {
        members[Int(bands[band].end)] = Int32(number)
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
    let sums = sum(rect: rect, rows: rows, columns: columns, memory: memory)
    for row in 0..<rows.count { finish(sums.values + row * sums.stride, columns.count) }
  }

  /// The same of up to 512 columns, told block by block from the first of them on; shares are written for those blocks alone that
  /// are covered in part.
  package func cover(
    rect: PixelRect, rows: Range<Int>, columns: Range<Int>, memory: UnsafeMutablePointer<Float>,
    blocks: UnsafeMutablePointer<CoveredBlocks>
  ) {
    precondition(columns.count <= 512, "A row's blocks are the bits of one word.")
    let left = rect.x + columns.lowerBound
    let count = columns.count / 8
    if let heights = heightsBesides(left: left, right: left + columns.count, rows: rows) {
      let stride = Self.stride(width: rect.width)
      for row in 0..<rows.count {
        let place = UnsafeMutableRawPointer(memory + (row * stride + columns.lowerBound))
        blocks[row] = fill(0..<count, of: place, winding: heights[row])
      }
      return
    }
    let sums = sum(rect: rect, rows: rows, columns: columns, memory: memory)
    for row in 0..<rows.count { blocks[row] = finish(sums.values + row * sums.stride, blocks: count) }
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
        guard let found = heightsBesides(left: rect.x, right: rect.endX, rows: row..<end) else { return nil }
        heights = found
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

  /// Adds up the edges of a band.
  private func sum(
    rect: PixelRect, rows: Range<Int>, columns: Range<Int>, memory: UnsafeMutablePointer<Float>
  ) -> OutlineRows {
    let band = bands[rows.lowerBound / Self.bandRows]
    let stride = Self.stride(width: rect.width)
    let values = UnsafeMutableRawPointer(memory).assumingMemoryBound(to: Int32.self) + columns.lowerBound
    let left = rect.x + columns.lowerBound
    let sums = OutlineRows(
      left: left, top: rows.lowerBound, blocks: columns.count / 8, stride: stride, values: values)
    sums.clear(rowCount: rows.count)
    edges.withUnsafeBufferPointer { edges in
      members.withUnsafeBufferPointer { members in
        let right = Int32(truncatingIfNeeded: (left + columns.count) << OutlineGrid.bits)
        for index in Int(band.first)..<Int(band.end) {
          let edge = edges[Int(members[index])]
          if edge.low < right { Self.add(edge, rows, sums) }
        }
      }
    }
    return sums
  }

  /// The windings of rows of which no edge of the band runs through any pixel; nil if one does.
  private func heightsBesides(left: Int, right: Int, rows: Range<Int>) -> SIMD16<Int32>? {
    let band = bands[rows.lowerBound / Self.bandRows]
    let (first, end) = (left << OutlineGrid.bits, right << OutlineGrid.bits)
    var heights = SIMD16<Int32>()
    for index in Int(band.first)..<Int(band.end) {
      let edge = edges[Int(members[index])]
      if Int(edge.low) >= end { continue }
      if Int(edge.high) >= first { return nil }
      var y = max(Int(edge.y0), rows.lowerBound << OutlineGrid.bits)
      let bottom = min(Int(edge.y1), rows.upperBound << OutlineGrid.bits)
      while y < bottom {
        let row = y &>> OutlineGrid.bits
        let next = min((row &+ 1) &<< OutlineGrid.bits, bottom)
        heights[row &- rows.lowerBound] &+= Int32(truncatingIfNeeded: (next &- y) &* Int(edge.sign)) &<< 11
        y = next
      }
    }
    return heights
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

  /// Running sums of a row, as shares.
  @inline(__always)
  private func finish(_ row: UnsafeMutablePointer<Int32>, _ count: Int) {
    let raw = UnsafeMutableRawPointer(row)
    var carry = Int8Lanes(repeating: 0)
    var offset = 0
    while offset < count &<< 2 {
      let own = raw.load(fromByteOffset: offset, as: Int8Lanes.self)
      let sum = runningSum(own) &+ carry
      carry = Int8Lanes(repeating: sum[7])
      raw.storeBytes(of: share(sum), toByteOffset: offset, as: Lane8.self)
      offset &+= 32
    }
  }

  /// The same where no more is written than must be: between two blocks that edges run through all pixels are alike.
  @inline(__always)
  private func finish(_ row: UnsafeMutablePointer<Int32>, blocks count: Int) -> CoveredBlocks {
    let raw = UnsafeMutableRawPointer(row)
    var uneven: UInt64 = 0
    var block = 0
    while block < count {
      let isUneven = Lanes.anySet(raw.load(fromByteOffset: block &<< 5, as: Int8Lanes.self))
      uneven |= (isUneven ? 1 : 0) &<< UInt64(truncatingIfNeeded: block)
      block &+= 1
    }
    var result = CoveredBlocks()
    var carry: Int32 = 0
    block = 0
    while block < count {
      let rest = uneven &>> UInt64(truncatingIfNeeded: block)
      let even = rest == 0 ? count &- block : rest.trailingZeroBitCount
      if even > 0 {
        let filled = fill(block..<block &+ even, of: raw, winding: carry)
        result.some |= filled.some
        result.all |= filled.all
        block &+= even
        if block >= count { break }
      }
      let sum = runningSum(raw.load(fromByteOffset: block &<< 5, as: Int8Lanes.self)) &+ carry
      carry = sum[7]
      let share = share(sum)
      let bit = (1 as UInt64) &<< UInt64(truncatingIfNeeded: block)
      if Lanes.anySet(Lanes.bits(share)) { result.some |= bit }
      if !Lanes.anySet(Lanes.bits(share) ^ Lanes.bits(Lane8(repeating: 1))) { result.all |= bit }
      raw.storeBytes(of: share, toByteOffset: block &<< 5, as: Lane8.self)
      block &+= 1
    }
    return result
  }

  /// Blocks of a row whose pixels are all alike.
  @inline(__always)
  private func fill(_ blocks: Range<Int>, of row: UnsafeMutableRawPointer, winding: Int32) -> CoveredBlocks {
    var result = CoveredBlocks()
    if winding == 0 { return result }
    let share = share(Int8Lanes(repeating: winding))
    if share[0] == 0 { return result }
    result.some = CoveredBlocks.bits(blocks)
    if share[0] == 1 {
      result.all = result.some
    } else {
      for block in blocks { row.storeBytes(of: share, toByteOffset: block &<< 5, as: Lane8.self) }
    }
    return result
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
