import Model
import Raster
import Shading

/// Two pictures of which one is made pixel by pixel, from frame to frame: a layer and its mask, or the two sides of a transition.
final class LayerPair: @unchecked Sendable {
  /// What is drawn alone on transparent pixels.
  enum Side {
    /// One layer: one object, which is set anew for each frame.
    case layer([PreparedLayer])
    /// All shown layers of a stack.
    case stack(LayerStack)

    var layers: [PreparedLayer] {
      switch self {
      case .layer(let layers): layers
      case .stack(let stack): stack.shownLayers
      }
    }
  }

  let combiner: any PixelCombiner
  let second: LayerStack
  /// The first picture, since the first `update`.
  private(set) var first = Side.layer([])
  /// What both pictures followed from in the current frame, and in the one before; empty where one may have changed.
  private var signatures: [LayerSignature] = []
  private var lastSignatures: [LayerSignature] = []
  /// Counts how often anything has changed.
  private var changeCount = 0
  /// Content version of the combined picture: frames with equal versions have equal pixels; nil: the pixels may have changed.
  private(set) var contentVersion: Int?

  init(_ combiner: any PixelCombiner, second: LayerStack) {
    self.combiner = combiner
    self.second = second
  }

  /// Begins a frame with a layer, always the same object, as the first picture. The second one's stack has been updated.
  func update(first layer: PreparedLayer, at clock: AnimationClock) {
    if case .layer(let layers) = first, layers.isEmpty { first = .layer([layer]) }
    update(at: clock)
  }

  /// Begins a frame with the layers of a stack as the first picture. Both stacks have been updated.
  func update(first stack: LayerStack, at clock: AnimationClock) {
    first = .stack(stack)
    update(at: clock)
  }

  /// Finds out whether anything has changed since the frame before.
  private func update(at clock: AnimationClock) {
    combiner.update(at: clock)
    swap(&signatures, &lastSignatures)
    signatures.removeAll(keepingCapacity: true)
    var isComparable = true
    for layer in first.layers where isComparable { isComparable = layer.appendSignatures(to: &signatures) }
    // Apart from the first picture's: neither must look like a part of the other.
    signatures.append(LayerSignature(planIndex: -1, version: combiner.contentVersion ?? 0, opacityBits: 0))
    for layer in second.shownLayers where isComparable { isComparable = layer.appendSignatures(to: &signatures) }
    if combiner.contentVersion == nil { isComparable = false }
    if !isComparable { signatures.removeAll(keepingCapacity: true) }
    if !(isComparable && signatures == lastSignatures) { changeCount += 1 }
    contentVersion = isComparable ? changeCount : nil
  }
}
