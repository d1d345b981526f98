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

  /// Bytes of the picture while it is drawn: the picture itself; its texture, which is a pyramid that begins with a copy of the
  /// picture in full size (1 + 1/4 + 1/16 + … = 4/3); and the texture's quads (`maximumQuadsOfLevel`).
  package var bytes: Double {
    PixelMemory.frameBytes(file) * (1 + 4.0 / 3)
      + Self.quadBytes(width: frameWidth, height: frameHeight) * Double(min(frameCount, columns * rows))
  }

  /// The most pixels of a level of a texture for which quads are computed. A quad is the polynomial that interpolates between a
  /// pixel and its neighbours (not a quadrilateral), so a level has one quad for each pixel.
  package static let maximumQuadsOfLevel = 1_024

  /// Bytes that a texture takes for the quads of a frame of this size: at most `maximumQuadsOfLevel` quads in its largest level
  /// that has any, and those of all smaller levels (1 + 1/4 + 1/16 + … = 4/3). A quad takes as much memory as four pixels.
  package static func quadBytes(width: Int, height: Int) -> Double {
    Double(min(width * height, maximumQuadsOfLevel)) * 4 * PixelMemory.floatPixelBytes * (4.0 / 3)
  }
}
