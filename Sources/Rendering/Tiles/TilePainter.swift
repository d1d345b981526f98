import Lanes
import Model
import Raster

/// One worker's memory and the walk through the stack for one tile.
///
/// Layers that are composited as one are drawn to a scratch tile of the same place; a group needs one more for each level
/// of nesting. The first opaque gradient overwrites the tile, so that it need not be cleared.
final class TilePainter: @unchecked Sendable {
  private let buffers: [FrameBuffer]
  private let runs = AlignedBuffer<SpriteRun>(count: 0)
  /// Memory for kernels, and for whatever the worker does with the finished tile.
  let scratch = AlignedBuffer<Float>(count: 0)
  private let touched = DirtyBlocks()
  /// On which the parts of one particle are gathered, where some are.
  private let parts: FrameBuffer?
  private var rowBlocks = OccupiedBlocks()
  private let clampsToUnit: Bool
  /// Whether anybody reads the alpha of the finished tile.
  private let keepsAlpha: Bool
  /// Columns and rows of the root tile while all of it is clear, or all but the blocks that `drawnBlocks` marks.
  private var clearSize: (width: Int, height: Int)?
  private var isClear = false
  private var drawnBlocks = OccupiedBlocks()
  /// Takes the time of each layer, when that was asked for.
  var laps: StageLaps?

  init(grid: TileGrid, plan: RenderPlan, clampsToUnit: Bool, keepsAlpha: Bool) {
    let width = grid.tileWidth + grid.leftMargin
    let groupDepth = plan.scene.groupDepth
    parts = plan.gathersParts ? FrameBuffer(width: width, height: grid.tileHeight) : nil
    buffers = (0..<(groupDepth + 2)).map { _ in FrameBuffer(width: width, height: grid.tileHeight) }
    self.clampsToUnit = clampsToUnit
    self.keepsAlpha = keepsAlpha
  }

  /// Draws all layers of a tile, or of a tile whose backdrop's samples are kept only the blocks that other layers touch; the
  /// result is valid until the next call.
  ///
  /// - Returns: the tile, and which of its blocks were drawn; nil if all were.
  func paint(
    _ layers: [LayerFrame], backdrop: StaticTileCache?, tileIndex: Int, grid: TileGrid
  ) -> (tile: Tile, touched: DirtyBlocks?) {
    let tile = buffers[0].tile(at: grid.drawnRect(tileIndex))
    if let backdrop, paintTouched(layers, backdrop: backdrop, tileIndex: tileIndex, grid: grid, onto: tile) {
      return (tile, touched)
    }
    paint(layers, backdrop: backdrop, tileIndex: tileIndex, grid: grid, onto: tile)
    return (tile, nil)
  }

  /// Draws all layers of a tile; the result is valid until the next call.
  func paintWhole(_ layers: [LayerFrame], backdrop: StaticTileCache?, tileIndex: Int, grid: TileGrid) -> Tile {
    let tile = buffers[0].tile(at: grid.drawnRect(tileIndex))
    paint(layers, backdrop: backdrop, tileIndex: tileIndex, grid: grid, onto: tile)
    return tile
  }

  /// The share of a tile's blocks above which they are drawn and converted all.
  private static let mostTouchedShare: Float = 0.8

  /// Draws the blocks that layers above the backdrop touch; false (and nothing drawn) where that is not possible or does not
  /// pay. What lies in the other blocks then means nothing.
  private func paintTouched(
    _ layers: [LayerFrame], backdrop: StaticTileCache, tileIndex: Int, grid: TileGrid, onto tile: Tile
  ) -> Bool {
    let first = backdrop.layerCount
    let base = layers.lastIndex { $0.hidesAllBelow }
    guard let output = backdrop.output, output.offers(tile: tileIndex), first > base ?? -1 else { return false }
    let place = Place(level: 0, rect: grid.drawnRect(tileIndex), tileIndex: tileIndex)
    touched.clear(width: place.rect.width, height: place.rect.height)
    for index in first..<layers.count where !backdrop.rests(place: index) {
      let layer = layers[index]
      if !layer.mark(touched, tileIndex: tileIndex, rect: place.rect, tile: tile, scratch: scratch) { return false }
    }
    if touched.isEmpty { return true }
    clearSize = nil
    if grid.leftMargin > 0 { touched.widenForHalvedChroma(margin: grid.region(tileIndex).x - place.rect.x) }
    if touched.share > Self.mostTouchedShare {
      output.pause(tile: tileIndex)
      return false
    }
    var next = first
    if first == 0 {
      let drawn = drawInPlace(layers, onto: tile, place)
      clearBlocks(tile, touched: touched, besides: drawn == .some ? rowBlocks : nil)
      if drawn != .unable { next = 1 }
    } else if backdrop.holds(tile: tileIndex) {
      backdrop.restore(tile, number: tileIndex, touched: touched)
      laps?.lap(.layer(layers[first - 1].number))
    } else {
      begin(layers, base: base, to: first, onto: tile, place)
    }
    lay(layers, from: next, to: layers.count, onto: tile, place)
    return true
  }

