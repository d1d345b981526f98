import Lanes
import Model
import Raster

/// Composites a stack of layers on one tile at a time, for one worker and in memory of its own.
///
/// The layers of a group, which are composited as one, are first drawn on another tile at the same coordinates; there is such a
/// tile for each level of nesting. The uppermost layer that hides all below it overwrites the tile, so that the tile need not be
/// cleared. What is kept from earlier frames is used in `TilePainter+Reuse`.
final class TilePainter: @unchecked Sendable {
  /// The root tile, on which the canvas's own stack is drawn (level 0), then a tile for each level at which something is drawn
  /// alone: a layer of level n is drawn alone on the tile of level n + 1.
  private let buffers: [TileBuffer]
  /// The tile on which filtered backdrops are computed; nil if no layer has backdrop filters.
  private let backdropBuffer: TileBuffer?
  /// Memory for the batches that an emitter draws on one tile.
  private let batches = AlignedBuffer<SpriteBatch>(count: 0)
  /// Memory for kernels and filters, and for the conversion of the finished tile.
  let scratch = AlignedBuffer<Float>(count: 0)
  /// The blocks of the root tile that non-static layers touch.
  let dirtyBlocks = DirtyBlocks()
  /// The tile on which the shutter samples of one particle are gathered; nil if no layer needs it.
  private let shutterSampleBuffer: TileBuffer?
  /// The blocks that the last drawn layer occupies.
  private var occupiedBlocks = OccupiedBlocks()
  /// Whether values are clamped to 0...1 after each layer: for a canvas that blends encoded values.
  private let clampsToUnit: Bool
  /// Whether the alpha of the finished root tile is read.
  private let readsRootAlpha: Bool
  /// What is known about the root tile's pixels.
  private var rootTileState = RootTileState.unknown
  /// The blocks that were drawn on the root tile since it was last clear.
  private var drawnBlocks = OccupiedBlocks()
  /// Measures the time of each layer; nil if no time is measured.
  var timer: StageTimer?

  /// What can be known about the root tile's pixels, so that a clear (transparent) tile is not cleared again.
  private enum RootTileState: Equatable {
    /// The tile may hold anything.
    case unknown
    /// All pixels of a tile of this size are clear.
    case clear(TileSize)
    /// All pixels of a tile of this size are clear, except for the blocks in `drawnBlocks`.
    case clearBesidesDrawn(TileSize)

    var size: TileSize? {
      switch self {
      case .unknown: nil
      case .clear(let size), .clearBesidesDrawn(let size): size
      }
    }
  }

  private struct TileSize: Equatable {
    let width: Int
    let height: Int

    init(_ tile: Tile) { (width, height) = (tile.width, tile.height) }
  }

  /// Where something is drawn: at which level of nesting, and where in the frame.
  struct Position {
    /// Index in `buffers`: 0 for the canvas's own stack, 1 for a layer that is drawn alone to be composited there, and so on.
    let level: Int
    /// The tile's pixels, left margin included, in frame coordinates.
    let rect: PixelRect
    /// The tile's index in the grid that is drawn.
    let tileIndex: Int
  }

  init(grid: TileGrid, plan: RenderPlan, clampsToUnit: Bool, readsAlpha: Bool) {
    let width = grid.tileWidth + grid.leftMargin
    shutterSampleBuffer = plan.gathersShutterSamples ? TileBuffer(width: width, height: grid.tileHeight) : nil
    // One more tile where layers have filters (`spareTile`).
    let levelCount = plan.deepestLevel + 1 + (plan.hasLayerFilters ? 1 : 0)
    backdropBuffer = plan.hasBackdropFilters ? TileBuffer(width: width, height: grid.tileHeight) : nil
    buffers = (0..<levelCount).map { _ in TileBuffer(width: width, height: grid.tileHeight) }
    self.clampsToUnit = clampsToUnit
    self.readsRootAlpha = readsAlpha
  }

