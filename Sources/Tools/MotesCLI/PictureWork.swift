import ArgumentParser
import Motes

/// Pictures of a preset in files: `frame` and `sheet` write them once, `watch` at each save.
protocol PictureWork {
  /// The paths of the files that `write` writes; empty if they are not known before the preset is read.
  var knownPaths: [String] { get }

  /// Reads the preset, draws the pictures and writes them, each whole or not at all.
  ///
  /// - Parameters:
  ///   - source: the preset.
  ///   - threads: threads that draw; nil for one on each core.
  ///   - allowsReplacing: whether existing pictures may be replaced.
  /// - Returns: the paths of the pictures, each with what it shows: "still.png (2.5 s)"; `watch` prints them.
  mutating func write(from source: PresetOptions, threads: Int?, allowsReplacing: Bool) throws -> [String]
}

/// Writes a picture, and prints the writer's notes about it.
func writePicture(
  _ pixels: PixelBuffer, to path: String, settings: PictureSettings, allowsReplacing: Bool
) throws {
  let notes = try PictureWriter.write(pixels, to: path, settings: settings, allowsReplacing: allowsReplacing)
  for note in notes { Terminal.printError("motes: \(note)") }
}

/// How pictures are encoded: `--depth` and `--quality`.
struct PictureOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Pictures only: bits of a sample, \(PictureHelp.depths).", valueName: "bits"))
  var depth: Int?

  @Option(
    help: ArgumentHelp(
      "Pictures only: quality from 1 to 100, higher is better: \(PictureHelp.qualities).", valueName: "number"))
  var quality: Double?

  /// Settings for a picture file, whose format follows from the extension of its name.
  ///
  /// - Parameters:
  ///   - kind: what messages call the pictures: "stills".
  ///   - alpha: whether the file keeps transparency.
  func settings(for path: String, kind: String, alpha: Bool) throws -> PictureSettings {
    try pictureSettings(for: path, kind: kind, alpha: alpha, depth: depth, quality: quality)
  }
}

/// Settings for a picture file, whose format follows from the extension of its name. `kind` is what messages call the pictures:
/// "stills".
func pictureSettings(
  for path: String, kind: String, alpha: Bool, depth: Int?, quality: Double?
) throws -> PictureSettings {
  guard let format = PictureFormat(forFile: path) else {
    throw UsageError(
      "-o \(path): \(kind) are written as pictures. Use a name that ends in one of \(PictureHelp.extensions).")
  }
  do {
    return try PictureSettings(format, hasAlpha: alpha, bitDepth: depth, quality: quality)
  } catch {
    throw UsageError("-o \(path): \(error.sentence)")
  }
}

/// Facts from the table of picture formats, for help texts.
enum PictureHelp {
  static let extensions = PictureFormat.all.flatMap(\.fileExtensions).map { ".\($0)" }.joined(separator: ", ")

  /// "8 or 16 for PNG and TIFF, …"
  static let depths = PictureFormat.all.filter { $0.bitDepths.count > 1 }
    .map { "\($0.bitDepths.map(String.init).joined(separator: " or ")) for \($0.title)" }.joined(separator: ", ")

  /// "WebP 90 if not given, 100 is lossless; JPEG 92"
  static let qualities = PictureFormat.all.compactMap { format in
    format.quality.map {
      "\(format.title) \(Int($0.defaultValue)) if not given" + ($0.bestIsLossless ? ", 100 is lossless" : "")
    }
  }.joined(separator: "; ")
}
