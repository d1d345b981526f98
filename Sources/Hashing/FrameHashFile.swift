/// A file of frame hashes in FFmpeg's own format (its framehash muxer, version 2, with `-bitexact`), so that `ffmpeg`
/// itself can write, confirm and compare it.
public struct FrameHashFile: Sendable, Equatable {
  /// One video frame.
  public struct Line: Sendable, Hashable {
    /// The frame's number: its time in units of the time base.
    public var frame: Int
    /// Packed bytes that were hashed.
    public var byteCount: Int
    /// Lower-case hex.
    public var hash: String

    public init(frame: Int, byteCount: Int, hash: String) {
      self.frame = frame
      self.byteCount = byteCount
      self.hash = hash
    }

    /// As FFmpeg prints it: stream, dts, pts, duration, size, hash.
    public var text: String {
      let time = padded(frame, 10)
      return "0, \(time), \(time), \(padded(1, 8)), \(padded(byteCount, 8)), \(hash)"
    }
  }

  /// FFmpeg's name of the hash: "SHA256", "MD5".
  public var algorithm: String
  /// Seconds per frame as an exact quotient in lowest terms: the inverse of the frame rate.
  public var timeBaseNumerator: Int
  public var timeBaseDenominator: Int
  /// Pixels.
  public var width: Int
  public var height: Int
  /// What the hashes were rendered from; FFmpeg's own files have none.
  public var identity: RenderIdentity?
  /// In the order of frames.
  public var lines: [Line]

  /// A file for frames of one size at `rateNumerator` / `rateDenominator` frames a second.
  public init(
    algorithm: String = "SHA256", rateNumerator: Int, rateDenominator: Int, width: Int, height: Int,
    identity: RenderIdentity? = nil, lines: [Line] = []
  ) {
    precondition(rateNumerator > 0 && rateDenominator > 0, "A frame rate must be positive.")
    let divisor = greatestCommonDivisor(rateNumerator, rateDenominator)
    self.algorithm = algorithm
    timeBaseNumerator = rateDenominator / divisor
    timeBaseDenominator = rateNumerator / divisor
    self.width = width
    self.height = height
    self.identity = identity
    self.lines = lines
  }

  /// The lines before the first frame, each ended. Without `identity` this is FFmpeg's text to the letter; the line
  /// that carries it is for files only.
  public func header(includingIdentity: Bool = true) -> String {
    var text = """
      #format: frame checksums
      #version: 2
      #hash: \(algorithm)
      #tb 0: \(timeBaseNumerator)/\(timeBaseDenominator)
      #media_type 0: video
      #codec_id 0: rawvideo
      #dimensions 0: \(width)x\(height)
      #sar 0: 0/1

      """
    if includingIdentity, let identity { text += identity.line + "\n" }
    return text + "#stream#, dts,        pts, duration,     size, hash\n"
  }

  /// The whole file.
  public func text(includingIdentity: Bool = true) -> String {
    var text = header(includingIdentity: includingIdentity)
    for line in lines { text += line.text + "\n" }
    return text
  }
}

/// A number with spaces before it, as printf's %8d prints it.
func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: " ", count: max(width - digits.count, 0)) + digits
}

func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return max(a, 1)
}
