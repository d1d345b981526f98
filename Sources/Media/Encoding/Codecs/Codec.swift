import CFFmpeg
import Raster

/// A video codec for writing movies: one row of the table `Codec.all`.
///
/// The row is all that the program knows about a codec: settings are checked against it, the encoder and the muxer are set up by
/// it, and the command's help, its errors and the documentation are printed from it.
public struct Codec: Sendable {
  /// The name in settings and in `--codec`: "h264".
  public let name: String
  /// The name in sentences: "H.264".
  public let title: String
  /// The encoder's name in FFmpeg's libavcodec: "libx264".
  package let encoder: String
  /// The Debian package whose libavcodec has the encoder.
  package var debianPackage = "libavcodec-dev"
  /// Containers that hold the codec, the usual one first.
  package let containers: [Container]
  /// The four-character code of the stream, in containers that carry such codes.
  var fourCC = FourCC.chosenByMuxer
  /// Layouts of samples in which frames are drawn for the codec, the usual one first.
  public let pixelFormats: [PixelFormat]
  /// FFmpeg's name of the layout that the encoder takes, for each drawn layout whose samples it takes in another order: "bgra" for R G B A.
  var encoderFormats: [PixelFormat: String] = [:]
  /// Whether programs that read the codec's files take colours beside an alpha channel for straight or premultiplied.
  package var alphaConvention = AlphaConvention.straight
  /// Whether the codec can be tagged as high dynamic range (PQ and HLG) with samples of 10 bits or more.
  public var holdsHDR = false
  /// How the encoder gets HDR10's metadata.
  var hdr10Metadata = HDR10Metadata.containerOnly
  /// The scale of constant quality; nil for a codec without one.
  package var quality: Quality?
  /// The encoder's presets of speed against size; nil for an encoder without any.
  package var encoderPresets: EncoderPresets?
  /// A setting that takes longer than the default for a little more quality in a byte; nil if the default is the best that is offered.
  package var highQuality: HighQuality?
  /// The codec's profiles, the usual one first; empty for a codec without a choice.
  package var profiles: [Profile] = []
  /// Whether the encoder can aim at a mean bit rate.
  package var takesBitrate = false
  /// Options of the encoder that are always set, by FFmpeg's names.
  var options: [(name: String, value: String)] = []
  /// Options of the encoder that are also set if the pixel format has alpha.
  var alphaOptions: [(name: String, value: String)] = []
  /// How the size of the codec's files is estimated if it has no scale of quality.
  var sizeEstimate = SizeEstimate.lossless
  /// The smallest picture that the encoder takes, in pixels.
  var minimumSides = (width: 1, height: 1)
  /// Options by which an encoder that may use all cores keeps them busy; nil for an encoder whose own choice does.
  var threadOptions: (@Sendable (_ cores: Int) -> [(name: String, value: String)])?
  /// Whether the encoder must run on one thread: with several threads libvpx's VP8 deadlocks now and then.
  var needsOneThread = false
  /// Whether the encoder must be drained (`VideoEncoder.drain`) before it is closed, even if it got no frame: SVT-AV1 otherwise
  /// never returns from closing.
  var needsDrainingBeforeClose = false
  /// Whether the encoder refers to a frame's memory after it has returned, so that each frame needs memory of its own.
  var retainsFrameBuffers = false
  /// What has to be done to frames or packets besides encoding them.
  var extraStep = ExtraStep.nothing
  /// Programs that open the codec's files, in a few words: "browsers, all players".
  package let programs: String
}

extension Codec {
  /// A scale of constant quality.
  package struct Quality: Sendable {
    /// The encoder's option: "crf".
    let option: String
    /// Possible values of the option.
    package let range: ClosedRange<Double>
    /// Default value, at which a movie cannot be told from its frames by eye.
    package let defaultValue: Double
    /// Whether lower values are better, as on most scales.
    package var lowerIsBetter = true
    /// Options that are set in place of `option` when the quality is 0, so that no sample changes; nil if a quality of 0 is lossy too.
    var losslessOptions: [(name: String, value: String)]?
    /// Whether the value 0 keeps every sample as it is.
    package var zeroIsLossless: Bool { losslessOptions != nil }
    /// Encoded bits per pixel at `defaultValue`, roughly: only for estimates of a file's size.
    let bitsPerPixel: Double
    /// By how much, roughly, the value must change towards worse quality to halve the bit rate.
    package let qualityStepsPerHalvedBitrate: Double
  }

