import Glibc
import Model
import Raster

/// Settings of a movie: size, rate and how it is encoded.
public struct MovieSettings: Sendable, Equatable, Codable {
  /// Width of a frame in pixels.
  public var width: Int
  /// Height of a frame in pixels.
  public var height: Int
  /// Frames a second, exactly: 60, or `Rational(30_000, 1_001)`.
  public var frameRate: Rational
  /// The codec. It decides which of the values below can be set.
  public var codec: Codec
  /// Sample layout of the frames that are appended: one of the codec's `pixelFormats`.
  public var pixelFormat: PixelFormat
  /// How the frames' samples encode light: dynamic range, and straight or premultiplied alpha.
  public var colorEncoding: ColorEncoding
  /// Content light levels of a movie in PQ, for HDR10's metadata; nil where they are not known.
  public var contentLight: ContentLight?
  /// Constant quality on the codec's scale; nil for the codec's default.
  public var quality: Double?
  /// Mean bits a second, in place of a constant quality; nil for constant quality.
  public var bitrate: Int?
  /// The codec's profile; nil for the usual one that holds the pixel format.
  public var profile: String?
  /// The encoder's preset of speed against size; nil for the codec's default.
  public var encoderPreset: String?
  /// Threads of the encoder; 0 lets it use all cores. The encoded bytes depend on this number; the quality hardly does.
  public var threads: Int
  /// The number of frames that will be appended; nil if it is not known. It is used only to estimate the file's size.
  public var expectedFrames: Int?
  /// Whether an existing file at the target is replaced, in one step at the end.
  public var allowsReplacing: Bool
  /// Further options of the encoder by FFmpeg's names. An unknown one is an error.
  public var encoderOptions: [String: String]

  /// Settings of a movie, with the codec's defaults.
  ///
  /// Nothing is checked here: `MovieWriter` refuses settings that cannot be encoded.
  /// - Parameters:
  ///   - width: width of a frame in pixels.
  ///   - height: height of a frame in pixels.
  ///   - frameRate: frames a second.
  ///   - codec: a row of `Codec.all`.
  ///   - pixelFormat: sample layout of the frames; nil for the codec's usual one.
  ///   - colorEncoding: how samples encode light: dynamic range, and straight or premultiplied alpha.
  ///   - contentLight: light levels of a movie in PQ, for HDR10's metadata.
  ///   - quality: constant quality on the codec's scale; nil for the codec's default.
  ///   - bitrate: mean bits a second, in place of a quality.
  ///   - profile: the codec's profile; nil for the usual one.
  ///   - encoderPreset: the encoder's preset of speed against size; nil for the codec's default.
  ///   - threads: threads of the encoder; 0 for all cores.
  ///   - expectedFrames: the number of frames that will be appended, used only to estimate the file's size.
  ///   - allowsReplacing: whether an existing file may be replaced.
  ///   - encoderOptions: further options of the encoder by FFmpeg's names.
  public init(
    width: Int, height: Int, frameRate: Rational, codec: Codec = .h264, pixelFormat: PixelFormat? = nil,
    colorEncoding: ColorEncoding = ColorEncoding(), contentLight: ContentLight? = nil, quality: Double? = nil,
    bitrate: Int? = nil, profile: String? = nil, encoderPreset: String? = nil, threads: Int = 0,
    expectedFrames: Int? = nil, allowsReplacing: Bool = false, encoderOptions: [String: String] = [:]
  ) {
    self.width = width
    self.height = height
    self.frameRate = frameRate
    self.codec = codec
    self.pixelFormat = pixelFormat ?? codec.pixelFormats[0]
    self.colorEncoding = colorEncoding
    self.contentLight = contentLight
    self.quality = quality
    self.bitrate = bitrate
    self.profile = profile
    self.encoderPreset = encoderPreset
    self.threads = threads
    self.expectedFrames = expectedFrames
    self.allowsReplacing = allowsReplacing
    self.encoderOptions = encoderOptions
  }
}
