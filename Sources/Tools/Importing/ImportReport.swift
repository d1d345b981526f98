/// Which keys of an imported file were carried over into the preset, and why the others were not.
package struct ImportReport: Sendable {
  /// What happened to the key of a line.
  package enum Kind: String, Sendable, CaseIterable {
    /// The key was left out, mostly because the preset language has no equivalent.
    case unsupported
    /// The key concerns something that a movie does not have, such as a mouse.
    case meaningless = "no meaning here"
    /// Only the editor that wrote the file uses the key.
    case editorOnly = "editor's only"
    /// The importer knows no such key of the format.
    case unknown = "unknown key"
    /// The key was carried over, but not exactly.
    case approximated
    /// The key's number was brought into the supported range, or its list was cut to the supported length.
    case clamped
    /// The key's value, or a part of it, could not be read and was left out.
    case unreadable
    /// The key's value is calculated when the script runs; the reason says what stands for it.
    case noConstant = "no constant"
    /// The importer chose a value itself: the file gives none, or the preset language does not allow the file's value.
    case chosen
  }

  /// A line of the report.
  package struct Line: Sendable {
    /// Path of the key in the file; for a `chosen` line mostly the path of a key in the preset.
    package var key: String
    package var kind: Kind
    /// Why the key has a line: a sentence without a full stop.
    package var reason: String
  }

  /// The lines, in the order in which they were added.
  package internal(set) var lines: [Line] = []
  /// Paths of keys that were carried over, in the order of the file.
  package internal(set) var carried: [String] = []

  /// The lines, those that differ only in the numbers of a list's elements merged into one: many calls give the same lines.
  private var mergedLines: [Line] {
    var counts: [String: Int] = [:]
    func text(_ line: Line) -> String {
      // Keys without the numbers in their brackets.
      let key = line.key.split(separator: "[", omittingEmptySubsequences: false).map { part in
        part.firstIndex(of: "]").map { String(part[$0...]) } ?? String(part)
      }
      return "\(key.joined(separator: "["))|\(line.kind.rawValue)|\(line.reason)"
    }
    var order: [(text: String, line: Line)] = []
    for line in lines {
      let text = text(line)
      if counts[text, default: 0] == 0 { order.append((text, line)) }
      counts[text, default: 0] += 1
    }
    return order.map { text, line in
      var line = line
      if let count = counts[text], count > 1 { line.key += " and \(count - 1) alike" }
      return line
    }
  }

  /// The number of carried keys and the first `ImportLimits.printedLines` lines, as text in columns.
  package func table() -> String {
    guard !lines.isEmpty else { return "All \(carried.count) keys were carried over." }
    let count = carried.count == 1 ? "1 key was" : "\(carried.count) keys were"
    let merged = mergedLines
    let shown = merged.prefix(ImportLimits.printedLines)
    // A key of more than 48 characters moves only its own row's columns to the right.
    let keyWidth = min(48, shown.map { $0.key.count }.max() ?? 0)
    let kindWidth = shown.map { $0.kind.rawValue.count }.max() ?? 0
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    var rows = shown.map { line in
      "  \(padded(line.key, keyWidth))  \(padded(line.kind.rawValue, kindWidth))  \(line.reason)"
    }
    if merged.count > shown.count { rows.append("  … and \(merged.count - shown.count) more; --report FILE has all.") }
    return (["\(count) carried over. The others, and what was chosen:"] + rows)
      .joined(separator: "\n")
  }

  /// The whole report as JSON. `source` and `preset` are the paths of the imported file and of the preset that was written; `found` says what
  /// of a script the preset was made of.
  package func json(format: ImportFormat, source: String, preset: String, found: String? = nil) -> String {
    var object = WrittenObject()
    object["format"] = .text(format.rawValue)
    object["source"] = .text(source)
    if let found { object["found"] = .text(found) }
    object["preset"] = .text(preset)
    object["carried"] = .list(carried.map { .text($0) })
    object["lines"] = .list(
      lines.map { line in
        .object(["key": .text(line.key), "kind": .text(line.kind.rawValue), "reason": .text(line.reason)])
      })
    return Written.object(object).laidOut() + "\n"
  }
}
