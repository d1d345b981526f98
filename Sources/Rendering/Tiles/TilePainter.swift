import Lanes
import Model
import Raster

/// One worker's memory and the walk through the stack for one tile.
///
/// Layers that are composited as one are drawn to a scratch tile at the same coordinates; a group needs one more for each level
/// of nesting. The first opaque gradient overwrites the tile, so that it need not be cleared. What is reused of earlier frames
/// is in `TilePainter+Reuse`.
final class TilePainter: @unchecked Sendable {
  /// The root tile, then one for each level at which something is drawn alone.
  private let buffers: [FrameBuffer]
  private let batches = AlignedBuffer<SpriteBatch>(count: 0)
  /// Memory for kernels, and for whatever the worker does with the finished tile.
  let scratch = AlignedBuffer<Float>(count: 0)
  /// The blocks that moving layers touch.
  let dirtyBlocks = DirtyBlocks()
  /// On which the shutter samples of one particle are gathered, where there are any.
  private let samples: FrameBuffer?
  /// The blocks that the layer drawn last occupies.
  private var occupiedBlocks = OccupiedBlocks()
  private let clampsToUnit: Bool
  /// Whether the alpha of the finished tile is read.
  private let readsAlpha: Bool
  private var rootState = RootState.unknown
  /// The blocks that were drawn on the root tile since it was clear.
  private var drawnBlocks = OccupiedBlocks()
  /// Takes the time of each layer, when that was asked for.
  var laps: StageLaps?

  /// What is known of the root tile's pixels.
  private enum RootState: Equatable {
    case unknown
    case clear(TileSize)
    /// Clear but for the blocks in `drawnBlocks`.
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

  /// Where the painter is: how deep in groups, and where in the frame.
  struct Position {
    let level: Int
    let rect: PixelRect
    let tileIndex: Int
  }

  init(grid: TileGrid, plan: RenderPlan, clampsToUnit: Bool, readsAlpha: Bool) {
    let width = grid.tileWidth + grid.leftMargin
    samples = plan.gathersShutterSamples ? FrameBuffer(width: width, height: grid.tileHeight) : nil
    // A layer with filters is drawn alone by itself: a level more, and a tile for what the filters make of it.
    let levels = plan.scene.groupDepth + 2 + (plan.hasFilters ? 2 : 0)
    buffers = (0..<levels).map { _ in FrameBuffer(width: width, height: grid.tileHeight) }
    self.clampsToUnit = clampsToUnit
    self.readsAlpha = readsAlpha
  }

  // MARK: Whole tiles

  /// Draws all layers of a tile, or of a tile whose static layers' samples are kept only the blocks that other layers touch; the
  /// result is valid until the next call.
  ///
  /// - Returns: the tile, and which of its blocks were drawn; nil if all were.
  func paint(
    _ layers: [LayerFrame], cache: StaticTileCache?, tileIndex: Int, grid: TileGrid
  ) -> (tile: Tile, dirty: DirtyBlocks?) {
    let position = Position(level: 0, rect: grid.drawnRect(tileIndex), tileIndex: tileIndex)
    let tile = buffers[0].tile(at: position.rect)
    if let cache, paintDirtyBlocks(layers, cache: cache, grid: grid, onto: tile, position) {
      return (tile, dirtyBlocks)
    }
    paint(layers, cache: cache, onto: tile, position)
    return (tile, nil)
  }

  /// Draws all layers of a tile; the result is valid until the next call.
  func paintWhole(_ layers: [LayerFrame], cache: StaticTileCache?, tileIndex: Int, grid: TileGrid) -> Tile {
    let position = Position(level: 0, rect: grid.drawnRect(tileIndex), tileIndex: tileIndex)
    let tile = buffers[0].tile(at: position.rect)
    paint(layers, cache: cache, onto: tile, position)
    return tile
  }

  /// A tile for filters, which holds anything; valid until the next call.
  func filterTile(at rect: PixelRect) -> Tile { buffers[buffers.count - 1].tile(at: rect) }

  /// Draws a layer with filters, as it is before them, alone on a transparent tile: one level deeper than `outer`.
  func paintAlone(_ filtered: FilteredLayer, onto tile: Tile, _ outer: Position) {
    let position = Position(level: outer.level + 1, rect: outer.rect, tileIndex: outer.tileIndex)
    guard let layer = filtered.input.first else { return clear(tile) }
    if case .group(let group) = layer.work {
      begin(group.shown, to: group.shown.count, onto: tile, position)
    } else {
      begin(filtered.input, to: 1, onto: tile, position)
    }
  }

  // MARK: The stack

  /// A group's own alpha is always read, when the group is composited with what is below it.
  func readsAlpha(_ position: Position) -> Bool { position.level > 0 || readsAlpha }

  /// Draws the layers up to `end` on a tile that may hold anything. Nothing below the last one that hides all needs to be drawn.
  func begin(_ layers: [LayerFrame], to end: Int, onto tile: Tile, _ position: Position) {
    guard let base = layers.lastIndex(where: \.hidesAllBelow) else {
      return beginClear(layers, to: end, onto: tile, position)
    }
    if position.level == 0 { rootState = .unknown }
    switch layers[base].work {
    case .gradient(let shader): shader.shade(into: tile, keepsAlpha: readsAlpha(position))
    case .shader(let shader):
      _ = shader.shade(into: tile, blocks: occupiedBlocks, scratch: scratch, keepsAlpha: readsAlpha(position))
    case .emitter, .group, .filtered:
      preconditionFailure("Only gradients and layer shaders hide all that is below them.")
    }
    laps?.lap(.layer(layers[base].number))
    composite(layers, from: base + 1, to: end, onto: tile, position)
  }

