import CFFmpeg
import Raster

/// A video codec that movies can be written with: one row of the table `Codec.all`.
///
/// The row is all that is known about a codec anywhere: settings are checked against it, the encoder is opened and the file
/// is wrapped by it, and the command's help, its errors and the documentation are printed from it.
public struct Codec: Sendable {
  /// The name in settings and in `--codec`: "h264".
  public let name: String
  /// The name in sentences: "H.264".
  public let title: String
  /// The encoder's name in FFmpeg's libavcodec: "libx264".
  public let encoder: String
  /// The Debian package whose libavcodec has the encoder.
  public let debianPackage: String
  /// Containers that hold the codec, the usual one first.
  public let containers: [Container]
  /// The four-character code of the stream, in containers that carry such codes.
  let tag: Tag
  /// Sample layouts that the encoder takes, the usual one first.
  public let pixelFormats: [PixelFormat]
  /// The scale of its constant quality; nil for a codec without one.
  public let quality: Quality?
  /// Its presets of speed against size; nil for a codec without any.
  public let speed: Speed?
  /// Options of the encoder that are always set, by FFmpeg's names.
  let options: [(name: String, value: String)]

  /// A scale of constant quality.
  public struct Quality: Sendable {
    /// The encoder's option: "crf".
    let option: String
    /// Values that it takes; lower is better.
    public let range: ClosedRange<Double>
    /// Default value, at which a movie cannot be told from its frames by eye.
    public let standard: Double
    /// Options that are set in place of `option` when the quality is 0, so that no sample changes; nil where 0 is lossy too.
    let lossless: [(name: String, value: String)]?
    /// Whether the value 0 keeps every sample as it is.
    public var zeroIsLossless: Bool { lossless != nil }
    /// Encoded bits per pixel at `standard`, roughly: only for estimates of a file's size.
    let bitsPerPixel: Double
    /// By how much the quality's value rises where the bits halve, roughly.
    let stepsToHalve: Double
  }

  /// The presets of speed that an encoder has.
  public struct Speed: Sendable {
    /// The encoder's option: "preset".
    let option: String
    /// Its values, fastest first. Libraries keep them as text only, so the list is written down here.
    public let names: [String]
    /// The value where none is asked for.
    public let standard: String
    /// A value that is several times faster than `standard` and whose files are hardly larger.
    public let quick: String

    /// What to take in place of a value that is too slow: `quick`; nil where that is no faster, or for a value that it has not.
    package func faster(than name: String) -> String? {
      guard let now = names.firstIndex(of: name), let quicker = names.firstIndex(of: quick), quicker < now else {
        return nil
      }
      return quick
    }
  }

  /// The four-character code by which players choose a decoder.
  enum Tag: Sendable {
    /// The muxer's own choice.
    case muxer
    /// The encoder's, which carries the profile.
    case encoder
    /// A given one: "hvc1".
    case code(String)
  }

  /// Whether one of its pixel formats keeps transparency.
  public var holdsAlpha: Bool { pixelFormats.contains(where: \.hasAlpha) }
  /// Bits per sample of its pixel formats, each once, ascending: [8, 10].
  public var bitDepths: [Int] { Set(pixelFormats.map(\.bitDepth)).sorted() }
  /// Whether this machine's libavcodec has the encoder.
  public var isAvailable: Bool { avcodec_find_encoder_by_name(encoder) != nil }
  /// Endings of the names of its files, the usual one first, without the full stop.
  public var fileEndings: [String] { containers.flatMap(\.fileEndings) }

  /// The codec's container whose files have this ending (lower case, without the full stop); nil if there is none.
  func container(forEnding ending: String) -> Container? { containers.first { $0.fileEndings.contains(ending) } }
}

// MARK: The table

extension Codec {
  /// All codecs. The first one that a file's ending allows is taken where none is named.
  public static let all: [Codec] = [h264]

