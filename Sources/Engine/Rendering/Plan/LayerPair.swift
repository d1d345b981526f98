import Model
import Raster
import Shading

/// Two inputs that are combined pixel by pixel: a layer and its mask, or the two sides of a transition.
final class LayerPair: @unchecked Sendable {
  /// An input, which is drawn alone on transparent pixels.
  enum Input {
    /// One layer, the same object in all frames, as an array of one element.
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

  /// Combines the pixels of the two inputs.
  let combiner: any PixelCombiner
  /// The second input: the mask, or the incoming side of a transition.
  let second: LayerStack
  /// The first input: the layer to be masked, or the outgoing side of a transition. It has no layers before the first `update`.
  private(set) var first = Input.layer([])
  /// The version of both inputs and the combiner.
  private var version = ContentVersion()
  /// Content version of the result: frames with equal versions have equal pixels; nil: the pixels may have changed.
  var contentVersion: Int? { version.number }

  init(_ combiner: any PixelCombiner, second: LayerStack) {
    self.combiner = combiner
    self.second = second
  }

  /// Begins a frame whose first input is a layer, the same object in all frames. The stack `second` must have been updated
  /// before.
  func update(first layer: PreparedLayer, at clock: AnimationClock) {
    if case .layer(let layers) = first, layers.isEmpty { first = .layer([layer]) }
    update(at: clock)
  }

  /// Begins a frame whose first input is all shown layers of a stack. Both stacks must have been updated before.
  func update(first stack: LayerStack, at clock: AnimationClock) {
    first = .stack(stack)
    update(at: clock)
  }

  /// Finds out whether an input or the combiner has changed since the frame before.
  private func update(at clock: AnimationClock) {
    combiner.update(at: clock)
    version.begin()
    version.add(first.layers)
    version.add(combiner.contentVersion)
    version.add(second.shownLayers)
    version.end()
  }
}
