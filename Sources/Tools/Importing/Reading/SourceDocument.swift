import JSON
import Presets

/// An imported file as a tree of values, whatever its syntax.
struct SourceDocument {
  /// What the file is called in messages.
  var name: String
  var root: JSONNode

  /// Reads JSON, in which comments and trailing commas are allowed.
  init(json bytes: [UInt8], name: String) throws(ImportError) {
    var table = SourceTable()
    var reader = JSONReader(bytes, source: table.add(name, bytes))
    let root = reader.read()
    guard let root, reader.problems.isEmpty else {
      let lines = reader.problems.prefix(5).map { problem in
        let (line, column) = table.lineAndColumn(of: problem.origin)
        return "\(name):\(line):\(column): \(problem.message)"
      }
      throw ImportError(lines.isEmpty ? "\(name): no JSON could be read." : lines.joined(separator: "\n"))
    }
    self.init(name: name, root: root)
  }

  init(name: String, root: JSONNode) {
    (self.name, self.root) = (name, root)
  }
}
