import Lanes
import Model

/// Blends particles. A particle may have several consecutive records: its shutter samples, each with a share of the particle's
/// light. The samples of a particle are added up on the tile `sumTile`, and the sum is blended like one sprite. (The blend mode
/// `add` needs no such sum: `drawSprites` gives the same result.)
///
/// The samples of a particle are added up even if only one of them touches the tile, because the bits of a pixel must not
/// depend on the tile. Cost: clearing and compositing the samples' common box, besides drawing the samples.
///
/// - Parameters:
///   - batches: records in the affine layout.
///   - sumTile: a tile of the same position and size as the target's, on which samples are added up; its previous pixels are
///     overwritten.
package func drawShutterSamples(
  _ batches: UnsafeBufferPointer<SpriteBatch>, set: SpriteSet, scratch: AlignedBuffer<Float>, sumTile: Tile,
  onto target: BlendTarget
) {
  let tile = target.tile
  precondition(
    sumTile.x == tile.x && sumTile.y == tile.y && sumTile.width == tile.width && sumTile.height == tile.height,
    "Shutter samples are gathered on a tile of the same position and size.")
  let sumTarget = BlendTarget(tile: sumTile, blend: .add)
  let stride = SpriteRecord.stride(isRound: false)
  func draw(_ batch: SpriteBatch, onto target: BlendTarget) {
    withUnsafePointer(to: batch) {
      drawSprites(
        UnsafeBufferPointer(start: $0, count: 1), isRound: false, set: set, scratch: scratch, onto: target)
    }
  }
  for batch in batches {
    var start = 0
    while start < batch.count {
      let particleID = SpriteRecord(batch.records + start * stride, isRound: false).particleID
      var end = start + 1
      while end < batch.count
        && SpriteRecord(batch.records + end * stride, isRound: false).particleID == particleID
      { end += 1 }
      let samples = batch.part(start..<end, stride: stride)
      start = end
      // All records with the ID 0 belong to particles of a single record.
      if particleID == 0 {
        draw(samples, onto: target)
        continue
      }
      let box = samples.box(margin: set.margin, inside: tile)
      if box.width <= 0 || box.height <= 0 { continue }
      clear(sumTile, region: box)
      draw(samples, onto: sumTarget)
      composite(sumTile, region: box, onto: target)
    }
  }
}

extension SpriteBatch {
  /// Returns the pixels of a tile that the batch can cover, in whole blocks of eight columns. The records have the affine layout.
  ///
  /// - Parameter margin: `SpriteSet.margin`.
  fileprivate func box(margin: Float, inside tile: Tile) -> PixelRect {
    let (tileLeft, tileTop) = (Float(tile.x), Float(tile.y))
    let (tileRight, tileBottom) = (Float(tile.x + tile.width), Float(tile.y + tile.height))
    // An empty box at first: each side at the opposite side of the tile.
    var (left, top) = (tileRight, tileBottom)
    var (right, bottom) = (tileLeft, tileTop)
    for index in 0..<count {
      let record = SpriteRecord(records + index * SpriteRecord.stride(isRound: false), isRound: false)
      // As in `spriteBounds`: sprites out of focus reach farther, and 1.000_01 compensates for rounding.
      let (factor, extra): (Float, Float) =
        record.blur > 0 ? (DefocusReach.ofAxes, record.blur * DefocusReach.ofBlur + margin) : (1.000_01, margin)
      let halfWidth = (abs(record.axisXx) + abs(record.axisYx)) * factor + extra
      let halfHeight = (abs(record.axisXy) + abs(record.axisYy)) * factor + extra
      left = min(left, record.x - halfWidth)
      top = min(top, record.y - halfHeight)
      right = max(right, record.x + halfWidth)
      bottom = max(bottom, record.y + halfHeight)
    }
    // Columns are counted from the tile's first, rows from the frame's first.
    let column = Lanes.wholeInRange(clamp(left, tileLeft, tileRight).rounded(.down)) - tile.x
    let endColumn = Lanes.wholeInRange(clamp(right, tileLeft, tileRight).rounded(.up)) - tile.x
    let row = Lanes.wholeInRange(clamp(top, tileTop, tileBottom).rounded(.down))
    let endRow = Lanes.wholeInRange(clamp(bottom, tileTop, tileBottom).rounded(.up))
    let blockColumn = column & ~7
    return PixelRect(
      x: tile.x + blockColumn, y: row, width: min((endColumn + 7) & ~7, tile.width) - blockColumn,
      height: endRow - row)
  }
}