  // MARK: Whole tiles

  /// Draws a tile of the canvas. Where the samples of its static layers are kept, only the blocks that other layers touch are
  /// drawn. The result is valid until the next call.
  ///
  /// - Returns: the root tile, and which of its blocks were drawn; nil if all were.
  func paint(
    _ layers: [PreparedLayer], cache: StaticTileCache?, tileIndex: Int, grid: TileGrid
  ) -> (tile: Tile, dirty: DirtyBlocks?) {
    let position = Position(level: 0, rect: grid.drawnRect(tileIndex), tileIndex: tileIndex)
    let tile = buffers[0].tile(at: position.rect)
    if let cache, paintDirtyBlocks(layers, cache: cache, grid: grid, onto: tile, position) {
      return (tile, dirtyBlocks)
    }
    paint(layers, cache: cache, onto: tile, position)
    return (tile, nil)
  }

  /// Draws all blocks of a tile of the canvas; the result is valid until the next call.
  func paintWhole(_ layers: [PreparedLayer], cache: StaticTileCache?, tileIndex: Int, grid: TileGrid) -> Tile {
    let position = Position(level: 0, rect: grid.drawnRect(tileIndex), tileIndex: tileIndex)
    let tile = buffers[0].tile(at: position.rect)
    paint(layers, cache: cache, onto: tile, position)
    return tile
  }

  /// A tile for filters, with undefined pixels; valid until the next call.
  ///
  /// It is the last one of `buffers`, which is free then: if layers have filters, `buffers` has one tile more than any layer needs, and
  /// while the canvas's filters are applied, no layer is drawn at all.
  func spareTile(at rect: PixelRect) -> Tile { buffers[buffers.count - 1].tile(at: rect) }

  /// Draws a layer without its filters, alone on a transparent tile, one level deeper than `outer`.
  func paintAlone(_ filtered: FilteredLayer, onto tile: Tile, _ outer: Position) {
    let position = Position(level: outer.level + 1, rect: outer.rect, tileIndex: outer.tileIndex)
    guard let layer = filtered.input.first else { return clear(tile) }
    if case .group(let group) = layer.work {
      drawFromBottom(group.shownLayers, to: group.shownLayers.count, onto: tile, position)
    } else {
      drawFromBottom(filtered.input, to: 1, onto: tile, position)
    }
  }

  /// Draws some layers of a stack alone on a transparent tile, like the layers of a group, one level deeper than `outer`.
  func paintStack(_ layers: [PreparedLayer], onto tile: Tile, _ outer: Position) {
    let position = Position(level: outer.level + 1, rect: outer.rect, tileIndex: outer.tileIndex)
    drawFromBottom(layers, to: layers.count, onto: tile, position)
  }

  // MARK: The stack

  /// Whether the alpha of a tile is read. Above level 0 it always is, when the tile is composited onto another one.
  func readsAlpha(_ position: Position) -> Bool { position.level > 0 || readsRootAlpha }

  /// Draws the layers 0 ..< `end` on a tile with undefined pixels. Layers below the uppermost layer that hides all below it are
  /// not drawn; that layer must come before `end` (`StaticTileCache.isPrefixVisible`).
  func drawFromBottom(_ layers: [PreparedLayer], to end: Int, onto tile: Tile, _ position: Position) {
    guard let lowestVisible = layers.lastIndex(where: \.hidesAllBelow) else {
      return drawOnTransparent(layers, to: end, onto: tile, position)
    }
    if position.level == 0 { rootTileState = .unknown }
    switch layers[lowestVisible].work {
    case .gradient(let shader): shader.shade(into: tile, writesAlpha: readsAlpha(position))
    case .shader(let shader):
      _ = shader.shade(into: tile, blocks: occupiedBlocks, scratch: scratch, writesAlpha: readsAlpha(position))
    case .emitter, .group, .filtered, .pair, .overBackdrop:
      preconditionFailure("Only gradients and layer shaders hide all that is below them.")
    }
    timer?.end(.layer(layers[lowestVisible].planIndex))
    composite(layers, from: lowestVisible + 1, to: end, onto: tile, position)
  }

