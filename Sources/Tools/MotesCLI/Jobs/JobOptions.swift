import ArgumentParser
import Motes

/// The arguments that divide a movie into parts, which are encoded separately and joined.
struct JobOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Encode the movie in this many parts of equal length and join them. The file is then the same, byte for byte, as one whose \
      parts many machines have drawn (motes plan), and an interrupted run continues where it stopped.
      """, valueName: "number"))
  var parts: Int?

  @Option(
    name: .customLong("part-length"),
    help: ArgumentHelp(
      "Length of a part, in place of --parts: frames (250), or seconds (10s).", valueName: "length"))
  var partLength: String?

  @Option(
    name: .customLong("encoder-threads"),
    help: ArgumentHelp(
      "Threads of the encoder (default: all cores; \(defaultEncoderThreads) for movies in parts, because some encoders' bytes depend on the number).",
      valueName: "number"))
  var encoderThreads: Int?

  /// Threads of a part's encoder: the same number on all machines, because some encoders' bytes depend on it.
  static let defaultEncoderThreads = 4
  private static let encoderThreadCounts = 1...128
  /// The range of `--loops`, which writes a movie so many times in a row. With 86,400 repetitions, a loop of one second lasts a day.
  static let repeatCounts = 1...86_400

  func validate() throws {
    if parts != nil, partLength != nil {
      throw ValidationError("--parts and --part-length mean the same. Leave one of the two out.")
    }
    if let parts, !(1...JobPlan.maximumParts).contains(parts) {
      throw ValidationError("--parts \(parts): expected a number from 1 to \(JobPlan.maximumParts).")
    }
    if let encoderThreads, !Self.encoderThreadCounts.contains(encoderThreads) {
      throw ValidationError(
        "--encoder-threads \(encoderThreads): expected a number from \(Self.encoderThreadCounts.lowerBound) to "
          + "\(Self.encoderThreadCounts.upperBound).")
    }
  }

  /// Which of the options are given.
  var given: [(name: String, isGiven: Bool)] {
    [("parts", parts != nil), ("part-length", partLength != nil), ("encoder-threads", encoderThreads != nil)]
  }

  /// Whether the arguments ask for parts.
  var isGiven: Bool { parts != nil || partLength != nil }

  /// Frames of a part: the length that `--part-length` gives, or one that follows from a number of parts (`JobPlan.framesPerPart`).
  ///
  /// - Parameters:
  ///   - frameCount: frames of the movie.
  ///   - gopLength: frames from one key frame to the next, which `--part-length` ignores; nil if every frame is a key frame.
  ///   - defaultCount: the number of parts, unless the arguments say otherwise.
  func framesPerPart(of frameCount: Int, rate: Rational, gopLength: Int?, defaultCount: Int) throws -> Int {
    guard let partLength else {
      return JobPlan.framesPerPart(parts: parts ?? defaultCount, of: frameCount, gopLength: gopLength)
    }
    let isSeconds = partLength.hasSuffix("s")
    let numberText = isSeconds ? String(partLength.dropLast()) : partLength
    // So many seconds or frames are longer than any movie. They are refused before they are multiplied, so that nothing overflows.
    let length = ExactNumbers.decimal(numberText, maximumDecimals: 3).flatMap {
      $0.floor <= Int64(Limits.frames) ? $0 : nil
    }
    let frames = length.map { isSeconds ? ($0 * rate).floor : $0.floor }
    guard let frames, frames >= 1, frames <= Int64(Limits.frames), isSeconds || numberText.allSatisfy(\.isNumber) else {
      throw UsageError("--part-length \(partLength): expected frames such as 250, or seconds such as 10s.")
    }
    let framesPerPart = min(Int(frames), frameCount)
    let count = (frameCount + framesPerPart - 1) / framesPerPart
    guard count <= JobPlan.maximumParts else {
      throw UsageError(
        "--part-length \(partLength): these are \(count) parts; at most \(JobPlan.maximumParts) are possible.")
    }
    return framesPerPart
  }
}
