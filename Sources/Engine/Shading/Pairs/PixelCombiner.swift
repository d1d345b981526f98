import Lanes
import Model
import Raster

/// Combines two pictures into one, pixel by pixel: a layer and its mask, or the two sides of a transition.
///
/// `update` is called once a frame, by one thread; until the next call any number of threads combine tiles. A pixel depends on the
/// frame's time, its place in the frame and the same pixels of both pictures alone.
package protocol PixelCombiner: AnyObject, Sendable {
  /// Evaluates the animated values.
  func update(at clock: AnimationClock)

  /// Content version: equal versions give equal pixels for equal pictures; nil means that pixels may differ each time.
  var contentVersion: Int? { get }

  /// Whether the result is transparent wherever one of the pictures is.
  var isLimitedToBoth: Bool { get }

  /// Combines the premultiplied pixels of `first` and `second`, tiles of the same position and size, and writes the result to `first`.
  func combine(_ first: Tile, with second: Tile)
}

extension PixelCombiner {
  package var isLimitedToBoth: Bool { false }
}
