import Lanes
import Raster

// Painting of a tile with the help of kept pixels or kept encoder samples of its static layers.

extension TilePainter {
  /// The largest share of a tile's blocks, 0...1, that may be dirty. If more are dirty, all blocks are drawn and converted.
  private static let maximumDirtyShare: Float = 0.8

  /// Draws only the blocks that non-static layers touch (`dirtyBlocks`), if encoder samples of the static layers are kept. The
  /// pixels of all other blocks are then undefined.
  ///
  /// - Returns: false if that is not possible or too many blocks are dirty. Nothing is drawn then.
  func paintDirtyBlocks(
    _ layers: [PreparedLayer], cache: StaticTileCache, grid: TileGrid, onto tile: Tile, _ position: Position
  ) -> Bool {
    /// Layers 0 ..< prefixCount are the static prefix.
    let prefixCount = cache.prefixCount
    let tileIndex = position.tileIndex
    guard let outputCache = cache.outputCache, outputCache.offers(tileIndex: tileIndex),
      cache.isPrefixVisible(in: layers)
    else { return false }
    dirtyBlocks.reset(width: position.rect.width, height: position.rect.height)
    for index in prefixCount..<layers.count where !cache.isStatic(layerIndex: index) {
      let isKnown = layers[index].markDirty(
        dirtyBlocks, tileIndex: tileIndex, rect: position.rect, tile: tile, scratch: scratch)
      if !isKnown { return false }
    }
    if dirtyBlocks.isEmpty { return true }
    forgetRootTile()
    if grid.leftMargin > 0 { dirtyBlocks.widenForHalvedChroma(margin: grid.region(tileIndex).x - position.rect.x) }
    if dirtyBlocks.markedShare > Self.maximumDirtyShare {
      outputCache.pause(tileIndex: tileIndex)
      return false
    }
    var drawnCount = prefixCount
    if prefixCount == 0 {
      // There is no static prefix: the blocks are cleared, or the lowest layer is drawn in them without being composited.
      drawnCount = prepareDirtyBlocks(layers, onto: tile, position)
    } else if cache.holds(tileIndex: tileIndex) {
      cache.restore(tile, tileIndex: tileIndex, dirty: dirtyBlocks)
      timer?.end(.layer(layers[prefixCount - 1].planIndex))
    } else {
      drawFromBottom(layers, to: prefixCount, onto: tile, position)
    }
    composite(layers, from: drawnCount, to: layers.count, onto: tile, position)
    return true
  }

  /// Draws all layers of a tile: the static prefix, or its kept pixels, and then the other layers. If the output cache wants
  /// samples of the tile, they are made in between, when only the static layers have been drawn.
  ///
  /// - Parameter cache: may have the pixels of the static prefix; if it is nil, all layers are drawn anew.
  func paint(_ layers: [PreparedLayer], cache: StaticTileCache?, onto tile: Tile, _ position: Position) {
    guard let cache, cache.isPrefixVisible(in: layers) else {
      return drawFromBottom(layers, to: layers.count, onto: tile, position)
    }
    let prefixCount = cache.prefixCount
    let tileIndex = position.tileIndex
    /// The output cache if it wants samples of this tile, else nil.
    let outputCache = cache.outputCache.flatMap { $0.wants(tileIndex: tileIndex) ? $0 : nil }
    if prefixCount == 0 {
      if outputCache == nil { return drawOnTransparent(layers, to: layers.count, onto: tile, position) }
      clearRootTile(tile)
    } else {
      forgetRootTile()
      if cache.holds(tileIndex: tileIndex) {
        cache.restore(tile, tileIndex: tileIndex)
        timer?.end(.layer(layers[prefixCount - 1].planIndex))
      } else {
        drawFromBottom(layers, to: prefixCount, onto: tile, position)
        if cache.wantsDecision(onTile: tileIndex) {
          let lowestVisible = layers.lastIndex(where: \.hidesAllBelow) ?? 0
          let cost = PreparedLayer.cost(of: layers[lowestVisible..<prefixCount], inTile: tileIndex, rect: position.rect)
          cache.keepIfWorthwhile(tile, tileIndex: tileIndex, drawingCost: cost)
          timer?.end(.layer(layers[prefixCount - 1].planIndex))
        }
      }
    }
    if let outputCache {
      if cache.hasStaticLayersAbovePrefix {
        for index in prefixCount..<layers.count where cache.isStatic(layerIndex: index) {
          composite(layers, from: index, to: index + 1, onto: tile, position)
        }
      }
      outputCache.keep(tile, tileIndex: tileIndex, scratch: scratch)
      timer?.end(.convert)
      // Static layers above the prefix were composited only for the samples: the tile is drawn again without them.
      if cache.hasStaticLayersAbovePrefix { drawFromBottom(layers, to: prefixCount, onto: tile, position) }
    }
    if prefixCount == 0 {
      drawOnTransparent(layers, to: layers.count, onto: tile, position)
    } else {
      composite(layers, from: prefixCount, to: layers.count, onto: tile, position)
    }
  }
}
