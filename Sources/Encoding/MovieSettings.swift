import Glibc
import Model
import Raster

/// Settings of a movie: size, rate and how it is encoded.
public struct MovieSettings: Sendable, Equatable {
  /// Width of a frame in pixels.
  public var width: Int
  /// Height of a frame in pixels.
  public var height: Int
  /// Frames a second, exactly: 60, or `Rational(30_000, 1_001)`.
  public var frameRate: Rational
  /// The codec. Its row says which of the values below it takes.
  public var codec: Codec
  /// Sample layout of the frames that are appended: one of the codec's `pixelFormats`.
  public var pixelFormat: PixelFormat
  /// Constant quality on the codec's scale, where lower is better; nil for the codec's standard.
  public var quality: Double?
  /// The encoder's preset of speed against size; nil for the codec's standard.
  public var encoderPreset: String?
  /// Threads of the encoder; 0 lets it use all cores. The encoded bytes depend on it, the decoded quality hardly.
  public var threads: Int
  /// Number of frames that will be appended, where that is known: for estimates of the file's size alone.
  public var expectedFrames: Int?
  /// Whether an existing file at the target is replaced, in one step at the end.
  public var allowsReplacing: Bool
  /// Further options of the encoder by FFmpeg's names. An unknown one is an error.
  public var encoderOptions: [String: String]

  /// Settings with the codec's standards for what is not given.
  ///
  /// Nothing is checked here: `MovieWriter` refuses what cannot be encoded.
  /// - Parameters:
  ///   - width: pixels.
  ///   - height: pixels.
  ///   - frameRate: frames a second.
  ///   - codec: a row of `Codec.all`.
  ///   - pixelFormat: nil for the codec's usual one.
  ///   - quality: nil for the codec's standard.
  ///   - encoderPreset: nil for the codec's standard.
  ///   - threads: of the encoder; 0 for all cores.
  ///   - expectedFrames: number of frames that will be appended, for estimates of the file's size alone.
  ///   - allowsReplacing: whether an existing file may be replaced.
  ///   - encoderOptions: by FFmpeg's names.
  public init(
    width: Int, height: Int, frameRate: Rational, codec: Codec = .h264, pixelFormat: PixelFormat? = nil,
    quality: Double? = nil, encoderPreset: String? = nil, threads: Int = 0, expectedFrames: Int? = nil,
    allowsReplacing: Bool = false, encoderOptions: [String: String] = [:]
  ) {
    self.width = width
    self.height = height
    self.frameRate = frameRate
    self.codec = codec
    self.pixelFormat = pixelFormat ?? codec.pixelFormats[0]
    self.quality = quality
    self.encoderPreset = encoderPreset
    self.threads = threads
    self.expectedFrames = expectedFrames
    self.allowsReplacing = allowsReplacing
    self.encoderOptions = encoderOptions
  }

  /// Options of the encoder in the order in which they are set; the caller's own come last.
  var options: [(String, String)] {
    var options: [(String, String)] = []
    if let speed = codec.speed { options.append((speed.option, encoderPreset ?? speed.standard)) }
    options += codec.options.map { ($0.name, $0.value) }
    if let scale = codec.quality {
      let chosenQuality = quality ?? scale.standard
      if chosenQuality == 0, let lossless = scale.lossless {
        options += lossless.map { ($0.name, $0.value) }
      } else {
        options.append((scale.option, "\(chosenQuality)"))
      }
    }
    return options + encoderOptions.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// A rough size of the whole movie in bytes, for a warning; nil when the number of frames is not known.
  ///
  /// A lossless movie is assumed to take, for each pixel, half as many bits as one sample has (4 or 5).
  var estimatedBytes: Int? {
    guard let expectedFrames else { return nil }
    var bitsPerPixel = Double(pixelFormat.bitDepth) / 2
    if let scale = codec.quality {
      let chosenQuality = quality ?? scale.standard
      if chosenQuality != 0 || scale.lossless == nil {
        bitsPerPixel = scale.bitsPerPixel * exp2((scale.standard - chosenQuality) / scale.stepsToHalve)
      }
    }
    return Int(Double(width * height) * Double(expectedFrames) * bitsPerPixel / 8)
  }

  /// The most threads, which is x264's own limit.
  private static let mostThreads = 128
  /// The fastest rate in frames a second.
  private static let fastestRate: Rational = 1_000
  /// The largest numerator and the largest denominator that a rate may have in lowest terms.
  private static let mostRateTerm: Int64 = 1_000_000

  /// Refuses what cannot be encoded, before the encoder is opened and before any file is touched.
  func validate() throws(MediaError) {
    func refuse(_ sentence: String) -> MediaError { MediaError(.settings, sentence) }
    guard codec.pixelFormats.contains(pixelFormat) else {
      let names = codec.pixelFormats.map(\.rawValue).joined(separator: ", ")
      throw refuse("\(codec.title) cannot hold \(pixelFormat.rawValue); it takes \(names).")
    }
    if let encoderPreset {
      guard let speed = codec.speed else { throw refuse("\(codec.title) has no encoder presets.") }
      guard speed.names.contains(encoderPreset) else {
        throw refuse(
          "No encoder preset is called \"\(encoderPreset)\"; there are \(speed.names.joined(separator: ", ")).")
      }
    }
    if let quality {
      guard let scale = codec.quality else { throw refuse("\(codec.title) has no scale of quality.") }
      guard scale.range.contains(quality) else {
        let (low, high) = (Int(scale.range.lowerBound), Int(scale.range.upperBound))
        throw refuse("\(scale.option) \(quality) lies outside \(low) to \(high).")
      }
    }
    guard threads >= 0, threads <= Self.mostThreads else {
      throw refuse("\(threads) encoder threads lie outside 0 to \(Self.mostThreads).")
    }
    guard (1...Limits.sidePixels).contains(width), (1...Limits.sidePixels).contains(height) else {
      throw refuse(
        "A movie of \(width) x \(height) pixels is not possible; sides reach from 1 to \(Limits.sidePixels).")
    }
    guard pixelFormat.allows(width: width, height: height) else {
      let nearest = "\(width + width % 2) x \(height + height % 2)"
      throw refuse("\(pixelFormat.rawValue) needs even sides, not \(width) x \(height); the nearest is \(nearest).")
    }
    guard frameRate > .zero, frameRate.numerator <= Self.mostRateTerm, frameRate.denominator <= Self.mostRateTerm,
      frameRate <= Self.fastestRate
    else {
      throw refuse(
        "A frame rate of \(frameRate) is not possible; it must be above 0 and at most \(Self.fastestRate) frames a second, "
          + "in terms of at most \(Self.mostRateTerm).")
    }
  }
}