  /// H.264 by x264: plays everywhere.
  ///
  /// aq-mode 3 gives dark areas more bits, which dithered night skies need. At the usual aq-strength of 1 they are not quite enough:
  /// a ramp from 5 to 19 of 255 across 1920 pixels then shows bands. Lossless encoding is asked for by quantiser 0 (qp), because
  /// crf 0 is lossless for 8 bits only.
  public static let h264 = Codec(
    name: "h264", title: "H.264", encoder: "libx264", debianPackage: "libavcodec-dev",
    containers: [.mp4, .mov], tag: .muxer,
    pixelFormats: [.yuv420p, .yuv444p, .yuv420p10, .yuv444p10],
    quality: Quality(
      option: "crf", range: 0...51, standard: 18, lossless: [("qp", "0")], bitsPerPixel: 0.15, stepsToHalve: 6),
    speed: Speed(
      option: "preset",
      names: [
        "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
      ], standard: "medium", quick: "veryfast"),
    options: [("aq-mode", "3"), ("aq-strength", "1.4")])
}

// MARK: Lookups

extension Codec: Equatable {
  /// Whether both are the same row.
  public static func == (first: Codec, second: Codec) -> Bool { first.name == second.name }
}

extension Codec {
  /// The codec of a name.
  ///
  /// - Throws: `MediaError` of kind `settings`, which lists all names.
  public init(named name: String) throws(MediaError) {
    guard let codec = Codec.all.first(where: { $0.name == name }) else {
      let names = Codec.all.map(\.name)
      throw MediaError(
        .settings,
        "No codec is called \"\(name)\"; there \(names.count == 1 ? "is" : "are"): \(names.joined(separator: ", ")).")
    }
    self = codec
  }

  /// The codec that a file's name stands for by its ending.
  ///
  /// - Throws: `MediaError` of kind `settings`, which lists all endings.
  public init(forFile path: String) throws(MediaError) {
    let ending = fileEnding(of: path)
    guard let codec = Codec.all.first(where: { $0.container(forEnding: ending) != nil }) else {
      throw MediaError(
        .settings, "The ending of \(path) names no video format that is built in. There is: \(Codec.allEndings).",
        path: path)
    }
    self = codec
  }

  /// Endings of all codecs' files: ".mp4, .m4v, .mov".
  static var allEndings: String {
    var endings: [String] = []
    for ending in all.flatMap(\.fileEndings) where !endings.contains(ending) { endings.append(ending) }
    return endings.map { ".\($0)" }.joined(separator: ", ")
  }

  /// The documentation's page about the table.
  package static func page() -> String {
    """
    # Movie formats

    Codecs, their files, and what each of them takes.

    `motes render PRESET -o FILE` takes the codec that the file's ending stands for, or the one that `--codec` names; `motes codecs` says
    which of them this machine's FFmpeg can encode. `--crf` is the quality and `--encoder-preset` the speed of the encoder; the bold preset
    is the one where none is given. All movies are tagged: BT.709, limited range for YUV.

    \(markdown())
    Raw frames go to standard output with `-o -`, in any of the formats \(PixelFormat.allCases.map { "`\($0.rawValue)`" }
      .joined(separator: ", ")). Pictures are PNG files.

    This page is generated from the table in `Sources/Encoding/Codec.swift` (`Scripts/reference`).
    """
  }

  /// The table as Markdown: a row for each codec.
  private static func markdown() -> String {
    var text = "| codec | `--codec` | files | pixel formats | quality | presets | encoder | Debian |\n"
    text += "| --- | --- | --- | --- | --- | --- | --- | --- |\n"
    for codec in all {
      let quality = codec.quality.map { scale in
        "\(plain(scale.range.lowerBound)) to \(plain(scale.range.upperBound)), \(plain(scale.standard)) if not given"
          + (scale.lossless == nil ? "" : "; 0 is lossless")
      }
      let speed = codec.speed.map { speed in
        speed.names.map { $0 == speed.standard ? "**`\($0)`**" : "`\($0)`" }.joined(separator: ", ")
      }
      let cells = [
        codec.title, "`\(codec.name)`", codec.fileEndings.map { "`.\($0)`" }.joined(separator: ", "),
        codec.pixelFormats.map { "`\($0.rawValue)`" }.joined(separator: ", "), quality ?? "–", speed ?? "–",
        "`\(codec.encoder)`", "`\(codec.debianPackage)`",
      ]
      text += "| \(cells.joined(separator: " | ")) |\n"
    }
    return text
  }

  /// A number without ".0".
  private static func plain(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
}