  /// Makes a tile transparent and draws the layers 0 ..< `end` on it, none of which hides all below it. The lowest layer is drawn
  /// straight onto the tile if that gives the same pixels as compositing.
  func drawOnTransparent(_ layers: [PreparedLayer], to end: Int, onto tile: Tile, _ position: Position) {
    let readsAlpha = readsAlpha(position)
    let drawn = end > 0 ? drawInPlace(layers, onto: tile, position) : .unable
    let isRoot = position.level == 0
    switch (drawn, isRoot) {
    case (.blocks, true):
      // The blocks that the layer has drawn stay; clear what an earlier tile has left in the other blocks.
      if rootTileState.size != TileSize(tile) {
        occupiedBlocks.clearUnmarkedPixels(of: tile, writesAlpha: readsAlpha)
      } else if case .clearBesidesDrawn = rootTileState {
        drawnBlocks.clearMarkedPixels(of: tile, except: occupiedBlocks, writesAlpha: readsAlpha)
      }
      swap(&drawnBlocks, &occupiedBlocks)
      rootTileState = .clearBesidesDrawn(TileSize(tile))
    case (.blocks, false): occupiedBlocks.clearUnmarkedPixels(of: tile, writesAlpha: readsAlpha)
    case (_, true): clearRootTile(tile)
    case (_, false): clear(tile, writesAlpha: readsAlpha)
    }
    composite(layers, from: drawn == .unable ? 0 : 1, to: end, onto: tile, position)
  }

  /// What `drawInPlace` did.
  enum InPlaceResult {
    /// The layer cannot be drawn in place, and has to be composited.
    case unable
    /// The layer needs no drawing: it shows nothing on the tile.
    case showsNothing
    /// The blocks in `occupiedBlocks` are drawn; the others have the pixels that they had before.
    case blocks
  }

  /// Draws the lowest layer straight onto the tile, if that gives the same pixels as compositing it onto transparent pixels.
  private func drawInPlace(_ layers: [PreparedLayer], onto tile: Tile, _ position: Position) -> InPlaceResult {
    // Drawn in place, the layer also writes alpha if alpha is read; a layer with `givesLightOnly` must leave alpha as it is. Such
    // layers exist only in the root stack, so `readsRootAlpha` tells whether alpha is read.
    guard case .shader(let shader) = layers[0].work, shader.canShadeInPlace, layers[0].isUnchangedOverTransparent,
      !clampsToUnit, !(layers[0].givesLightOnly && readsRootAlpha)
    else { return .unable }
    let isDrawn = shader.shade(
      into: tile, blocks: occupiedBlocks, scratch: scratch, writesAlpha: readsAlpha(position))
    timer?.end(.layer(layers[0].planIndex))
    return isDrawn ? .blocks : .showsNothing
  }

  /// Clears the dirty blocks of the root tile, or draws the lowest layer in them where it can be drawn in place.
  ///
  /// - Returns: the index of the first layer that is still to be drawn, 0 or 1.
  func prepareDirtyBlocks(_ layers: [PreparedLayer], onto tile: Tile, _ position: Position) -> Int {
    let drawn = drawInPlace(layers, onto: tile, position)
    clearBlocks(tile, dirty: dirtyBlocks, except: drawn == .blocks ? occupiedBlocks : nil)
    return drawn == .unable ? 0 : 1
  }

  /// Makes the root tile transparent. If the blocks that were drawn since it was last clear are known, only these are cleared.
  func clearRootTile(_ tile: Tile) {
    if rootTileState.size != TileSize(tile) {
      clear(tile, writesAlpha: readsRootAlpha)
    } else if case .clearBesidesDrawn = rootTileState {
      drawnBlocks.clearMarkedPixels(of: tile, writesAlpha: readsRootAlpha)
    }
    rootTileState = .clear(TileSize(tile))
  }

