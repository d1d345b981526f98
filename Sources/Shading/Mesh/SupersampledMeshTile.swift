import Lanes
import Raster

/// A tile of a folded mesh: one sample for each pixel, those around the tile included, and sixteen for pixels on edges.
///
/// Edges are the silhouette (`MeshSilhouette`) and, where sheets overlap, pixels whose colours differ from a neighbour's: there
/// one sheet passes below another. Where only the boundary crosses a pixel, its exact area is kept, so that it does not change
/// when the mesh begins to fold elsewhere. A pixel depends on itself and its neighbours alone, never on the tiling.
/// Cost: a third more than an unfolded mesh with a boundary, and some 0.5 µs for each pixel on an edge.
struct SupersampledMeshTile {
  let inner: Tile
  /// The inner tile with a margin of eight columns and one row on each side.
  let outer: Tile
  /// The depths of the outer pixels; after `countSheets` their numbers of sheets.
  let depths: UnsafeMutablePointer<Float>
  let mask: PixelMask
  private let starts: UnsafeMutablePointer<Int32>
  private let samples: UnsafeMutablePointer<Float>
  private let overlaps: UnsafeMutablePointer<Float>
  private let capacity: Int

  /// Takes its memory from `scratch`.
  init(of tile: Tile, scratch: AlignedBuffer<Float>) {
    inner = tile
    let (width, height) = (tile.width + 16, tile.height + 2)
    let wordCount = PixelMask.wordCount(width: tile.width, height: tile.height)
    // At least a row.
    capacity = max(512, tile.width)
    let words = 5 * width * height
    let starts = words + (2 * wordCount + 15) / 16 * 16
    let samples = starts + (wordCount + 15) / 16 * 16
    let overlaps = samples + capacity * MeshSampleRasterizer.floatsPerPixel
    scratch.reserve(overlaps + capacity)
    let base = scratch.base
    outer = Tile(base: base, x: tile.x - 8, y: tile.y - 1, width: width, height: height)
    depths = base + 4 * width * height
    mask = PixelMask(
      rect: tile.rect,
      wordsPerRow: (tile.width + 63) / 64,
      words: UnsafeMutableRawPointer(base + words).assumingMemoryBound(to: UInt64.self))
    self.starts = UnsafeMutableRawPointer(base + starts).assumingMemoryBound(to: Int32.self)
    self.samples = base + samples
    self.overlaps = base + overlaps
  }

  /// Clears the tile.
  func clear() {
    for row in 0..<outer.height {
      outer.row(row, plane: 2).update(repeating: -1, count: outer.width)
      outer.row(row, plane: 3).update(repeating: 0, count: outer.width)
    }
    depths.update(repeating: 0, count: outer.width * outer.height)
    mask.clear()
  }

  /// Replaces depths by numbers of sheets, and numbers of sheets by coverage.
  func countSheets() {
    for row in 0..<outer.height {
      let (sheets, coverage) = (depths + row &* outer.width, outer.row(row, plane: 3))
      var column = 0
      while column < outer.width {
        let count = Lanes.load(coverage + column)
        Lanes.store(count, to: sheets + column)
        Lanes.store(Lanes.min(count, 1), to: coverage + column)
        column &+= 8
      }
    }
  }

  // MARK: Edges between sheets

  /// Adds pixels near several sheets whose colours differ from those of one of the four neighbours. Every line through a pixel
  /// separates its centre from the centre of a neighbour.
  func insertColorSteps(isLinear: Bool, hasAlpha: Bool) {
    let (width, stride) = (outer.width, outer.rowStride)
    let (share, least) = isLinear ? (Float(0.06), Float(0.004)) : (0, 0.03)
    for row in 0..<inner.height {
      let sheets = depths + ((row &+ 1) &* width &+ 8)
      let colors = outer.row(row &+ 1, plane: 0) + 8
      var column = 0
      while column < inner.width {
        defer { column &+= 8 }
        let count = sheets + column
        let beside = Lanes.max(Lanes.load(count - 1), Lanes.load(count + 1))
        let others = Lanes.max(beside, Lanes.max(Lanes.load(count - width), Lanes.load(count + width)))
        let maximum = Lanes.max(Lanes.load(count), others)
        if !Lanes.anyAbove(maximum, 1.5) { continue }
        var differs = SIMDMask<Int32x8>(repeating: false)
        for plane in 0..<(hasAlpha ? 4 : 3) {
          let color = colors + (plane &* width &+ column)
          let center = Lanes.load(color)
          @inline(__always) func compare(_ neighbour: Int) {
            let other = Lanes.load(color + neighbour)
            let limit = Lanes.max(Lanes.abs(center), Lanes.abs(other)) * share + least
            differs = differs .| (Lanes.abs(center - other) .> limit)
          }
          compare(-1)
          compare(1)
          compare(-stride)
          compare(stride)
        }
        let bits = UInt64(truncatingIfNeeded: Lanes.bits(of: differs .& (maximum .> 1.5)))
        mask.words[row &* mask.wordsPerRow &+ column &>> 6] |= bits &<< UInt64(truncatingIfNeeded: column & 63)
      }
    }
  }

