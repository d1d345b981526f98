import Lanes

// Round sprites drawn by columns of eight pixels, top to bottom, instead of row by row.
//
// The time of small discs is not spent on arithmetic but on the end of each row, whose branch is mispredicted, and on
// the square root that finds it. Here a sprite is cut into groups of up to four columns of blocks. A group keeps the
// terms of dx in registers and walks its rows without a branch: one misprediction a sprite instead of one a row, which
// is worth more than the corners that are covered for nothing. A wide sprite is cut into groups of two columns, each
// limited to the rows that it reaches.

/// A round shape whose coverage is computed from a term in dx and one in dy.
///
/// `coverage` must be exactly 0 beyond `reach`, since blocks extend past the sprite.
protocol RoundKernel: SpriteRasterizer {
  init(_ record: SpriteRecord, _ shape: PreparedShape)

  /// The share of the light that is left where a sprite is drawn larger than it is; 0 draws nothing.
  var weight: Float { get }
  var centerX: Float { get }
  var centerY: Float { get }
  /// Distance from the centre beyond which no pixel is covered.
  var reach: Float { get }

  func columnTerm(_ dx: Float8) -> Float8
  func rowTerm(_ dy: Float8) -> Float8
  func coverage(_ columnTerm: Float8, _ rowTerm: Float8) -> Float8
}

extension RoundKernel {
  static func draw(_ batches: UnsafeBufferPointer<SpriteBatch>, _ shape: PreparedShape, _ context: SpriteContext) {
    context.target.withBlender(RoundLoop<Self>(batches: batches, shape: shape, context: context))
  }

  @inline(never)
  static func markDirty(_ batch: SpriteBatch, _ shape: PreparedShape, _ context: MarkingContext) {
    let bounds = TileBounds(context.tile)
    let stride = SpriteRecord.stride(isRound: context.isRound)
    for position in 0..<batch.count {
      let sprite = Self(SpriteRecord(batch.records + position &* stride, isRound: context.isRound), shape)
      if !(sprite.weight > 0) { continue }
      let box = bounds.box(sprite.centerX, sprite.centerY, sprite.reach, sprite.reach)
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
      for position in 0..<batch.count {
        let record = SpriteRecord(batch.records + position &* stride, isRound: context.isRound)
        let sprite = Kernel(record, shape)
        let scale = sprite.weight * opacity
        if !(scale > 0) { continue }
        let (first, row, endColumn, endRow) = bounds.box(sprite.centerX, sprite.centerY, sprite.reach, sprite.reach)
        var column = first
        if row >= endRow || column >= endColumn { continue }
        let light = SpriteLight(record, scale)
        var blocks = (endColumn &- column &+ 7) >> 3
        // A block that would reach past the tile's last column starts earlier instead.
        let latest = tile.width &- blocks << 3
        if column > latest { column = latest }
        let group = RoundGroup(sprite: sprite, blender: blender, light: light, tile: tile)
        switch blocks {
        case 1: group.draw1(column, row, endRow)
        case 2: group.draw2(column, row, endRow)
        case 3: group.draw3(column, row, endRow)
        case 4: group.draw4(column, row, endRow)
        default:
          while blocks >= 2 {
            let (from, to) = group.rows(column, 16, row, endRow)
            if from < to { group.draw2(column, from, to) }
            column &+= 16
            blocks &-= 2
          }
          if blocks > 0 {
            let (from, to) = group.rows(column, 8, row, endRow)
            if from < to { group.draw1(column, from, to) }
          }
        }
      }
    }
  }
}

/// One sprite on one tile.
private struct RoundGroup<Kernel: RoundKernel, ConcreteBlender: Blender> {
  let sprite: Kernel
  let blender: ConcreteBlender
  let light: SpriteLight
  let tile: Tile

  /// The rows among from ..< to that columns `column` ..< `column` + `width` of the tile can reach.
  @inline(__always)
  func rows(_ column: Int, _ width: Int, _ from: Int, _ to: Int) -> (from: Int, to: Int) {
    let first = Float(tile.x &+ column) + 0.5 - sprite.centerX
    let last = first + Float(width - 1)
    let nearest = first > 0 ? first : (last < 0 ? last : 0)
    let square = sprite.reach * sprite.reach - nearest * nearest
    let half = (square > 0 ? square : 0).squareRoot() + 0.01
    let (least, most) = (Float(tile.y &+ from), Float(tile.y &+ to))
    let top = Lanes.wholeInRange(clamp((sprite.centerY - half - 0.5).rounded(.up), least, most))
    let bottom = Lanes.wholeInRange(clamp((sprite.centerY + half - 0.5).rounded(.down) + 1, least, most))
    return (top &- tile.y, bottom &- tile.y)
  }

  @inline(__always)
  private func columnTerm(_ column: Int) -> Float8 {
    sprite.columnTerm((Float8(repeating: Float(tile.x &+ column) + 0.5) + Lanes.ramp) - sprite.centerX)
  }

  @inline(__always)
  private func blend(_ column: Float8, _ row: Float8, _ pixel: UnsafeMutablePointer<Float>) {
    let coverage = sprite.coverage(column, row)
    blender.blend(
      red: light.red * coverage, green: light.green * coverage, blue: light.blue * coverage,
      alpha: light.alpha * coverage, onto: pixel, width: tile.width)
  }

  @inline(__always)
  private func forEachRow(
    _ column: Int, _ from: Int, _ to: Int, _ body: (_ row: Float8, _ pixel: UnsafeMutablePointer<Float>) -> Void
  ) {
    var y = Float8(repeating: Float(tile.y &+ from) + 0.5)
    let centerY = Float8(repeating: sprite.centerY)
    var pixel = tile.base + (from &* 4 &* tile.width &+ column)
    var left = to &- from
    repeat {
      body(sprite.rowTerm(y - centerY), pixel)
      y += 1
      pixel += 4 &* tile.width
      left &-= 1
    } while left > 0
  }

  @inline(__always)
  func draw1(_ column: Int, _ from: Int, _ to: Int) {
    let a = columnTerm(column)
    forEachRow(column, from, to) { row, pixel in blend(a, row, pixel) }
  }

  @inline(__always)
  func draw2(_ column: Int, _ from: Int, _ to: Int) {
    let a = columnTerm(column)
    let b = columnTerm(column &+ 8)
    forEachRow(column, from, to) { row, pixel in
      blend(a, row, pixel)
      blend(b, row, pixel + 8)
    }
  }

  @inline(__always)
  func draw3(_ column: Int, _ from: Int, _ to: Int) {
    let a = columnTerm(column)
    let b = columnTerm(column &+ 8)
    let c = columnTerm(column &+ 16)
    forEachRow(column, from, to) { row, pixel in
      blend(a, row, pixel)
      blend(b, row, pixel + 8)
      blend(c, row, pixel + 16)
    }
  }

  @inline(__always)
  func draw4(_ column: Int, _ from: Int, _ to: Int) {
    let a = columnTerm(column)
    let b = columnTerm(column &+ 8)
    let c = columnTerm(column &+ 16)
    let d = columnTerm(column &+ 24)
    forEachRow(column, from, to) { row, pixel in
      blend(a, row, pixel)
      blend(b, row, pixel + 8)
      blend(c, row, pixel + 16)
      blend(d, row, pixel + 24)
    }
  }
}
