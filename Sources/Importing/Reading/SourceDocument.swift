import Presets

/// An imported file as a tree of values, whatever it was written in.
struct SourceDocument {
  /// What the file is called in messages.
  var name: String
  var root: JSONNode
  var origin: Origin

  /// How positions of nodes are told to people.
  enum Origin {
    case text(SourceTable)
    /// Positions are indices into a list of line numbers, as of XML.
    case lines([Int32])
    /// A binary file.
    case none
  }

  /// "file.json:3:14" of a position in the text, or as much of it as is known.
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
