import Raster
import Shading

// The cost of compositing layers on a tile. The unit is the time that an opaque linear gradient takes to overwrite the tile.
// The costs are rough and were measured on one kind of machine: they decide whether pixels are copied or drawn, and never change
// the pixels' values.

extension PreparedLayer {
  /// Smallest cost of layers whose pixels are worth keeping. Copying the pixels from memory costs only 1.5, but it also pushes
  /// the frames of a running encoder out of the cache: with a limit of 1.5 whole renders of `rain` took a quarter longer.
  static let minimumCostWorthKeeping: Float = 6
  /// Smallest cost of layers whose pixels are worth keeping if only dirty blocks are copied. Copying so few pixels pushes little
  /// out of the cache, so the limit is the mere cost of copying a whole tile.
  static let minimumCostWorthKeepingPartially: Float = 1.5

  /// The cost of compositing a tile that was drawn alone, or of copying a tile's kept pixels from memory.
  private static let compositingCost: Float = 1.5
  /// The cost of a filtered layer: its result comes from memory, like a kept tile, and is composited.
  private static let filteredCost: Float = 3
  /// The cost of sprites that cover the whole tile once.
  private static let spriteCost: Float = 2
  /// The cost of a sprite, however small it is: about 60 ns.
  private static let recordCost: Float = 0.01

  /// The largest cost at which a tile is painted a second time instead of being stored in memory and loaded again. For a gradient
  /// with bloom at 1080p, storing and loading takes 5.1 ms a frame, and painting the gradient (cost 1) takes 1.2 ms.
  static let maximumCostWorthRepainting: Float = 3

  /// The cost of painting a tile: of all layers that are seen there, or of copying the kept pixels of the lowest layers and
  /// painting the other layers.
  static func paintingCost(
    of layers: [PreparedLayer], cache: StaticTileCache?, inTile tileIndex: Int, rect: PixelRect
  ) -> Float {
    if let cache, cache.isPrefixVisible(in: layers), cache.holds(tileIndex: tileIndex) {
      return compositingCost + cost(of: layers[cache.prefixCount...], inTile: tileIndex, rect: rect)
    }
    let lowestVisible = layers.lastIndex(where: \.hidesAllBelow) ?? 0
    return cost(of: layers[lowestVisible...], inTile: tileIndex, rect: rect)
  }

  /// The cost of layers that are composited on each other. A layer that hides all below it overwrites the tile.
  static func cost(of layers: ArraySlice<PreparedLayer>, inTile tileIndex: Int, rect: PixelRect) -> Float {
    layers.reduce(0) { $0 + $1.cost(inTile: tileIndex, rect: rect, overwrites: $1.hidesAllBelow) }
  }

  /// The cost of one layer.
  ///
  /// - Parameter overwrites: whether the layer overwrites the tile and is not composited.
  private func cost(inTile tileIndex: Int, rect: PixelRect, overwrites: Bool) -> Float {
    switch work {
    case .gradient(let shader): return (shader.isLinear ? 1 : 2) + (overwrites ? 0 : Self.compositingCost)
    case .emitter(let frame, let slice):
      let records = Self.recordCost * Float(frame.recordCount(slice: slice, inTile: tileIndex))
      // No decision depends on higher costs, so the particles' area need not be added up.
      if records >= Self.minimumCostWorthKeeping { return records }
      return Self.spriteCost * frame.coveredShare(slice: slice, ofTile: tileIndex, rect: rect) + records
    case .group(let group):
      return PreparedLayer.cost(of: group.shownLayers[...], inTile: tileIndex, rect: rect) + Self.compositingCost
    case .shader(let shader): return shader.cost + (overwrites ? 0 : Self.compositingCost)
    case .filtered: return Self.filteredCost
    case .pair(let pair):
      return PreparedLayer.cost(of: pair.first.layers[...], inTile: tileIndex, rect: rect)
        + PreparedLayer.cost(of: pair.second.shownLayers[...], inTile: tileIndex, rect: rect) + 2 * Self.compositingCost
    case .overBackdrop: return 2 * Self.filteredCost
    }
  }
}
