import JSON
import Model

/// The shipped presets: files `NAME.json` in folders. The name of a preset in a subfolder begins with the subfolder's:
/// `classic/snow`.
public struct PresetLibrary: Sendable {
  /// Levels of nested folders that are searched; `folders` are the first level.
  private static let maximumFolderDepth = 3

  /// Folders of shipped presets. If several have a preset of the same name, the one in the first of these folders is used.
  public var folders: [String]

  /// A library of folders.
  public init(folders: [String]) { self.folders = folders }

  /// A preset of a library.
  public struct Entry: Sendable, Equatable {
    /// The preset's name, including subfolders: `fireworks`, `classic/snow`.
    public var name: String
    /// The path of the preset's file.
    public var path: String
    /// One sentence about the preset.
    public var about: String
    /// Words by which the preset can be found.
    public var tags: [String]
  }

  /// All presets, sorted by name. A file that cannot be read is listed with an empty `about`.
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

  /// Whether the top level of a file has the key `format`, as presets have, even if the file has mistakes. Other JSON, such as
  /// the schema of presets, has no such key.
  package static func isPreset(_ path: String) -> Bool {
    guard let bytes = try? FileAccess.read(path) else { return false }
    var reader = JSONReader(bytes, source: 0)
    return reader.read()?["format"] != nil
  }

  /// Whether a file is valid JSON but surely no preset, such as the schema of presets: it has none of the keys `format`, `layers`
  /// and `extends`. A file that is not valid JSON may be a preset with a mistake, so the answer for it is false.
  package static func isOtherJSON(_ path: String) -> Bool {
    guard let bytes = try? FileAccess.read(path) else { return false }
    var reader = JSONReader(bytes, source: 0)
    guard let root = reader.read(), reader.problems.isEmpty else { return false }
    return root["format"] == nil && root["layers"] == nil && root["extends"] == nil
  }

  /// The path of a shipped preset's file; nil if there is no such preset, or if the name leads out of the folders.
  package func path(of name: String) -> String? {
    let parts = name.split(separator: "/")
    guard let last = parts.last, !name.hasPrefix("/"), !parts.contains(".."), "\(last).json" != JSONSchema.fileName
    else {
      return nil
    }
    return folders.map { "\($0)/\(name).json" }.first(where: FileAccess.isFile)
  }

  /// Names of all presets. A name that several folders have occurs several times.
  public var names: [String] { files().map(\.name) }

  /// The files of all folders, one folder after another, each sorted by name. A name that several folders have occurs several
  /// times.
  private func files() -> [(name: String, path: String)] {
    var files: [(name: String, path: String)] = []
    func visit(_ folder: String, _ prefix: String, depth: Int) {
      for name in FileAccess.names(in: folder) {
        let path = "\(folder)/\(name)"
        // The schema of presets, which `motes new --schema` writes into their folder, is no preset.
        if name.hasSuffix(".json"), name != JSONSchema.fileName, FileAccess.isFile(path) {
          files.append((prefix + name.dropLast(".json".count), path))
        } else if depth < Self.maximumFolderDepth, FileAccess.isFolder(path) {
          visit(path, prefix + name + "/", depth: depth + 1)
        }
      }
    }
    for folder in folders { visit(folder, "", depth: 1) }
    return files
  }
}
