import Model

/// A file of frame hashes in FFmpeg's own format (its framehash muxer, version 2, with `-bitexact`).
///
/// `ffmpeg` itself can write, confirm and compare such files.
public struct FrameHashFile: Sendable, Equatable {
  /// The hash of one video frame.
  public struct Line: Sendable, Hashable {
    /// Number of the frame, counted from 0 at the canvas's start.
    public var frame: Int
    /// How many bytes were hashed: those of the samples, without padding.
    public var byteCount: Int
    /// The hash in lower-case hexadecimal digits.
    public var hash: String

    /// Creates the line of a frame.
    public init(frame: Int, byteCount: Int, hash: String) {
      self.frame = frame
      self.byteCount = byteCount
      self.hash = hash
    }

    /// The line as FFmpeg prints it: stream, decoding time (dts), presentation time (pts), duration, bytes, hash. Both times are
    /// the frame's number, and the duration is 1.
    public var text: String {
      let time = padded(frame, 10)
      return "0, \(time), \(time), \(padded(1, 8)), \(padded(byteCount, 8)), \(hash)"
    }
  }

  /// How the names of such files end.
  package static let nameSuffix = ".framehash"

  /// FFmpeg's name of the hash: "SHA256", "MD5".
  public var algorithm: String
  /// Frames a second. The file stores the time base, which is its inverse.
  public var frameRate: Rational
  /// Width of the frames in pixels.
  public var width: Int
  /// Height of the frames in pixels.
  public var height: Int
  /// The settings with which the frames were rendered, so that `motes verify` can render them again. FFmpeg writes none.
  package var recipe: RenderRecipe?
  /// The fonts, pictures and clips from which the frames were drawn; empty for files of FFmpeg and of older versions.
  package var assets: [AssetRecord] = []
  /// One line for each frame, by ascending numbers.
  public var lines: [Line]

  /// A file for frames of one size.
  ///
  /// - Parameters:
  ///   - algorithm: FFmpeg's name of the hash.
  ///   - frameRate: frames a second, above 0.
  ///   - width: width of the frames in pixels.
  ///   - height: height of the frames in pixels.
  ///   - lines: the frames' hashes, by ascending numbers.
  public init(algorithm: String = "SHA256", frameRate: Rational, width: Int, height: Int, lines: [Line] = []) {
    self.algorithm = algorithm
    self.frameRate = frameRate
    self.width = width
    self.height = height
    self.lines = lines
  }

  /// The time base as FFmpeg prints it: seconds a frame, "1/60".
  var timeBaseText: String { "\(frameRate.denominator)/\(frameRate.numerator)" }

  /// The lines before the first frame, each with a line break. Without the recipe, assets are left out too, and the text is exactly
  /// FFmpeg's.
  package func header(includingRecipe: Bool = true) -> String {
    var text = """
      #format: frame checksums
      #version: 2
      #hash: \(algorithm)
      #tb 0: \(timeBaseText)
      #media_type 0: video
      #codec_id 0: rawvideo
      #dimensions 0: \(width)x\(height)
      #sar 0: 0/1

      """
    if includingRecipe, let recipe {
      text += recipe.line + "\n"
      for asset in assets { text += asset.line + "\n" }
    }
    return text + "#stream#, dts,        pts, duration,     size, hash\n"
  }

  /// The text of the whole file.
  public var text: String { text(includingRecipe: true) }

  /// The text of the whole file. Without the recipe, assets are left out too, and the text is exactly FFmpeg's.
  package func text(includingRecipe: Bool) -> String {
    var text = header(includingRecipe: includingRecipe)
    for line in lines { text += line.text + "\n" }
    return text
  }
}

/// A number padded with spaces on the left to at least `width` characters, as by printf's %8d for a width of 8.
func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: " ", count: max(width - digits.count, 0)) + digits
}