  /// Draws all layers of a tile onto `tile`, which covers what the grid says is drawn for it.
  ///
  /// - Parameter backdrop: where the pixels of the lowest layers may have been kept since an earlier frame.
  private func paint(
    _ layers: [LayerFrame], backdrop: StaticTileCache?, tileIndex: Int, grid: TileGrid, onto tile: Tile
  ) {
    let place = Place(level: 0, rect: grid.drawnRect(tileIndex), tileIndex: tileIndex)
    let base = layers.lastIndex { $0.hidesAllBelow }
    guard let backdrop, backdrop.layerCount > base ?? -1 else {
      return begin(layers, base: base, to: layers.count, onto: tile, place)
    }
    let next = backdrop.layerCount
    let output = backdrop.output.flatMap { $0.wants(tile: tileIndex) ? $0 : nil }
    if next == 0 {
      if output == nil { return beginClear(layers, to: layers.count, onto: tile, place) }
      clearRoot(tile, keepsAlpha: keepsAlpha)
    } else {
      clearSize = nil
      if backdrop.holds(tile: tileIndex) {
        backdrop.restore(tile, number: tileIndex)
        laps?.lap(.layer(layers[next - 1].number))
      } else {
        begin(layers, base: base, to: next, onto: tile, place)
        if backdrop.wantsJudgement(ofTile: tileIndex) {
          let cost = LayerFrame.cost(of: layers[(base ?? 0)..<next], inTile: tileIndex, rect: place.rect)
          backdrop.judge(tile, number: tileIndex, drawingCost: cost)
          laps?.lap(.layer(layers[next - 1].number))
        }
      }
    }
    if let output {
      if backdrop.restsAbovePrefix {
        for index in next..<layers.count where backdrop.rests(place: index) {
          lay(layers, from: index, to: index + 1, onto: tile, place)
        }
      }
      output.keep(tile, number: tileIndex, scratch: scratch)
      laps?.lap(.convert)
      if backdrop.restsAbovePrefix { begin(layers, base: base, to: next, onto: tile, place) }
    }
    if next == 0 {
      beginClear(layers, to: layers.count, onto: tile, place)
    } else {
      lay(layers, from: next, to: layers.count, onto: tile, place)
    }
  }

  /// Where the painter is: how deep in groups, and where in the frame.
  private struct Place {
    let level: Int
    let rect: PixelRect
    let tileIndex: Int
  }

  /// A group's own alpha is always read, when the group is laid on what is below it.
  private func keepsAlpha(_ place: Place) -> Bool { place.level > 0 || keepsAlpha }

  /// Draws the layers up to `end` on a tile that may hold anything. `base` is the last layer that hides all below it, if
  /// there is one: nothing before that needs to be drawn.
  private func begin(_ layers: [LayerFrame], base: Int?, to end: Int, onto tile: Tile, _ place: Place) {
    guard let base else { return beginClear(layers, to: end, onto: tile, place) }
    if place.level == 0 { clearSize = nil }
    switch layers[base].work {
    case .gradient(let shader): shader.shade(into: tile, keepsAlpha: keepsAlpha(place))
    case .picture(let picture):
      _ = picture.shade(into: tile, blocks: rowBlocks, scratch: scratch, keepsAlpha: keepsAlpha(place))
    case .emitter, .group: preconditionFailure("Only gradients and pictures hide all that is below them.")
    }
    laps?.lap(.layer(layers[base].number))
    lay(layers, from: base + 1, to: end, onto: tile, place)
  }

