import Model
import Raster

/// A frame of footage, and the time of the scene that is drawn over it.
package struct FootageFrame: Sendable {
  /// The footage's pixels, and the opacity with which the scene is drawn over them.
  package let background: Background
  /// Canvas time of the scene, in seconds.
  package let time: Rational

  package init(background: Background, time: Rational) {
    self.background = background
    self.time = time
  }
}

/// Returns the footage of a frame by the frame's number; nil if the footage has ended before. It is called in the same order and
/// by the same threads as a `BackgroundProvider`.
package typealias FootageProvider = @Sendable (_ frame: Int) -> FootageFrame?
