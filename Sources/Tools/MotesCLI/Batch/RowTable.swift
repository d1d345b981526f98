import JSON
import Motes

/// The rows of `motes batch`: a table whose first line names the columns, or a list of JSON objects.
struct RowTable {
  /// Path of the file, as it was given.
  let file: String
  /// Names of the columns, each once.
  let columns: [String]
  let rows: [Row]

  struct Row: Sendable {
    /// The row's number, from 1: the header and lines without any text do not count.
    let number: Int
    /// The line of the file on which the row begins, from 1.
    let line: Int
    /// A text for each column; nil for an empty cell, which leaves a value to the preset.
    let cells: [String?]
  }

  /// The most rows of a file.
  static let maximumRows = 10_000
  /// File extensions of JSON: lists of objects, and objects one a line.
  private static let jsonExtensions = [".json", ".jsonl", ".ndjson"]

  /// Reads a file; its extension decides between JSON and CSV.
  init(contentsOf path: String) throws {
    let bytes: [UInt8]
    do {
      bytes = try FileAccess.read(path)
    } catch {
      let reason = path.hasPrefix("-") ? "is this an option? The rows' file comes first" : error.sentence
      throw UsageError("\(path): \(reason).")
    }
    let text = try RowText.decoded(bytes, file: path)
    let isJSON = Self.jsonExtensions.contains { path.lowercasedHasSuffix($0) }
    self = try isJSON ? RowTable(json: text, file: path) : RowTable(csv: text, file: path)
    guard !rows.isEmpty else { throw UsageError("\(path): there are no rows below the header.") }
    guard rows.count <= Self.maximumRows else {
      throw UsageError(
        "\(path): \(grouped(rows.count)) rows; at most \(grouped(Self.maximumRows)) are read. Divide the file.")
    }
  }

  init(file: String, columns: [String], rows: [Row]) {
    (self.file, self.columns, self.rows) = (file, columns, rows)
  }

  /// The text of a row's cell; nil for an empty one.
  func cell(_ column: String, of row: Row) -> String? {
    columns.firstIndex(of: column).flatMap { row.cells[$0] }
  }

  /// Keeps the rows whose numbers a text lists: "3-7,9".
  func keeping(rows text: String) throws -> RowTable {
    // The list counts from 0, rows from 1.
    guard let numbers = PartList.numbers(text, of: rows.count + 1), numbers.first != 0, !numbers.isEmpty else {
      throw UsageError("--rows \(text): expected numbers from 1 to \(rows.count), such as 3 or 3-7,9.")
    }
    return RowTable(file: file, columns: columns, rows: numbers.map { rows[$0 - 1] })
  }
}

/// The text of a file of rows.
enum RowText {
  /// Decodes UTF-8, whose byte-order mark is left out. Refuses what office programs write otherwise, and says how to get UTF-8.
  static func decoded(_ bytes: [UInt8], file: String) throws -> String {
    let remedy = "Save it as \"CSV UTF-8\"."
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw UsageError("\(file): this is text in UTF-16, not in UTF-8. \(remedy)")
    }
    if bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) {
      throw UsageError("\(file): this is a workbook or an archive, not a text of rows. \(remedy)")
    }
    if let zero = bytes.firstIndex(of: 0) {
      throw UsageError("\(file):\(line(of: zero, in: bytes)): a zero byte, which no text has. \(remedy)")
    }
    let mark = JSONReader.byteOrderMark
    let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    if let decoded = String(validating: text, as: UTF8.self) { return decoded }
    // The first character that is not as it was written: U+FFFD stands for bytes that cannot be decoded.
    let repaired = Array(String(decoding: text, as: UTF8.self).utf8)
    let place = zip(repaired, text).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? repaired.count
    throw UsageError(
      "\(file):\(line(of: place, in: Array(text))): this line is not in UTF-8, perhaps in an older encoding of Windows. \(remedy)"
    )
  }

  private static func line(of offset: Int, in bytes: [UInt8]) -> Int {
    1 + bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") }
  }
}

extension FileAccess.Failure {
  /// Why a file cannot be read, as the end of a sentence.
  var sentence: String {
    switch self {
    case .missing: "there is no such file"
    case .notAFile: "this is not a file"
    case .tooLarge(let size): "\(NumberText.size(size)); at most \(NumberText.size(Limits.fileBytes)) are read"
    case .system(let text): "it cannot be read: \(text)"
    }
  }
}
