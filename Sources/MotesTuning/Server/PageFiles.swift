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
    switch name {
    case "": File(bytes: PackageResources.index_html, type: html)
    case "page.css": File(bytes: PackageResources.page_css, type: css)
    case "main.js": File(bytes: PackageResources.main_js, type: script)
    case "state.js": File(bytes: PackageResources.state_js, type: script)
    case "connection.js": File(bytes: PackageResources.connection_js, type: script)
    case "picture.js": File(bytes: PackageResources.picture_js, type: script)
    case "timeline.js": File(bytes: PackageResources.timeline_js, type: script)
    case "panel.js": File(bytes: PackageResources.panel_js, type: script)
    case "controls.js": File(bytes: PackageResources.controls_js, type: script)
    case "layers.js": File(bytes: PackageResources.layers_js, type: script)
    case "editor.js": File(bytes: PackageResources.editor_js, type: script)
    case "completion.js": File(bytes: PackageResources.completion_js, type: script)
    case "commands.js": File(bytes: PackageResources.commands_js, type: script)
    default: editorFile(name)
    }
  }

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
