import Lanes
import Model
import Raster
import Shading

/// A layer at one time: every animated value read, every shader compiled.
///
/// A class, because every tile walks through the layers and a value's references would be counted each time; there is one for
/// each planned layer, which is set anew for each frame that shows it before any tile is drawn.
final class LayerFrame: @unchecked Sendable {
  enum Work {
    case emitter(EmitterFrame)
    case gradient(GradientShader)
    case shader(any LayerShader)
    case group(LayerStack)
    /// A layer of any kind, drawn alone and filtered.
    case filtered(FilteredLayer)
  }

  private(set) var work: Work
  /// Index into the plan's `layerNames`.
  let number: Int
  let blend: BlendMode
  private(set) var opacity: Float
  /// Content version of the source: equal versions have equal pixels; nil means treat as changed.
  private(set) var contentVersion: Int?

  init(_ work: Work, number: Int, blend: BlendMode) {
    self.work = work
    self.number = number
    self.blend = blend
    opacity = 1
  }

  func set(_ work: Work, opacity: Float, contentVersion: Int?) {
    self.work = work
    self.opacity = opacity
    self.contentVersion = contentVersion
  }

  /// Whether nothing below the layer shines through.
  var hidesAllBelow: Bool {
    guard opacity == 1, blend == .normal else { return false }
    return switch work {
    case .gradient(let shader): shader.isOpaque
    case .shader(let shader): shader.isOpaque
    case .emitter, .group, .filtered: false
    }
  }

  /// Whether compositing the layer with nothing leaves the pixels that were drawn.
  var leavesItsPixelsOnNothing: Bool { opacity == 1 && (blend == .normal || blend == .add) }

  /// Whether the layer may change any pixel at all.
  var isVisible: Bool {
    if case .emitter(let frame) = work { return frame.isVisible }
    return true
  }
}

extension LayerFrame {
  /// Marks the blocks of a tile that the layer may change; false if they are not known, so that it may be all of them.
  ///
  /// `scratch` is memory of the calling thread.
  func markDirty(
    _ dirty: DirtyBlocks, tileIndex: Int, rect: PixelRect, tile: Tile, scratch: AlignedBuffer<Float>
  ) -> Bool {
    switch work {
    case .emitter(let frame):
      frame.markDirty(dirty, tileIndex: tileIndex, tile: tile, scratch: scratch)
      return true
    case .shader(let shader): return shader.mark(dirty, rect: rect)
    case .gradient, .group, .filtered: return false
    }
  }
}

/// Fingerprint of a layer's pixels and its position in the stack: equal ones of a renderer show the same pixels.
struct LayerSignature: Equatable {
  /// Number of the layer in the plan, which stands for all that never changes: its source, its blend, the group it is in.
  let layer: Int
  let version: Int
  let opacityBits: UInt32
}

extension LayerFrame {
  /// Appends the signatures of the layer and, behind it, of the layers in it; false if one of them has none.
  func appendSignatures(to signatures: inout [LayerSignature]) -> Bool {
    guard let contentVersion else { return false }
    let index = signatures.count
    signatures.append(LayerSignature(layer: number, version: contentVersion, opacityBits: opacity.bitPattern))
    guard case .group(let group) = work else { return true }
    for layer in group.shown where !layer.appendSignatures(to: &signatures) { return false }
    // A group of fewer layers must not look like the beginning of one with more.
    signatures[index] = LayerSignature(
      layer: number, version: signatures.count - index, opacityBits: opacity.bitPattern)
    return true
  }
}
