import Model
import Raster

/// A frame of footage, and the time of the scene that is drawn over it.
package struct FootageFrame: Sendable {
  /// The picture, with the opacity of the scene that is drawn over it.
  package let background: Background
  /// Canvas time of the scene, in seconds.
  package let time: Rational

  package init(background: Background, time: Rational) {
    self.background = background
    self.time = time
  }
}

/// Returns the footage of a frame by the frame's number; nil if the footage has ended before. It is called like a
/// `BackgroundProvider`.
package typealias FootageProvider = @Sendable (_ frame: Int) -> FootageFrame?
