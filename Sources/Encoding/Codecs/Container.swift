import Model
import Raster

/// A file format that a movie's packets are wrapped in.
public struct Container: Sendable {
  /// The name in sentences: "MP4".
  public let title: String
  /// File extensions, the usual one first, without the full stop.
  public let fileExtensions: [String]
  /// The muxer's name in FFmpeg's libavformat.
  let muxer: String
  /// The name of the codec that its file extensions stand for where none is named.
  let usualCodec: String
  /// The name of the codec that its file extensions stand for where alpha is to be kept; nil for a container that none of ours writes alpha to.
  var usualCodecWithAlpha: String?
  /// Whether a stream in it carries a four-character code (`Codec.tag`).
  var hasCodecTags = false
  /// Its index, which a finished movie has in front: the partial's packets are copied into a second file. Nil where the partial, which can
  /// be played while it is being written, becomes the movie as it is.
  var frontIndex: FrontIndex?
  /// Options of the muxer that are always set, by FFmpeg's names.
  var options: [(String, String)] = []
  /// The fastest rate in frames a second that it can tell; nil where there is no such limit.
  public var fastestRate: Int?
  /// The only rates that it can tell; nil where any is possible.
  var frameRates: [Rational]?
  /// The unit of its times where that is fixed, as a part of a second: 1000 for milliseconds. Rates that it does not divide are
  /// kept on average: each frame's time is rounded by itself.
  public var timeUnitsPerSecond: Int?
  /// For extensions that say what the samples are: the layouts that they stand for, the usual one first.
  var formatsOfExtensions: [String: [PixelFormat]] = [:]
  /// Whether sound is written beside the frames, where it holds the codec. MXF wants sound cut into pieces as long as frames, which copied
  /// packets are not.
  var takesSound = true
  /// Whether it tells what the colours of samples mean.
  public var tellsColors = true
  /// Whether movies in it can be joined by copying their packets.
  var joinsPackets = false

  /// Whether one of our codecs keeps transparency in it.
  public var holdsAlpha: Bool { usualCodecWithAlpha != nil }

  /// Options of the muxer while the partial file is written.
  var partialOptions: [(String, String)] {
    options + (frontIndex?.partialOptions ?? []) + [("flush_packets", "1")]
  }
}

// MARK: Movies

extension Container {
  /// MP4, ISO's base media file format, which everything plays.
  public static let mp4 = Container(
    title: "MP4", fileExtensions: ["mp4", "m4v"], muxer: "mp4", usualCodec: "h264", hasCodecTags: true,
    frontIndex: .movie, joinsPackets: true)
  /// QuickTime's file format, which editing programs ask for.
  public static let mov = Container(
    title: "QuickTime", fileExtensions: ["mov"], muxer: "mov", usualCodec: "prores", usualCodecWithAlpha: "prores4444",
    hasCodecTags: true, frontIndex: .movie, joinsPackets: true)
  /// Matroska, which holds anything.
  public static let mkv = Container(
    title: "Matroska", fileExtensions: ["mkv"], muxer: "matroska", usualCodec: "ffv1", usualCodecWithAlpha: "ffv1",
    frontIndex: .cues, timeUnitsPerSecond: 1_000, joinsPackets: true)
  /// WebM, Matroska of the web's codecs.
  public static let webm = Container(
    title: "WebM", fileExtensions: ["webm"], muxer: "webm", usualCodec: "vp9", usualCodecWithAlpha: "vp9",
    frontIndex: .cues, timeUnitsPerSecond: 1_000, joinsPackets: true)
  /// MXF, which broadcasters and Avid ask for. Its edit rates are those of television and cinema.
  public static let mxf = Container(
    title: "MXF", fileExtensions: ["mxf"], muxer: "mxf", usualCodec: "dnxhr",
    frameRates: [
      Rational(24_000, 1_001), 24, 25, Rational(30_000, 1_001), 30, 48, 50, Rational(60_000, 1_001), 60,
    ], takesSound: false, joinsPackets: true)
}

// MARK: Animated pictures

extension Container {
  /// GIF's file format, whose frames last whole hundredths of a second; browsers show none for less than two.
  public static let gif = Container(
    title: "GIF", fileExtensions: ["gif"], muxer: "gif", usualCodec: "gif", usualCodecWithAlpha: "gif",
    options: [("loop", "0")], fastestRate: 50, timeUnitsPerSecond: 100, tellsColors: false)
  /// WebP's file format, whose frames last whole milliseconds.
  public static let webp = Container(
    title: "WebP", fileExtensions: ["webp"], muxer: "webp", usualCodec: "webp", usualCodecWithAlpha: "webp",
    options: [("loop", "0")], timeUnitsPerSecond: 1_000, tellsColors: false)
  /// PNG's with more than one picture.
  public static let apng = Container(
    title: "APNG", fileExtensions: ["apng"], muxer: "apng", usualCodec: "apng", usualCodecWithAlpha: "apng",
    options: [("plays", "0")])
  /// AVIF's, which is MP4's with another beginning.
  public static let avif = Container(title: "AVIF", fileExtensions: ["avif"], muxer: "avif", usualCodec: "avif")
}

// MARK: Frames without compression

extension Container {
  /// YUV4MPEG2: a line of text before the first frame and one before each. More than 8 bits are an extension that FFmpeg must be allowed.
  public static let y4m = Container(
    title: "YUV4MPEG2", fileExtensions: ["y4m"], muxer: "yuv4mpegpipe", usualCodec: "y4m", options: [("strict", "-1")],
    tellsColors: false)
  /// Nothing but samples. The file extension says of which kind they are, as other programs guess it.
  public static let raw = Container(
    title: "raw frames", fileExtensions: ["rgb", "rgba", "raw", "yuv"], muxer: "rawvideo", usualCodec: "raw",
    usualCodecWithAlpha: "raw",
    formatsOfExtensions: [
      "rgb": [.rgb24, .rgb48], "rgba": [.rgba, .rgba64],
      "yuv": [.yuv420p] + PixelFormat.allCases.filter { $0.kind == .planarYUV && $0 != .yuv420p },
    ], tellsColors: false)
}
