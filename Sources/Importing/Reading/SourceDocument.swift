import Presets

/// An imported file as a tree of values, whatever its syntax.
struct SourceDocument {
  /// What the file is called in messages.
  var name: String
  var root: JSONNode
  var origin: Origin

  /// How nodes' positions become places for messages.
  enum Origin {
    /// Positions are offsets into the bytes of a text.
    case text(SourceTable)
    /// Positions are indices into a list of line numbers, as of XML.
    case lines([Int32])
    /// Positions have no meaning, because the file is binary.
    case none
  }

  /// A node's place for messages: "file.json:3:14", or as much of that as is known.
  func place(of position: JSONNode.Position) -> String {
    switch origin {
    case .text(let table):
      let (line, column) = table.position(of: position)
      return "\(name):\(line):\(column)"
    case .lines(let lines):
      let index = Int(position.offset)
      return lines.indices.contains(index) ? "\(name):\(lines[index])" : name
    case .none: return name
    }
  }

  /// Reads JSON, in which comments and trailing commas are allowed.
  init(json bytes: [UInt8], name: String) throws(ImportError) {
    var table = SourceTable()
    var reader = JSONReader(bytes, source: table.add(name, bytes))
    let root = reader.read()
    guard let root, reader.problems.isEmpty else {
      let lines = reader.problems.prefix(5).map { problem in
        let (line, column) = table.position(of: problem.origin)
        return "\(name):\(line):\(column): \(problem.message)"
      }
      throw ImportError(lines.isEmpty ? "\(name): no JSON could be read." : lines.joined(separator: "\n"))
    }
    self.init(name: name, root: root, origin: .text(table))
  }

  init(name: String, root: JSONNode, origin: Origin) {
    (self.name, self.root, self.origin) = (name, root, origin)
  }
}
