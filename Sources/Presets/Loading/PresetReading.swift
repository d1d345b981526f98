import Colorimetry
import Model

/// Reads the files of a preset, from the one that was named to the last that it extends, and merges them.
struct PresetReading {
  var sources = SourceTable()
  private(set) var files: [String] = []
  private(set) var problems: [(origin: JSONNode.Origin, path: String, message: String)] = []
  /// False when a file could not be followed to its end: what was read is of little use then.
  private(set) var isSound = true
  let library: PresetLibrary

  init(library: PresetLibrary) { self.library = library }

  /// The merged tree of a file; nil if nothing could be read.
  mutating func read(file path: String, referrer: JSONNode? = nil, chain: [String] = []) -> JSONNode? {
    let bytes: [UInt8]
    do throws(FileAccess.Failure) {
      bytes = try FileAccess.read(path)
    } catch {
      complain(PresetReading.sentence(error, path), at: referrer, file: path)
      return nil
    }
    return read(bytes: bytes, named: path, chain: chain + [FileAccess.canonical(path)])
  }

  mutating func read(bytes: [UInt8], named path: String, chain: [String]) -> JSONNode? {
    let source = sources.add(path, bytes)
    files.append(path)
    guard bytes.count <= Limits.fileBytes else {
      let origin = JSONNode.Origin(source: source, offset: 0)
      problems.append((origin, "", PresetReading.sentence(.tooLarge(bytes.count), path)))
      isSound = false
      return nil
    }
    var reader = JSONReader(bytes, source: source)
    let root = reader.read()
    problems += reader.problems.map { ($0.origin, "", $0.message) }
    isSound = isSound && reader.isSound
    guard let root, isSound else { return root }
    guard root.members != nil else {
      if case .invalid = root.value { return nil }
      problems.append((root.origin, "", "a preset is an object { … }, not \(root.kind)"))
      return nil
    }
    guard let reference = root["extends"] else { return root }
    return extended(root, reference, path: path, chain: chain)
  }

  private mutating func extended(_ root: JSONNode, _ reference: JSONNode, path: String, chain: [String]) -> JSONNode? {
    guard let name = reference.string else {
      problems.append((reference.origin, "extends", "should be a preset's name or path, not \(reference.kind)"))
      return root
    }
    guard let base = file(named: name, from: FileAccess.folder(of: path)) else {
      let hint = Spelling.hint(name, among: library.names)
      problems.append((reference.origin, "extends", "no preset \(quoted(name)) was found.\(hint)"))
      isSound = false
      return root
    }
    let identity = FileAccess.canonical(base)
    if chain.contains(identity) {
      let circle = (files + [base]).joined(separator: " → ")
      problems.append((reference.origin, "extends", "goes round in a circle: \(circle)"))
      isSound = false
      return root
    }
    guard chain.count < Limits.extendsDepth else {
      problems.append(
        (reference.origin, "extends", "a chain of more than \(Limits.extendsDepth) presets that extend each other"))
      isSound = false
      return root
    }
    guard let lower = read(file: base, referrer: reference, chain: chain), isSound else { return root }
    var top = root
    _ = top.removeMember("extends")
    var merging = Merging()
    let merged = merging.merge(lower, with: top)
    problems += merging.problems
    return merged
  }

  /// The path of a preset that another names: relative to its folder, or as a shipped preset.
  func file(named name: String, from folder: String) -> String? {
    guard !name.isEmpty, !name.utf8.contains(0), name.utf8.count <= 4_096 else { return nil }
    let relative = name.hasPrefix("/") ? name : folder + name
    if FileAccess.isFile(relative) { return relative }
    if FileAccess.isFile(relative + ".json") { return relative + ".json" }
    return library.path(of: name)
  }

  private mutating func complain(_ message: String, at node: JSONNode?, file path: String) {
    isSound = false
    if let node {
      problems.append((node.origin, "extends", message))
    } else {
      let source = sources.add(path, [], hasLines: false)
      problems.append((JSONNode.Origin(source: source, offset: 0), "", message))
    }
  }

  static func sentence(_ failure: FileAccess.Failure, _ path: String) -> String {
    switch failure {
    case .missing: "no such file"
    case .notAFile: "this is no file"
    case .tooLarge(let size):
      "the file has \(grouped(size)) bytes; at most \(grouped(Limits.fileBytes)) are read"
    case .system(let text): "can not be read: \(text)"
    }
  }
}
