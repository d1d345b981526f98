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
  func paint(_ layers: [LayerFrame], tileIndex: Int, grid: TileGrid) -> Tile {
    let rect = grid.drawnRect(tileIndex)
    let tile = buffers[0].tile(at: rect)
    paint(layers, onto: tile, level: 0, rect: rect, tileIndex: tileIndex)
    return tile
  }

  /// Draws all layers of a tile onto `tile`, which covers what the grid says is drawn for it.
  func paint(_ layers: [LayerFrame], tileIndex: Int, grid: TileGrid, onto tile: Tile) {
    paint(layers, onto: tile, level: 0, rect: grid.drawnRect(tileIndex), tileIndex: tileIndex)
  }

  private func paint(_ layers: [LayerFrame], onto tile: Tile, level: Int, rect: PixelRect, tileIndex: Int) {
    // A group's own alpha is always read when the group is laid on what is below it.
    let keepsAlpha = level > 0 || keepsAlpha
    // Find the last layer that hides everything below it; nothing before it needs to be drawn.
    var first = 0
    var isCovered = false
    for (index, layer) in layers.enumerated() {
      if case .gradient(let shader) = layer.work, shader.isOpaque, layer.opacity == 1, layer.blend == .normal {
        first = index
        isCovered = true
      }
    }
    if !isCovered { clear(tile) }
    for index in first..<layers.count {
      let layer = layers[index]
      switch layer.work {
      case .emitter(let frame):
        frame.draw(
          tileIndex: tileIndex, into: tile, blend: layer.blend, opacity: layer.opacity, clampsToUnit: clampsToUnit,
          keepsAlpha: keepsAlpha, runs: runs)
      case .gradient(let shader):
        if isCovered && index == first {
          shader.shade(into: tile, keepsAlpha: keepsAlpha)
        } else {
          let scratch = buffers[level + 1].tile(at: rect)
          shader.shade(into: scratch)
          composite(
            scratch, onto: tile, region: rect, blend: layer.blend, opacity: layer.opacity, clampsToUnit: clampsToUnit,
            keepsAlpha: keepsAlpha)
        }
      case .ripples(let shader):
        let scratch = buffers[level + 1].tile(at: rect)
        if shader.shade(into: scratch) {
          composite(
            scratch, onto: tile, region: rect, blend: layer.blend, opacity: layer.opacity, clampsToUnit: clampsToUnit,
            keepsAlpha: keepsAlpha)
        }
      case .group(let children):
        let scratch = buffers[level + 1].tile(at: rect)
        paint(children, onto: scratch, level: level + 1, rect: rect, tileIndex: tileIndex)
        composite(
          scratch, onto: tile, region: rect, blend: layer.blend, opacity: layer.opacity, clampsToUnit: clampsToUnit,
          keepsAlpha: keepsAlpha)
      }
      laps?.lap(.layer(layer.number))
    }
  }
}
