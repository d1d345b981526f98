import JSON
import Motes

extension RowTable {
  /// Reads a list of objects, or objects one a line (JSON Lines). A column is a key of any of them; an absent key or null is an empty cell,
  /// and values that are no texts become their JSON.
  init(json text: String, file: String) throws {
    let objects = try Self.objects(Array(text.utf8), file: file)
    var columns: [String] = []
    for (line, object) in objects {
      guard let members = object.members else {
        throw UsageError("\(file):\(line): a row is an object { … }, not \(object.messageText).")
      }
      for (index, member) in members.enumerated() {
        guard !members[..<index].contains(where: { $0.key == member.key }) else {
          throw UsageError("\(file):\(line): the key \(quoted(member.key)) is written twice.")
        }
        if !columns.contains(member.key) { columns.append(member.key) }
      }
      if object["format"] != nil, object["layers"] != nil || object["extends"] != nil {
        throw UsageError("\(file): this is a preset. The rows come first: motes batch ROWS PRESET.")
      }
    }
    let rows = objects.enumerated().map { index, object in
      Row(
        number: index + 1, line: object.line,
        cells: columns.map { column in object.object[column].flatMap(Self.cell) })
    }
    self.init(file: file, columns: columns, rows: rows)
  }

  /// A value as the text of a cell; nil for null.
  private static func cell(_ node: JSONNode) -> String? {
    switch node.value {
    case .null: nil
    case .string(let text): text
    default: String(decoding: JSONWriter.inOrder(node), as: UTF8.self)
    }
  }

  private static func objects(_ bytes: [UInt8], file: String) throws -> [(line: Int, object: JSONNode)] {
    var sources = SourceTable()
    var reader = JSONReader(bytes, source: sources.add(file, bytes))
    let root = reader.read()
    if let elements = root?.elements, reader.problems.isEmpty {
      return elements.map { (sources.lineAndColumn(of: $0.origin).line, $0) }
    }
    if let root, root.members != nil, reader.problems.isEmpty {
      return [(sources.lineAndColumn(of: root.origin).line, root)]
    }
    if root?.elements == nil, let lines = try lines(bytes, file: file) { return lines }
    guard !reader.problems.isEmpty else {
      throw UsageError("\(file): rows are a list of objects, [{ … }, { … }], or one object a line.")
    }
    throw RowIssues.error(
      reader.problems.map { problem in
        let (line, column) = sources.lineAndColumn(of: problem.origin)
        return "\(file):\(line):\(column): \(problem.message)"
      })
  }

  /// The objects of a text that has one on each line; nil if not even its first line is an object.
  private static func lines(_ bytes: [UInt8], file: String) throws -> [(line: Int, object: JSONNode)]? {
    var objects: [(Int, JSONNode)] = []
    var problems: [String] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where line.contains(where: { !JSONReader.isWhiteSpace($0) }) {
      var sources = SourceTable()
      var reader = JSONReader(Array(line), source: sources.add(file, Array(line)))
      let object = reader.read()
      if objects.isEmpty, problems.isEmpty, object?.members == nil || !reader.problems.isEmpty { return nil }
      problems += reader.problems.map { problem in
        "\(file):\(index + 1):\(sources.lineAndColumn(of: problem.origin).column): \(problem.message)"
      }
      if let object { objects.append((index + 1, object)) }
    }
    guard problems.isEmpty else { throw RowIssues.error(problems) }
    return objects
  }
}