  /// Draws layers that something shines through: the lowest one straight onto the tile where that leaves the same pixels.
  func beginClear(_ layers: [LayerFrame], to end: Int, onto tile: Tile, _ position: Position) {
    let readsAlpha = readsAlpha(position)
    let drawn = end > 0 ? drawInPlace(layers, onto: tile, position) : .unable
    switch (drawn, position.level == 0) {
    case (.blocks, true):
      if rootState.size != TileSize(tile) {
        occupiedBlocks.clearUnmarked(of: tile, keepsAlpha: readsAlpha)
      } else if case .clearBesidesDrawn = rootState {
        drawnBlocks.clearMarked(of: tile, except: occupiedBlocks, keepsAlpha: readsAlpha)
      }
      swap(&drawnBlocks, &occupiedBlocks)
      rootState = .clearBesidesDrawn(TileSize(tile))
    case (.blocks, false): occupiedBlocks.clearUnmarked(of: tile, keepsAlpha: readsAlpha)
    case (_, true): clearRoot(tile)
    case (_, false): clear(tile, keepsAlpha: readsAlpha)
    }
    composite(layers, from: drawn == .unable ? 0 : 1, to: end, onto: tile, position)
  }

  /// What `drawInPlace` did.
  enum InPlaceResult {
    /// Nothing: the layer has to be composited with what is there.
    case unable
    /// The layer occupies nothing of the tile.
    case nothing
    /// The blocks in `occupiedBlocks` are drawn; the others hold what they held.
    case blocks
  }

  /// Draws the lowest layer straight onto the tile where that leaves what compositing it with nothing would leave.
  private func drawInPlace(_ layers: [LayerFrame], onto tile: Tile, _ position: Position) -> InPlaceResult {
    guard case .shader(let shader) = layers[0].work, shader.canShadeInPlace, layers[0].leavesItsPixelsOnNothing,
      !clampsToUnit
    else { return .unable }
    let isDrawn = shader.shade(
      into: tile, blocks: occupiedBlocks, scratch: scratch, keepsAlpha: readsAlpha(position))
    laps?.lap(.layer(layers[0].number))
    return isDrawn ? .blocks : .nothing
  }

  /// Prepares the dirty blocks of the root tile for layers that begin at the bottom of the stack.
  ///
  /// - Returns: the first layer that is still to be drawn.
  func beginDirtyBlocks(_ layers: [LayerFrame], onto tile: Tile, _ position: Position) -> Int {
    let drawn = drawInPlace(layers, onto: tile, position)
    clearBlocks(tile, dirty: dirtyBlocks, except: drawn == .blocks ? occupiedBlocks : nil)
    return drawn == .unable ? 0 : 1
  }

  /// Makes the root tile clear: only what was drawn since it was.
  func clearRoot(_ tile: Tile) {
    if rootState.size != TileSize(tile) {
      clear(tile, keepsAlpha: readsAlpha)
    } else if case .clearBesidesDrawn = rootState {
      drawnBlocks.clearMarked(of: tile, keepsAlpha: readsAlpha)
    }
    rootState = .clear(TileSize(tile))
  }

  /// Forgets what is known of the root tile: other pixels are about to be written to it.
  func invalidateRoot() { rootState = .unknown }

  /// Composites layers with what has been drawn of a tile.
  func composite(_ layers: [LayerFrame], from first: Int, to end: Int, onto tile: Tile, _ position: Position) {
    if position.level == 0 && first < end { rootState = .unknown }
    for index in first..<end {
      let layer = layers[index]
      let target = BlendTarget(
        tile: tile, blend: layer.blend, opacity: layer.opacity, clampsToUnit: clampsToUnit,
        keepsAlpha: readsAlpha(position))
      switch layer.work {
      case .emitter(let frame):
        frame.draw(
          tileIndex: position.tileIndex, batches: batches, scratch: scratch,
          isolated: samples?.tile(at: position.rect), onto: target)
      case .gradient(let shader):
        shader.draw(region: position.rect, scratch: buffers[position.level + 1], onto: target)
      case .shader(let shader):
        let alone = tileAlone(position)
        if shader.shade(
          into: alone, blocks: occupiedBlocks, scratch: scratch, keepsAlpha: target.readsSourceAlpha)
        {
          Raster.composite(
            alone, region: position.rect, blocks: shader.isOpaque ? nil : occupiedBlocks, onto: target)
        }
      case .group(let group):
        let alone = tileAlone(position)
        let inner = Position(level: position.level + 1, rect: position.rect, tileIndex: position.tileIndex)
        begin(group.shown, to: group.shown.count, onto: alone, inner)
        Raster.composite(alone, region: position.rect, onto: target)
      case .filtered(let filtered):
        let alone = tileAlone(position)
        if !filtered.pipeline.hasPasses { paintAlone(filtered, onto: alone, position) }
        filtered.pipeline.apply(to: alone, rect: position.rect, scratch: scratch)
        Raster.composite(alone, region: position.rect, onto: target)
      }
      laps?.lap(.layer(layer.number))
    }
  }

  private func tileAlone(_ position: Position) -> Tile { buffers[position.level + 1].tile(at: position.rect) }
}
