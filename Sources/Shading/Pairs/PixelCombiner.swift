import Lanes
import Model
import Raster

/// Makes one picture of two, pixel by pixel: of a layer and its mask, or of the two sides of a transition.
///
/// `update` is called once a frame, by one thread; until the next call any number of threads combine tiles. A pixel depends on the
/// frame's time, its place in the frame and the same pixels of both pictures alone.
package protocol PixelCombiner: AnyObject, Sendable {
  /// Evaluates the animated values.
  func update(at clock: AnimationClock)

  /// Content version: equal versions give equal pixels for equal pictures; nil: treat as changed.
  var contentVersion: Int? { get }

  /// Whether the result is transparent wherever one of the pictures is.
  var isLimitedToBoth: Bool { get }

  /// Replaces the premultiplied pixels of `first` with what follows from them and those of `second`, a tile of the same place and size.
  func combine(_ first: Tile, with second: Tile)
}

extension PixelCombiner {
  package var isLimitedToBoth: Bool { false }
}
