/// What a movie or picture file says about itself: the facts that are known before any of its frames is drawn.
public struct Clip: Sendable, Equatable {
  /// Path of the file.
  public let path: String
  /// Width in pixels, after the picture is rotated as the file states.
  public let width: Int
  /// Height in pixels, after the picture is rotated as the file states.
  public let height: Int
  /// Width ÷ height of a pixel.
  public let pixelAspect: Double
  /// Whether frames may be transparent.
  public let hasAlpha: Bool
  /// Number of frames.
  public let frameCount: Int
  /// Seconds from the clip's start to the end of its last frame.
  public let duration: Double

  /// Stands for a clip that has not been read yet.
  package static let unread = Clip(
    path: "", width: 1, height: 1, pixelAspect: 1, hasAlpha: false, frameCount: 0, duration: 0)

  package init(
    path: String, width: Int, height: Int, pixelAspect: Double, hasAlpha: Bool, frameCount: Int, duration: Double
  ) {
    self.path = path
    self.width = width
    self.height = height
    self.pixelAspect = pixelAspect
    self.hasAlpha = hasAlpha
    self.frameCount = frameCount
    self.duration = duration
  }

  /// Seconds by which a frame's time stamp may differ from its exact time: half a millisecond and some margin, because files
  /// round time stamps to milliseconds or finer.
  package static let timeToleranceSeconds = 0.000_6
}
