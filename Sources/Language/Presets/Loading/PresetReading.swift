import Colorimetry
import JSON
import Model

/// Reads the files of a preset, from the file that was named to the last one in its chain of `extends`, and merges them.
struct PresetReading {
  /// The longest name of a file that is looked for, in bytes of UTF-8: Linux's limit of a path, PATH_MAX.
  private static let maximumNameBytes = 4_096

  /// The texts that were read.
  var sources = SourceTable()
  /// Paths of the files that were read, the preset's own file first.
  private(set) var files: [String] = []
  /// Paths at which no file was found, or none that could be read.
  private(set) var missingFiles: [String] = []
  /// Issues, each with the key path of its value.
  private(set) var problems: [(origin: JSONNode.Position, keyPath: String, message: String)] = []
  /// False if a file was not found or could not be read to its end, so that the merged tree is incomplete.
  private(set) var isComplete = true
  /// Names that elements of lists were probably meant to have (`Merging.likelyNames`).
  private(set) var likelyNames: [JSONNode.Position: String] = [:]
  let library: PresetLibrary
  /// Canonical paths of the folders in which every file that is read must lie: the folder of the named preset and the library's
  /// folders.
  private var allowedFolders: [String] = []

  init(library: PresetLibrary) { self.library = library }

  /// Reads a file and merges it with the presets that it extends; nil if nothing could be read.
  ///
  /// - Parameters:
  ///   - reference: the value of `extends` that names the file; nil for the preset's own file.
  ///   - chain: canonical paths of the files that lead to this file by `extends`, the first file first.
  mutating func read(file path: String, reference: JSONNode? = nil, chain: [String] = []) -> JSONNode? {
    let bytes: [UInt8]
    do throws(FileAccess.Failure) {
      bytes = try FileAccess.read(path)
    } catch {
      missingFiles.append(path)
      reportUnreadable(PresetReading.message(error), at: reference, file: path)
      return nil
    }
    return read(bytes: bytes, named: path, chain: chain + [FileAccess.canonical(path)])
  }

  /// Reads a preset's text and merges it with the presets that it extends; nil if nothing could be read.
  ///
  /// - Parameters:
  ///   - path: the text's name in issues. Relative names of presets start from its folder.
  ///   - chain: canonical paths of the files that lead to this text by `extends`: the first file first, the text's own path last.
  mutating func read(bytes: [UInt8], named path: String, chain: [String]) -> JSONNode? {
    let source = sources.add(path, bytes)
    if files.isEmpty {
      allowedFolders = ([FileAccess.folder(of: path)] + library.folders).map(PresetReading.canonicalFolder)
    }
    files.append(path)
    guard bytes.count <= Limits.fileBytes else {
      let origin = JSONNode.Position(source: source, offset: 0)
      problems.append((origin, "", PresetReading.message(.tooLarge(bytes.count))))
      isComplete = false
      return nil
    }
    var reader = JSONReader(bytes, source: source)
    let root = reader.read()
    problems += reader.problems.map { ($0.origin, "", $0.message) }
    isComplete = isComplete && !reader.hasStopped
    guard let root, isComplete else { return root }
    guard root.members != nil else {
      if case .invalid = root.value { return nil }
      problems.append((root.origin, "", "a preset is an object { … }, not \(root.messageText)"))
      return nil
    }
    guard let reference = root["extends"] else { return root }
    return extended(root, reference, path: path, chain: chain)
  }

