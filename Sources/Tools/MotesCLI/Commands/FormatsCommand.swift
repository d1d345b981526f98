import ArgumentParser
import JSON
import Motes

struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats",
    abstract: "List the formats that movies can be written in, and which of them this machine can encode.")

  @Argument(help: "Names of codecs or extensions of files, such as prores or .mov (default: all).")
  var names: [String] = []

  @Flag(help: "Print a JSON list.")
  var json = false

  @Flag(help: "Print the documentation's page about them as Markdown instead.")
  var markdown = false

  func run() throws {
    if markdown { return Terminal.printOutput(Codec.page()) }
    let codecs = try chosen()
    if json {
      Terminal.printOutput(JSONWriter.page(codecs.map { Entry(codec: $0) }))
    } else if names.isEmpty {
      printTable(codecs)
    } else {
      codecs.forEach(printDetails)
    }
  }

  /// The codecs that were named, or all.
  private func chosen() throws -> [Codec] {
    try names.isEmpty
      ? Codec.all
      : names.flatMap { name throws(MediaError) -> [Codec] in
        let fileExtension = name.hasPrefix(".") ? String(name.dropFirst()) : name
        // Without a full stop, the name of a codec means that codec alone, even where it is an extension too.
        if !name.hasPrefix("."), let codec = Codec.all.first(where: { $0.name == name }) { return [codec] }
        let codecsOfExtension = Codec.all.filter { $0.fileExtensions.contains(fileExtension) }
        // A name that is neither a codec's nor an extension gets the error of `Codec(named:)`, which lists the codecs.
        return codecsOfExtension.isEmpty ? [try Codec(named: name)] : codecsOfExtension
      }
  }

  /// Prints one line for each codec.
  private func printTable(_ codecs: [Codec]) {
    let rows =
      [["codec", "files", "bits", "alpha", "HDR", "programs"]]
      + codecs.map { codec in
        [
          codec.name, CodecHelp.extensions(codec), codec.bitDepths.map(String.init).joined(separator: " "),
          codec.alphaText, codec.holdsHDR ? "yes" : "–",
          codec.isAvailable ? codec.programs : "MISSING HERE: \(codec.missingText)",
        ]
      }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      let cells = row.enumerated().map { $1.padded(to: $0 == row.count - 1 ? 0 : widths[$0] + 2) }
      Terminal.printOutput(cells.joined())
    }
    Terminal.printOutput(
      "\n`motes formats prores` shows the options of one; raw frames go to standard output with -o -.")
  }

  /// Prints a codec's options, its encoder and the programs that open its files.
  private func printDetails(_ codec: Codec) {
    Terminal.printOutput("\(codec.name): \(codec.title), \(CodecHelp.extensions(codec))")
    Terminal.printOutput("  alpha: \(codec.alphaText); HDR: \(codec.holdsHDR ? "yes" : "no")")
    for option in EncoderOption.all {
      if let values = option.values(codec) { Terminal.printOutput("  --\(option.name): \(values)") }
    }
    Terminal.printOutput(
      "  encoder: \(codec.encoder)\(codec.isAvailable ? "" : " (missing here: \(codec.missingText))")")
    Terminal.printOutput("  programs: \(codec.programs)")
  }

  /// A codec as a JSON object. What a codec does not have has no key.
  private struct Entry: Encodable {
    let codec: Codec

    private struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(_ name: String) { stringValue = name }
      init?(stringValue: String) { self.init(stringValue) }
      init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
      let facts: [(key: String, value: any Encodable)] =
        [
          ("name", codec.name), ("title", codec.title), ("extensions", codec.fileExtensions),
          ("pixelFormats", codec.pixelFormats.map(\.rawValue)), ("bits", codec.bitDepths), ("alpha", codec.holdsAlpha),
          ("alphaIsDeclaredStraight", codec.holdsAlpha && codec.alphaConvention == .straight), ("hdr", codec.holdsHDR),
          ("encoder", codec.encoder), ("package", codec.debianPackage), ("available", codec.isAvailable),
          ("bitrate", codec.takesBitrate),
        ] + EncoderOption.all.flatMap { $0.facts(codec) } + [("programs", codec.programs)]
      var container = encoder.container(keyedBy: Key.self)
      for fact in facts { try container.encode(fact.value, forKey: Key(fact.key)) }
    }
  }
}

extension Codec {
  /// Where `isAvailable` is false: the encoder that this machine lacks, and the package that has it.
  fileprivate var missingText: String { "FFmpeg's \(encoder), which Debian's \(debianPackage) has" }

  /// The form of alpha that the codec's files may hold: "straight", or "any" if they may be premultiplied too; "–" if they hold none.
  fileprivate var alphaText: String {
    guard holdsAlpha else { return "–" }
    return alphaConvention == .straight ? "straight" : "any"
  }
}
