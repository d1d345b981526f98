import CTuningPage
import Foundation

/// The files of the tuning page and of the gallery's pages, which are part of the program; and those of the text editor CodeMirror,
/// if the system has it.
package enum PageFiles {
  /// A file to be sent.
  package struct File {
    package let bytes: [UInt8]
    /// The file's media type.
    package let type: String
  }

  /// The file with a name: a part of the program, or one of CodeMirror's. "" names the tuning page itself. Nil if there is no such
  /// file.
  package static func file(_ name: String) -> File? {
    let pageName = "index.html"
    guard name != pageName, let bytes = builtIn[name.isEmpty ? pageName : name] else { return editorFile(name) }
    return File(bytes: bytes, type: name.hasSuffix(".js") ? script : name.hasSuffix(".css") ? css : html)
  }

  /// The text of a file that is part of the program.
  static func text(_ name: String) -> String { String(decoding: builtIn[name] ?? [], as: UTF8.self) }

  /// The files that are part of the program, by their names.
  private static let builtIn: [String: [UInt8]] = Dictionary(
    uniqueKeysWithValues: (0..<cTuningPageFileCount()).map { index in
      let file = cTuningPageFile(index)
      return (String(cString: file.name), Array(UnsafeBufferPointer(start: file.bytes, count: file.byteCount)))
    })

  private static let html = "text/html; charset=utf-8"
  private static let css = "text/css; charset=utf-8"
  private static let script = "text/javascript; charset=utf-8"

  /// The folder of Debian's libjs-codemirror.
  private static let editorFolder = "/usr/share/javascript/codemirror/"

  /// CodeMirror's files that the page uses; no other file of its folder is read.
  private static let editorFiles = [
    "lib/codemirror.js", "lib/codemirror.css", "mode/javascript/javascript.js", "addon/edit/matchbrackets.js",
    "addon/edit/closebrackets.js", "addon/fold/foldcode.js", "addon/fold/foldgutter.js", "addon/fold/brace-fold.js",
    "addon/fold/foldgutter.css", "addon/hint/show-hint.js", "addon/hint/show-hint.css", "addon/search/searchcursor.js",
    "addon/selection/active-line.js",
  ]

  /// Whether CodeMirror is installed.
  static var hasEditor: Bool { access(editorFolder + editorFiles[0], R_OK) == 0 }

  private static func editorFile(_ name: String) -> File? {
    let prefix = "codemirror/"
    guard name.hasPrefix(prefix) else { return nil }
    let path = String(name.dropFirst(prefix.count))
    guard editorFiles.contains(path), let data = FileManager.default.contents(atPath: editorFolder + path) else {
      return nil
    }
    return File(bytes: Array(data), type: path.hasSuffix(".css") ? css : script)
  }
}
