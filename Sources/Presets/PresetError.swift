/// Everything that is wrong with a preset, in a person's words, sorted by position.
public struct PresetError: Error, Sendable, Equatable, CustomStringConvertible {
  /// At most `mostListed` of them.
  public var issues: [Issue]
  /// Count of all issues.
  public var count: Int

  /// Issues that are spelt out at most.
  public static let mostListed = 50

  /// An error of issues.
  public init(issues: [Issue], count: Int? = nil) {
    self.issues = issues
    self.count = count ?? issues.count
  }

  /// One thing that is wrong and where.
  public struct Issue: Sendable, Equatable, CustomStringConvertible {
    /// The file, or `--set KEY` for an override.
    public var file: String
    /// From 1, as editors count; nil where no text is to blame.
    public var line: Int?
    /// The character of the line, from 1.
    public var column: Int?
    /// The keys from the root, joined as in `layers.near.emitter.cells[0].birthRate`; empty at the root.
    public var keyPath: String
    /// The mistake, without its position.
    public var message: String

    /// An issue.
    public init(file: String, line: Int? = nil, column: Int? = nil, keyPath: String = "", message: String) {
      self.file = file
      self.line = line
      self.column = column
      self.keyPath = keyPath
      self.message = message
    }

    /// `Presets/snow.json:14:22: layers.near.emitter.cells[0].birthrate: no such key. Did you mean birthRate?`
    public var description: String {
      var text = file
      if let line { text += ":\(line)" }
      if let column { text += ":\(column)" }
      if !keyPath.isEmpty { text += ": \(keyPath)" }
      return text + ": \(message)"
    }
  }

  /// All issues, one a line.
  public var description: String {
    var lines = issues.map(\.description)
    if count > issues.count { lines.append("… and \(count - issues.count) more") }
    return lines.joined(separator: "\n")
  }
}
