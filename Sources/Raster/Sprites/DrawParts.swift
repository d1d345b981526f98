import Lanes

/// Lays particles on a tile of which some are several records, as motion blur leaves them: the parts of one are gathered
/// alone, and what they cover together is then laid on the tile as one picture. (With `add` parts need no gathering.)
///
/// A particle is gathered whenever it has several parts, even if the tile sees but one of them: the bits of a pixel must not
/// depend on the tile. `alone` covers what `tile` does; its pixels may hold anything. The rest is as for `drawSprites`.
/// Cost: a clearing and a laying of the parts' common box besides the parts themselves.
package func drawParts(
  _ runs: UnsafeBufferPointer<SpriteRun>, set: SpriteSet, blend: BlendKind, opacity: Float, clampsToUnit: Bool,
  keepsAlpha: Bool, scratch: AlignedBuffer<Float>, alone: Tile, into tile: Tile
) {
  precondition(
    alone.x == tile.x && alone.y == tile.y && alone.width == tile.width && alone.height == tile.height,
    "Parts are gathered on a tile of the same place.")
  let stride = SpriteRecord.stride(isRound: false)
  func draw(_ run: SpriteRun, _ blend: BlendKind, opacity: Float, clamps: Bool, keepsAlpha: Bool, into tile: Tile) {
    withUnsafePointer(to: run) {
      drawSprites(
        UnsafeBufferPointer(start: $0, count: 1), isRound: false, set: set, blend: blend, opacity: opacity,
        clampsToUnit: clamps, keepsAlpha: keepsAlpha, scratch: scratch, into: tile)
    }
  }
  for run in runs {
    var start = 0
    while start < run.count {
      let particleID = SpriteRecord(run.records + start * stride, isRound: false).particleID
      var end = start + 1
      while end < run.count && SpriteRecord(run.records + end * stride, isRound: false).particleID == particleID {
        end += 1
      }
      let part = SpriteRun(records: run.records + start * stride, count: end - start)
      start = end
      if particleID == 0 {
        draw(part, blend, opacity: opacity, clamps: clampsToUnit, keepsAlpha: keepsAlpha, into: tile)
        continue
      }
      let box = part.box(margin: set.margin, inside: tile)
      if box.width <= 0 || box.height <= 0 { continue }
      clear(alone, box)
      draw(part, .add, opacity: 1, clamps: false, keepsAlpha: true, into: alone)
      composite(
        alone, onto: tile, region: box, blend: blend, opacity: opacity, clampsToUnit: clampsToUnit,
        keepsAlpha: keepsAlpha)
    }
  }
}

private func clear(_ tile: Tile, _ box: PixelRect) {
  for row in (box.y - tile.y)..<(box.endY - tile.y) {
    for plane in 0..<4 { (tile.row(row, plane: plane) + (box.x - tile.x)).update(repeating: 0, count: box.width) }
  }
}

extension SpriteRun {
  /// What records in the free layout can touch of a tile, in whole blocks of eight columns.
  fileprivate func box(margin: Float, inside tile: Tile) -> PixelRect {
    var (left, top) = (Float(tile.x + tile.width), Float(tile.y + tile.height))
    var (right, bottom) = (Float(tile.x), Float(tile.y))
    let (lowX, lowY, highX, highY) = (right, bottom, left, top)
    for index in 0..<count {
      let record = SpriteRecord(records + index * SpriteRecord.stride(isRound: false), isRound: false)
      // What a lens spreads reaches farther, as in `spriteBounds`.
      let (share, rest): (Float, Float) =
        record.blur > 0 ? (DefocusReach.ofAxes, record.blur * DefocusReach.ofBlur + margin) : (1.000_01, margin)
      let halfWidth = (abs(record.axisXx) + abs(record.axisYx)) * share + rest
      let halfHeight = (abs(record.axisXy) + abs(record.axisYy)) * share + rest
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
