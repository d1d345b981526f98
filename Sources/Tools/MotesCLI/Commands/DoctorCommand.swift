import ArgumentParser
import Glibc
import JSON
import Motes

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check whether this machine renders and encodes correctly.",
    discussion: """
      Colour bars and a ramp are written in every format, decoded again and compared; the colour tags are read back. An error is \
      the difference between a patch's mean and its true colour, in codes of 8 bits. Exit status 1 means that something is wrong.
      """)

  @Argument(help: "Formats to try: names of codecs and pictures, such as h264 or png (default: all).")
  var formats: [String] = []

  @Option(help: ArgumentHelp("The folder whose free space is reported.", valueName: "folder"))
  var folder = "."

  @OptionGroup var folders: PresetFolders

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let allFormats = Codec.all.map(\.name) + PictureFormat.all.map(\.name)
    for name in formats where !allFormats.contains(name) {
      throw UsageError("\(name): there is no such format. There are: \(allFormats.joined(separator: ", ")).")
    }
    let machine = MachineReport(folder: folder, presets: folders)
    if !json { Terminal.printOutput(machine.text + "\n") }
    let scratch = try ScratchFolder()
    var checks: [FormatCheck] = []
    try FormatTrial(formats: formats, folder: scratch.path).run { check in
      checks.append(check)
      if !json { Terminal.printOutput(Self.line(check)) }
    }
    let problems = machine.problems + checks.flatMap { check in check.problems.map { "\(check.name): \($0)" } }
    if json {
      let facts = Dictionary(machine.facts.map { ($0.key, $0.value) }) { first, _ in first }
      Terminal.printOutput(
        JSONWriter.page(Report(machine: facts, formats: checks.map(Report.Format.init), problems: problems)))
    } else {
      Terminal.printOutput(
        problems.isEmpty
          ? "\nAll is well."
          : "\n\(problems.count) \(problems.count == 1 ? "problem" : "problems"):\n" + problems.joined(separator: "\n"))
    }
    if !problems.isEmpty { throw ExitCode(ExitStatus.differs.rawValue) }
  }

  private static func line(_ check: FormatCheck) -> String {
    let mark = check.skipReason != nil ? "–" : check.problems.isEmpty ? "✓" : "✗"
    let name = check.name.padded(to: 34)
    if let skipped = check.skipReason { return "\(mark) \(name) \(skipped)" }
    let error = check.worstError.map { NumberText.fixed($0, 2) } ?? "?"
    return "\(mark) \(name) error \(error.padded(to: 6)) \(check.tags.joined(separator: ", "))"
  }

  /// The JSON object.
  private struct Report: Encodable {
    let machine: [String: String]
    let formats: [Format]
    let problems: [String]

    struct Format: Encodable {
      let name: String
      let worstError: Double?
      let tags: [String]?
      let skipped: String?
      let problems: [String]

      init(_ check: FormatCheck) {
        name = check.name
        worstError = check.worstError?.rounded(digits: 4)
        tags = check.tags.isEmpty ? nil : check.tags
        skipped = check.skipReason
        problems = check.problems
      }
    }
  }
}

/// A new folder in the system's temporary folder. It is removed with this object, if it is empty then.
private final class ScratchFolder {
  let path: String

  init() throws {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    // mkdtemp fills in the six letters at the end.
    var pattern = Array("\(parent)/motes-doctor-\(String(repeating: "X", count: 6))".utf8CString)
    guard let made = mkdtemp(&pattern) else {
      throw UsageError("no folder can be made in \(parent): \(String(cString: strerror(errno))).")
    }
    path = String(cString: made)
  }

  deinit { rmdir(path) }
}
