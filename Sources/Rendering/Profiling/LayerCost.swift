import Raster
import Shading

// The cost of compositing layers on a tile, in units of an opaque linear gradient that overwrites it. Rough, and measured on
// one kind of machine: it decides whether pixels are copied or drawn, never what they are.

extension LayerFrame {
  /// The least cost of layers that are worth keeping. A copy of their pixels comes from memory and takes as long as 1.5; but
  /// an encoder at work beside it then finds its own pictures pushed out of the cache: with a limit of 1.5 whole jobs of
  /// `rain` took a quarter longer.
  static let copyingCost: Float = 6
  /// The least cost that is worth keeping where only dirty blocks are copied.
  static let partialCopyingCost: Float = 1.5

  /// The first layer overwrites the tile if nothing below it shines through.
  static func cost(of layers: ArraySlice<LayerFrame>, inTile tile: Int, rect: PixelRect) -> Float {
    layers.reduce(0) { $0 + $1.cost(inTile: tile, rect: rect, isBase: $1.hidesAllBelow) }
  }

  private func cost(inTile tile: Int, rect: PixelRect, isBase: Bool) -> Float {
    switch work {
    case .gradient(let shader): return (shader.isLinear ? 1 : 2) + (isBase ? 0 : 1.5)
    case .emitter(let frame): return 2 * frame.coveredShare(ofTile: tile, rect: rect)
    case .group(let group): return LayerFrame.cost(of: group.shown[...], inTile: tile, rect: rect) + 1.5
    case .shader(let shader): return shader.cost + (isBase ? 0 : 1.5)
    // The result of filters comes from memory, as a kept tile would.
    case .filtered: return 3
    }
  }
}