  /// A constant quality and the encoder's preset for it.
  package struct HighQuality: Sendable {
    /// The value on the codec's scale (`Quality`).
    package let value: Double
    /// The encoder's preset.
    package let encoderPreset: String
  }

  /// The presets of speed that an encoder has.
  package struct EncoderPresets: Sendable {
    /// The encoder's option: "preset".
    let option: String
    /// The option's values, fastest first. They are listed here because FFmpeg cannot enumerate them.
    package let names: [String]
    /// The value if none is asked for.
    package let defaultValue: String
    /// A fast value for trials, in which only the format matters.
    package let trialValue: String
    /// A preset of which some options are set otherwise than the encoder does, and those options.
    var adjustment: (preset: String, options: [(name: String, value: String)])?

    /// The fastest value.
    package var fastest: String? { names.first }

    /// A faster preset is advised if frames were encoded and written for at least this share of the time.
    private static let slowEncodingShare = 0.7
    /// After a movie that was rendered in fewer seconds nothing is advised.
    private static let minimumSecondsForAdvice = 1.0

    /// The preset to advise in place of `name` after a movie whose drawing waited for its encoder: `defaultValue`, if that is faster.
    ///
    /// - Parameters:
    ///   - encodingShare: the share of the time in which frames were encoded and written.
    ///   - seconds: how long the movie took.
    /// - Returns: nil if encoding did not take most of the time, or no faster preset is advised.
    package func advice(insteadOf name: String, encodingShare: Double, seconds: Double) -> String? {
      guard encodingShare >= Self.slowEncodingShare, seconds >= Self.minimumSecondsForAdvice,
        let current = names.firstIndex(of: name), let usual = names.firstIndex(of: defaultValue), usual < current
      else { return nil }
      return defaultValue
    }
  }

  /// A named way of encoding, which sets options together: "proxy", "hq".
  package struct Profile: Sendable {
    /// The name in settings and in `--profile`.
    package let name: String
    /// The encoder's options.
    let options: [(name: String, value: String)]
    /// The pixel formats that can be encoded with the profile.
    package let pixelFormats: [PixelFormat]
    /// Encoded bits per pixel, roughly; nil if the codec's scale of quality gives the estimate.
    var bitsPerPixel: Double?
    /// Whether the profile keeps every sample as it is.
    package var isLossless = false
  }

  /// Whether colours beside an alpha channel are straight or premultiplied.
  package enum AlphaConvention: Sendable {
    /// Straight by the format's specification: every program would draw premultiplied colours wrongly.
    case straight
    /// Not stated in the file. Most programs assume straight colours; some ask, or assume premultiplied ones.
    case undeclared
  }

  /// The four-character code by which players choose a decoder.
  enum FourCC: Sendable {
    /// The muxer's own choice. It is wrong for a codec with several codes, which tell its profiles or pixel formats apart.
    case chosenByMuxer
    /// The code in the stream's parameters: the encoder's choice, which depends on the profile or the pixel format; in a recovery the
    /// code of the partial file.
    case ofParameters
    /// This code: "hvc1".
    case code(String)
  }

  /// How many bits a codec's files are estimated to have.
  enum SizeEstimate: Sendable {
    /// A third of the bits that the samples have.
    case lossless
    /// All bits that the samples have.
    case raw
    /// A fixed number of bits per pixel.
    case bitsPerPixel(Double)
  }

  /// What a codec needs besides its encoder.
  enum ExtraStep: Sendable {
    case nothing
    /// A palette of up to 256 colours for all frames, chosen beforehand from some of the frames.
    case palette
    /// One packet at the end that holds all frames.
    case onePacket
    /// The version number in the header of each encoded frame is set to 1, as full chroma requires (`ProResHeader`).
    case patchProResHeaders
    /// `VideoEncoder` sets the decoding times in movies of one or two frames: x265 computes them from a variable that it
    /// initializes only with the third frame (`Encoder::m_bframeDelayTime`).
    case setDecodingTimes

