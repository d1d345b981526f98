import Model
import Raster

/// A file format for a movie's packets.
package struct Container: Sendable {
  /// The name in sentences: "MP4".
  package let title: String
  /// File extensions, the usual one first, without the full stop.
  package let fileExtensions: [String]
  /// The muxer's name in FFmpeg's libavformat.
  let muxer: String
  /// The name of the codec that the container's file extensions stand for if no codec is named.
  let usualCodec: String
  /// What the partial file (`NAME.partial`) holds if the movie is not finished.
  let leftover: Leftover
  /// The name of the codec that the container's file extensions stand for if alpha is to be kept; nil if no codec keeps alpha in
  /// this container.
  var usualCodecWithAlpha: String?
  /// Whether the container stores a codec's four-character code (`Codec.fourCC`) with each stream.
  var storesFourCC = false
  /// The kind of index that a finished movie has at its start. To put the index there, the packets of the partial file (`NAME.partial`) are
  /// copied into a second file. Nil if the partial file becomes the movie unchanged.
  var frontIndexKind: FrontIndexKind?
  /// Options of the muxer that are always set, by FFmpeg's names.
  var options: [(String, String)] = []
  /// The highest frame rate, in frames a second, that the container can store; nil if there is no such limit.
  package var maximumFrameRate: Int?
  /// The only rates in frames a second that the container can store; nil if any is possible.
  var frameRates: [Rational]?
  /// Units of time in a second if the container fixes the unit: 1000 for milliseconds; otherwise nil. Each frame's time is rounded to the
  /// nearest unit, so that errors do not add up, and any frame rate is kept on average.
  package var timeUnitsPerSecond: Int?
  /// Whether the container stores each frame's time. One that does not has a rate of frames, which its muxer makes of the unit of time.
  var storesTimes = true
  /// The sample layouts that a file extension stands for, the usual one first; empty unless extensions tell layouts apart.
  var pixelFormatsOfExtensions: [String: [PixelFormat]] = [:]
  /// Whether sound can be copied into the container, provided that the container holds the sound's codec. MXF is the exception:
  /// it needs sound in packets that last as long as a frame, and copied packets have other lengths.
  var takesSound = true
  /// Whether the container stores colour tags.
  package var storesColorTags = true
  /// Whether movies in this container can be joined by copying their packets.
  var joinsPackets = false

  /// Whether one of the codecs keeps alpha in this container.
  package var holdsAlpha: Bool { usualCodecWithAlpha != nil }

  /// Options of the muxer while the partial file is written.
  var partialFileOptions: [(String, String)] {
    options + (frontIndexKind?.partialFileOptions ?? []) + [("flush_packets", "1")]
  }
}

// MARK: Movies

extension Container {
  /// MP4, ISO's base media file format, which everything plays.
  package static let mp4 = Container(
    title: "MP4", fileExtensions: ["mp4", "m4v"], muxer: "mp4", usualCodec: "h264", leftover: .frames(demuxer: "mov"),
    storesFourCC: true,
    frontIndexKind: .mp4Moov, joinsPackets: true)
  /// QuickTime's file format, which editing programs ask for.
  package static let mov = Container(
    title: "QuickTime", fileExtensions: ["mov"], muxer: "mov", usualCodec: "prores", leftover: .frames(demuxer: "mov"),
    usualCodecWithAlpha: "prores4444",
    storesFourCC: true, frontIndexKind: .mp4Moov, joinsPackets: true)
  /// Matroska, which holds anything.
  package static let mkv = Container(
    title: "Matroska", fileExtensions: ["mkv"], muxer: "matroska", usualCodec: "ffv1",
    leftover: .frames(demuxer: "matroska"), usualCodecWithAlpha: "ffv1",
    frontIndexKind: .matroskaCues, timeUnitsPerSecond: 1_000, joinsPackets: true)
  /// WebM, which is Matroska restricted to the web's codecs.
  package static let webm = Container(
    title: "WebM", fileExtensions: ["webm"], muxer: "webm", usualCodec: "vp9", leftover: .frames(demuxer: "matroska"),
    usualCodecWithAlpha: "vp9",
    frontIndexKind: .matroskaCues, timeUnitsPerSecond: 1_000, joinsPackets: true)
  /// MXF, which broadcasters and Avid ask for. It can store only the frame rates of television and cinema.
  package static let mxf = Container(
    title: "MXF", fileExtensions: ["mxf"], muxer: "mxf", usualCodec: "dnxhr", leftover: .frames(demuxer: "mxf"),
    frameRates: [
      Rational(24_000, 1_001), 24, 25, Rational(30_000, 1_001), 30, 48, 50, Rational(60_000, 1_001), 60,
    ], takesSound: false, joinsPackets: true)
}

// MARK: Animated pictures

// A `loop` or `plays` of 0 repeats the animation forever.

extension Container {
  /// GIF's file format, whose frames last whole hundredths of a second. Browsers show every frame for at least two hundredths.
  package static let gif = Container(
    title: "GIF", fileExtensions: ["gif"], muxer: "gif", usualCodec: "gif", leftover: .frames(demuxer: "gif"),
    usualCodecWithAlpha: "gif",
    options: [("loop", "0")], maximumFrameRate: 50, timeUnitsPerSecond: 100, takesSound: false,
    storesColorTags: false)
  /// WebP's file format, whose frames last whole milliseconds.
  package static let webp = Container(
    title: "WebP", fileExtensions: ["webp"], muxer: "webp", usualCodec: "webp", leftover: .fileAtEnd,
    usualCodecWithAlpha: "webp",
    options: [("loop", "0")], timeUnitsPerSecond: 1_000, takesSound: false, storesColorTags: false)
  /// APNG, PNG's file format with more than one picture.
  package static let apng = Container(
    title: "APNG", fileExtensions: ["apng"], muxer: "apng", usualCodec: "apng", leftover: .frames(demuxer: "apng"),
    usualCodecWithAlpha: "apng",
    options: [("plays", "0")], takesSound: false)
  /// AVIF's file format, which is a variant of MP4.
  package static let avif = Container(
    title: "AVIF", fileExtensions: ["avif"], muxer: "avif", usualCodec: "avif", leftover: .framesAtEnd(demuxer: "mov"),
    takesSound: false)
}

// MARK: Frames without compression

extension Container {
  /// YUV4MPEG2: a line of text before the first frame, and one before each frame. Samples of more than 8 bits are an extension,
  /// which FFmpeg writes only with the option `strict`.
  package static let y4m = Container(
    title: "YUV4MPEG2", fileExtensions: ["y4m"], muxer: "yuv4mpegpipe", usualCodec: "y4m",
    leftover: .equalFrames(demuxer: "yuv4mpegpipe"), options: [("strict", "-1")],
    storesTimes: false, storesColorTags: false)
  /// Nothing but samples. Their layout follows from the file extension, from which other programs infer it too.
  package static let raw = Container(
    title: "raw frames", fileExtensions: ["rgb", "rgba", "raw", "yuv"], muxer: "rawvideo", usualCodec: "raw",
    leftover: .samples,
    usualCodecWithAlpha: "raw",
    pixelFormatsOfExtensions: [
      "rgb": [.rgb24, .rgb48], "rgba": [.rgba, .rgba64],
      "yuv": [.yuv420p] + PixelFormat.allCases.filter { $0.kind == .planarYUV && $0 != .yuv420p },
    ], storesColorTags: false)
}
