import Presets

/// The state of one import: what has been read of the file, and the report.
final class Reading {
  let document: SourceDocument
  private(set) var report = ImportReport()
  /// Makes a texture of the file a picture beside the preset.
  private let store: TextureStore?
  private var textureCount = 0
  /// Paths that need no line of the report for being there, because they were read, or that have one already.
  private var marked: Set<String> = []
  /// The latest verdict on each path: whether it was carried over, and its place in the order of all verdicts. For a key the latest one holds of
  /// those on itself and on what it lies in.
  private var verdicts: [String: (order: Int, isCarried: Bool)] = [:]
  private var verdictCount = 0
  /// Lines that were noted, so that none is there twice.
  private var noted: Set<String> = []

  init(_ document: SourceDocument, store: TextureStore?) {
    self.document = document
    self.store = store
  }

  var root: SourceObject { SourceObject(document.root, path: "", self) }

  /// Notes that a key was carried over.
  func carry(_ path: String) {
    marked.insert(path)
    decide(path, isCarried: true)
  }

  func isCarried(_ path: String) -> Bool { verdicts[path]?.isCarried ?? false }

  private func decide(_ path: String, isCarried: Bool) {
    verdicts[path] = (verdictCount, isCarried)
    verdictCount += 1
  }

  /// Adds a line about a key. Except for what was chosen, no key inside it needs a line of its own then. A key that is left out, and what
  /// lies in it, no longer counts as carried, unless it is read afterwards.
  func note(_ path: String, _ kind: ImportReport.Kind, _ reason: String) {
    if kind != .chosen { marked.insert(path) }
    if [.unsupported, .meaningless, .editorOnly, .unknown].contains(kind) { decide(path, isCarried: false) }
    guard noted.insert("\(path)|\(reason)").inserted else { return }
    report.lines.append(ImportReport.Line(key: path, kind: kind, reason: reason))
  }

  /// The texture as a picture beside the preset; nil, with a line of the report, where there is none.
  ///
  /// - Parameter substitute: what stands for a texture that cannot be read, for the report.
  func texture(_ texture: Texture, at path: String, substitute: String = "a soft disc") -> StoredTexture? {
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
      let stored = try store(try Self.embedded(texture))
      carry(path)
      return stored
    } catch {
      note(path, .unsupported, "the texture cannot be read: \(error); \(substitute) stands for it")
      return nil
    }
  }

  /// A texture whose name is an address that holds the picture itself, "data:image/png;base64,…", as that picture.
  private static func embedded(_ texture: Texture) throws -> Texture {
    guard case .file(let name) = texture, name.hasPrefix("data:") else { return texture }
    guard let comma = name.utf8.firstIndex(of: UInt8(ascii: ",")), name.utf8.count <= 2 * ImportLimits.fileBytes else {
      throw EmbeddedTexture.Failure(description: "its address holds no picture")
    }
    return .bytes(try EmbeddedTexture.decode(String(name[name.index(after: comma)...])))
  }

  /// Notes every key that nothing has read or spoken of, and closes the report.
  func finish() -> ImportReport {
    var paths: [String] = []
    list(document.root, path: "", into: &paths)
    for path in paths where !isMarked(path) { note(path, .unknown, "nothing is known about it") }
    report.carried = paths.filter { path in
      prefixes(of: path).compactMap { verdicts[$0] }.max { $0.order < $1.order }?.isCarried ?? false
    }
    return report
  }

  /// Paths of all values that hold no others, in the order of the file.
  func leafPaths() -> [String] {
    var paths: [String] = []
    list(document.root, path: "", into: &paths)
    return paths
  }

  /// Whether a key has been read or has a line, itself or what it lies in.
  private func isMarked(_ path: String) -> Bool { prefixes(of: path).contains { marked.contains($0) } }

  /// A path and those of all that it lies in.
  private func prefixes(of path: String) -> [String] {
    var result = [path]
    for index in path.indices where path[index] == "." || path[index] == "[" { result.append(String(path[..<index])) }
    return result
  }

  private func list(_ node: JSONNode, path: String, into paths: inout [String]) {
    switch node.value {
    case .object(let members) where !members.isEmpty:
      for (key, member) in SourceObject.keyed(members) {
        list(member.node, path: path.isEmpty ? key : "\(path).\(key)", into: &paths)
      }
    case .array(let elements) where elements.contains { $0.members != nil }:
      for (index, element) in elements.enumerated() { list(element, path: "\(path)[\(index)]", into: &paths) }
    default: paths.append(path)
    }
  }
}
