import Glibc
import Motes

/// Facts about this machine that matter to rendering, and what is wrong with them.
struct MachineReport {
  /// Facts in the order in which they are printed.
  let facts: [(key: String, value: String)]
  /// What is wrong, in whole sentences.
  let problems: [String]

  /// Fewer free bytes than this in a folder are a problem.
  private static let minimumFreeBytes = 100_000_000

  /// - Parameters:
  ///   - folder: the folder whose free space is reported.
  ///   - presets: the folders in which shipped presets are looked for.
  init(folder: String, presets: PresetFolders) {
    var facts = [
      (key: "motes", value: Motes.version), (key: "CPU level", value: Machine.cpuLevel),
      (key: "cores", value: "\(Renderer.coreCount)"), (key: "FFmpeg", value: LibraryVersions.release),
    ]
    facts += LibraryVersions.all.map { (key: $0.name, value: $0.version) }
    var problems: [String] = []
    let names = presets.library.names
    facts.append(
      (
        key: "presets",
        value: names.isEmpty ? "none" : "\(names.count) in \(presets.library.folders.joined(separator: ", "))"
      ))
    if names.isEmpty {
      problems.append("No shipped presets were found. Set MOTES_PRESETS to their folder, or name it with --presets.")
    }
    let temporary = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    for (name, path) in [("output folder", folder), ("temporary folder", temporary)] {
      guard let free = freeBytes(inFolder: path) else {
        problems.append("The free space of the \(name) \(path) cannot be determined.")
        continue
      }
      facts.append((key: name, value: "\(path), \(NumberText.size(free)) free"))
      if free < Self.minimumFreeBytes { problems.append("The \(name) \(path) has only \(NumberText.size(free)) free.") }
      if access(path, W_OK) != 0 { problems.append("The \(name) \(path) cannot be written to.") }
    }
    self.facts = facts
    self.problems = problems
  }

  /// Columns for a fact's key; the longest key, "temporary folder", has 16 characters.
  private static let keyColumns = 17

  /// The facts as lines.
  var text: String { facts.map { "\($0.key.padded(to: Self.keyColumns)) \($0.value)" }.joined(separator: "\n") }
}
