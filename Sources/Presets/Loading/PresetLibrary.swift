import Model

/// The shipped presets: files `NAME.json` in folders. A preset in a subfolder has the subfolder's name before its own:
/// `classic/snow`.
public struct PresetLibrary: Sendable {
  /// Levels of folders that are searched: those of `folders` are the first.
  private static let deepestFolder = 3

  /// Folders of shipped presets; where several have a preset of one name, the first folder's is taken.
  public var folders: [String]

  /// A library of folders.
  public init(folders: [String]) { self.folders = folders }

  /// A preset of a library.
  public struct Entry: Sendable, Equatable {
    /// Name with the subfolders before it: `fireworks`, `classic/snow`.
    public var name: String
    /// Path of its file.
    public var path: String
    /// One sentence about it.
    public var about: String
    /// Words to find it by.
    public var tags: [String]
  }

  /// All presets, sorted by name. A file that can not be read is listed with an empty `about`.
  public func list() -> [Entry] {
    var entries: [Entry] = []
    for (name, path) in files() where !entries.contains(where: { $0.name == name }) {
      var entry = Entry(name: name, path: path, about: "", tags: [])
      if let bytes = try? FileAccess.read(path) {
        var reader = JSONReader(bytes, source: 0)
        let root = reader.read()
        entry.about = root?["about"]?.string ?? ""
        entry.tags = root?["tags"]?.elements?.compactMap(\.string) ?? []
      }
      entries.append(entry)
    }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Whether a file is a preset by its top level, be it one with mistakes; other JSON, such as the schema of presets, is none.
  package static func isPreset(_ path: String) -> Bool {
    guard let bytes = try? FileAccess.read(path) else { return false }
    var reader = JSONReader(bytes, source: 0)
    return reader.read()?["format"] != nil
  }

  /// Whether a file is whole JSON that is no preset, such as the schema of presets. What cannot be read as JSON may be a preset that an
  /// edit has broken.
  package static func isOtherJSON(_ path: String) -> Bool {
    guard let bytes = try? FileAccess.read(path) else { return false }
    var reader = JSONReader(bytes, source: 0)
    guard let root = reader.read(), reader.problems.isEmpty else { return false }
    return root["format"] == nil && root["layers"] == nil && root["extends"] == nil
  }

  /// The path of a shipped preset's file; nil if there is none, or if the name leads out of the folders.
  public func path(of name: String) -> String? {
    guard !name.isEmpty, !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else { return nil }
    return folders.map { "\($0)/\(name).json" }.first(where: FileAccess.isFile)
  }

  /// Names of all presets.
  public var names: [String] { files().map(\.name) }

  /// The files of all folders, folder after folder, in each sorted by name. A name that several folders have occurs several times.
  private func files() -> [(name: String, path: String)] {
    var files: [(name: String, path: String)] = []
    func visit(_ folder: String, _ prefix: String, depth: Int) {
      for name in FileAccess.names(in: folder) {
        let path = "\(folder)/\(name)"
        // The schema of presets, which `motes new --schema` writes beside them, is none.
        if name.hasSuffix(".json"), name != JSONSchema.fileName, FileAccess.isFile(path) {
          files.append((prefix + name.dropLast(".json".count), path))
        } else if depth < Self.deepestFolder, FileAccess.isFolder(path) {
          visit(path, prefix + name + "/", depth: depth + 1)
        }
      }
    }
    for folder in folders { visit(folder, "", depth: 1) }
    return files
  }
}
