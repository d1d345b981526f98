import Lanes

/// Blends particles onto a tile. With motion blur one particle may have several consecutive records: the shutter samples of
/// one particle are added up by themselves, and what they cover together is then blended as one picture. (With `add`
/// samples need no gathering.)
///
/// A particle is gathered whenever it has several samples, even if the tile holds but one of them: the bits of a pixel
/// must not depend on the tile. `isolated` covers what the target's tile does; its pixels may hold anything.
/// Cost: clearing and compositing the samples' common box, besides the samples themselves.
package func drawShutterSamples(
  _ batches: UnsafeBufferPointer<SpriteBatch>, set: SpriteSet, scratch: AlignedBuffer<Float>, isolated: Tile,
  onto target: BlendTarget
) {
  let tile = target.tile
  precondition(
    isolated.x == tile.x && isolated.y == tile.y && isolated.width == tile.width && isolated.height == tile.height,
    "Shutter samples are gathered on a tile of the same position and size.")
  let sum = BlendTarget(tile: isolated, blend: .add)
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
      let samples = SpriteBatch(records: batch.records + start * stride, count: end - start)
      start = end
      // 0 is a particle of a single record.
      if particleID == 0 {
        draw(samples, onto: target)
        continue
      }
      let box = samples.box(margin: set.margin, inside: tile)
      if box.width <= 0 || box.height <= 0 { continue }
      clear(isolated, region: box)
      draw(samples, onto: sum)
      composite(isolated, region: box, onto: target)
    }
  }
}

extension SpriteBatch {
  /// The pixels of a tile that records in the free layout can cover, in whole blocks of eight columns.
  fileprivate func box(margin: Float, inside tile: Tile) -> PixelRect {
    var (left, top) = (Float(tile.x + tile.width), Float(tile.y + tile.height))
    var (right, bottom) = (Float(tile.x), Float(tile.y))
    let (lowX, lowY, highX, highY) = (right, bottom, left, top)
    for index in 0..<count {
      let record = SpriteRecord(records + index * SpriteRecord.stride(isRound: false), isRound: false)
      // Sprites out of focus reach farther, as in `spriteBounds`.
      let (share, extra): (Float, Float) =
        record.blur > 0 ? (DefocusReach.ofAxes, record.blur * DefocusReach.ofBlur + margin) : (1.000_01, margin)
      let halfWidth = (abs(record.axisXx) + abs(record.axisYx)) * share + extra
      let halfHeight = (abs(record.axisXy) + abs(record.axisYy)) * share + extra
      left = min(left, record.x - halfWidth)
      top = min(top, record.y - halfHeight)
      right = max(right, record.x + halfWidth)
      bottom = max(bottom, record.y + halfHeight)
    }
    let first = Lanes.wholeInRange(clamp(left, lowX, highX).rounded(.down)) - tile.x
    let end = Lanes.wholeInRange(clamp(right, lowX, highX).rounded(.up)) - tile.x
    let firstRow = Lanes.wholeInRange(clamp(top, lowY, highY).rounded(.down))
    let endRow = Lanes.wholeInRange(clamp(bottom, lowY, highY).rounded(.up))
    let column = first & ~7
    return PixelRect(
      x: tile.x + column, y: firstRow, width: min((end + 7) & ~7, tile.width) - column, height: endRow - firstRow)
  }
}
