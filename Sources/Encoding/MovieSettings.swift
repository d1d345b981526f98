import Raster

/// How a movie is to be encoded.
public struct MovieSettings: Sendable {
  /// Pixels.
  public var width: Int
  public var height: Int
  /// Frames per second as an exact quotient: (60, 1), (30000, 1001).
  public var frameRate: (num: Int, den: Int)
  /// What `append` takes: 8- or 10-bit YUV.
  public var pixelFormat: PixelFormat
  /// Only "h264" so far.
  public var codec: String
  /// x264's constant rate factor, 0...51, lower is better; 0 is lossless.
  public var crf: Double
  /// x264's speed preset, "ultrafast" to "placebo".
  public var encoderPreset: String
  /// Encoder threads; 0 lets x264 use all cores. The encoded bytes depend on it, the decoded quality hardly.
  public var threads: Int
  /// How many frames will come, where known: for estimates only.
  public var expectedFrames: Int?
  /// Whether an existing file at the target is replaced (in one step, at the end).
  public var allowsReplacing: Bool
  /// Further options of the encoder by FFmpeg's names; an unknown one is an error.
  public var encoderOptions: [String: String]

  public init(
    width: Int, height: Int, frameRate: (num: Int, den: Int), pixelFormat: PixelFormat = .yuv420p,
    codec: String = "h264", crf: Double = 18, encoderPreset: String = "medium", threads: Int = 0,
    expectedFrames: Int? = nil, allowsReplacing: Bool = false, encoderOptions: [String: String] = [:]
  ) {
    self.width = width
    self.height = height
    self.frameRate = frameRate
    self.pixelFormat = pixelFormat
    self.codec = codec
    self.crf = crf
    self.encoderPreset = encoderPreset
    self.threads = threads
    self.expectedFrames = expectedFrames
    self.allowsReplacing = allowsReplacing
    self.encoderOptions = encoderOptions
  }

  /// Codecs a movie can be made with.
  public static let codecs = ["h264"]
  /// What the encoder takes, most usual first.
  public static let pixelFormats: [PixelFormat] = [.yuv420p, .yuv444p, .yuv420p10, .yuv444p10]
  /// x264's speed presets, fastest first. The library keeps them as text only, so the list is written down here.
  public static let encoderPresets = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
  ]
  /// Endings of a target's name.
  public static let fileEndings = ["mp4", "m4v"]

  /// A rough size of the whole movie in bytes, nil when the number of frames is not known. A guess for a
  /// warning: 0.15 bits a pixel at crf 18; six steps of crf halve or double that.
  var estimatedBytes: Int? {
    guard let expectedFrames else { return nil }
    let bitsPerPixel = crf == 0 ? 4 : 0.15 * exponential2((18 - crf) / 6)
    return Int(Double(width * height) * Double(expectedFrames) * bitsPerPixel / 8)
  }

  /// Refuses what no encoder call needs to see, before any file is touched.
  func validate() throws {
    func refuse(_ sentence: String) -> VideoError { VideoError(.settings, sentence) }
    guard MovieSettings.codecs.contains(codec) else {
      throw refuse("No codec is called \"\(codec)\"; there is: \(MovieSettings.codecs.joined(separator: ", ")).")
    }
    guard MovieSettings.pixelFormats.contains(pixelFormat) else {
      let names = MovieSettings.pixelFormats.map(\.rawValue).joined(separator: ", ")
      throw refuse("H.264 cannot hold \(pixelFormat.rawValue); it takes \(names).")
    }
    guard MovieSettings.encoderPresets.contains(encoderPreset) else {
      let names = MovieSettings.encoderPresets.joined(separator: ", ")
      throw refuse("No encoder preset is called \"\(encoderPreset)\"; there are \(names).")
    }
    guard crf >= 0, crf <= 51 else { throw refuse("crf \(crf) lies outside 0 to 51.") }
    guard threads >= 0, threads <= 128 else { throw refuse("\(threads) encoder threads lie outside 0 to 128.") }
    guard width > 0, height > 0, width <= 16_384, height <= 16_384 else {
      throw refuse("A movie of \(width) x \(height) pixels is not possible; sides reach from 1 to 16384.")
    }
    guard !pixelFormat.halvesChroma || (width % 2 == 0 && height % 2 == 0) else {
      let nearest = "\(width + width % 2) x \(height + height % 2)"
      throw refuse("\(pixelFormat.rawValue) needs even sides, not \(width) x \(height); the nearest is \(nearest).")
    }
    let (num, den) = frameRate
    guard num > 0, den > 0, num <= 1_000_000, den <= 1_000_000, num / den <= 1_000 else {
      throw refuse("A frame rate of \(num)/\(den) is not possible; it reaches up to 1000 frames a second.")
    }
  }
}
