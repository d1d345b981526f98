import Glibc
import Motes
import MotesTuning

/// The JSON Schema of presets as a file that editors read.
enum SchemaFile {
  /// The path where the schema is installed for all presets of this user, by the XDG Base Directory Specification.
  static func installedPath() throws -> String {
    // The specification says that a relative path is to be ignored.
    func folderVariable(_ name: String) -> String? {
      guard let value = getenv(name).map({ String(cString: $0) }), value.hasPrefix("/") else { return nil }
      return value
    }
    guard let folder = folderVariable("XDG_DATA_HOME") ?? folderVariable("HOME").map({ $0 + "/.local/share" }) else {
      throw UsageError("neither XDG_DATA_HOME nor HOME is the path of a folder: there is no place to install to.")
    }
    return "\(folder)/motes/\(JSONSchema.fileName)"
  }

  /// Writes the schema, whole or not at all; it may replace an older schema of Motes, but no other file.
  static func write(to path: String, makingFolders: Bool = false) throws {
    let isOwn = JSONSchema.isOwnFile(path)
    guard isOwn || !FilePath.isTaken(path) else {
      throw UsageError("\(path) exists and is not a schema of Motes, so it is not replaced. Move it away first.")
    }
    if makingFolders { try FilePath.makeFolders(to: path) }
    try writeText(JSONSchema.json(), to: path, allowsReplacing: isOwn)
  }

  /// The value of a preset's key `$schema`: the schema beside the preset, or else the installed one; nil if there is neither.
  static func address(for preset: String) -> String? {
    if JSONSchema.isOwnFile(FilePath.beside(preset, JSONSchema.fileName)) { return "./" + JSONSchema.fileName }
    guard let path = try? installedPath(), JSONSchema.isOwnFile(path) else { return nil }
    return fileURL(of: path)
  }

  /// The `file:` URL of an absolute path, percent-encoded.
  static func fileURL(of path: String) -> String { "file://" + PercentEncoding.encoded(path: path) }
}
