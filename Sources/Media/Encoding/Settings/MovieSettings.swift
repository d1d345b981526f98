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
  public var colorEncoding = ColorEncoding()
  /// Content light levels of a movie in PQ, for HDR10's metadata; nil where they are not known.
  public var contentLight: ContentLight?
  /// Constant quality on the codec's scale; nil for the codec's default.
  public var quality: Double?
  /// Mean bits a second, in place of a constant quality; nil for constant quality.
  public var bitrate: Int?
  /// The codec's profile; nil for the usual one that holds the pixel format.
  public var codecProfile: String?
  /// The encoder's preset of speed against size; nil for the codec's default.
  public var encoderPreset: String?
  /// Threads of the encoder; 0 lets it use all cores. The encoded bytes depend on this number; the quality hardly does.
  public var threads = 0
  /// The number of frames that will be appended; nil if it is not known. It is used only to estimate the file's size.
  public var expectedFrames: Int?
  /// Whether an existing file at the target is replaced, in one step at the end.
  public var allowsReplacing = false
  /// Further options of the encoder by FFmpeg's names. An unknown one is an error.
  public var encoderOptions: [String: String] = [:]

  /// Settings of a movie, with the codec's defaults.
  ///
  /// Nothing is checked here: `MovieWriter` refuses settings that cannot be encoded.
  /// - Parameters:
  ///   - width: width of a frame in pixels.
  ///   - height: height of a frame in pixels.
  ///   - frameRate: frames a second.
  ///   - codec: a row of `Codec.all`.
  ///   - pixelFormat: sample layout of the frames; nil for the codec's usual one.
  public init(
    width: Int, height: Int, frameRate: Rational, codec: Codec = .h264, pixelFormat: PixelFormat? = nil
  ) {
    self.width = width
    self.height = height
    self.frameRate = frameRate
    self.codec = codec
    self.pixelFormat = pixelFormat ?? codec.pixelFormats[0]
  }

  /// Settings of the same movie in another codec, with that codec's defaults. What does not depend on the codec is kept.
  package func replacingCodec(with codec: Codec, _ pixelFormat: PixelFormat) -> MovieSettings {
    var settings = MovieSettings(
      width: width, height: height, frameRate: frameRate, codec: codec, pixelFormat: pixelFormat)
    (settings.colorEncoding, settings.contentLight) = (colorEncoding, contentLight)
    (settings.threads, settings.expectedFrames) = (threads, expectedFrames)
    settings.allowsReplacing = allowsReplacing
    return settings
  }
}
