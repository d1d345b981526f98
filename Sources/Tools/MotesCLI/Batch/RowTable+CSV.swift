import JSON
import Motes
import SwiftCSV

// Comma-separated values (RFC 4180, Shafranovich 2005) are read by SwiftCSV. It says neither where a file is malformed nor where a row
// began, and ends cells at every line separator of Unicode; `CSVLines` finds these places.

extension RowTable {
  /// Reads comma-separated values. Semicolons and tabs, as spreadsheets write them where the comma is a decimal sign, are found in the
  /// header; a first line `sep=;` names the separator.
  init(csv text: String, file: String) throws {
    var body = text[...]
    var firstLine = 1
    var separator: CSVDelimiter?
    if body.lowercased().hasPrefix("sep="), let end = body.firstIndex(where: \.isNewline) {
      let named = body[..<end].dropFirst("sep=".count)
      if let character = named.first, named.count == 1 { separator = CSVDelimiter(unicodeScalarLiteral: character) }
      body = body[body.index(after: end)...]
      firstLine = 2
    }
    // With a line break at its end, an empty last cell is not lost.
    let content = String(body) + (body.last?.isNewline == true ? "" : "\n")
    let delimiter = separator ?? CSVDelimiter.guessed(string: content)
    var lines = CSVLines(firstLine: firstLine)
    let problem = CSVLines.problem(in: content, delimiter: delimiter.rawValue, firstLine: firstLine)
    do {
      // The header alone is read first; no more rows are kept by the reader itself.
      let csv = try EnumeratedCSV(string: content, delimiter: delimiter, loadColumns: false, rowLimit: 0)
      try csv.enumerateAsArray(startAt: 0, rowLimit: nil) { lines.add($0) }
    } catch is CSVParseError {
      if let problem, problem.isInvisible { throw UsageError("\(file):\(problem.line): \(problem.text)") }
      throw UsageError(
        "\(file):\(lines.nextLine): a quotation mark stands in the middle of a cell of this row. Put the whole cell into quotation marks, "
          + "and write each mark within it twice: \"5\"\" nails\".")
    }
    if let problem {
      throw UsageError("\(file):\(problem.line): \(problem.text)")
    }
    try self.init(lines: lines.rows, file: file)
  }

  /// Makes a table of lines, the first of which that has any text names the columns.
  private init(lines: [(line: Int, cells: [String])], file: String) throws {
    let filled = lines.filter { $0.cells.contains { !$0.isEmpty } }
    guard let header = filled.first else { throw UsageError("\(file): the file is empty.") }
    let names = header.cells.map { String($0.trimmingSpaces) }
    for (index, name) in names.enumerated() where !name.isEmpty && names[..<index].contains(name) {
      throw UsageError("\(file):\(header.line): two columns are called \(shortened(name)).")
    }
    var issues: [String] = []
    var rows: [Row] = []
    for (index, line) in filled.dropFirst().enumerated() {
      let number = index + 1
      // Spreadsheets write separators for empty columns at the end.
      let extra = line.cells.dropFirst(names.count).contains { !$0.isEmpty }
      if extra || line.cells.count < names.count {
        issues.append(
          "\(file):\(line.line): row \(number) has \(line.cells.count) \(line.cells.count == 1 ? "cell" : "cells"), and the header has \(names.count) columns. A cell that holds "
            + "a separator or a line break stands in quotation marks.")
        continue
      }
      if let unnamed = names.indices.first(where: { names[$0].isEmpty && !line.cells[$0].isEmpty }) {
        issues.append(
          "\(file):\(line.line): row \(number) has \(quoted(line.cells[unnamed])) in column \(unnamed + 1), which the header does not name."
        )
      }
      rows.append(
        Row(
          number: number, line: line.line,
          cells: names.indices.filter { !names[$0].isEmpty }.map { line.cells[$0].isEmpty ? nil : line.cells[$0] }))
    }
    guard issues.isEmpty else { throw RowIssues.error(issues) }
    self.init(file: file, columns: names.filter { !$0.isEmpty }, rows: rows)
  }
}

/// The rows of a file with the lines on which they begin.
private struct CSVLines {
  private(set) var rows: [(line: Int, cells: [String])] = []
  /// The line on which the next row begins.
  private(set) var nextLine: Int

  init(firstLine: Int) { nextLine = firstLine }

  mutating func add(_ cells: [String]) {
    rows.append((nextLine, cells))
    nextLine += 1 + cells.reduce(0) { $0 + $1.count(where: Self.endsLine) }
  }

  /// Whether a character is a line break of a text file: LF, CR LF or CR.
  private static func endsLine(_ character: Character) -> Bool {
    character == "\n" || character == "\r\n" || character == "\r"
  }

  /// Something that the reader would take otherwise than the file's author.
  struct Problem {
    let line: Int
    let text: String
    /// Whether it cannot be seen in an editor.
    let isInvisible: Bool
  }

  /// The first problem of a text; nil if there is none.
  static func problem(in text: String, delimiter: Character, firstLine: Int) -> Problem? {
    var line = firstLine
    /// The line of the quotation mark that is open; nil outside of quotation marks.
    var openLine: Int?
    for character in text {
      let first = character.unicodeScalars.first
      let isJoined = character.unicodeScalars.count > 1 && character != "\r\n"
      if isJoined, first == "\"" || first == delimiter.unicodeScalars.first {
        let mark = first == "\"" ? "a quotation mark" : "a separator"
        return Problem(
          line: line, text: "an invisible character, or an accent without a letter, follows \(mark). Remove it.",
          isInvisible: true)
      }
      if character == "\"" { openLine = openLine == nil ? line : nil }
      if endsLine(character) {
        line += 1
      } else if character.isNewline, openLine == nil {
        return Problem(
          line: line,
          text: "an unusual line break, U+\(codePoint(first)), stands in a cell. Put the cell into quotation marks.",
          isInvisible: true)
      }
    }
    return openLine.map {
      Problem(line: $0, text: "the quotation mark that begins a cell on this line is never closed.", isInvisible: false)
    }
  }

  /// The number of a character as Unicode writes it: "2028".
  private static func codePoint(_ scalar: Unicode.Scalar?) -> String {
    let digits = String(scalar?.value ?? 0, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  var trimmingSpaces: SubSequence {
    let start = firstIndex { !$0.isWhitespace } ?? endIndex
    let end = self[start...].lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
    return self[start..<end]
  }
}
