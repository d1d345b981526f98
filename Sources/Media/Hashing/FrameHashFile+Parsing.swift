import Model

/// The error of a file of frame hashes that cannot be read.
public struct FrameHashError: Error, Sendable, CustomStringConvertible {
  /// Path of the file.
  public let path: String
  /// Number of the line, from 1; nil if the whole file cannot be read.
  public let line: Int?
  /// The mistake in a whole sentence.
  public let reason: String

  package init(path: String, line: Int? = nil, reason: String) {
    self.path = path
    self.line = line
    self.reason = reason
  }

  /// `x.framehash:6: The hash "xyz" is not hexadecimal.`
  public var description: String { "\(path)\(line.map { ":\($0)" } ?? ""): \(reason)" }
}

extension FrameHashFile {
  /// Reads a file that FFmpeg or `text` wrote: any hash algorithm, with or without `#software`, one video stream.
  ///
  /// Unknown header lines, and those that do not matter to a comparison, are skipped. Any bytes may be passed; if they are no
  /// such file, an error is thrown.
  ///
  /// - Parameters:
  ///   - bytes: the contents of the file.
  ///   - path: the file's path, for errors.
  /// - Throws: `FrameHashError` with the number of the line.
  package init(parsing bytes: some Collection<UInt8>, path: String) throws(FrameHashError) {
    var header = Header()
    var lines: [Line] = []
    var lineNumber = 0
    for lineBytes in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      lineNumber += 1
      var text = String(decoding: lineBytes, as: UTF8.self)
      if text.unicodeScalars.last == "\r" { text.unicodeScalars.removeLast() }
      if text.isEmpty { continue }
      do {
        // `read` checks that the first line is "#format".
        if text.hasPrefix("#") || !header.hasFormat {
          try header.read(text)
        } else {
          lines.append(try FrameHashFile.frameLine(text, after: lines.last))
        }
      } catch {
        throw FrameHashError(path: path, line: lineNumber, reason: error.reason)
      }
    }
    guard let algorithm = header.algorithm, let timeBase = header.timeBase, let size = header.size else {
      let missing =
        header.algorithm == nil ? "#hash:" : header.timeBase == nil ? "#tb 0:" : "#dimensions 0:"
      throw FrameHashError(path: path, line: lineNumber, reason: "The header has no line \"\(missing)\".")
    }
    // The frame rate is the inverse of the time base, which is a frame's duration.
    let frameRate = Rational(Int64(timeBase.denominator), Int64(timeBase.numerator))
    self.init(algorithm: algorithm, frameRate: frameRate, width: size.width, height: size.height, lines: lines)
    recipe = header.recipe
    assets = header.assets
  }

  /// A mistake in a line. The caller adds the line's number.
  private struct Problem: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
  }

  /// The values of the header lines that have been read.
  private struct Header {
    /// Whether the first line, `#format`, has been read.
    var hasFormat = false
    var algorithm: String?
    /// Duration of a frame in seconds.
    var timeBase: (numerator: Int, denominator: Int)?
    /// Size of a frame in pixels.
    var size: (width: Int, height: Int)?
    var recipe: RenderRecipe?
    var assets: [AssetRecord] = []

    /// Reads a line of the header; a first line that is not `#format:` is refused.
    mutating func read(_ text: String) throws(Problem) {
      guard hasFormat || text.hasPrefix("#format:") else {
        throw Problem("This is not a file of frame hashes: it must begin with \"#format: frame checksums\".")
      }
      guard let colon = text.firstIndex(of: ":") else { return }  // the line of column names
      let key = text[..<colon]
      let value = String(text[text.index(after: colon)...].drop { $0 == " " })
      switch key {
      case "#format":
        guard value == "frame checksums" else { throw Problem("The format \"\(value)\" is not \"frame checksums\".") }
        hasFormat = true
      case "#version":
        guard value == "1" || value == "2" else { throw Problem("Version \"\(value)\" is not known, only 1 and 2.") }
      case "#hash":
        guard !value.isEmpty else { throw Problem("#hash names no algorithm.") }
        algorithm = value
      case "#tb 0": timeBase = try Self.pair(value, "/", of: key)
      case "#dimensions 0": size = try Self.pair(value, "x", of: key)
      case "#media_type 0":
        guard value == "video" else { throw Problem("Stream 0 is \(value), not video.") }
      case "#motes":
        guard recipe == nil else { throw Problem("#motes appears twice.") }
        do {
          recipe = try RenderRecipe(line: text)
        } catch {
          throw Problem("#motes cannot be read: \(error.reason).")
        }
      case "#shows":
        do {
          assets.append(try AssetRecord(line: text))
        } catch {
          throw Problem("#shows cannot be read: \(error.reason).")
        }
      default: break
      }
    }

    /// Two positive numbers: "1/60", "320x180". `key` is for errors.
    private static func pair(_ value: String, _ separator: Character, of key: Substring) throws(Problem) -> (Int, Int) {
      let parts = value.split(separator: separator, omittingEmptySubsequences: false).map { Int32($0) }
      guard parts.count == 2, let first = parts[0], let second = parts[1], first > 0, second > 0 else {
        throw Problem("\(key): \"\(value)\" is not two positive whole numbers joined by \"\(separator)\".")
      }
      return (Int(first), Int(second))
    }
  }

  /// Reads the line of a frame: stream, decoding time, presentation time, duration, bytes and hash, separated by commas. Times
  /// are frame numbers. FFmpeg may append further fields, which are ignored.
  ///
  /// - Parameter previous: the line of the previous frame. Its number must be lower, and its hash must have the same length.
  private static func frameLine(_ text: String, after previous: Line?) throws(Problem) -> Line {
    let fields = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
    guard fields.count >= 6 else {
      throw Problem("A frame needs six fields: stream, dts, pts, duration, size, hash; this line has \(fields.count).")
    }
    guard Int(fields[0]) == 0 else { throw Problem("Only one video stream is read; this frame's is \"\(fields[0])\".") }
    guard let frame = Int(fields[2]), frame >= 0 else {
      throw Problem("The pts \"\(fields[2])\" is not a frame number.")
    }
    guard let byteCount = Int(fields[4]), byteCount >= 0 else {
      throw Problem("The size \"\(fields[4])\" is not a number.")
    }
    let hash = fields[5].lowercased()
    let (digits, letters) = (UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"))
    guard !hash.isEmpty, hash.utf8.allSatisfy({ digits.contains($0) || letters.contains($0) }) else {
      throw Problem("The hash \"\(fields[5])\" is not hexadecimal.")
    }
    if let previous {
      guard frame > previous.frame else { throw Problem("Frame \(frame) comes after frame \(previous.frame).") }
      guard hash.utf8.count == previous.hash.utf8.count else {
        throw Problem("The hash has \(hash.utf8.count) digits, the one before \(previous.hash.utf8.count).")
      }
    }
    return Line(frame: frame, byteCount: byteCount, hash: hash)
  }
}
