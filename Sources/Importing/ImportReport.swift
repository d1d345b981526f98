/// What became of the keys of an imported file: which were carried over, and for all others why they were not.
package struct ImportReport: Sendable {
  /// What a line says of its key.
  package enum Kind: String, Sendable, CaseIterable {
    /// The preset language has nothing for it.
    case unsupported
    /// It speaks of something that a movie does not have, such as a mouse.
    case meaningless = "no meaning here"
    /// Only the editor that wrote the file reads it.
    case editorOnly = "editor's only"
    /// The key is not one of the format's.
    case unknown = "unknown key"
    /// It was carried over, but not exactly.
    case approximated
    /// Its number, or how many there are of it, lies outside of what is carried over, and was brought into that range.
    case clamped
    /// Its value, or a part of it, could not be read and was left out.
    case unreadable
    /// The file says nothing about it, so that something had to be chosen.
    case chosen
  }

  /// A line of the report.
  package struct Line: Sendable {
    /// Path of the key in the file; for what was chosen, its path in the preset.
    package var key: String
    package var kind: Kind
    /// Why, in a sentence without a full stop.
    package var reason: String
  }

  /// The lines, in the order in which they were noticed.
  package internal(set) var lines: [Line] = []
  /// Paths of keys that were carried over, in the order of the file.
  package internal(set) var carried: [String] = []

  /// The lines that concern a key of the file, as a table for people.
  package func table() -> String {
    guard !lines.isEmpty else { return "All \(carried.count) keys were carried over." }
    let shown = lines.prefix(ImportLimits.printedLines)
    let keyWidth = min(48, shown.map { $0.key.count }.max() ?? 0)
    let kindWidth = shown.map { $0.kind.rawValue.count }.max() ?? 0
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    var rows = shown.map { line in
      "  \(padded(line.key, keyWidth))  \(padded(line.kind.rawValue, kindWidth))  \(line.reason)"
    }
    if lines.count > shown.count { rows.append("  … and \(lines.count - shown.count) more; --report FILE has all.") }
    return (["\(carried.count) keys were carried over. Of the others, and of what was chosen:"] + rows)
      .joined(separator: "\n")
  }

  /// The whole report as JSON.
  package func json(format: ImportFormat, source: String, preset: String) -> String {
    var object = WrittenObject()
    object["format"] = .text(format.rawValue)
    object["source"] = .text(source)
    object["preset"] = .text(preset)
    object["carried"] = .list(carried.map { .text($0) })
    object["lines"] = .list(
      lines.map { line in
        .object(["key": .text(line.key), "kind": .text(line.kind.rawValue), "reason": .text(line.reason)])
      })
    return Written.object(object).laidOut() + "\n"
  }
}
