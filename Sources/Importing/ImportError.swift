import Presets

/// Why a file cannot be imported, in a sentence with the place where it is known.
package struct ImportError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  init(_ document: SourceDocument, at node: JSONNode.Position, _ sentence: String) {
    self.init("\(document.place(of: node)): \(sentence)")
  }
}