  /// Merges the tree of a file with the preset that its `extends` (`reference`) names; returns the tree alone after reporting an
  /// issue.
  private mutating func extended(_ root: JSONNode, _ reference: JSONNode, path: String, chain: [String]) -> JSONNode? {
    guard let name = reference.string else {
      problems.append((reference.origin, "extends", "should be a preset's name or path, not \(reference.messageText)"))
      return root
    }
    guard let base = presetPath(named: name, inFile: path) else {
      missingFiles += pathCandidates(named: name, from: FileAccess.folder(of: path))
      let hint = Spelling.hint(name, among: library.names)
      problems.append((reference.origin, "extends", "no preset \(quoted(name)) was found.\(hint)"))
      isComplete = false
      return root
    }
    let canonicalBase = FileAccess.canonical(base)
    guard isInAllowedFolder(base) else {
      problems.append(
        (
          reference.origin, "extends",
          "\(quoted(name)) lies outside of the folders that may be read: the preset's own folder, those of the shipped presets, and those of --presets"
        ))
      isComplete = false
      return root
    }
    if chain.contains(canonicalBase) {
      let filesInCircle = (files + [base]).joined(separator: " → ")
      problems.append((reference.origin, "extends", "the presets extend each other in a circle: \(filesInCircle)"))
      isComplete = false
      return root
    }
    guard chain.count < Limits.extendsDepth else {
      problems.append(
        (reference.origin, "extends", "a chain of more than \(Limits.extendsDepth) presets, each extending the next"))
      isComplete = false
      return root
    }
    guard let baseTree = read(file: base, reference: reference, chain: chain), isComplete else { return root }
    var top = root
    _ = top.removeMember("extends")
    var merging = Merging()
    let merged = merging.merge(baseTree, with: top)
    problems += merging.problems
    likelyNames.merge(merging.likelyNames) { first, _ in first }
    return merged
  }

  /// The path of the preset that `extends` names: a path relative to `folder`, with or without `.json`, or otherwise the name of a
  /// shipped preset. Nil if there is no such file. A file does not mean itself if there is a shipped preset of its name, as
  /// `sound/confetti` extends "confetti".
  ///
  /// - Parameter file: the file that has the `extends`.
  private func presetPath(named name: String, inFile file: String) -> String? {
    let candidates = pathCandidates(named: name, from: FileAccess.folder(of: file))
    guard let written = candidates.first(where: FileAccess.isFile) else {
      return candidates.isEmpty ? nil : library.path(of: name)
    }
    guard FileAccess.canonical(written) == FileAccess.canonical(file) else { return written }
    return library.path(of: name) ?? written
  }

  /// The paths at which a preset is looked for before the shipped presets, with `folder` in front of a relative path; empty if
  /// the text cannot be a path.
  private func pathCandidates(named name: String, from folder: String) -> [String] {
    guard Self.canBePath(name) else { return [] }
    let path = name.hasPrefix("/") ? name : folder + name
    return [path, path + ".json"]
  }

  /// Whether a text can be the path of a file.
  static func canBePath(_ text: String) -> Bool {
    !text.isEmpty && !text.utf8.contains(0) && text.utf8.count <= maximumNameBytes
  }

  /// Whether a file, after following symbolic links, lies in one of the folders that may be read.
  func isInAllowedFolder(_ path: String, alsoIn folders: [String] = []) -> Bool {
    let canonical = FileAccess.canonical(path)
    return (allowedFolders + folders.map(Self.canonicalFolder)).contains(where: canonical.hasPrefix)
  }

  /// The canonical path of a folder, with a slash at its end. An empty path stands for the working directory.
  private static func canonicalFolder(_ folder: String) -> String {
    let path = FileAccess.canonical(folder.isEmpty ? "." : folder)
    return path.hasSuffix("/") ? path : path + "/"
  }

  /// Reports a file that cannot be read: at the value of `extends` that names the file, or, if `node` is nil, as an issue of the
  /// file.
  private mutating func reportUnreadable(_ message: String, at node: JSONNode?, file path: String) {
    isComplete = false
    if let node {
      problems.append((node.origin, "extends", message))
    } else {
      let source = sources.add(path, [], hasLines: false)
      problems.append((JSONNode.Position(source: source, offset: 0), "", message))
    }
  }

  /// The message on a file that cannot be read.
  static func message(_ failure: FileAccess.Failure) -> String {
    switch failure {
    case .missing: "no such file"
    case .notAFile: "this is not a file"
    case .tooLarge(let size):
      "the file has \(grouped(size)) bytes; at most \(grouped(Limits.fileBytes)) are read"
    case .system(let text): "cannot be read: \(text)"
    }
  }
}
