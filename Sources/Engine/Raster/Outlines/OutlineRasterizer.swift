import Lanes

/// Width of a sprite, in blocks of eight columns, up to which all of its blocks are blended without checking whether they are
/// empty.
private let maximumUncheckedBlocks = 4

/// Rasterizes outlined shapes. The coverage of a pixel is its exact covered area.
///
/// Scratch memory is used as `Int32` values. The first `TransformedOutline.segmentScratchCount` values are for `forEachSegment`. Drawing
/// uses the values after them for accumulated rows, and marking for the first and the last column of each row.
enum OutlineRasterizer: SpriteRasterizer {
  static func draw(_ batches: UnsafeBufferPointer<SpriteBatch>, _ shape: PreparedShape, _ context: SpriteContext) {
    guard let outline = shape.outline else { return }
    context.target.withBlender(OutlineLoop(batches: batches, shape: shape, outline: outline, context: context))
  }

  /// Marks all blocks of the box of a narrow sprite, and the blocks from the first to the last edge of each row of a wider sprite.
  @inline(never)
  static func markDirty(_ batch: SpriteBatch, _ shape: PreparedShape, _ context: MarkingContext) {
    guard let outline = shape.outline else { return }
    let (tile, dirty) = (context.tile, context.dirty)
    let scratch = UnsafeMutableRawPointer(context.scratch).assumingMemoryBound(to: Int32.self)
    // The least and the greatest frame column that an edge touches in each row.
    let firstColumns = scratch + TransformedOutline.segmentScratchCount
    let lastColumns = firstColumns + tile.height
    precondition(
      TransformedOutline.segmentScratchCount + 2 * tile.height
        <= CoverageAccumulator.scratchCount(tileWidth: tile.width), "The tile is too tall.")
    let stride = SpriteRecord.stride(isRound: context.isRound)
    for index in 0..<batch.count {
      let record = SpriteRecord(batch.records + index &* stride, isRound: context.isRound)
      let sprite = TransformedOutline(record, shape, outline)
      if !(sprite.weight > 0) { continue }
      let box = sprite.box(tile)
      if box.row >= box.endRow || box.column >= box.endColumn { continue }
      if box.endColumn &- box.column <= MarkingContext.maximumBoxWidth {
        dirty.markDirty(left: box.column, top: box.row, right: box.endColumn, bottom: box.endRow)
        continue
      }
      for row in box.row..<box.endRow { (firstColumns[row], lastColumns[row]) = (.max, .min) }
      sprite.forEachSegment(fromRow: tile.y &+ box.row, toRow: tile.y &+ box.endRow, scratch) {
        frameRow, upperX, lowerX, _ in
        let (low, high) = upperX < lowerX ? (upperX, lowerX) : (lowerX, upperX)
        let row = frameRow &- tile.y
        firstColumns[row] = min(firstColumns[row], Int32(truncatingIfNeeded: low &>> SubpixelGrid.fractionBits))
        lastColumns[row] = max(lastColumns[row], Int32(truncatingIfNeeded: high &>> SubpixelGrid.fractionBits))
      }
      for row in box.row..<box.endRow where firstColumns[row] <= lastColumns[row] {
        dirty.markDirty(
          left: max(Int(firstColumns[row]) - tile.x, box.column), top: row,
          right: min(Int(lastColumns[row]) + 1 - tile.x, box.endColumn), bottom: row + 1)
      }
    }
  }
}

/// Draws particles of one outlined shape. Tall sprites are drawn in bands of rows whose accumulated values fit the scratch
/// memory.
private struct OutlineLoop: BlendLoop {
  let batches: UnsafeBufferPointer<SpriteBatch>
  let shape: PreparedShape
  let outline: OutlineLevels
  let context: SpriteContext

