import Lanes

// Round sprites, drawn in vertical stripes of blocks from top to bottom instead of row by row.
//
// Drawn row by row, a small disc would take most of its time for the branch at the end of each row, which is mispredicted, and
// for the square root that finds the end. Here a sprite is cut into stripes that are one to four blocks of eight pixels wide. The
// loop over a stripe's rows keeps the terms of dx in registers and has no other branch than its end. That costs one misprediction
// for each sprite instead of one for each row, and saves more than is lost by computing pixels outside of the disc. A sprite of
// up to four blocks is a single stripe with all of its rows. A wider sprite is cut into stripes of two blocks, each limited to
// the rows that the disc reaches in the stripe's columns.

/// A round shape whose coverage is computed from a term in dx and a term in dy. dx and dy are a pixel's distances from the
/// sprite's centre, to the right and down, in pixels. A kernel is made for each particle.
///
/// `coverage` must be exactly 0 beyond `reach`, since blocks extend past the sprite.
protocol RoundKernel: SpriteRasterizer {
  init(_ record: SpriteRecord, _ shape: PreparedShape)

  /// Factor of the sprite's light, below 1 if the sprite is drawn larger than it is. A sprite whose factor is 0 is not drawn.
  var weight: Float { get }
  /// The sprite's centre in frame pixels.
  var centerX: Float { get }
  var centerY: Float { get }
  /// Distance in pixels from the centre beyond which no pixel is covered.
  var reach: Float { get }

  /// The part of the coverage's formula that depends on the column alone.
  func columnTerm(_ dx: Float8) -> Float8
  /// The part of the coverage's formula that depends on the row alone.
  func rowTerm(_ dy: Float8) -> Float8
  /// The covered shares, 0...1, of eight pixels from their terms.
  func coverage(_ columnTerm: Float8, _ rowTerm: Float8) -> Float8
}

extension RoundKernel {
  static func draw(_ batches: UnsafeBufferPointer<SpriteBatch>, _ shape: PreparedShape, _ context: SpriteContext) {
    context.target.withBlender(RoundLoop<Self>(batches: batches, shape: shape, context: context))
  }

  /// Marks all blocks that the sprites' boxes touch.
  @inline(never)
  static func markDirty(_ batch: SpriteBatch, _ shape: PreparedShape, _ context: MarkingContext) {
    let bounds = TileBounds(context.tile)
    let stride = SpriteRecord.stride(isRound: context.isRound)
    for index in 0..<batch.count {
      let kernel = Self(SpriteRecord(batch.records + index &* stride, isRound: context.isRound), shape)
      if !(kernel.weight > 0) { continue }
      let box = bounds.box(kernel.centerX, kernel.centerY, kernel.reach, kernel.reach)
      context.dirty.markDirty(left: box.column, top: box.row, right: box.endColumn, bottom: box.endRow)
    }
  }
}

/// Draws round particles of one shape.
private struct RoundLoop<Kernel: RoundKernel>: BlendLoop {
  let batches: UnsafeBufferPointer<SpriteBatch>
  let shape: PreparedShape
  let context: SpriteContext

  @inline(never)
  func run<ConcreteBlender: Blender>(_ blender: ConcreteBlender) {
    let tile = context.target.tile
    let opacity = context.target.opacity
    let bounds = TileBounds(tile)
    let stride = SpriteRecord.stride(isRound: context.isRound)
    for batch in batches {
      for index in 0..<batch.count {
        let record = SpriteRecord(batch.records + index &* stride, isRound: context.isRound)
        let kernel = Kernel(record, shape)
        let scale = kernel.weight * opacity
        if !(scale > 0) { continue }
        let box = bounds.box(kernel.centerX, kernel.centerY, kernel.reach, kernel.reach)
        let (row, endRow) = (box.row, box.endRow)
        var column = box.column
        if row >= endRow || column >= box.endColumn { continue }
        let light = SpriteLight(record, scale)
        var blocks = (box.endColumn &- column &+ 7) >> 3
        // Blocks that would reach past the tile's last column start further left instead.
        let lastPossibleColumn = tile.width &- (blocks << 3)
        if column > lastPossibleColumn { column = lastPossibleColumn }
        let painter = RoundStripePainter(kernel: kernel, blender: blender, light: light, tile: tile)
        switch blocks {
        case 1: painter.drawOneBlockWide(column, row, endRow)
        case 2: painter.drawTwoBlocksWide(column, row, endRow)
        case 3: painter.drawThreeBlocksWide(column, row, endRow)
        case 4: painter.drawFourBlocksWide(column, row, endRow)
        default:
          while blocks >= 2 {
            let (from, to) = painter.rows(column, 16, row, endRow)
            if from < to { painter.drawTwoBlocksWide(column, from, to) }
            column &+= 16
            blocks &-= 2
          }
          if blocks > 0 {
            let (from, to) = painter.rows(column, 8, row, endRow)
            if from < to { painter.drawOneBlockWide(column, from, to) }
          }
        }
      }
    }
  }
}

