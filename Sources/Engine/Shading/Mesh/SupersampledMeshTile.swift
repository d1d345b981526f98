import Lanes
import Raster

/// A tile of a folded mesh, with one sample for each pixel of the tile and of a margin around it, and sixteen samples for pixels on
/// edges. The parts of a folded mesh that lie above each other at a pixel are the pixel's *sheets*.
///
/// Edges are the silhouette (`MeshSilhouette`) and, where sheets overlap, pixels whose colours differ from a neighbour's: there
/// one sheet passes below another. A pixel that only the boundary crosses keeps what was drawn with its exact area as coverage, so
/// that it does not change when the mesh begins to fold elsewhere. A pixel depends on itself and its neighbours alone, never on the
/// tiling.
/// Cost: a third more than an unfolded mesh with a boundary, and some 0.5 µs for each pixel on an edge.
struct SupersampledMeshTile {
  /// The tile that is drawn.
  let inner: Tile
  /// The inner tile with a margin of eight columns and one row on each side. Until `MeshPainter.color` writes colours to it, its
  /// planes hold u, v, the number of the patch (−1 outside of the mesh) and the number of sheets.
  let outer: Tile
  /// The depths of the outer pixels; after `countSheets` the number of sheets at each pixel.
  let depths: UnsafeMutablePointer<Float>
  /// The inner pixels that lie on edges.
  let mask: PixelMask
  // Memory for the samples of at most `capacity` pixels at a time, in the layouts of `MeshSampleRasterizer`.
  private let firstPixelNumbers: UnsafeMutablePointer<Int32>
  private let samples: UnsafeMutablePointer<Float>
  private let overlaps: UnsafeMutablePointer<Float>
  private let capacity: Int

  /// Takes its memory from `scratch`.
  init(of tile: Tile, scratch: AlignedBuffer<Float>) {
    inner = tile
    let (width, height) = (tile.width + 16, tile.height + 2)
    let wordCount = PixelMask.wordCount(width: tile.width, height: tile.height)
    // Enough for at least one row.
    capacity = max(512, tile.width)
    // Offsets in floats. The outer tile's four planes and the depths are followed by the mask's words of 64 bits, `firstPixelNumbers`, the
    // samples and the overlaps. The words and `firstPixelNumbers` are rounded up to whole cache lines of 16 floats.
    let words = 5 * width * height
    let firstPixelNumbers = words + (2 * wordCount + 15) / 16 * 16
    let samples = firstPixelNumbers + (wordCount + 15) / 16 * 16
    let overlaps = samples + capacity * MeshSampleRasterizer.floatsPerPixel
    scratch.resize(to: overlaps + capacity)
    let base = scratch.base
    outer = Tile(base: base, x: tile.x - 8, y: tile.y - 1, width: width, height: height)
    depths = base + 4 * width * height
    mask = PixelMask(
      rect: tile.rect,
      wordsPerRow: (tile.width + 63) / 64,
      words: UnsafeMutableRawPointer(base + words).assumingMemoryBound(to: UInt64.self))
    self.firstPixelNumbers = UnsafeMutableRawPointer(base + firstPixelNumbers).assumingMemoryBound(to: Int32.self)
    self.samples = base + samples
    self.overlaps = base + overlaps
  }

  /// Marks every pixel as lying outside of the mesh, and none as lying on an edge.
  func clear() {
    for row in 0..<outer.height {
      outer.row(row, plane: 2).update(repeating: -1, count: outer.width)
      outer.row(row, plane: 3).update(repeating: 0, count: outer.width)
    }
    depths.update(repeating: 0, count: outer.width * outer.height)
    mask.clear()
  }

  /// Replaces the depths by the numbers of sheets, which `MeshDepthRasterizer` left in the fourth plane, and the fourth plane by coverage,
  /// 0 or 1. Called once all pieces are drawn.
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

