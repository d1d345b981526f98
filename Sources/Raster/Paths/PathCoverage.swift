import Lanes
import Model

/// The exact area of every pixel that a path covers.
///
/// Corners lie on a grid of 1/1024 px fixed to the frame and all sums are integers (`CoverageAccumulator`): neither the
/// order of edges nor the cutting into tiles changes a result. Edges are sorted into bands of rows once a frame. A tile
/// adds up only those of its own rows, edges on its left by their height alone.
///
/// Cost: about 10 ns for each row that an edge crosses, and 5 for 8 pixels of a row that edges cross. Blocks between
/// edges are classified sixteen rows at a time.
package final class PathCoverage: @unchecked Sendable {
  /// An edge from its upper to its lower end, on the grid.
  private struct Edge {
    var x0: Int32
    var y0: Int32
    var x1: Int32
    var y1: Int32
    /// 1 where the path goes down, −1 where it goes up.
    var sign: Int32

    var low: Int32 { min(x0, x1) }
    var high: Int32 { max(x0, x1) }
  }

  /// Edges of some rows: a range of `members`, and their least and greatest x.
  private struct Band {
    var first: Int32
    var end: Int32
    var low: Int32
    var high: Int32
  }

  private var edges: [Edge] = []
  private var bands: [Band] = []
  /// The edges band by band; an edge that crosses several bands is listed in each.
  private var members: [Edge] = []
  private var unresolved: [OutlineEdge] = []
  private var resolver = EdgeResolver()
  /// Whether windings are brought to 0...1 by the even-odd rule, pixel by pixel.
  private var folds = false

  /// Number of edges above which a path is not resolved; its windings are then added up and clamped.
  private static let mostResolved = 16_384

  /// Rows of a band: as many as `Crossing.heights` has lanes.
  package static let bandRows = 16

  package init() {}

  /// Whether nothing is covered.
  package var isEmpty: Bool { members.isEmpty }

  /// Floats of memory that `cover` needs for a tile of this width.
  package static func scratchCount(width: Int) -> Int { bandRows * stride(width: width) }

  /// Floats from one row to the next.
  package static func stride(width: Int) -> Int { (width + 7) / 8 * 8 + 8 }

  // MARK: Once a frame

  package func removeAll() {
    edges.removeAll(keepingCapacity: true)
    bands.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
  }

  /// Sets the polygons, in pixels, of a frame with `height` rows.
  ///
  /// The windings of a path that crosses itself more often than `EdgeResolver` resolves are added up and clamped.
  ///
  /// - Parameter isSimple: whether the path does not cross itself, and holes run in the opposite sense; the rule then
  /// makes
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
    let limited = pixels < -1_048_576 ? -1_048_576 : (pixels > 1_048_576 ? 1_048_576 : pixels)
    return Int32((limited * Double(SubpixelGrid.perPixel)).rounded())
  }

  private func add(_ from: SIMD2<Double>, _ to: SIMD2<Double>, _ height: Int) {
    let (x0, y0) = (Self.onGrid(from.x), Self.onGrid(from.y))
    let (x1, y1) = (Self.onGrid(to.x), Self.onGrid(to.y))
    if y0 == y1 || max(y0, y1) <= 0 || Int(min(y0, y1)) >= height << SubpixelGrid.bits { return }
    edges.append(
      y0 < y1 ? Edge(x0: x0, y0: y0, x1: x1, y1: y1, sign: 1) : Edge(x0: x1, y0: y1, x1: x0, y1: y0, sign: -1))
  }

  private static func bandNumbers(of edge: Edge, count: Int) -> ClosedRange<Int> {
    let shift = Int32(SubpixelGrid.bits + 4)
    let first = max(Int(edge.y0 &>> shift), 0)
    return first...max(min(Int((edge.y1 - 1) &>> shift), count - 1), first)
  }

  /// Sorts the edges by a counting sort.
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

  /// Columns of a tile at `rect`, in whole blocks of eight, outside which no row of the band of `row` is covered.
  package func columns(row: Int, rect: PixelRect) -> Range<Int> {
    let number = row / Self.bandRows
    guard number >= 0, number < bands.count else { return 0..<0 }
    let band = bands[number]
    if band.first == band.end { return 0..<0 }
    let shift = Int32(SubpixelGrid.bits)
    let first = max(Int(band.low &>> shift) - rect.x, 0) / 8 * 8
    let end = min((Int((band.high - 1) &>> shift) - rect.x + 8) / 8 * 8, (rect.width + 7) / 8 * 8)
    return first < end ? first..<end : 0..<0
  }

  /// The first row behind the band of `row`.
  package static func bandEnd(_ row: Int) -> Int { (row / bandRows + 1) * bandRows }

  /// Calls `body` with the rows of a rectangle, band by band.
  package static func forEachBand(of rect: PixelRect, _ body: (_ rows: Range<Int>) -> Void) {
    var row = rect.y
    while row < rect.endY {
      let end = min(bandEnd(row), rect.endY)
      body(row..<end)
      row = end
    }
  }

  /// Writes the covered share of every pixel of `columns` in rows of one band to `memory`.
  ///
  /// - Parameters:
  ///   - rows: frame coordinates, within one band.
  ///   - columns: what `columns(row:rect:)` returned, counted from the tile's first.
  ///   - memory: rows of `stride(width:)` floats that begin with the tile's first column.
  package func cover(
    rect: PixelRect, rows: Range<Int>, columns: Range<Int>, memory: UnsafeMutablePointer<Float>
  ) {
    let crossing = crossing(from: rect.x + columns.lowerBound, to: rect.x + columns.upperBound, rows: rows)
    let stride = Self.stride(width: rect.width)
    let first = memory + columns.lowerBound
    let inner = sum(
      crossing, rows, left: rect.x + columns.lowerBound, width: columns.count, stride: stride, memory: first)
    for row in 0..<rows.count {
      let memory = UnsafeMutableRawPointer(first + row * stride)
      var winding = crossing.heights[row]
      write(share(Int32x8(repeating: winding)), to: memory, 0..<inner.lowerBound)
      for block in inner {
        let sum = runningSum(memory.load(fromByteOffset: block &<< 5, as: Int32x8.self)) &+ winding
        winding = sum[7]
        memory.storeBytes(of: share(sum), toByteOffset: block &<< 5, as: Float8.self)
      }
      write(share(Int32x8(repeating: winding)), to: memory, inner.upperBound..<columns.count / 8)
    }
  }

  /// Classifies the blocks of up to 512 columns, counted from the first of them, and writes shares only for blocks that
  /// are covered in part.
  package func cover(
    rect: PixelRect, rows: Range<Int>, columns: Range<Int>, memory: UnsafeMutablePointer<Float>,
    blocks: UnsafeMutablePointer<CoveredBlocks>
  ) {
    precondition(columns.count <= 512, "At most 512 columns, whose blocks are the bits of one word.")
    let crossing = crossing(from: rect.x + columns.lowerBound, to: rect.x + columns.upperBound, rows: rows)
    let stride = Self.stride(width: rect.width)
    let first = memory + columns.lowerBound
    let inner = sum(
      crossing, rows, left: rect.x + columns.lowerBound, width: columns.count, stride: stride, memory: first)
    let behind = inner.upperBound..<columns.count / 8
    for row in 0..<rows.count {
      let memory = UnsafeMutableRawPointer(first + row * stride)
      var winding = crossing.heights[row]
      var result = CoveredBlocks()
      if winding != 0 { fill(0..<inner.lowerBound, of: memory, winding, &result) }
      for block in inner {
        let own = memory.load(fromByteOffset: block &<< 5, as: Int32x8.self)
        if !Lanes.anySet(own) {
          if winding != 0 { fill(block..<block &+ 1, of: memory, winding, &result) }
          continue
        }
        let sum = runningSum(own) &+ winding
        winding = sum[7]
        let share = share(sum)
        let bit = (1 as UInt64) &<< UInt64(truncatingIfNeeded: block)
        if Lanes.anySet(Lanes.bits(share)) { result.some |= bit }
        if !Lanes.anySet(Lanes.bits(share) ^ Lanes.bits(Float8(repeating: 1))) { result.all |= bit }
        memory.storeBytes(of: share, toByteOffset: block &<< 5, as: Float8.self)
      }
      if winding != 0 { fill(behind, of: memory, winding, &result) }
      blocks[row] = result
    }
  }

  /// The covered share that all pixels of a rectangle have in common; nil where an edge crosses it or rows differ.
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
        let own = share(Int32x8(repeating: heights[index]))[0]
        if let known, known != own { return nil }
        known = own
      }
      row = end
    }
    return known
  }

  /// Effect of a band's edges on a range of columns.
  private struct Crossing {
    /// The winding of each row left of all columns.
    var heights = SIMD16<Int32>()
    /// Least and greatest x, on the grid and within the columns, of the edges that cross some of them; `low` > `high`
    /// for none.
    var low = Int.max
    var high = Int.min

    var isEmpty: Bool { low > high }
  }

  @inline(__always)
  private func crossing(from left: Int, to right: Int, rows: Range<Int>) -> Crossing {
    let band = bands[rows.lowerBound / Self.bandRows]
    let (first, end) = (left << SubpixelGrid.bits, right << SubpixelGrid.bits)
    let top = Int32(truncatingIfNeeded: rows.lowerBound << SubpixelGrid.bits)
    var crossing = Crossing()
    var (upperHeights, lowerHeights) = (Int32x8(), Int32x8())
    let eightRows: Int32 = 8 &<< Int32(SubpixelGrid.bits)
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

  /// The height of an edge in each of eight rows, on the grid.
  ///
  /// - Parameter y0: the upper end's distance below the first row's upper border, `y1` the lower end's.
  @inline(__always)
  private static func heights(_ y0: Int32, _ y1: Int32) -> Int32x8 {
    let tops = Int32x8(0, 1, 2, 3, 4, 5, 6, 7) &<< Int32(SubpixelGrid.bits)
    return limitedToRow(Int32x8(repeating: y1) &- tops) &- limitedToRow(Int32x8(repeating: y0) &- tops)
  }

  @inline(__always)
  private static func limitedToRow(_ y: Int32x8) -> Int32x8 {
    let full = Int32x8(repeating: 1 &<< Int32(SubpixelGrid.bits))
    let positive = Lanes.select(y .> Int32x8(), y, Int32x8())
    return Lanes.select(positive .< full, positive, full)
  }

  /// Adds up the edges that cross the `width` columns from `left` on, in the blocks whose coverage they change.
  ///
  /// - Returns: these blocks, counted from `left`.
  @inline(__always)
  private func sum(
    _ crossing: Crossing, _ rows: Range<Int>, left: Int, width: Int, stride: Int, memory: UnsafeMutablePointer<Float>
  ) -> Range<Int> {
    if crossing.isEmpty { return 0..<0 }
    let firstColumn = crossing.low >> SubpixelGrid.bits - left
    // An edge changes the right neighbour of its pixel as well.
    let lastColumn = min(crossing.high >> SubpixelGrid.bits - left + 1, width - 1)
    let inner = firstColumn / 8..<lastColumn / 8 + 1
    let (first, end) = (left << SubpixelGrid.bits, (left + inner.upperBound * 8) << SubpixelGrid.bits)
    let values = UnsafeMutableRawPointer(memory).assumingMemoryBound(to: Int32.self) + inner.lowerBound * 8
    let sums = CoverageAccumulator(
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
  private static func add(_ edge: Edge, _ rows: Range<Int>, _ sums: CoverageAccumulator) {
    let sign = Int(edge.sign)
    SubpixelGrid.forEachRow(
      fromRow: rows.lowerBound, toRow: rows.upperBound, upper: (Int(edge.x0), Int(edge.y0)),
      lower: (Int(edge.x1), Int(edge.y1))
    ) { row, a, b, height in sums.add(row, a, b, height &* sign) }
  }

  @inline(__always)
  private func write(_ share: Float8, to row: UnsafeMutableRawPointer, _ blocks: Range<Int>) {
    for block in blocks { row.storeBytes(of: share, toByteOffset: block &<< 5, as: Float8.self) }
  }

  /// Classifies blocks of a row that no edge crosses.
  @inline(__always)
  private func fill(
    _ blocks: Range<Int>, of row: UnsafeMutableRawPointer, _ winding: Int32, _ result: inout CoveredBlocks
  ) {
    if blocks.isEmpty { return }
    let bits = CoveredBlocks.bits(blocks)
    if winding.magnitude == SubpixelGrid.whole && !folds {
      // The inside of most shapes.
      result.some |= bits
      result.all |= bits
    } else {
      fillUneven(blocks, of: row, winding, bits, &result)
    }
  }

  /// Classifies blocks that are not simply inside.
  @inline(never)
  private func fillUneven(
    _ blocks: Range<Int>, of row: UnsafeMutableRawPointer, _ winding: Int32, _ bits: UInt64,
    _ result: inout CoveredBlocks
  ) {
    let share = share(Int32x8(repeating: winding))
    if share[0] == 0 { return }
    result.some |= bits
    if share[0] == 1 {
      result.all |= bits
    } else {
      write(share, to: row, blocks)
    }
  }

  /// The covered share of pixels with these windings.
  @inline(__always)
  private func share(_ sum: Int32x8) -> Float8 {
    let winding = Lanes.abs(Lanes.float(sum) * (1 / SubpixelGrid.full))
    if !folds { return Lanes.min(winding, 1) }
    // A triangle wave: 0 at even windings, 1 at odd ones.
    let half = winding * 0.5
    let phase = (half - Lanes.floor(half)) * 2
    return Lanes.min(phase, 2 - phase)
  }
}
