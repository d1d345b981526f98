import Colorimetry
import JSON
import Motes

/// The name of each row's film: a path with `{column}` for the text of a cell and `{row}` for the row's number.
struct OutputTemplate: Sendable {
  /// The path as it was given: "out/{name}.mp4".
  let text: String
  /// Parts of the path between slashes, each in pieces.
  private let parts: [[Piece]]

  private enum Piece: Sendable, Equatable {
    case text(String)
    case column(String)
    case row
  }

  /// The longest part of a path that is made of cells, in bytes of UTF-8. File systems take 255, some of which are for the endings of files
  /// that are being written.
  private static let maximumPartBytes = 200
  /// What stands for a character that some file system does not take.
  private static let substitute: Character = "_"

  /// Columns whose cells the path has.
  var columns: [String] {
    parts.joined().compactMap { piece in
      if case .column(let name) = piece { return name }
      return nil
    }
  }

  /// Whether all rows would have the same path.
  var isConstant: Bool { parts.joined().allSatisfy { if case .text = $0 { true } else { false } } }

  /// Whether a cell or a number stands at the end, where a file's extension is.
  var endsWithCell: Bool {
    if case .text? = parts.last?.last { return false }
    return true
  }

  /// The folder in which all films lie, or in which their folders lie: the part of the path before the first cell.
  var folder: String {
    let fixed = parts.prefix { $0.allSatisfy { if case .text = $0 { true } else { false } } }
    let count = min(fixed.count, parts.count - 1)
    let names = text.split(separator: "/", omittingEmptySubsequences: false).prefix(count)
    return names.isEmpty ? "." : names == [""] ? "/" : names.joined(separator: "/")
  }

  /// Reads a template whose columns are among those of the rows.
  init(_ text: String, columns: [String]) throws {
    self.text = text
    parts = try text.split(separator: "/", omittingEmptySubsequences: false).map { part in
      var pieces: [Piece] = []
      var rest = part
      while let open = rest.firstIndex(of: "{") {
        guard let close = rest[open...].firstIndex(of: "}") else {
          throw UsageError(
            "-o \(text): the brace { is never closed. Expected a column's name in braces, such as {\(columns.first ?? "row")}."
          )
        }
        let name = String(rest[rest.index(after: open)..<close])
        if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
        // A column of this name goes before the row's number.
        guard columns.contains(name) || name == "row" else {
          let hint = Spelling.hint(name, among: columns + ["row"])
          throw UsageError(
            "-o \(text): there is no column called \(quoted(name)).\(hint.isEmpty ? " There are \(listed(columns, conjunction: "and")); {row} is the row's number." : hint)"
          )
        }
        pieces.append(columns.contains(name) ? .column(name) : .row)
        rest = rest[rest.index(after: close)...]
      }
      if !rest.isEmpty { pieces.append(.text(String(rest))) }
      return pieces
    }
  }

  /// The path of a row's film.
  ///
  /// - Throws: an issue of the row if a cell that the path needs is empty.
  func path(of row: RowTable.Row, in table: RowTable) throws -> String {
    try parts.map { part in
      guard part.contains(where: { if case .text = $0 { false } else { true } }) else {
        return part.reduce("") { name, piece in
          if case .text(let text) = piece { return name + text }
          return name
        }
      }
      // An empty cell is left out where something else of the row stands in the same name.
      func isFilled(_ piece: Piece) -> Bool {
        guard case .column(let name) = piece else { return piece == .row }
        return table.cell(name, of: row)?.trimmingSpaces.isEmpty == false
      }
      let isNamed = part.contains(where: isFilled)
      let texts = try part.map { piece in
        switch piece {
        case .text(let text): return text
        case .row: return "\(row.number)"
        case .column(let name):
          if isFilled(piece), let value = table.cell(name, of: row) { return Self.fileName(value) }
          guard isNamed else {
            throw UsageError(
              "the cell of column \(shortened(name)) is empty, and the name of the film (-o) needs it; {row} in the name is the row's number."
            )
          }
          return ""
        }
      }
      return Self.harmless(
        Self.fitted(part, texts),
        isHiddenOnPurpose: texts.first?.hasPrefix(".") == true && part.first == .text(texts[0]))
    }.joined(separator: "/")
  }

  /// A cell's text as a part of a file's name: characters that Linux, macOS or Windows refuse in names, or that steer a terminal or the direction
  /// of writing, are replaced, and white space is one space.
  private static func fileName(_ value: String) -> String {
    var name = ""
    for character in value.trimmingSpaces {
      if character.isWhitespace {
        if name.last != " " { name.append(" ") }
        continue
      }
      var kept = String.UnicodeScalarView()
      for scalar in character.unicodeScalars {
        let isJoiner = scalar.value == 0x200C || scalar.value == 0x200D
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
          kept.append(contentsOf: String(substitute).unicodeScalars)
        case .format where !isJoiner: break
        default: kept.append("/\\:*?\"<>|".unicodeScalars.contains(scalar) ? "_" : scalar)
        }
      }
      name += String(kept)
    }
    return name.isEmpty ? String(substitute) : name
  }

  /// The texts of a part together. If they are too long, the longest cell is cut, and followed by digits that tell it from others with the same
  /// beginning.
  private static func fitted(_ pieces: [Piece], _ texts: [String]) -> String {
    let whole = texts.joined()
    let excess = whole.utf8.count - maximumPartBytes
    guard excess > 0 else { return whole }
    let cells = pieces.indices.filter { if case .column = pieces[$0] { true } else { false } }
    guard let longest = cells.max(by: { texts[$0].utf8.count < texts[$1].utf8.count }) else { return whole }
    let ending = "~" + sha256(Array(texts[longest].utf8)).prefix(8)
    var cut = texts[longest][...]
    let room = max(texts[longest].utf8.count - excess - ending.utf8.count, 0)
    var size = cut.utf8.count
    while size > room, let last = cut.popLast() { size -= last.utf8.count }
    var texts = texts
    texts[longest] = cut + ending
    return texts.joined()
  }

  /// A part of a path that is neither hidden nor "." or "..", and that does not end as no name on Windows may.
  private static func harmless(_ name: String, isHiddenOnPurpose: Bool) -> String {
    var name = name
    if name.hasPrefix("."), !isHiddenOnPurpose { name = "_" + name.dropFirst() }
    if let last = name.last, last == "." || last == " " { name = name.dropLast() + "_" }
    return name
  }
}