  /// Adds to the mask the pixels whose colour differs from that of one of their four neighbours, if several sheets lie at the pixel or at
  /// a neighbour. This finds the pixels in which one sheet ends above another, because every line through a pixel separates the pixel's
  /// centre from that of a neighbour.
  func insertColorSteps(isLinear: Bool, hasAlpha: Bool) {
    let (width, rowStride) = (outer.width, outer.rowStride)
    // A difference is an edge if it exceeds the larger value times `relativeLimit`, plus `constantLimit`.
    let (relativeLimit, constantLimit) = isLinear ? (Float(0.06), Float(0.004)) : (0, 0.03)
    for row in 0..<inner.height {
      let sheets = depths + ((row &+ 1) &* width &+ 8)
      let colors = outer.row(row &+ 1, plane: 0) + 8
      var column = 0
      while column < inner.width {
        defer { column &+= 8 }
        let counts = sheets + column
        let beside = Lanes.max(Lanes.load(counts - 1), Lanes.load(counts + 1))
        let others = Lanes.max(beside, Lanes.max(Lanes.load(counts - width), Lanes.load(counts + width)))
        let maximum = Lanes.max(Lanes.load(counts), others)
        if !Lanes.anyAbove(maximum, 1.5) { continue }
        var differs = SIMDMask<Int32x8>(repeating: false)
        for plane in 0..<(hasAlpha ? 4 : 3) {
          let color = colors + (plane &* width &+ column)
          let center = Lanes.load(color)
          @inline(__always) func compare(_ neighbour: Int) {
            let other = Lanes.load(color + neighbour)
            let limit = Lanes.max(Lanes.abs(center), Lanes.abs(other)) * relativeLimit + constantLimit
            differs = differs .| (Lanes.abs(center - other) .> limit)
          }
          compare(-1)
          compare(1)
          compare(-rowStride)
          compare(rowStride)
        }
        let bits = UInt64(truncatingIfNeeded: Lanes.bitmask(of: differs .& (maximum .> 1.5)))
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

  /// Samples all pixels of the mask, as many rows at a time as the memory holds, and writes the mean of each pixel's samples to the
  /// inner tile.
  ///
  /// - Parameters:
  ///   - boundary: the exact areas of pixels on the mesh's boundary; nil if the boundary is not visible.
  ///   - draw: draws all pieces that meet a rectangle of the frame.
  func sample<Format: MeshPixelFormat>(
    _ painter: MeshPainter<Format>, boundary: MeshBoundaryCoverage?, blocks: OccupiedBlocks,
    draw: (MeshSampleRasterizer, PixelRect) -> Void
  ) {
    let (boundaryStarts, boundaryColumns) = (boundary?.rowStarts ?? [], boundary?.columns ?? [])
    let boundaryCoverage = boundary?.coverage ?? []
    var row = 0
    while row < inner.height {
      // Take as many rows as fit: `count` pixels between the columns `left` and `right`.
      let first = row
      var count = 0
      var (left, right) = (inner.width, 0)
      while row < inner.height {
        var countInRow = 0
        for word in 0..<mask.wordsPerRow {
          let index = row &* mask.wordsPerRow &+ word
          let bits = mask.words[index]
          firstPixelNumbers[index] = Int32(truncatingIfNeeded: count &+ countInRow)
          if bits == 0 { continue }
          countInRow &+= bits.nonzeroBitCount
          left = min(left, word &* 64 &+ bits.trailingZeroBitCount)
          right = max(right, word &* 64 &+ 64 &- bits.leadingZeroBitCount)
        }
        if count &+ countInRow > capacity { break }
        count &+= countInRow
        row &+= 1
      }
      if count == 0 { continue }
      for number in 0..<count {
        let pixel = samples + number &* MeshSampleRasterizer.floatsPerPixel
        (pixel + MeshSampleRasterizer.patchNumberOffset).update(repeating: -1, count: 16)
        (pixel + MeshSampleRasterizer.depthOffset).update(repeating: 0, count: 16)
      }
      overlaps.update(repeating: 0, count: count)
      draw(
        MeshSampleRasterizer(
          mask: mask, firstPixelNumbers: firstPixelNumbers, rows: first..<row, samples: samples, overlaps: overlaps),
        PixelRect(x: inner.x + left, y: inner.y + first, width: right - left, height: row - first))
      for line in first..<row {
        let y = inner.y &+ line
        let hasBoundary = y >= 0 && y &+ 1 < boundaryStarts.count
        // The indices of the row's boundary pixels that are not resolved yet.
        var remaining = hasBoundary ? Int(boundaryStarts[y])..<Int(boundaryStarts[y &+ 1]) : 0..<0
        resolve(line, painter, blocks) { x, share in
          while let next = remaining.first, boundaryColumns[next] < x { remaining.removeFirst() }
          guard let next = remaining.first, boundaryColumns[next] == x else { return false }
          return (boundaryCoverage[next] - share).magnitude <= SupersampledMeshTile.samplingTolerance
        }
      }
    }
  }

  /// A difference between exact and sampled coverage up to this counts as an error of sampling. 3/16 is more than the greatest error for a
  /// half-plane (0.1), to allow for corners.
  private static var samplingTolerance: Float { 0.1875 }

  /// The weight of each of a pixel's sixteen samples.
  private static var sampleWeight: Float { 0.0625 }

  /// Writes the means of the samples of a row.
  ///
  /// - Parameter matchesBoundary: returns whether the boundary's exact area in the frame column `x` agrees with the sampled coverage `share`.
  ///   Called from left to right.
  @inline(__always)
  private func resolve<Format: MeshPixelFormat>(
    _ row: Int, _ painter: MeshPainter<Format>, _ blocks: OccupiedBlocks,
    matchesBoundary: (_ x: Int, _ share: Float) -> Bool
  ) {
    for word in 0..<mask.wordsPerRow {
      let index = row &* mask.wordsPerRow &+ word
      var number = Int(firstPixelNumbers[index])
      forEachBit(mask.words[index]) { bit in
        defer { number &+= 1 }
        let column = word &* 64 &+ bit
        let pixel = samples + number &* MeshSampleRasterizer.floatsPerPixel
        let covered =
          Lanes.select(
            Lanes.load(pixel + MeshSampleRasterizer.depthOffset) .> 0, Float8(repeating: 1), Float8())
          + Lanes.select(
            Lanes.load(pixel + (MeshSampleRasterizer.depthOffset &+ 8)) .> 0, Float8(repeating: 1), Float8())
        let share = SupersampledMeshTile.sum(covered) * SupersampledMeshTile.sampleWeight
        // If only the boundary crosses the pixel, keep what is drawn already by exact area: it is better than sixteen samples.
        if matchesBoundary(inner.x &+ column, share), overlaps[number] == 0, !overlapsNear(row, column) { return }
        let (first, second) = (painter.color(pixel, 16), painter.color(pixel + 8, 16))
        let outside = 1 - share
        blocks.mark(row: row, columns: column..<column &+ 1) { _ in }
        let out = inner.row(row, plane: 0) + column
        let weight = SupersampledMeshTile.sampleWeight
        out[0] = SupersampledMeshTile.sum(first.red + second.red) * weight + outside * painter.background.x
        out[inner.width] =
          SupersampledMeshTile.sum(first.green + second.green) * weight + outside * painter.background.y
        out[2 &* inner.width] =
          SupersampledMeshTile.sum(first.blue + second.blue) * weight + outside * painter.background.z
        if Format.writesAlpha {
          let alpha = Format.hasAlpha ? SupersampledMeshTile.sum(first.alpha + second.alpha) * weight : share
          out[3 &* inner.width] = alpha + outside * painter.background.w
        }
      }
    }
  }

  /// The sum of eight lanes.
  @inline(__always)
  private static func sum(_ x: Float8) -> Float {
    let four = x.lowHalf + x.highHalf
    let two = four.lowHalf + four.highHalf
    return two.x + two.y
  }
}
