import Colorimetry
import JSON
import Motes

/// A column of the rows, and what its cells do.
struct BatchColumn: Sendable {
  let name: String
  /// The column's place among the cells of a row.
  let index: Int
  let role: Role
  /// The type of the knob that the cells are for; nil for other columns.
  let kind: Knob.Kind?

  enum Role: Sendable, Equatable {
    /// The value of a knob, or of a key by its path, as `--set` takes it.
    case value(key: String)
    /// The value of an option of `motes render`.
    case option(String)
    /// A text that only the name of the film uses, or nothing.
    case free

    /// The option of `motes render` whose value the cells are; nil for other columns.
    var option: String? {
      if case .option(let name) = self { return name }
      return nil
    }
  }

  /// The options of `motes render` that a column may be.
  private static let options = ["seed", "size", "duration", "sound", "curves"]

  /// The use of each column: a knob by its name, or an option such as `seed` where no knob is called so (`--size` with dashes always is the
  /// option), a key by its path, or a text that the output's name has.
  ///
  /// - Parameter ignored: names of columns that mean nothing here.
  static func columns(
    of table: RowTable, knobs: [Knob], template: OutputTemplate, ignored: [String] = []
  ) throws -> [BatchColumn] {
    if let missing = ignored.first(where: { !table.columns.contains($0) }) {
      throw UsageError("--ignore \(missing): \(table.file) has no column of this name.")
    }
    var columns: [BatchColumn] = []
    var unknown: [String] = []
    for (index, name) in table.columns.enumerated() {
      if ignored.contains(name) {
        columns.append(BatchColumn(name: name, index: index, role: .free, kind: nil))
        continue
      }
      let knob = knobs.first { $0.name == name }
      let option = options.first { name == "--" + $0 || name == $0 }
      let role: Role
      if knob != nil {
        role = .value(key: name)
      } else if let option {
        role = .option(option)
      } else if name.contains(where: { ".[".contains($0) }), !template.columns.contains(name) {
        role = .value(key: name)
      } else {
        role = .free
        if !template.columns.contains(name) { unknown.append(name) }
      }
      columns.append(BatchColumn(name: name, index: index, role: role, kind: knob?.kind))
    }
    let knobNames = knobs.map(\.name)
    let messages = unknown.map { name in
      let hint = Spelling.hint(name, among: knobNames + options)
      let available =
        knobNames.isEmpty ? "It has no knobs" : "Its knobs are \(listed(knobNames, conjunction: "and"))"
      return
        "\(table.file): column \(shortened(name)): the preset has no knob of this name, and the name of the film (-o) does not use it; --ignore \(shortened(name)) leaves it out."
        + (hint.isEmpty ? " \(available); a column may also be \(listed(options))." : hint)
    }
    guard messages.isEmpty else { throw RowIssues.error(messages) }
    for (index, column) in columns.enumerated() {
      if let option = column.role.option, let other = columns[..<index].first(where: { $0.role.option == option }) {
        throw UsageError("\(table.file): the columns \(other.name) and \(column.name) are the same option.")
      }
    }
    return columns
  }

  /// What was probably meant by a cell that its knob does not take; nil if that is not known.
  func hint(for row: RowTable.Row) -> String? {
    guard kind == .number, let value = row.cells[index] else { return nil }
    if Self.options.contains(name), Double(value) == nil {
      return ". The preset has a knob called \(name); a column called --\(name) is the option of motes render"
    }
    let parts = value.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, Double(parts[0]) != nil, parts[1].allSatisfy(\.isNumber) else { return nil }
    return ". The decimal sign is a full stop: \(parts[0]).\(parts[1])"
  }

  /// Gives a row's cell to the arguments of `motes render`.
  func apply(_ row: RowTable.Row, to render: inout RenderCommand) {
    guard let value = row.cells[index] else { return }
    switch role {
    case .free: break
    case .option("seed"): render.source.seed = value
    case .option("size"): render.source.size = value
    case .option("duration"): render.source.duration = value
    case .option("sound"): render.source.sound.sound = value
    case .option("curves"): render.source.sound.curves = value
    case .option(let name): preconditionFailure("The option \(name) has no place in the arguments.")
    case .value(let key):
      // What --set-text gives comes after the values of --set, and would replace the cell's.
      render.source.overrides.texts.removeAll { PresetSettings.Override($0)?.key == key }
      if kind == .text {
        render.source.overrides.texts.append("\(key)=\(value)")
      } else {
        // A cell is never the name of a file: a second @ makes the first a letter.
        render.source.overrides.sets.append("\(key)=\(value.hasPrefix("@") ? "@" : "")\(value)")
      }
    }
  }
}
