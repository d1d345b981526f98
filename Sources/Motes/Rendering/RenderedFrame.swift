import Raster

/// A frame that has been drawn.
public struct RenderedFrame: Sendable {
  /// Number of the frame, counted from 0 at the canvas's start.
  public let number: Int
  /// The frame's samples.
  public let pixels: PixelBuffer
  /// How many particles are alive and in view.
  public let particles: Int
}
