import Foundation

/// The files that the page consists of: those in the program, and CodeMirror's where the system has it.
package enum PageFiles {
  /// A file as it is sent.
  package struct File {
    package let bytes: [UInt8]
    /// Its media type.
    package let type: String
  }

  /// The page's own file of a name; "" is the page itself.
  package static func file(_ name: String) -> File? {
    guard let (bytes, type) = own[name] else { return editorFile(name) }
    return File(bytes: bytes, type: type)
  }

  /// The page's own files by their names.
  private static let own: [String: ([UInt8], String)] = [
    "": (PackageResources.index_html, html), "page.css": (PackageResources.page_css, css),
    "main.js": (PackageResources.main_js, script), "state.js": (PackageResources.state_js, script),
    "connection.js": (PackageResources.connection_js, script), "picture.js": (PackageResources.picture_js, script),
    "timeline.js": (PackageResources.timeline_js, script), "track.js": (PackageResources.track_js, script),
    "guard.js": (PackageResources.guard_js, script), "panel.js": (PackageResources.panel_js, script),
    "controls.js": (PackageResources.controls_js, script), "curves.js": (PackageResources.curves_js, script),
    "jsontext.js": (PackageResources.jsontext_js, script),
    "layers.js": (PackageResources.layers_js, script), "editor.js": (PackageResources.editor_js, script),
    "completion.js": (PackageResources.completion_js, script), "commands.js": (PackageResources.commands_js, script),
    "exports.js": (PackageResources.exports_js, script), "library.js": (PackageResources.library_js, script),
    "undo.js": (PackageResources.undo_js, script),
  ]

  private static let html = "text/html; charset=utf-8"
  private static let css = "text/css; charset=utf-8"
  private static let script = "text/javascript; charset=utf-8"

  /// Where Debian's libjs-codemirror lies.
  private static let editorFolder = "/usr/share/javascript/codemirror/"

  /// CodeMirror's files that the page uses; no other file of its folder is read.
  private static let editorFiles = [
    "lib/codemirror.js", "lib/codemirror.css", "mode/javascript/javascript.js", "addon/edit/matchbrackets.js",
    "addon/edit/closebrackets.js", "addon/fold/foldcode.js", "addon/fold/foldgutter.js", "addon/fold/brace-fold.js",
    "addon/fold/foldgutter.css", "addon/hint/show-hint.js", "addon/hint/show-hint.css", "addon/search/searchcursor.js",
    "addon/selection/active-line.js",
  ]

  /// Whether CodeMirror is there.
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
