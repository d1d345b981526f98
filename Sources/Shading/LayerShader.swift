import Lanes
import Model
import Raster

/// A source other than particles and gradients that fill the canvas: drawn alone, then laid on what is below it as one.
///
/// One object serves one layer of one renderer from frame to frame and keeps its memory. `update` is called once a frame, by
/// one thread; until the next call any number of threads draw tiles. A pixel depends on the frame's time and on its own place
/// alone, never on what was drawn before or on how the frame is cut.
package protocol LayerShader: AnyObject, Sendable {
  /// Reads the moving values and makes ready what all tiles need.
  func update(at clock: AnimationClock)

  /// Whether nothing at all is to be seen at that time.
  var isEmpty: Bool { get }

  /// Which picture is shown, of all that the source ever shows; nil where nobody can tell whether it is one of before.
  var version: Int? { get }

  /// Whether every pixel of the canvas is covered by what nothing shines through.
  var isOpaque: Bool { get }

  /// Whether `shade` may be given the tile that the layer is laid on, where that is clear: what it writes is what laying it
  /// there would leave, no −0 in it.
  var isDrawnInPlace: Bool { get }

  /// What a tile costs, in units of an opaque linear gradient.
  var cost: Float { get }

  /// Marks the blocks of a tile at `rect` that `shade` may touch; false if it may be all of them.
  func mark(_ touched: DirtyBlocks, rect: PixelRect) -> Bool

  /// Writes the premultiplied layer (in linear light, or encoded and within 0...1 on an `srgb` canvas) to blocks of the tile
  /// and tells which these are; elsewhere the layer is transparent and the tile may hold anything. An opaque one writes every
  /// pixel and need not tell. False if it is transparent everywhere.
  ///
  /// `scratch` is memory of the calling thread.
  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>) -> Bool

  /// The same where, without `keepsAlpha`, nobody reads the tile's alphas: they may be left undefined.
  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, keepsAlpha: Bool) -> Bool
}

extension LayerShader {
  package var isEmpty: Bool { false }
  package var isOpaque: Bool { false }
  package var isDrawnInPlace: Bool { false }
  package func mark(_ touched: DirtyBlocks, rect: PixelRect) -> Bool { false }
  package func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, keepsAlpha: Bool) -> Bool {
    shade(into: tile, blocks: blocks, scratch: scratch)
  }
}

/// The picture of a source; nil for emitters, gradients and groups, which are drawn in ways of their own.
///
/// - Parameters:
///   - path: the layer's, the root of its random draws.
///   - period: local seconds of one turn of a looping canvas; nil where nothing loops.
package func makePicture(of source: Layer.Source, path: UInt64, canvas: Canvas, period: Double?) -> (any LayerShader)? {
  switch source {
  case .emitter, .gradient, .group: nil
  case .shape(let shape): ShapeLayerShader(shape, canvas: canvas)
  case .mesh(let mesh): MeshLayerShader(mesh, canvas: canvas)
  case .blob(let blob): BlobLayerShader(blob, path: path, canvas: canvas, period: period)
  case .metaballs(let metaballs): MetaballsLayerShader(metaballs, path: path, canvas: canvas, period: period)
  case .ripples(let ripples): RipplesLayerShader(ripples, path: path, canvas: canvas, period: period)
  case .noise(let noise): NoiseLayerShader(noise, path: path, canvas: canvas, period: period)
  case .aurora(let aurora): AuroraLayerShader(aurora, path: path, canvas: canvas, period: period)
  case .rays(let rays): LightRaysLayerShader(rays, path: path, canvas: canvas, period: period)
  case .pattern(let pattern): PatternLayerShader(pattern, canvas: canvas, period: period)
  case .stars(let stars): StarsLayerShader(stars, path: path, canvas: canvas, period: period)
  }
}
