import Lanes
import Raster
import Scenes

/// One worker's memory and the walk through the stack for one tile.
///
/// Layers that are composited as one are drawn to a scratch tile of the same place; a group needs one more for each level
/// of nesting. The first opaque gradient overwrites the tile, so that it need not be cleared.
final class TilePainter: @unchecked Sendable {
  private let buffers: [FrameBuffer]
  private let runs = AlignedBuffer<SpriteRun>(count: 0)
  /// Memory for whatever the worker does with the finished tile.
  let scratch = AlignedBuffer<Float>(count: 0)
  private let clampsToUnit: Bool
  /// Whether anybody reads the alpha of the finished tile.
  private let keepsAlpha: Bool
  /// Takes the time of each layer, when that was asked for.
  var laps: StageLaps?

  init(grid: TileGrid, groupDepth: Int, clampsToUnit: Bool, keepsAlpha: Bool) {
    let width = grid.tileWidth + grid.leftMargin
    buffers = (0..<(groupDepth + 2)).map { _ in FrameBuffer(width: width, height: grid.tileHeight) }
    self.clampsToUnit = clampsToUnit
    self.keepsAlpha = keepsAlpha
  }

  /// Draws all layers of a tile; the result is valid until the next call.
  func paint(_ layers: [LayerFrame], backdrop: BackdropCache?, tileIndex: Int, grid: TileGrid) -> Tile {
    let tile = buffers[0].tile(at: grid.drawnRect(tileIndex))
    paint(layers, backdrop: backdrop, tileIndex: tileIndex, grid: grid, onto: tile)
    return tile
  }

  /// Draws all layers of a tile onto `tile`, which covers what the grid says is drawn for it.
  ///
  /// - Parameter backdrop: where the pixels of the lowest layers may have been kept since an earlier frame.
  func paint(_ layers: [LayerFrame], backdrop: BackdropCache?, tileIndex: Int, grid: TileGrid, onto tile: Tile) {
    let place = Place(level: 0, rect: grid.drawnRect(tileIndex), tileIndex: tileIndex)
    let base = layers.lastIndex { $0.hidesAllBelow }
    var next = 0
    if let backdrop, backdrop.layerCount > base ?? 0 {
      next = backdrop.layerCount
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
    } else {
      next = layers.count
      begin(layers, base: base, to: next, onto: tile, place)
    }
    lay(layers, from: next, to: layers.count, onto: tile, place)
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
    guard let base, case .gradient(let shader) = layers[base].work else {
      clear(tile)
      return lay(layers, from: 0, to: end, onto: tile, place)
    }
    shader.shade(into: tile, keepsAlpha: keepsAlpha(place))
    laps?.lap(.layer(layers[base].number))
    lay(layers, from: base + 1, to: end, onto: tile, place)
  }

  /// Lays layers on what has been drawn of a tile.
  private func lay(_ layers: [LayerFrame], from first: Int, to end: Int, onto tile: Tile, _ place: Place) {
    for index in first..<end {
      let layer = layers[index]
      switch layer.work {
      case .emitter(let frame):
        frame.draw(
          tileIndex: place.tileIndex, into: tile, blend: layer.blend, opacity: layer.opacity,
          clampsToUnit: clampsToUnit, keepsAlpha: keepsAlpha(place), runs: runs)
      case .gradient(let shader):
        shader.lay(
          onto: tile, region: place.rect, scratch: buffers[place.level + 1], blend: layer.blend, opacity: layer.opacity,
          clampsToUnit: clampsToUnit, keepsAlpha: keepsAlpha(place))
      case .ripples(let shader):
        let scratch = scratch(for: place)
        if shader.shade(into: scratch) { lay(scratch, of: layer, onto: tile, place) }
      case .group(let group):
        let scratch = scratch(for: place)
        let children = group.shown
        begin(
          children, base: children.lastIndex { $0.hidesAllBelow }, to: children.count, onto: scratch,
          Place(level: place.level + 1, rect: place.rect, tileIndex: place.tileIndex))
        lay(scratch, of: layer, onto: tile, place)
      }
      laps?.lap(.layer(layer.number))
    }
  }

  private func scratch(for place: Place) -> Tile { buffers[place.level + 1].tile(at: place.rect) }

  private func lay(_ picture: Tile, of layer: LayerFrame, onto tile: Tile, _ place: Place) {
    composite(
      picture, onto: tile, region: place.rect, blend: layer.blend, opacity: layer.opacity, clampsToUnit: clampsToUnit,
      keepsAlpha: keepsAlpha(place))
  }
}
