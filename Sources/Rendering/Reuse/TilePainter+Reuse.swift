import Lanes
import Raster

// How a tile is painted when pixels or encoder samples of its static layers were kept.

extension TilePainter {
  /// The share of a tile's blocks above which all are drawn and converted.
  private static let mostDirtyShare: Float = 0.8

  /// Draws the blocks that layers above the static ones touch. What lies in the other blocks then means nothing.
  ///
  /// - Returns: false, with nothing drawn, where that is not possible or does not pay.
  func paintDirtyBlocks(
    _ layers: [LayerFrame], cache: StaticTileCache, grid: TileGrid, onto tile: Tile, _ position: Position
  ) -> Bool {
    let first = cache.layerCount
    let tileIndex = position.tileIndex
    guard let output = cache.output, output.offers(tile: tileIndex), cache.covers(layers) else { return false }
    dirtyBlocks.clear(width: position.rect.width, height: position.rect.height)
    for index in first..<layers.count where !cache.isStatic(layerIndex: index) {
      let isKnown = layers[index].markDirty(
        dirtyBlocks, tileIndex: tileIndex, rect: position.rect, tile: tile, scratch: scratch)
      if !isKnown { return false }
    }
    if dirtyBlocks.isEmpty { return true }
    invalidateRoot()
    if grid.leftMargin > 0 { dirtyBlocks.widenForHalvedChroma(margin: grid.region(tileIndex).x - position.rect.x) }
    if dirtyBlocks.share > Self.mostDirtyShare {
      output.pause(tile: tileIndex)
      return false
    }
    var next = first
    if first == 0 {
      next = beginDirtyBlocks(layers, onto: tile, position)
    } else if cache.holds(tile: tileIndex) {
      cache.restore(tile, number: tileIndex, dirty: dirtyBlocks)
      laps?.lap(.layer(layers[first - 1].number))
    } else {
      begin(layers, to: first, onto: tile, position)
    }
    composite(layers, from: next, to: layers.count, onto: tile, position)
    return true
  }

  /// Draws all layers of a tile.
  ///
  /// - Parameter cache: may hold the pixels of the lowest layers since an earlier frame.
  func paint(_ layers: [LayerFrame], cache: StaticTileCache?, onto tile: Tile, _ position: Position) {
    guard let cache, cache.covers(layers) else {
      return begin(layers, to: layers.count, onto: tile, position)
    }
    let next = cache.layerCount
    let tileIndex = position.tileIndex
    let output = cache.output.flatMap { $0.wants(tile: tileIndex) ? $0 : nil }
    if next == 0 {
      if output == nil { return beginClear(layers, to: layers.count, onto: tile, position) }
      clearRoot(tile)
    } else {
      invalidateRoot()
      if cache.holds(tile: tileIndex) {
        cache.restore(tile, number: tileIndex)
        laps?.lap(.layer(layers[next - 1].number))
      } else {
        begin(layers, to: next, onto: tile, position)
        if cache.wantsDecision(onTile: tileIndex) {
          let base = layers.lastIndex(where: \.hidesAllBelow) ?? 0
          let cost = LayerFrame.cost(of: layers[base..<next], inTile: tileIndex, rect: position.rect)
          cache.decide(tile, number: tileIndex, drawingCost: cost)
          laps?.lap(.layer(layers[next - 1].number))
        }
      }
    }
    if let output {
      if cache.hasStaticLayersAbovePrefix {
        for index in next..<layers.count where cache.isStatic(layerIndex: index) {
          composite(layers, from: index, to: index + 1, onto: tile, position)
        }
      }
      output.keep(tile, number: tileIndex, scratch: scratch)
      laps?.lap(.convert)
      if cache.hasStaticLayersAbovePrefix { begin(layers, to: next, onto: tile, position) }
    }
    if next == 0 {
      beginClear(layers, to: layers.count, onto: tile, position)
    } else {
      composite(layers, from: next, to: layers.count, onto: tile, position)
    }
  }
}
