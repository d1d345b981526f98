import Lanes
import Model

/// Draws sheets: `SheetSprite` shades the blocks of a row, and the loop here blends them. Only this loop is compiled for each blender.
enum SheetRasterizer: SpriteRasterizer {
  /// Floats from one plane of a row's colours to the next.
  fileprivate static func planeStride(tileWidth: Int) -> Int { tileWidth + 8 }

  /// Floats of scratch memory: the colours of a row, and the lamps of a sheet.
  static func scratchCount(tileWidth: Int) -> Int { 4 * planeStride(tileWidth: tileWidth) + SheetLighting.floatCount }

  static func draw(_ batches: UnsafeBufferPointer<SpriteBatch>, _ shape: PreparedShape, _ context: SpriteContext) {
    context.target.withBlender(SheetLoop(batches: batches, shape: shape, context: context))
  }

  @inline(never)
  static func markDirty(_ batch: SpriteBatch, _ shape: PreparedShape, _ context: MarkingContext) {
    let tile = context.tile
    let bounds = TileBounds(tile)
    let stride = SpriteRecord.stride(isRound: context.isRound)
    guard let style = shape.sheet else { return }
    let margin = shape.margin
    let (left, right) = (Float(tile.x), Float(tile.x + tile.width))
    for index in 0..<batch.count {
      let record = SpriteRecord(batch.records + index &* stride, isRound: context.isRound)
      guard let values = SheetValues(of: record, in: batch) else { continue }
      let area = SheetArea(record, values, style, lengthScale: batch.lengthScale, margin: margin)
      let box = area.box(in: bounds)
      if box.row >= box.endRow || box.column >= box.endColumn { continue }
      if box.endColumn &- box.column <= MarkingContext.maximumBoxWidth {
        context.dirty.markDirty(left: box.column, top: box.row, right: box.endColumn, bottom: box.endRow)
        continue
      }
      for row in box.row..<box.endRow {
        let span = area.span(row: tile.y &+ row)
        let (first, end) = (clamp(span.first, left, right), clamp(span.end, left, right))
        if first >= end { continue }
        context.dirty.markDirty(
          left: Lanes.wholeInRange(first) &- tile.x, top: row, right: Lanes.wholeInRange(end) &- tile.x,
          bottom: row &+ 1)
      }
    }
  }
}

/// Blends the rows of sheets.
private struct SheetLoop: BlendLoop {
  let batches: UnsafeBufferPointer<SpriteBatch>
  let shape: PreparedShape
  let context: SpriteContext

  @inline(never)
  func run<ConcreteBlender: Blender>(_ blender: ConcreteBlender) {
    // Read from `self` for each particle, they would be retained for each.
    let (shape, context) = (shape, context)
    guard let style = shape.sheet else { return }
    let margin = shape.margin
    let tile = context.target.tile
    let width = tile.width
    let bounds = TileBounds(tile)
    let (left, right) = (Float(tile.x), Float(tile.x + width))
    let stride = SpriteRecord.stride(isRound: context.isRound)
    let planeStride = SheetRasterizer.planeStride(tileWidth: width)
    let colors = context.scratch
    let memory = colors + 4 &* planeStride
    for batch in batches {
      for index in 0..<batch.count {
        let record = SpriteRecord(batch.records + index &* stride, isRound: context.isRound)
        guard let values = SheetValues(of: record, in: batch) else { continue }
        let area = SheetArea(record, values, style, lengthScale: batch.lengthScale, margin: margin)
        let box = area.box(in: bounds)
        if box.row >= box.endRow || box.column >= box.endColumn { continue }
        let sprite = SheetSprite(area, record, values, style, memory)
        var row = box.row
        while row < box.endRow {
          let y = tile.y &+ row
          let span = area.span(row: y)
          var column = Lanes.wholeInRange(clamp(span.first, left, right)) &- tile.x
          let endColumn = Lanes.wholeInRange(clamp(span.end, left, right)) &- tile.x
          let blockCount = column < endColumn ? (endColumn &- column &+ 7) >> 3 : 0
          if blockCount > 0 {
            // Blocks that would reach past the tile's last column start further left instead.
            column = min(column, width &- (blockCount << 3))
            sprite.shade(
              y, tile.x &+ column, blockCount: blockCount, span: span, factor: context.target.opacity, into: colors,
              stride: planeStride)
            var pixel = tile.base + ((row &* 4) &* width &+ column)
            var source = colors
            for _ in 0..<blockCount {
              blender.blend(
                red: Lanes.load(source), green: Lanes.load(source + planeStride),
                blue: Lanes.load(source + 2 &* planeStride), alpha: Lanes.load(source + 3 &* planeStride),
                onto: pixel,
                planeStride: width)
              source += 8
              pixel += 8
            }
          }
          row &+= 1
        }
      }
    }
  }
}