/// Draws stripes of one sprite on one tile. Columns and rows are counted from the tile's first.
private struct RoundStripePainter<Kernel: RoundKernel, ConcreteBlender: Blender> {
  let kernel: Kernel
  let blender: ConcreteBlender
  let light: SpriteLight
  let tile: Tile

  /// Returns the rows among `from` ..< `to` in which columns `column` ..< `column` + `width` may be covered.
  @inline(__always)
  func rows(_ column: Int, _ width: Int, _ from: Int, _ to: Int) -> (from: Int, to: Int) {
    // dx of the first and the last column, and of the column or point between them that is nearest to the sprite's centre.
    let first = Float(tile.x &+ column) + 0.5 - kernel.centerX
    let last = first + Float(width - 1)
    let nearest = first > 0 ? first : (last < 0 ? last : 0)
    let square = kernel.reach * kernel.reach - nearest * nearest
    // Half the height of the disc at that dx, and 0.01 px more for rounding.
    let halfHeight = (square > 0 ? square : 0).squareRoot() + 0.01
    let (low, high) = (Float(tile.y &+ from), Float(tile.y &+ to))
    let top = Lanes.wholeInRange(clamp((kernel.centerY - halfHeight - 0.5).rounded(.up), low, high))
    let bottom = Lanes.wholeInRange(clamp((kernel.centerY + halfHeight - 0.5).rounded(.down) + 1, low, high))
    return (top &- tile.y, bottom &- tile.y)
  }

  /// Returns the kernel's terms of eight columns from `column` on.
  @inline(__always)
  private func columnTerm(_ column: Int) -> Float8 {
    kernel.columnTerm((Float8(repeating: Float(tile.x &+ column) + 0.5) + Lanes.laneNumbers) - kernel.centerX)
  }

  /// Blends eight pixels; `pixel` points to the first pixel's red value.
  @inline(__always)
  private func blend(_ columnTerm: Float8, _ rowTerm: Float8, _ pixel: UnsafeMutablePointer<Float>) {
    let coverage = kernel.coverage(columnTerm, rowTerm)
    blender.blend(
      red: light.red * coverage, green: light.green * coverage, blue: light.blue * coverage,
      alpha: light.alpha * coverage, onto: pixel, planeStride: tile.width)
  }

  /// Calls `body` for rows `from` ..< `to`, at least one, with the kernel's term of the row and a pointer to the red value at `column`.
  @inline(__always)
  private func forEachRow(
    _ column: Int, _ from: Int, _ to: Int, _ body: (_ rowTerm: Float8, _ pixel: UnsafeMutablePointer<Float>) -> Void
  ) {
    var y = Float8(repeating: Float(tile.y &+ from) + 0.5)
    let centerY = Float8(repeating: kernel.centerY)
    var pixel = tile.base + (from &* 4 &* tile.width &+ column)
    var remaining = to &- from
    repeat {
      body(kernel.rowTerm(y - centerY), pixel)
      y += 1
      pixel += 4 &* tile.width
      remaining &-= 1
    } while remaining > 0
  }

  // Each of the functions below draws rows `from` ..< `to`, at least one, of a stripe that begins at `column`.

  @inline(__always)
  func drawOneBlockWide(_ column: Int, _ from: Int, _ to: Int) {
    let a = columnTerm(column)
    forEachRow(column, from, to) { rowTerm, pixel in blend(a, rowTerm, pixel) }
  }

  @inline(__always)
  func drawTwoBlocksWide(_ column: Int, _ from: Int, _ to: Int) {
    let a = columnTerm(column)
    let b = columnTerm(column &+ 8)
    forEachRow(column, from, to) { rowTerm, pixel in
      blend(a, rowTerm, pixel)
      blend(b, rowTerm, pixel + 8)
    }
  }

  @inline(__always)
  func drawThreeBlocksWide(_ column: Int, _ from: Int, _ to: Int) {
    let a = columnTerm(column)
    let b = columnTerm(column &+ 8)
    let c = columnTerm(column &+ 16)
    forEachRow(column, from, to) { rowTerm, pixel in
      blend(a, rowTerm, pixel)
      blend(b, rowTerm, pixel + 8)
      blend(c, rowTerm, pixel + 16)
    }
  }

  @inline(__always)
  func drawFourBlocksWide(_ column: Int, _ from: Int, _ to: Int) {
    let a = columnTerm(column)
    let b = columnTerm(column &+ 8)
    let c = columnTerm(column &+ 16)
    let d = columnTerm(column &+ 24)
    forEachRow(column, from, to) { rowTerm, pixel in
      blend(a, rowTerm, pixel)
      blend(b, rowTerm, pixel + 8)
      blend(c, rowTerm, pixel + 16)
      blend(d, rowTerm, pixel + 24)
    }
  }
}
