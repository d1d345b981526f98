/// Why a file cannot be imported: a sentence that begins with the file's name and, if known, the place in it.
package struct ImportError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
