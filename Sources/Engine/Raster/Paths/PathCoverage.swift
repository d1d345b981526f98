import Lanes
import Model

/// The exact area of every pixel that a path covers.
///
/// Corners lie on `SubpixelGrid` and all sums are integers (`CoverageAccumulator`), so neither the order of edges nor the
/// division into tiles changes a result. Edges are sorted into bands of sixteen rows once for each frame. For a tile, only the
/// edges in the bands of its rows are added up; of edges to the left of the tile only the heights are added.
///
/// Cost: about 10 ns for each row that an edge crosses, and 5 ns for each block of eight pixels that edges cross. All other
/// blocks of a row are recognised as inside or outside without reading their pixels.
package final class PathCoverage: @unchecked Sendable {
  /// An edge from its upper end (x0, y0) to its lower end (x1, y1), in units of the grid.
  struct Edge {
    var x0: Int32
    var y0: Int32
    var x1: Int32
    var y1: Int32
    /// 1 if the path goes down along the edge, −1 if it goes up.
    var sign: Int32

    var minX: Int32 { min(x0, x1) }
    var maxX: Int32 { max(x0, x1) }
  }

  /// The edges of a band of rows: indices `first` ..< `end` of `bandEdges`, and the least and greatest x of these edges in units of
  /// the grid.
  private struct Band {
    var first: Int32
    var end: Int32
    var minX: Int32
    var maxX: Int32
  }

  /// All bands from the first to the last that edges reach into; empty if there are no edges. Element b has the frame rows from
  /// `rowsPerBand` · (b + `firstBand`) on.
  private var bands: [Band] = []
  private var firstBand = 0
  /// The edges, band after band; an edge that crosses several bands is listed in each of them.
  private var bandEdges: [Edge] = []
  private let scratch: PathScratch
  /// Whether `coveredShare` applies the even-odd rule to winding numbers, because the path has that rule and could not be
  /// resolved.
  private var appliesEvenOdd = false

  /// Number of edges above which a path is not resolved.
  private static let maximumResolvedEdges = 16_384

  /// Number of rows in a band: the number of lanes of `ColumnEdges.valuesFromLeft`.
  package static let rowsPerBand = 16
  /// Logarithm to base 2 of `rowsPerBand`.
  @inline(__always) private static var rowsPerBandShift: Int { 4 }
  /// Number of bands above the frame, and below it, in which paths are also drawn: for filters and transforms that read outside
  /// of the frame.
  private static let outerBandCount = 1024

  /// - Parameter scratch: memory that `set` uses; of the path's own if no other paths share it.
  package init(scratch: PathScratch = PathScratch()) { self.scratch = scratch }

  /// Whether nothing is covered.
  package var isEmpty: Bool { bandEdges.isEmpty }

  /// Number of floats of memory that `cover` needs for a tile of this width: the rows of a band.
  package static func scratchCount(width: Int) -> Int { rowsPerBand * rowStride(width: width) }

  /// Floats from one row of `cover` to the next: whole blocks of eight, and one block more for `CoverageAccumulator`.
  package static func rowStride(width: Int) -> Int { (width + 7) / 8 * 8 + 8 }

  // MARK: Once for each frame

  package func removeAll() {
    bands.removeAll(keepingCapacity: true)
    bandEdges.removeAll(keepingCapacity: true)
  }

  /// Sets the polygons, in frame pixels, of a frame with `height` rows. They are also drawn in 16,384 rows above the frame and as
  /// many below.
  ///
  /// If a path has too many edges or crossings for `EdgeResolver`, a pixel's covered share follows from the absolute value w of the
  /// mean winding number in the pixel. With the nonzero rule the share is min(w, 1). With the even-odd rule the share is 0 where w is
  /// even, 1 where w is odd, and linear in between.
  ///
  /// - Parameter isSimple: whether the path does not cross itself, and holes run in the opposite direction; the fill rule then
  ///   makes no difference.
  package func set(_ polygons: PolygonList, fillRule: VectorPath.FillRule, isSimple: Bool = false, height: Int) {
    removeAll()
    scratch.edges.removeAll(keepingCapacity: true)
    appliesEvenOdd = false
    if !isSimple {
      scratch.unresolved.removeAll(keepingCapacity: true)
      polygons.forEachEdge { scratch.unresolved.append(OutlineEdge(from: $0, to: $1)) }
      if scratch.unresolved.count <= Self.maximumResolvedEdges, scratch.resolver.resolve(scratch.unresolved, fillRule) {
        for edge in scratch.resolver.resolved { add(edge.from, edge.to, height) }
        return sortIntoBands(height)
      }
      appliesEvenOdd = fillRule == .evenOdd
    }
    polygons.forEachEdge { add($0, $1, height) }
    sortIntoBands(height)
  }

  /// Converts a coordinate from pixels, limited to ±2²⁰, to units of the grid.
  private static func onGrid(_ pixels: Double) -> Int32 {
    let coordinateLimit = Double(SubpixelGrid.coordinateLimit)
    let limited = pixels < -coordinateLimit ? -coordinateLimit : (pixels > coordinateLimit ? coordinateLimit : pixels)
    return Int32((limited * Double(SubpixelGrid.unitsPerPixel)).rounded())
  }

  /// Adds an edge, in frame pixels, unless it is horizontal or lies beyond the outer bands of a frame of `height` rows.
  private func add(_ from: SIMD2<Double>, _ to: SIMD2<Double>, _ height: Int) {
    let (x0, y0) = (Self.onGrid(from.x), Self.onGrid(from.y))
    let (x1, y1) = (Self.onGrid(to.x), Self.onGrid(to.y))
    let outerRowCount = Self.outerBandCount * Self.rowsPerBand
    if y0 == y1 || Int(max(y0, y1)) <= -outerRowCount << SubpixelGrid.fractionBits
      || Int(min(y0, y1)) >= (height + outerRowCount) << SubpixelGrid.fractionBits
    {
      return
    }
    scratch.edges.append(
      y0 < y1 ? Edge(x0: x0, y0: y0, x1: x1, y1: y1, sign: 1) : Edge(x0: x1, y0: y1, x1: x0, y1: y0, sign: -1))
  }

  /// Returns the bands that an edge crosses, among the bands of a frame of `height` rows and the outer bands; band 0 begins with the frame.
  private static func bands(of edge: Edge, _ height: Int) -> ClosedRange<Int> {
    // From grid units to rows, and from rows to bands.
    let shift = Int32(SubpixelGrid.fractionBits + rowsPerBandShift)
    let first = max(Int(edge.y0 &>> shift), -outerBandCount)
    return first...max(min(Int((edge.y1 - 1) &>> shift), band(ofRow: height - 1) + outerBandCount), first)
  }

  /// Returns the band of a row of the frame; 0 is the band at the frame's top.
  @inline(__always)
  private static func band(ofRow row: Int) -> Int { row >> rowsPerBandShift }

  /// Fills `bands` and `bandEdges` by a counting sort of the edges.
  private func sortIntoBands(_ height: Int) {
    let edges = scratch.edges
    if edges.isEmpty { return }
    var (first, last) = (Int.max, Int.min)
    for edge in edges {
      let crossed = Self.bands(of: edge, height)
      (first, last) = (min(first, crossed.lowerBound), max(last, crossed.upperBound))
    }
    firstBand = first
    let count = last - first + 1
    bands.reserve(count)
    for _ in 0..<count { bands.append(Band(first: 0, end: 0, minX: .max, maxX: .min)) }
    // In the first loop `end` counts a band's edges; in the last loop it is the index of the band's next edge.
    var total: Int32 = 0
    for edge in edges {
      for band in Self.bands(of: edge, height) {
        let index = band - first
        bands[index].end += 1
        bands[index].minX = min(bands[index].minX, edge.minX)
        bands[index].maxX = max(bands[index].maxX, edge.maxX)
      }
    }
    for index in 0..<count {
      let edgeCount = bands[index].end
      bands[index].first = total
      bands[index].end = total
      total += edgeCount
    }
    bandEdges.reserve(Int(total))
    bandEdges.append(contentsOf: repeatElement(edges[0], count: Int(total)))
    for edge in edges {
      for band in Self.bands(of: edge, height) {
        let index = band - first
        bandEdges[Int(bands[index].end)] = edge
        bands[index].end += 1
      }
    }
  }

  // MARK: Tile by tile

  /// Returns the columns of the tile `rect`, counted from the tile's first column and in whole blocks of eight, outside of which
  /// nothing is covered in the band of frame row `row`.
  package func columns(row: Int, rect: PixelRect) -> Range<Int> {
    let bandIndex = Self.band(ofRow: row) - firstBand
    guard bandIndex >= 0, bandIndex < bands.count else { return 0..<0 }
    let band = bands[bandIndex]
    if band.first == band.end { return 0..<0 }
    let shift = Int32(SubpixelGrid.fractionBits)
    let first = max(Int(band.minX &>> shift) - rect.x, 0) / 8 * 8
    let end = min((Int((band.maxX - 1) &>> shift) - rect.x + 8) / 8 * 8, (rect.width + 7) / 8 * 8)
    return first < end ? first..<end : 0..<0
  }

  /// Returns the first frame row below the band in which `row` lies.
  private static func bandEnd(_ row: Int) -> Int { (band(ofRow: row) + 1) * rowsPerBand }

  /// Calls `body` for each band of a rectangle, with the rectangle's frame rows in that band.
  package static func forEachBand(of rect: PixelRect, _ body: (_ rows: Range<Int>) -> Void) {
    var row = rect.y
    while row < rect.endY {
      let end = min(bandEnd(row), rect.endY)
      body(row..<end)
      row = end
    }
  }

  /// Writes the covered share, 0...1, of every pixel of `columns` in rows of one band to `memory`.
  ///
  /// - Parameters:
  ///   - rect: the tile in frame pixels.
  ///   - rows: frame rows within one band.
  ///   - columns: the result of `columns(row:rect:)`.
  ///   - memory: rows of `rowStride(width:)` floats, which begin with the tile's first column. A number without meaning may be
  ///     left in the column after the last of `columns`.
  package func cover(
    rect: PixelRect, rows: Range<Int>, columns: Range<Int>, memory: UnsafeMutablePointer<Float>
  ) {
    let columnEdges = columnEdges(from: rect.x + columns.lowerBound, to: rect.x + columns.upperBound, rows: rows)
    let rowStride = Self.rowStride(width: rect.width)
    let first = memory + columns.lowerBound
    let crossedBlocks = accumulate(
      columnEdges, rows, left: rect.x + columns.lowerBound, width: columns.count, rowStride: rowStride, memory: first)
    for row in 0..<rows.count {
      let rowMemory = UnsafeMutableRawPointer(first + row * rowStride)
      var accumulated = columnEdges.valuesFromLeft[row]
      write(coveredShare(Int32x8(repeating: accumulated)), to: rowMemory, 0..<crossedBlocks.lowerBound)
      for block in crossedBlocks {
        // The eight values of a block are 2⁵ bytes.
        let sum = runningSum(rowMemory.load(fromByteOffset: block &<< 5, as: Int32x8.self)) &+ accumulated
        accumulated = sum[7]
        rowMemory.storeBytes(of: coveredShare(sum), toByteOffset: block &<< 5, as: Float8.self)
      }
      write(coveredShare(Int32x8(repeating: accumulated)), to: rowMemory, crossedBlocks.upperBound..<columns.count / 8)
    }
  }

  /// Finds out which blocks of at most 512 columns are covered, completely or in part. Writes shares only for blocks that are
  /// covered in part. The other parameters are those of `cover(rect:rows:columns:memory:)`.
  ///
  /// - Parameter blocks: receives an element for each of `rows`. Bit 0 stands for the first eight of `columns`.
  package func cover(
    rect: PixelRect, rows: Range<Int>, columns: Range<Int>, memory: UnsafeMutablePointer<Float>,
    blocks: UnsafeMutablePointer<CoveredBlocks>
  ) {
    precondition(columns.count <= 512, "At most 512 columns, whose blocks are the bits of one word.")
    let columnEdges = columnEdges(from: rect.x + columns.lowerBound, to: rect.x + columns.upperBound, rows: rows)
    let rowStride = Self.rowStride(width: rect.width)
    let first = memory + columns.lowerBound
    let crossedBlocks = accumulate(
      columnEdges, rows, left: rect.x + columns.lowerBound, width: columns.count, rowStride: rowStride, memory: first)
    let blocksAfterCrossed = crossedBlocks.upperBound..<columns.count / 8
    for row in 0..<rows.count {
      let rowMemory = UnsafeMutableRawPointer(first + row * rowStride)
      var accumulated = columnEdges.valuesFromLeft[row]
      var result = CoveredBlocks()
      if accumulated != 0 { classify(0..<crossedBlocks.lowerBound, of: rowMemory, accumulated, &result) }
      for block in crossedBlocks {
        // The eight values of a block are 2⁵ bytes.
        let differences = rowMemory.load(fromByteOffset: block &<< 5, as: Int32x8.self)
        if !Lanes.any(differences) {
          if accumulated != 0 { classify(block..<block &+ 1, of: rowMemory, accumulated, &result) }
          continue
        }
        let sum = runningSum(differences) &+ accumulated
        accumulated = sum[7]
        let share = coveredShare(sum)
        let bit = (1 as UInt64) &<< UInt64(truncatingIfNeeded: block)
        if Lanes.any(Lanes.bits(share)) { result.touched |= bit }
        if !Lanes.any(Lanes.bits(share) ^ Lanes.bits(Float8(repeating: 1))) { result.full |= bit }
        rowMemory.storeBytes(of: share, toByteOffset: block &<< 5, as: Float8.self)
      }
      if accumulated != 0 { classify(blocksAfterCrossed, of: rowMemory, accumulated, &result) }
      blocks[row] = result
    }
  }

  /// Returns the covered share of all pixels of a rectangle; nil if an edge crosses the rectangle or if rows have different
  /// shares.
  package func uniformShare(_ rect: PixelRect) -> Float? {
    var uniformShare: Float?
    var row = rect.y
    while row < rect.endY {
      let end = min(Self.bandEnd(row), rect.endY)
      var valuesFromLeft = SIMD16<Int32>()
      let bandIndex = Self.band(ofRow: row) - firstBand
      if bands.indices.contains(bandIndex) && bands[bandIndex].first < bands[bandIndex].end {
        let columnEdges = columnEdges(from: rect.x, to: rect.endX, rows: row..<end)
        if !columnEdges.isEmpty { return nil }
        valuesFromLeft = columnEdges.valuesFromLeft
      }
      for index in 0..<end - row {
        let rowShare = coveredShare(Int32x8(repeating: valuesFromLeft[index]))[0]
        if let uniformShare, uniformShare != rowShare { return nil }
        uniformShare = rowShare
      }
      row = end
    }
    return uniformShare
  }

  /// What the edges of a band contribute to a range of columns.
  private struct ColumnEdges {
    /// For each row, the value that the edges to the left of all columns add to every pixel (`CoverageAccumulator`): the winding
    /// number of these edges times `SubpixelGrid.fullCoverage`.
    var valuesFromLeft = SIMD16<Int32>()
    /// Least and greatest x of the edges that reach into the columns, in units of the grid and limited to the columns. `minX` >
    /// `maxX` if no edge does.
    var minX = Int.max
    var maxX = Int.min

    /// Whether no edge reaches into the columns.
    var isEmpty: Bool { minX > maxX }
  }

  /// Returns what edges contribute to the frame columns `left` ..< `right` of `rows`, which must lie in one band.
  @inline(__always)
  private func columnEdges(from left: Int, to right: Int, rows: Range<Int>) -> ColumnEdges {
    let band = bands[Self.band(ofRow: rows.lowerBound) - firstBand]
    let (first, end) = (left << SubpixelGrid.fractionBits, right << SubpixelGrid.fractionBits)
    let top = Int32(truncatingIfNeeded: rows.lowerBound << SubpixelGrid.fractionBits)
    var columnEdges = ColumnEdges()
    var (upperHeights, lowerHeights) = (Int32x8(), Int32x8())
    let eightRows: Int32 = 8 &<< Int32(SubpixelGrid.fractionBits)
    bandEdges.withUnsafeBufferPointer { bandEdges in
      for index in Int(band.first)..<Int(band.end) {
        let edge = bandEdges[index]
        if Int(edge.minX) >= end { continue }
        if Int(edge.maxX) < first {
          let (y0, y1) = (edge.y0 &- top, edge.y1 &- top)
          upperHeights &+= Self.heights(y0, y1) &* edge.sign
          lowerHeights &+= Self.heights(y0 &- eightRows, y1 &- eightRows) &* edge.sign
        } else {
          columnEdges.minX = min(columnEdges.minX, Int(edge.minX))
          columnEdges.maxX = max(columnEdges.maxX, Int(edge.maxX))
        }
      }
    }
    let heightShift = Int32(SubpixelGrid.heightShift)
    columnEdges.valuesFromLeft = SIMD16(lowHalf: upperHeights &<< heightShift, highHalf: lowerHeights &<< heightShift)
    columnEdges.minX = max(columnEdges.minX, first)
    columnEdges.maxX = min(columnEdges.maxX, end - 1)
    return columnEdges
  }

  /// Returns the height of an edge in each of eight rows, in units of the grid.
  ///
  /// - Parameters:
  ///   - y0: y of the edge's upper end, counted from the first row's upper border, in units of the grid.
  ///   - y1: y of the edge's lower end, counted in the same way.
  @inline(__always)
  private static func heights(_ y0: Int32, _ y1: Int32) -> Int32x8 {
    let tops = Int32x8(0, 1, 2, 3, 4, 5, 6, 7) &<< Int32(SubpixelGrid.fractionBits)
    return limitedToRow(Int32x8(repeating: y1) &- tops) &- limitedToRow(Int32x8(repeating: y0) &- tops)
  }

  /// Returns `y`, in units of the grid, limited to 0...1 rows.
  @inline(__always)
  private static func limitedToRow(_ y: Int32x8) -> Int32x8 {
    let rowHeight = Int32x8(repeating: 1 &<< Int32(SubpixelGrid.fractionBits))
    let positive = Lanes.select(y .> Int32x8(), y, Int32x8())
    return Lanes.select(positive .< rowHeight, positive, rowHeight)
  }

  /// Accumulates the edges that reach into the `width` columns from frame column `left` on. Only the blocks from the least to the
  /// greatest x of these edges (`columnEdges`) are written, because neighbouring pixels differ only there. `memory`, whose rows
  /// begin at frame column `left`, receives the differences (`CoverageAccumulator`).
  ///
  /// - Returns: the blocks that were written; block 0 begins at `left`.
  @inline(__always)
  private func accumulate(
    _ columnEdges: ColumnEdges, _ rows: Range<Int>, left: Int, width: Int, rowStride: Int,
    memory: UnsafeMutablePointer<Float>
  ) -> Range<Int> {
    if columnEdges.isEmpty { return 0..<0 }
    let firstColumn = (columnEdges.minX >> SubpixelGrid.fractionBits) - left
    // An edge also changes the pixel to the right of its own.
    let lastColumn = min((columnEdges.maxX >> SubpixelGrid.fractionBits) - left + 1, width - 1)
    let crossedBlocks = firstColumn / 8..<lastColumn / 8 + 1
    let (first, end) = (
      left << SubpixelGrid.fractionBits, (left + crossedBlocks.upperBound * 8) << SubpixelGrid.fractionBits
    )
    let differences = UnsafeMutableRawPointer(memory).assumingMemoryBound(to: Int32.self) + crossedBlocks.lowerBound * 8
    let accumulator = CoverageAccumulator(
      left: left + crossedBlocks.lowerBound * 8, top: rows.lowerBound, blocks: crossedBlocks.count,
      rowStride: rowStride, differences: differences
    )
    accumulator.clear(rowCount: rows.count)
    let band = bands[Self.band(ofRow: rows.lowerBound) - firstBand]
    bandEdges.withUnsafeBufferPointer { bandEdges in
      for index in Int(band.first)..<Int(band.end) {
        let edge = bandEdges[index]
        if Int(edge.minX) < end && Int(edge.maxX) >= first { Self.add(edge, rows, accumulator) }
      }
    }
    return crossedBlocks
  }

  /// Accumulates the segments of an edge in `rows`.
  @inline(__always)
  private static func add(_ edge: Edge, _ rows: Range<Int>, _ accumulator: CoverageAccumulator) {
    let sign = Int(edge.sign)
    SubpixelGrid.forEachRow(
      fromRow: rows.lowerBound, toRow: rows.upperBound, upper: (Int(edge.x0), Int(edge.y0)),
      lower: (Int(edge.x1), Int(edge.y1))
    ) { row, a, b, height in accumulator.add(row, a, b, height &* sign) }
  }

  /// Writes the same share to all pixels of some blocks of a row.
  @inline(__always)
  private func write(_ share: Float8, to row: UnsafeMutableRawPointer, _ blocks: Range<Int>) {
    for block in blocks { row.storeBytes(of: share, toByteOffset: block &<< 5, as: Float8.self) }
  }

  /// Adds to `result` blocks of a row that no edge crosses, whose pixels all have the value `accumulated`. If they are covered in
  /// part, writes their share.
  @inline(__always)
  private func classify(
    _ blocks: Range<Int>, of row: UnsafeMutableRawPointer, _ accumulated: Int32, _ result: inout CoveredBlocks
  ) {
    if blocks.isEmpty { return }
    let bits = CoveredBlocks.bits(blocks)
    if accumulated.magnitude == SubpixelGrid.fullCoverage && !appliesEvenOdd {
      // A winding number of ±1: the inside of most shapes.
      result.touched |= bits
      result.full |= bits
    } else {
      classifyByShare(blocks, of: row, accumulated, bits, &result)
    }
  }

  /// The slow part of `classify`: winding numbers other than ±1, and the even-odd rule.
  @inline(never)
  private func classifyByShare(
    _ blocks: Range<Int>, of row: UnsafeMutableRawPointer, _ accumulated: Int32, _ bits: UInt64,
    _ result: inout CoveredBlocks
  ) {
    let share = coveredShare(Int32x8(repeating: accumulated))
    if share[0] == 0 { return }
    result.touched |= bits
    if share[0] == 1 {
      result.full |= bits
    } else {
      write(share, to: row, blocks)
    }
  }

  /// Returns the covered shares of pixels with these accumulated values.
  @inline(__always)
  private func coveredShare(_ sum: Int32x8) -> Float8 {
    let winding = Lanes.abs(Lanes.float(sum) * (1 / Float(SubpixelGrid.fullCoverage)))
    if !appliesEvenOdd { return Lanes.min(winding, 1) }
    // A triangle wave: 0 at even winding numbers, 1 at odd ones.
    let half = winding * 0.5
    let phase = (half - Lanes.floor(half)) * 2
    return Lanes.min(phase, 2 - phase)
  }
}

extension Array {
  /// Makes room for `total` elements, and for a few more in later frames: less than an array would by itself, which doubles its memory.
  fileprivate mutating func reserve(_ total: Int) {
    if total > capacity { reserveCapacity(total + total / 8) }
  }
}
