import Model
import Raster
import Shading

/// Two pictures that are combined pixel by pixel: a layer and its mask, or the two sides of a transition.
final class LayerPair: @unchecked Sendable {
  /// One of the pictures, which is drawn alone on transparent pixels.
  enum Side {
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

  let combiner: any PixelCombiner
  let second: LayerStack
  /// The first picture; without layers before the first `update`.
  private(set) var first = Side.layer([])
  private var version = ContentVersion()
  /// Content version of the combined picture: frames with equal versions have equal pixels; nil: the pixels may have changed.
  var contentVersion: Int? { version.number }

  init(_ combiner: any PixelCombiner, second: LayerStack) {
    self.combiner = combiner
    self.second = second
  }

  /// Begins a frame with a layer, always the same object, as the first picture. The second picture's stack must be up to date.
  func update(first layer: PreparedLayer, at clock: AnimationClock) {
    if case .layer(let layers) = first, layers.isEmpty { first = .layer([layer]) }
    update(at: clock)
  }

  /// Begins a frame with the layers of a stack as the first picture. Both stacks must be up to date.
  func update(first stack: LayerStack, at clock: AnimationClock) {
    first = .stack(stack)
    update(at: clock)
  }

  /// Finds out whether anything has changed since the frame before.
  private func update(at clock: AnimationClock) {
    combiner.update(at: clock)
    version.begin()
    version.add(first.layers)
    version.add(combiner.contentVersion)
    version.add(second.shownLayers)
    version.end()
  }
}
