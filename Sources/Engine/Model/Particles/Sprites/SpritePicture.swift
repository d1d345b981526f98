/// A picture file that particles show: as a whole, or as the frames of a flip-book that are arranged in a grid.
public struct SpritePicture: Sendable, Equatable {
  /// The file.
  public var file: Clip
  /// Number of frames in a row.
  public var columns: Int
  /// Number of frames in a column.
  public var rows: Int
  /// Number of frames, which are counted row by row from the upper left one.
  public var frameCount: Int
  /// Frames a second; without effect if `play` is `life`.
  public var framesPerSecond: Double
  /// How particles go through the frames.
  public var play: Play
  /// Frame that a particle begins with, counted from 0; nil for a random frame.
  public var startFrame: Int?
  /// Whether a frame is cross-faded to the next.
  public var blendsFrames: Bool

  /// Ways to go through the frames.
  public enum Play: String, DescribedChoice {
    /// After the last frame comes the first.
    case loop
    /// The last frame stays.
    case once
    /// All frames once over the particle's life.
    case life

    package var sentence: String {
      switch self {
      case .loop: "After the last frame comes the first."
      case .once: "The last frame stays."
      case .life: "All frames once over the particle's life."
      }
    }
  }

  /// A flip-book, or with a single frame a picture.
  public init(
    _ file: Clip, columns: Int = 1, rows: Int = 1, frameCount: Int? = nil, framesPerSecond: Double = 12,
    play: Play = .loop, startFrame: Int? = 0, blendsFrames: Bool = false
  ) {
    self.file = file
    self.columns = columns
    self.rows = rows
    self.frameCount = frameCount ?? columns * rows
    self.framesPerSecond = framesPerSecond
    self.play = play
    self.startFrame = startFrame
    self.blendsFrames = blendsFrames
  }

  /// Width of a frame in pixels; pixels that are left over at the right belong to no frame.
  package var frameWidth: Int { max(file.width / max(columns, 1), 1) }
  /// Height of a frame in pixels; pixels that are left over at the bottom belong to no frame.
  package var frameHeight: Int { max(file.height / max(rows, 1), 1) }

  /// Width ÷ height of a frame as it is displayed, whose pixels need not be square.
  package var aspect: Double { Double(frameWidth) * file.pixelAspect / Double(frameHeight) }

  /// Whether particles show different frames.
  package var isFlipBook: Bool { frameCount > 1 }

  /// Bytes of the picture while it is drawn: the picture itself, and its texture, which is a pyramid that begins with a copy of the
  /// picture in full size (1 + 1/4 + 1/16 + … = 4/3).
  package var bytes: Double { PixelMemory.frameBytes(file) * (1 + 4.0 / 3) }
}
