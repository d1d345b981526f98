import Lanes
import Raster
import Shading

/// A layer at one time: every animated value read, every shader compiled.
///
/// A class, because every tile walks through the layers and a value's parts would be counted each time; there is one for each
/// planned layer, which is set anew for each frame that shows it before any tile is drawn.
final class LayerFrame: @unchecked Sendable {
  enum Work {
    case emitter(EmitterFrame)
    case gradient(GradientShader)
    case picture(any LayerShader)
    case group(LayerStack)
  }

  private(set) var work: Work
  /// Place in the plan's `layerNames`.
  let number: Int
  let blend: BlendKind
  private(set) var opacity: Float
  /// Which picture the layer shows, of all that it ever shows; nil where nobody can tell whether it is one of before.
  private(set) var version: Int?

  init(_ work: Work, number: Int, blend: BlendKind) {
    self.work = work
    self.number = number
    self.blend = blend
    opacity = 1
  }

  func set(_ work: Work, opacity: Float, version: Int?) {
    self.work = work
    self.opacity = opacity
    self.version = version
  }

  /// Whether nothing below the layer shines through.
  var hidesAllBelow: Bool {
    guard opacity == 1, blend == .normal else { return false }
    return switch work {
    case .gradient(let shader): shader.isOpaque
    case .picture(let picture): picture.isOpaque
    case .emitter, .group: false
    }
  }

  /// Whether laying the layer on nothing leaves what was drawn.
  var isLaidAsDrawn: Bool { opacity == 1 && (blend == .normal || blend == .add) }

  /// Whether the layer may change any pixel at all.
  var isInSight: Bool {
    if case .emitter(let frame) = work { return frame.isInSight }
    return true
  }
}

extension LayerFrame {
  /// Marks the blocks of a tile that the layer may change; false if nobody can tell, so that it may be all of them.
  ///
  /// `scratch` is memory of the calling thread.
  func mark(
    _ touched: DirtyBlocks, tileIndex: Int, rect: PixelRect, tile: Tile, scratch: AlignedBuffer<Float>
  ) -> Bool {
    switch work {
    case .emitter(let frame):
      frame.mark(touched, tileIndex: tileIndex, tile: tile, scratch: scratch)
      return true
    case .picture(let picture): return picture.markDirty(touched, rect: rect)
    case .gradient, .group: return false
    }
  }
}

/// What a layer and its place in the stack show: two equal ones of a renderer show the same pixels.
struct LayerSignature: Equatable {
  /// Number of the layer in the plan, which stands for all that never changes: its source, its blend, the group it is in.
  let layer: Int
  let version: Int
  let opacityBits: UInt32
}

extension LayerFrame {
  /// Appends the signatures of the layer and, behind it, of all that it consists of. False if one of them has none.
  func appendSignatures(to signatures: inout [LayerSignature]) -> Bool {
    guard let version else { return false }
    let place = signatures.count
    signatures.append(LayerSignature(layer: number, version: version, opacityBits: opacity.bitPattern))
    guard case .group(let group) = work else { return true }
    for layer in group.shown where !layer.appendSignatures(to: &signatures) { return false }
    // A group of fewer layers must not look like the beginning of one with more.
    signatures[place] = LayerSignature(
      layer: number, version: signatures.count - place, opacityBits: opacity.bitPattern)
    return true
  }
}