    /// Whether packets can be copied unchanged into another file.
    var joinsPackets: Bool {
      switch self {
      case .palette, .onePacket: false
      case .nothing, .patchProResHeaders, .setDecodingTimes: true
      }
    }
  }
}

// MARK: Properties derived from a row

extension Codec: Equatable {
  /// Whether both are the same row.
  public static func == (first: Codec, second: Codec) -> Bool { first.name == second.name }
}

extension Codec {
  /// Whether one of the codec's pixel formats has alpha.
  public var holdsAlpha: Bool { pixelFormats.contains(where: \.hasAlpha) }
  /// Whether the codec keeps every sample as it is with default settings.
  package var isLossless: Bool {
    if let quality { return quality.defaultValue == 0 && quality.zeroIsLossless }
    // Only GIF, which reduces colours to a palette, has this estimate. Profiles that state their bits per pixel are lossy.
    if case .bitsPerPixel = sizeEstimate { return false }
    return profiles.allSatisfy { $0.bitsPerPixel == nil }
  }
  /// Bits per sample of the codec's pixel formats, each number once, ascending: [8, 10].
  package var bitDepths: [Int] { Set(pixelFormats.map(\.bitDepth)).sorted() }
  /// Whether this machine's libavcodec has the encoder.
  public var isAvailable: Bool { avcodec_find_encoder_by_name(encoder) != nil }
  /// Extensions of the codec's files, the usual one first, without the full stop.
  public var fileExtensions: [String] { containers.flatMap(\.fileExtensions) }
  /// The highest frame rate, in frames a second, that any of the codec's containers can store; nil if one of them has no such limit.
  package var maximumFrameRate: Int? {
    containers.contains { $0.maximumFrameRate == nil } ? nil : containers.compactMap(\.maximumFrameRate).max()
  }
  /// Whether every frame is coded by itself, so that each is a key frame; false if this machine's libavcodec lacks the encoder.
  package var isIntraOnly: Bool {
    guard let encoder = avcodec_find_encoder_by_name(encoder) else { return false }
    return avcodec_descriptor_get(encoder.pointee.id).map { $0.pointee.props & AV_CODEC_PROP_INTRA_ONLY != 0 } ?? false
  }
  /// Whether the codec's movies can be joined by copying their packets.
  package var joinsPackets: Bool { containers[0].joinsPackets && extraStep.joinsPackets }
  /// Whether the writer should get previews before the first frame is encoded (`MovieWriter.preview`).
  package var needsPreview: Bool { extraStep == .palette }

  /// The codec's container whose files have this extension (lower case, without the full stop); nil if there is none.
  func container(forExtension fileExtension: String) -> Container? {
    containers.first { $0.fileExtensions.contains(fileExtension) }
  }

  /// Whether a movie with this name may have sound; true for a name that no container has.
  package func takesSound(inFile path: String) -> Bool {
    container(forExtension: pathExtension(of: path))?.takesSound ?? true
  }

  /// The title of the container that a movie with this name has.
  package func containerTitle(ofFile path: String) -> String {
    container(forExtension: pathExtension(of: path))?.title ?? "the movie"
  }

  /// FFmpeg's name of the layout in which the encoder gets frames that are drawn in `format`.
  func encoderFormat(of format: PixelFormat) -> String { encoderFormats[format] ?? format.rawValue }

  /// The profile called `name`; without a name the first profile that holds `format`, or nil if there is none.
  ///
  /// - Throws: `MediaError` of kind `settings` for a name of no profile. Its sentence lists the names.
  package func profile(named name: String?, for format: PixelFormat) throws(MediaError) -> Profile? {
    guard let name else { return profiles.first { $0.pixelFormats.contains(format) } }
    guard !profiles.isEmpty else {
      throw MediaError(.settings, EncoderOption.profile.refusal(for: self))
    }
    guard let profile = profiles.first(where: { $0.name == name }) else {
      throw MediaError(
        .settings,
        "\(title) has no profile \"\(name)\"; there are \(profiles.map(\.name).joined(separator: ", ")).")
    }
    return profile
  }
}