  /// Whether the mesh overlaps itself at a pixel or one of its neighbours.
  private func overlapsNear(_ row: Int, _ column: Int) -> Bool {
    let sheets = depths + ((row &+ 1) &* outer.width &+ 8 &+ column)
    var maximum: Float = 0
    for line in -1...1 {
      for step in -1...1 { maximum = max(maximum, sheets[line &* outer.width &+ step]) }
    }
    return maximum > 1.5
  }

  // MARK: Samples

  /// Samples all pixels of the mask, some rows at a time, and writes their means to the tile.
  func sample<Format: MeshPixelFormat>(
    _ painter: MeshPainter<Format>, boundary: MeshBoundaryCoverage?, blocks: OccupiedBlocks,
    draw: (MeshSampleRasterizer, PixelRect) -> Void
  ) {
    let (boundaryStarts, boundaryColumns) = (boundary?.rowStarts ?? [], boundary?.columns ?? [])
    let boundaryCoverage = boundary?.coverage ?? []
    var row = 0
    while row < inner.height {
      let first = row
      var count = 0
      var (left, right) = (inner.width, 0)
      while row < inner.height {
        var inRow = 0
        for word in 0..<mask.wordsPerRow {
          let index = row &* mask.wordsPerRow &+ word
          let bits = mask.words[index]
          starts[index] = Int32(truncatingIfNeeded: count &+ inRow)
          if bits == 0 { continue }
          inRow &+= bits.nonzeroBitCount
          left = min(left, word &* 64 &+ bits.trailingZeroBitCount)
          right = max(right, word &* 64 &+ 64 &- bits.leadingZeroBitCount)
        }
        if count &+ inRow > capacity { break }
        count &+= inRow
        row &+= 1
      }
      if count == 0 { continue }
      for number in 0..<count {
        let pixel = samples + number &* MeshSampleRasterizer.floatsPerPixel
        (pixel + 32).update(repeating: -1, count: 16)
        (pixel + 48).update(repeating: 0, count: 16)
      }
      overlaps.update(repeating: 0, count: count)
      draw(
        MeshSampleRasterizer(mask: mask, starts: starts, rows: first..<row, samples: samples, overlaps: overlaps),
        PixelRect(x: inner.x + left, y: inner.y + first, width: right - left, height: row - first))
      for line in first..<row {
        let y = inner.y &+ line
        let hasBoundary = y >= 0 && y &+ 1 < boundaryStarts.count
        var remaining = hasBoundary ? Int(boundaryStarts[y])..<Int(boundaryStarts[y &+ 1]) : 0..<0
        resolve(line, painter, blocks) { x, share in
          while let next = remaining.first, boundaryColumns[next] < x { remaining.removeFirst() }
          guard let next = remaining.first, boundaryColumns[next] == x else { return false }
          return (boundaryCoverage[next] - share).magnitude <= SupersampledMeshTile.tolerance
        }
      }
    }
  }

  /// The error of a half-plane's sampled coverage, and somewhat more for corners.
  private static var tolerance: Float { 0.1875 }

  /// Writes the means of the samples of a row.
  ///
  /// - Parameter matchesBoundary: whether the boundary's area in a column of the frame agrees with the sampled coverage. Called
  ///   from left to right.
  @inline(__always)
  private func resolve<Format: MeshPixelFormat>(
    _ row: Int, _ painter: MeshPainter<Format>, _ blocks: OccupiedBlocks,
    matchesBoundary: (_ x: Int, _ share: Float) -> Bool
  ) {
    for word in 0..<mask.wordsPerRow {
      let index = row &* mask.wordsPerRow &+ word
      var number = Int(starts[index])
      forEachBit(mask.words[index]) { bit in
        defer { number &+= 1 }
        let column = word &* 64 &+ bit
        let pixel = samples + number &* MeshSampleRasterizer.floatsPerPixel
        let covered =
          Lanes.select(Lanes.load(pixel + 48) .> 0, Float8(repeating: 1), Float8())
          + Lanes.select(Lanes.load(pixel + 56) .> 0, Float8(repeating: 1), Float8())
        let share = SupersampledMeshTile.sum(covered) * 0.0625
        // The boundary alone: its exact area is better.
        if matchesBoundary(inner.x &+ column, share), overlaps[number] == 0, !overlapsNear(row, column) { return }
        let (first, second) = (painter.color(pixel, 16), painter.color(pixel + 8, 16))
        let outside = 1 - share
        blocks.mark(row: row, columns: column..<column &+ 1) { _ in }
        let out = inner.row(row, plane: 0) + column
        out[0] = SupersampledMeshTile.sum(first.red + second.red) * 0.0625 + outside * painter.background.x
        out[inner.width] =
          SupersampledMeshTile.sum(first.green + second.green) * 0.0625 + outside * painter.background.y
        out[2 &* inner.width] =
          SupersampledMeshTile.sum(first.blue + second.blue) * 0.0625 + outside * painter.background.z
        if Format.writesAlpha {
          let alpha = Format.hasAlpha ? SupersampledMeshTile.sum(first.alpha + second.alpha) * 0.0625 : share
          out[3 &* inner.width] = alpha + outside * painter.background.w
        }
      }
    }
  }

  @inline(__always)
  private static func sum(_ x: Float8) -> Float {
    let four = x.lowHalf + x.highHalf
    let two = four.lowHalf + four.highHalf
    return two.x + two.y
  }
}
