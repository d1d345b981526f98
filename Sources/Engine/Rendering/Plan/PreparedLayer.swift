import Lanes
import Model
import Raster
import Shading

/// A layer as it is drawn in the current frame: its animated values have been read, and its shader has been compiled.
///
/// It is a class, because every tile goes through the layers, and the references in a struct would be retained and released each
/// time. One object serves all frames: in each frame that shows the layer, `set` is called before any tile is drawn.
final class PreparedLayer: @unchecked Sendable {
  /// What draws the layer.
  enum Work {
    /// One part of an emitter's particles.
    case emitter(EmitterFrame, slice: Int)
    case gradient(GradientShader)
    case shader(any LayerShader)
    case group(LayerStack)
    /// A layer of any kind, drawn alone and filtered.
    case filtered(FilteredLayer)
    /// A layer with its mask, or the two sides of a transition.
    case pair(LayerPair)
    /// A layer of any kind, over a filtered copy of the layers below it.
    case overBackdrop(FilteredBackdrop)
  }

  /// What draws the layer in the current frame.
  private(set) var work: Work
  /// The layer's index in the plan (`PlannedLayer.planIndex`).
  let planIndex: Int
  let blend: BlendMode
  /// Whether the layer leaves the alpha below it as it is (`PlannedLayer.givesLightOnly`).
  let givesLightOnly: Bool
  /// Opacity in 0...1.
  private(set) var opacity: Float
  /// Content version of the layer before its blend and opacity: in frames with equal versions the layer has equal pixels; nil:
  /// the pixels may have changed.
  private(set) var contentVersion: Int?
  /// A box outside of which the layer is transparent: nothing is drawn, cleared or blended there.
  private(set) var box = PixelRect(x: 0, y: 0, width: 0, height: 0)

  init(_ work: Work, planIndex: Int, blend: BlendMode, givesLightOnly: Bool = false) {
    self.work = work
    self.planIndex = planIndex
    self.blend = blend
    self.givesLightOnly = givesLightOnly
    opacity = 1
  }

  /// Sets what the layer shows in a frame.
  ///
  /// - Parameter extent: the pixels that all tiles cover.
  func set(_ work: Work, opacity: Float, contentVersion: Int?, within extent: PixelRect) {
    self.work = work
    self.opacity = opacity
    self.contentVersion = contentVersion
    box = contentBox(in: extent)
  }

  /// The rows of the tile `rect` in which the layer may show anything, at the tile's whole width; nil if there are none. The rows
  /// begin and end at multiples of eight, or at the tile's edges.
  func rows(of rect: PixelRect) -> PixelRect? {
    if box.intersection(rect).isEmpty { return nil }
    let (top, end) = (max(rect.y, box.y & ~7), min(rect.endY, (box.endY + 7) & ~7))
    return PixelRect(x: rect.x, y: top, width: rect.width, height: end - top)
  }

  /// Whether nothing below the layer is visible through it, anywhere.
  var hidesAllBelow: Bool {
    guard opacity == 1, blend == .normal else { return false }
    return switch work {
    case .gradient(let shader): shader.isOpaque
    case .shader(let shader): shader.isOpaque
    case .emitter, .group, .filtered, .pair, .overBackdrop: false
    }
  }

  /// Whether compositing the layer onto transparent pixels gives exactly the layer's own pixels.
  var isUnchangedOverTransparent: Bool { opacity == 1 && (blend == .normal || blend == .add) }

  /// Whether the layer may change any pixel at all.
  var isVisible: Bool {
    if case .emitter(let frame, let slice) = work { return frame.isVisible(slice: slice) }
    return true
  }
}

extension PreparedLayer {
  /// A part of `rect` outside of which the layer is transparent, in pixels of the frame; `rect` itself if nothing is known.
  private func contentBox(in rect: PixelRect) -> PixelRect {
    func union(_ layers: [PreparedLayer]) -> PixelRect {
      layers.reduce(PixelRect(x: rect.x, y: rect.y, width: 0, height: 0)) { $0.union($1.box) }
    }
    switch work {
    case .emitter, .gradient: return rect
    case .shader(let shader): return shader.contentBox(in: rect)
    case .group(let group): return union(group.shownLayers)
    case .filtered(let filtered): return filtered.pipeline.resultBox?.intersection(rect) ?? rect
    case .pair(let pair):
      let (first, second) = (union(pair.first.layers), union(pair.second.shownLayers))
      return pair.combiner.isLimitedToBoth ? first.intersection(second) : first.union(second)
    // The filtered backdrop is seen only where the layer is.
    case .overBackdrop(let backdrop): return union(backdrop.layer)
    }
  }

  /// Marks the blocks of a tile that the layer may change. Returns false if they are unknown: the layer may then change any
  /// block.
  ///
  /// - Parameters:
  ///   - rect: the pixels of the tile, in frame coordinates.
  ///   - scratch: memory of the calling thread.
  func markDirty(
    _ dirty: DirtyBlocks, tileIndex: Int, rect: PixelRect, tile: Tile, scratch: AlignedBuffer<Float>
  ) -> Bool {
    switch work {
    case .emitter(let frame, let slice):
      frame.markDirty(dirty, slice: slice, tileIndex: tileIndex, tile: tile, scratch: scratch)
      return true
    case .shader(let shader): return shader.markDirty(dirty, rect: rect)
    case .gradient, .group, .filtered, .pair, .overBackdrop: return false
    }
  }
}

/// What determines a layer's pixels in a frame: layers of one renderer with equal signatures show the same pixels.
struct LayerSignature: Equatable {
  /// Index of the layer in the plan, which stands for everything that never changes: its source, its blend mode and its group. It
  /// is −1 for the version of something that is not a layer (`ContentVersion`).
  let planIndex: Int
  /// The layer's content version; for a group, the number of signatures of the group and of all layers in it.
  let version: Int
  /// The bits of the layer's opacity, so that opacities are compared bit by bit.
  let opacityBits: UInt32
}

extension PreparedLayer {
  /// Appends the signature of the layer, then the signatures of the layers in it. Returns false if one of them has no content
  /// version; some signatures may have been appended even then.
  func appendSignatures(to signatures: inout [LayerSignature]) -> Bool {
    guard let contentVersion else { return false }
    let index = signatures.count
    signatures.append(LayerSignature(planIndex: planIndex, version: contentVersion, opacityBits: opacity.bitPattern))
    guard case .group(let group) = work else { return true }
    for layer in group.shownLayers where !layer.appendSignatures(to: &signatures) { return false }
    // The signatures of a group must not be equal to the first signatures of a group with more layers.
    signatures[index] = LayerSignature(
      planIndex: planIndex, version: signatures.count - index, opacityBits: opacity.bitPattern)
    return true
  }
}
