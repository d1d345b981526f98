/// Everything that is wrong with a preset, in sentences for its author, by file and position.
public struct PresetError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong, at most `maximumListedIssues` issues.
  public var issues: [Issue]
  /// Count of all issues, including those that are not in `issues`.
  package var count: Int

  /// Whether the only issues are that particles would exceed the limits of time and memory.
  package var concernsOnlyLimits = false

  /// Files that were read, and files that were looked for but not found. One of them must change before the preset can be read.
  package var files: [String] = []

  /// The most issues that `issues` holds.
  package static let maximumListedIssues = 50

  /// An error with its issues; `count` is how many there are in all, and defaults to the number in `issues`.
  package init(issues: [Issue], count: Int? = nil) {
    self.issues = issues
    self.count = count ?? issues.count
  }

  /// One thing that is wrong and where.
  public struct Issue: Sendable, Equatable, CustomStringConvertible {
    /// The file; `--set KEY`, `--size` or `--duration` for a setting; or the name of a preset that was not found.
    public var file: String
    /// Line of the file, from 1; nil for issues that belong to no line of a file, such as those of settings.
    public var line: Int?
    /// Character (Unicode scalar) of the line, from 1; nil if `line` is nil.
    public var column: Int?
    /// Keys from the root of the preset to the value, as in `layers.near.emitter.cells[0].birthRate`. A layer or cell is written
    /// as its name if it has one, otherwise as its index. Empty at the root, for an issue that concerns no
    /// key, and where it would repeat `file`.
    public var keyPath: String
    /// The mistake, without its position.
    public var message: String

    /// An issue of a file or setting.
    package init(file: String, line: Int? = nil, column: Int? = nil, keyPath: String = "", message: String) {
      self.file = file
      self.line = line
      self.column = column
      self.keyPath = keyPath
      self.message = message
    }

    /// The issue on one line: `Presets/snow.json:14:22: layers.near.emitter.cells[0].birthrate: no such key. Did you mean
    /// birthRate?`
    public var description: String {
      var text = file
      if let line { text += ":\(line)" }
      if let column { text += ":\(column)" }
      if !keyPath.isEmpty { text += ": \(keyPath)" }
      return text + ": \(message)"
    }
  }

  /// The issues, one per line, and a last line with the number of issues that are not listed.
  public var description: String {
    var lines = issues.map(\.description)
    if count > issues.count { lines.append("… and \(count - issues.count) more") }
    return lines.joined(separator: "\n")
  }
}