  /// The same of layers that something shines through: the lowest one is drawn straight onto the tile where that is the same.
  private func beginClear(_ layers: [LayerFrame], to end: Int, onto tile: Tile, _ place: Place) {
    let keepsAlpha = keepsAlpha(place)
    let drawn = end > 0 ? drawInPlace(layers, onto: tile, place) : .unable
    switch (drawn, place.level == 0) {
    case (.some, true):
      if !isCleared(tile) {
        rowBlocks.clearOthers(of: tile, keepsAlpha: keepsAlpha)
      } else if !isClear {
        drawnBlocks.clearMarked(of: tile, besides: rowBlocks, keepsAlpha: keepsAlpha)
      }
      swap(&drawnBlocks, &rowBlocks)
      (clearSize, isClear) = ((tile.width, tile.height), false)
    case (.some, false): rowBlocks.clearOthers(of: tile, keepsAlpha: keepsAlpha)
    case (_, true): clearRoot(tile, keepsAlpha: keepsAlpha)
    case (_, false): clear(tile, keepsAlpha: keepsAlpha)
    }
    lay(layers, from: drawn == .unable ? 0 : 1, to: end, onto: tile, place)
  }

  private enum Drawn {
    /// Not drawn: what it leaves has to be laid on what is there.
    case unable
    /// Nothing of it lies on the tile.
    case nothing
    /// The blocks that `rowBlocks` marks; the others hold what they held.
    case some
  }

  /// Draws the lowest layer straight onto the tile where that leaves what laying it on nothing would leave.
  private func drawInPlace(_ layers: [LayerFrame], onto tile: Tile, _ place: Place) -> Drawn {
    guard case .picture(let picture) = layers[0].work, picture.canShadeInPlace, layers[0].isLaidAsDrawn, !clampsToUnit
    else { return .unable }
    let isDrawn = picture.shade(into: tile, blocks: rowBlocks, scratch: scratch, keepsAlpha: keepsAlpha(place))
    laps?.lap(.layer(layers[0].number))
    return isDrawn ? .some : .nothing
  }

  private func isCleared(_ tile: Tile) -> Bool { clearSize.map { $0 == (tile.width, tile.height) } ?? false }

  /// Makes the root tile clear: only what was drawn since it was.
  private func clearRoot(_ tile: Tile, keepsAlpha: Bool) {
    if !isCleared(tile) {
      clear(tile, keepsAlpha: keepsAlpha)
    } else if !isClear {
      drawnBlocks.clearMarked(of: tile, keepsAlpha: keepsAlpha)
    }
    (clearSize, isClear) = ((tile.width, tile.height), true)
  }

  /// Lays layers on what has been drawn of a tile.
  private func lay(_ layers: [LayerFrame], from first: Int, to end: Int, onto tile: Tile, _ place: Place) {
    if place.level == 0 && first < end { clearSize = nil }
    for index in first..<end {
      let layer = layers[index]
      switch layer.work {
      case .emitter(let frame):
        frame.draw(
          tileIndex: place.tileIndex, into: tile, blend: layer.blend, opacity: layer.opacity,
          clampsToUnit: clampsToUnit, keepsAlpha: keepsAlpha(place), runs: runs, scratch: scratch,
          alone: parts?.tile(at: place.rect))
      case .gradient(let shader):
        shader.draw(
          onto: tile, region: place.rect, scratch: buffers[place.level + 1], blend: layer.blend, opacity: layer.opacity,
          clampsToUnit: clampsToUnit, keepsAlpha: keepsAlpha(place))
      case .picture(let picture):
        let alone = alone(for: place)
        let readsAlpha = readsSourceAlpha(
          blend: layer.blend, clampsToUnit: clampsToUnit, keepsAlpha: keepsAlpha(place))
        if picture.shade(into: alone, blocks: rowBlocks, scratch: scratch, keepsAlpha: readsAlpha) {
          lay(alone, of: layer, onto: tile, place, blocks: picture.isOpaque ? nil : rowBlocks)
        }
      case .group(let group):
        let alone = alone(for: place)
        let children = group.shown
        begin(
          children, base: children.lastIndex { $0.hidesAllBelow }, to: children.count, onto: alone,
          Place(level: place.level + 1, rect: place.rect, tileIndex: place.tileIndex))
        lay(alone, of: layer, onto: tile, place)
      }
      laps?.lap(.layer(layer.number))
    }
  }

  private func alone(for place: Place) -> Tile { buffers[place.level + 1].tile(at: place.rect) }

  private func lay(
    _ picture: Tile, of layer: LayerFrame, onto tile: Tile, _ place: Place, blocks: OccupiedBlocks? = nil
  ) {
    composite(
      picture, onto: tile, region: place.rect, blend: layer.blend, opacity: layer.opacity, clampsToUnit: clampsToUnit,
      keepsAlpha: keepsAlpha(place), blocks: blocks)
  }
}