  @inline(never)
  func run<ConcreteBlender: Blender>(_ blender: ConcreteBlender) {
    let tile = context.target.tile
    let opacity = context.target.opacity
    let scratch = UnsafeMutableRawPointer(context.scratch).assumingMemoryBound(to: Int32.self)
    let recordStride = SpriteRecord.stride(isRound: context.isRound)
    for batch in batches {
      for index in 0..<batch.count {
        let record = SpriteRecord(batch.records + index &* recordStride, isRound: context.isRound)
        let sprite = TransformedOutline(record, shape, outline)
        let scale = sprite.weight * opacity
        if !(scale > 0) { continue }
        let box = sprite.box(tile)
        if box.row >= box.endRow || box.column >= box.endColumn { continue }
        let light = SpriteLight(record, scale)
        let blockCount = (box.endColumn &- box.column &+ 7) &>> 3
        // Blocks that would reach past the tile's last column start further left instead.
        let column = min(box.column, tile.width &- (blockCount &<< 3))
        let bandRowCount = max(CoverageAccumulator.bandValueCount / ((blockCount &<< 3) &+ 8), 1)
        var row = box.row
        while row < box.endRow {
          let end = min(row &+ bandRowCount, box.endRow)
          let accumulator = CoverageAccumulator(
            left: tile.x &+ column, top: tile.y &+ row, blocks: blockCount,
            differences: scratch + TransformedOutline.segmentScratchCount)
          accumulator.clear(rowCount: end &- row)
          sprite.forEachSegment(fromRow: tile.y &+ row, toRow: tile.y &+ end, scratch) {
            accumulator.add($0, $1, $2, $3)
          }
          let painter = OutlinePainter(
            blender: blender, light: light, tile: tile, column: column,
            coverageScale: sprite.orientation / Float(SubpixelGrid.fullCoverage))
          if let fade = shape.tipFade {
            let gain = TipFadeGain(fade, sprite)
            painter.paint(accumulator, row, end, blockCount) { coverage, x, y in coverage * gain.at(x, y) }
          } else {
            painter.paint(accumulator, row, end, blockCount) { coverage, _, _ in coverage }
          }
          row = end
        }
      }
    }
  }
}

/// Blends one sprite onto one tile. Columns and rows are counted from the tile's first.
private struct OutlinePainter<ConcreteBlender: Blender> {
  let blender: ConcreteBlender
  let light: SpriteLight
  let tile: Tile
  let column: Int
  /// Factor that turns a running sum of differences into a covered share.
  let coverageScale: Float

  /// Blends rows `from` ..< `to`.
  ///
  /// - Parameters:
  ///   - accumulator: the accumulated differences of the rows, from row `from` on.
  ///   - blockCount: number of blocks of eight pixels in a row, from `column` on.
  ///   - shade: returns the factor of the light of eight pixels, given their coverage and the frame coordinates of their centres.
  @inline(__always)
  func paint(
    _ accumulator: CoverageAccumulator, _ from: Int, _ to: Int, _ blockCount: Int,
    _ shade: (_ coverage: Float8, _ x: Float8, _ y: Float) -> Float8
  ) {
    let checksForEmptiness = blockCount > maximumUncheckedBlocks
    let firstX = Float8(repeating: Float(tile.x &+ column) + 0.5) + Lanes.laneNumbers
    var differences = UnsafeRawPointer(accumulator.differences)
    for row in from..<to {
      var pixel = tile.base + (row &* 4 &* tile.width &+ column)
      var x = firstX
      let y = Float(tile.y &+ row) + 0.5
      // The sum of the row's values before the current block, in every lane.
      var carry = Int32x8(repeating: 0)
      for block in 0..<blockCount {
        let blockDifferences = differences.load(fromByteOffset: block &<< 5, as: Int32x8.self)
        // Most blocks of a large sprite's box are empty.
        if checksForEmptiness && carry[0] == 0 && isZero(blockDifferences) {
          pixel += 8
          x += 8
          continue
        }
        let sum = runningSum(blockDifferences) &+ carry
        carry = Int32x8(repeating: sum[7])
        let coverage = shade(saturate(Lanes.float(sum) * coverageScale), x, y)
        blender.blend(
          red: light.red * coverage, green: light.green * coverage, blue: light.blue * coverage,
          alpha: light.alpha * coverage, onto: pixel, planeStride: tile.width)
        pixel += 8
        x += 8
      }
      differences += accumulator.rowStride &<< 2
    }
  }

  @inline(__always)
  private func isZero(_ x: Int32x8) -> Bool {
    let words = unsafeBitCast(x, to: SIMD4<UInt64>.self)
    return words[0] | words[1] | words[2] | words[3] == 0
  }
}
