import JSON
import Presets

/// The state of one import: which keys of the file have been read, and the report so far.
final class Reading {
  let document: SourceDocument
  private(set) var report = ImportReport()
  /// Writes a texture of the file as a picture beside the preset; nil to leave textures out.
  private let store: TextureStore?
  private var textureCount = 0
  /// Paths that were read, or that already have a line of any kind but `chosen`. `finish` does not report them, nor anything inside them,
  /// as unknown.
  private var handled: Set<String> = []
  /// The latest verdict on each path: whether it was carried over, and its place in the order of all verdicts. What counts for a key is
  /// the latest verdict on the key itself or on an object or list around it.
  private var verdicts: [String: (order: Int, isCarried: Bool)] = [:]
  private var verdictCount = 0
  /// Path and reason of each line, so that no line is added twice.
  private var noted: Set<String> = []

  init(_ document: SourceDocument, store: TextureStore?) {
    self.document = document
    self.store = store
  }

  var root: SourceObject { SourceObject(document.root, path: "", self) }

  /// Marks a key, and everything inside it, as carried over.
  func carry(_ path: String) {
    handled.insert(path)
    decide(path, isCarried: true)
  }

  /// Whether the latest verdict on the path itself says that it was carried over. Verdicts on objects around it do not matter here.
  func isCarried(_ path: String) -> Bool { verdicts[path]?.isCarried ?? false }

  private func decide(_ path: String, isCarried: Bool) {
    verdicts[path] = (verdictCount, isCarried)
    verdictCount += 1
  }

  /// Adds a line about a key. Unless its kind is `chosen`, the keys inside need no line of their own. If the kind means that the key
  /// was left out, the key and everything inside no longer count as carried over, unless they are read afterwards.
  func note(_ path: String, _ kind: ImportReport.Kind, _ reason: String) {
    if kind != .chosen { handled.insert(path) }
    if [.unsupported, .meaningless, .editorOnly, .unknown].contains(kind) { decide(path, isCarried: false) }
    guard noted.insert("\(path)|\(reason)").inserted else { return }
    report.lines.append(ImportReport.Line(key: path, kind: kind, reason: reason))
  }

  /// Stores a texture as a picture beside the preset. If that fails, returns nil and adds a line to the report.
  ///
  /// - Parameter substitute: what is drawn in place of a texture that cannot be read, in words for the report.
  func storedTexture(_ texture: Texture, at path: String, substitute: String = "a soft disc") -> StoredTexture? {
    guard let store else {
      note(path, .unsupported, "textures are not written here")
      return nil
    }
    textureCount += 1
    guard textureCount <= ImportLimits.textures else {
      note(path, .unsupported, "more than \(ImportLimits.textures) textures")
      return nil
    }
    do {
      let stored = try store(try Self.decodingDataURL(texture))
      carry(path)
      return stored
    } catch {
      note(path, .unsupported, "the texture cannot be read: \(error); \(substitute) is used instead")
      return nil
    }
  }

  /// Decodes a texture whose name is a data URL, "data:image/png;base64,…"; returns other textures unchanged.
  private static func decodingDataURL(_ texture: Texture) throws -> Texture {
    guard case .file(let name) = texture, name.hasPrefix("data:") else { return texture }
    guard let comma = name.utf8.firstIndex(of: UInt8(ascii: ",")), name.utf8.count <= 2 * ImportLimits.fileBytes else {
      throw EmbeddedTexture.Failure(description: "its address holds no picture")
    }
    return .bytes(try EmbeddedTexture.decode(String(name[name.index(after: comma)...])))
  }

  /// Adds a line for every key that was neither read nor reported, and returns the finished report.
  func finish() -> ImportReport {
    var paths: [String] = []
    appendLeafPaths(document.root, path: "", into: &paths)
    for path in paths where !isHandled(path) { note(path, .unknown, "the key is not known") }
    report.carried = paths.filter { path in
      prefixes(of: path).compactMap { verdicts[$0] }.max { $0.order < $1.order }?.isCarried ?? false
    }
    return report
  }

  /// Paths of all leaf values, in the order of the file. An empty object and a list without objects are leaves too.
  func leafPaths() -> [String] {
    var paths: [String] = []
    appendLeafPaths(document.root, path: "", into: &paths)
    return paths
  }

  /// Whether a key, or an object or list around it, was read or has a line.
  private func isHandled(_ path: String) -> Bool { prefixes(of: path).contains { handled.contains($0) } }

  /// A path itself, and the paths of all objects and lists around it.
  private func prefixes(of path: String) -> [String] {
    var result = [path]
    for index in path.indices where path[index] == "." || path[index] == "[" { result.append(String(path[..<index])) }
    return result
  }

  private func appendLeafPaths(_ node: JSONNode, path: String, into paths: inout [String]) {
    switch node.value {
    case .object(let members) where !members.isEmpty:
      for (key, member) in SourceObject.keyed(members) {
        appendLeafPaths(member.node, path: path.isEmpty ? key : "\(path).\(key)", into: &paths)
      }
    case .array(let elements) where elements.contains { $0.members != nil }:
      for (index, element) in elements.enumerated() {
        appendLeafPaths(element, path: "\(path)[\(index)]", into: &paths)
      }
    default: paths.append(path)
    }
  }
}
