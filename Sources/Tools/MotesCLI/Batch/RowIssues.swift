import JSON
import Motes

/// What is wrong with rows, for a person who has the file before them.
enum RowIssues {
  /// One thing that is wrong with a row.
  struct Issue {
    let row: RowTable.Row
    /// The column whose value is wrong; nil if it is no single one.
    var column: String?
    let message: String
  }

  /// One error with lines of text, of which only the first are listed.
  static func error(_ lines: [String]) -> UsageError {
    let listed = lines.prefix(PresetError.maximumListedIssues)
    let rest = lines.count - listed.count
    return UsageError((listed + (rest > 0 ? ["… and \(rest) more"] : [])).joined(separator: "\n"))
  }

  /// The issues of what was thrown while a row was checked.
  ///
  /// - Parameter columns: how each column is used.
  static func issues(of error: any Error, row: RowTable.Row, columns: [BatchColumn]) throws -> [Issue] {
    if let error = error as? PresetError {
      let issues = error.issues.map { issue(of: $0, row: row, columns: columns) }
      let rest = error.count - issues.count
      return issues + (rest > 0 ? [Issue(row: row, message: "… and \(rest) more")] : [])
    }
    guard let text = Failure.textAndStatus(of: error)?.text else { throw error }
    let message = text.hasPrefix("motes: ") ? String(text.dropFirst("motes: ".count)) : text
    // Messages on options begin with the option, and with its value where that is wrong.
    for column in columns {
      guard let option = column.role.option, let value = row.cells[column.index] else { continue }
      for prefix in ["--\(option) \(value): ", "--\(option): "] where message.hasPrefix(prefix) {
        return [Issue(row: row, column: column.name, message: String(message.dropFirst(prefix.count)))]
      }
    }
    return [Issue(row: row, message: message)]
  }

  private static func issue(of issue: PresetError.Issue, row: RowTable.Row, columns: [BatchColumn]) -> Issue {
    // A value of a column has no position in a file: it is called by the option that stands for it.
    let column = columns.first { column in
      guard row.cells[column.index] != nil else { return false }
      switch column.role {
      case .value(let key):
        return PresetSettings.Override.options.contains {
          issue.file == "\($0) \(shortened(key, to: maximumShownNameLength))"
        }
      case .option(let option): return issue.file == "--\(option)"
      case .free: return false
      }
    }
    guard let column else { return Issue(row: row, message: "\(issue)") }
    return Issue(row: row, column: column.name, message: issue.message + (column.hint(for: row) ?? ""))
  }

  /// The issues as lines: `rows.csv:7: row 6, column amount, "9": 9 is out of range`. What is wrong with many rows in the same way is said
  /// once.
  static func lines(_ issues: [Issue], of table: RowTable) -> [String] {
    var lines: [String] = []
    var seen: Set<String> = []
    for issue in issues {
      if let column = issue.column, let value = table.cell(column, of: issue.row) {
        lines.append(
          "\(table.file):\(issue.row.line): row \(issue.row.number), column \(shortened(column)), \(quoted(value)): \(issue.message)"
        )
        continue
      }
      guard seen.insert(issue.message).inserted else { continue }
      let rows = issues.filter { $0.column == nil && $0.message == issue.message }.map(\.row)
      lines.append(
        rows.count == 1
          ? "\(table.file):\(issue.row.line): row \(issue.row.number): \(issue.message)"
          : "\(table.file): rows \(PartList.text(rows.map(\.number))): \(issue.message)")
    }
    return lines
  }
}