  /// Forgets what is known about the root tile, because other pixels are about to be written to it.
  func forgetRootTile() { rootTileState = .unknown }

  /// Composites the layers `first` ..< `end` onto a tile.
  func composite(_ layers: [PreparedLayer], from first: Int, to end: Int, onto tile: Tile, _ position: Position) {
    if position.level == 0 && first < end { rootTileState = .unknown }
    for index in first..<end {
      let layer = layers[index]
      guard let rect = layer.rows(of: position.rect) else { continue }
      let target = BlendTarget(
        tile: tile, blend: layer.blend, opacity: layer.opacity, clampsToUnit: clampsToUnit,
        writesAlpha: readsAlpha(position) && !layer.givesLightOnly)
      switch layer.work {
      case .emitter(let frame, let slice):
        frame.draw(
          slice: slice, tileIndex: position.tileIndex, batches: batches, scratch: scratch,
          sumTile: shutterSampleBuffer?.tile(at: position.rect), onto: target)
      case .gradient(let shader):
        shader.draw(region: position.rect, scratch: buffers[position.level + 1], onto: target)
      case .shader(let shader):
        let alone = innerTile(position)
        if shader.shade(
          into: alone, blocks: occupiedBlocks, scratch: scratch, writesAlpha: target.readsSourceAlpha)
        {
          Raster.composite(
            alone, region: position.rect, blocks: shader.isOpaque ? nil : occupiedBlocks, onto: target)
        }
      case .group(let group):
        let inner = Position(level: position.level + 1, rect: rect, tileIndex: position.tileIndex)
        let alone = buffers[inner.level].tile(at: rect)
        drawFromBottom(group.shownLayers, to: group.shownLayers.count, onto: alone, inner)
        Raster.composite(alone, region: rect, onto: target)
      case .filtered(let filtered):
        let outer = Position(level: position.level, rect: rect, tileIndex: position.tileIndex)
        let alone = innerTile(outer)
        if !filtered.pipeline.hasPasses { paintAlone(filtered, onto: alone, outer) }
        filtered.pipeline.apply(to: alone, rect: rect, scratch: scratch)
        Raster.composite(alone, region: rect, onto: target)
      case .pair(let pair):
        let inner = Position(level: position.level + 1, rect: rect, tileIndex: position.tileIndex)
        let alone = buffers[inner.level].tile(at: rect)
        paint(pair, onto: alone, inner)
        Raster.composite(alone, region: rect, onto: target)
      case .overBackdrop(let backdrop):
        let alone = innerTile(position)
        paintStack(backdrop.layer, onto: alone, position)
        if let spare = backdropBuffer?.tile(at: position.rect) {
          backdrop.show(
            through: alone, opacity: layer.opacity, onto: tile, spare: spare, rect: position.rect, scratch: scratch,
            writesAlpha: readsAlpha(position))
        }
        if !backdrop.drawsLayer { Raster.composite(alone, region: position.rect, onto: target) }
      }
      timer?.end(.layer(layer.planIndex))
    }
  }

  /// Draws both inputs of a pair, the second one level deeper, and combines them on the tile.
  private func paint(_ pair: LayerPair, onto tile: Tile, _ position: Position) {
    drawFromBottom(pair.first.layers, to: pair.first.layers.count, onto: tile, position)
    let second = innerTile(position)
    let inner = Position(level: position.level + 1, rect: position.rect, tileIndex: position.tileIndex)
    drawFromBottom(pair.second.shownLayers, to: pair.second.shownLayers.count, onto: second, inner)
    pair.combiner.combine(tile, with: second)
  }

  /// The tile one level deeper, on which a layer is drawn alone before it is composited at `position`.
  private func innerTile(_ position: Position) -> Tile { buffers[position.level + 1].tile(at: position.rect) }
}
