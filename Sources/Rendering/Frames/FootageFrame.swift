import Model
import Raster

/// A frame of footage, and the moment of the scene that is drawn over it.
package struct FootageFrame: Sendable {
  /// The picture, and how strongly the scene is seen over it.
  package let background: Background
  /// The scene's moment, in canvas seconds.
  package let time: Rational

  package init(background: Background, time: Rational) {
    self.background = background
    self.time = time
  }
}

/// Gives the footage of a frame by its number, as a `BackgroundProvider` does; nil where the footage has ended before.
package typealias FootageProvider = @Sendable (_ frame: Int) -> FootageFrame?
