import Glibc
import Motes

/// The JSON Schema of presets as a file that editors read.
enum SchemaFile {
  /// The path at which all presets of this machine's user may look for the schema, by the XDG Base Directory Specification.
  static func installedPath() throws -> String {
    func variable(_ name: String) -> String? {
      guard let value = getenv(name).map({ String(cString: $0) }), value.hasPrefix("/") else { return nil }
      return value
    }
    // A path that is not absolute is to be ignored, says the specification.
    guard let folder = variable("XDG_DATA_HOME") ?? variable("HOME").map({ $0 + "/.local/share" }) else {
      throw UsageError("neither XDG_DATA_HOME nor HOME is the path of a folder: there is no place to install to.")
    }
    return "\(folder)/motes/\(JSONSchema.fileName)"
  }

  /// Writes the schema, whole or not at all, over an older one. A file that is no schema of Motes stays.
  static func write(to path: String, makingFolders: Bool = false) throws {
    let isOwn = JSONSchema.isOwnFile(path)
    guard isOwn || !FilePath.isTaken(path) else {
      throw UsageError("\(path) is there already and is no schema of Motes. It stays; move it away first.")
    }
    if makingFolders { try FilePath.makeFolders(to: path) }
    try writeText(JSONSchema.json(), to: path, allowsReplacing: isOwn)
  }

  /// What a preset's key `$schema` names: the schema beside it, or the one that is installed; nil where there is neither.
  static func address(for preset: String) -> String? {
    if JSONSchema.isOwnFile(FilePath.beside(preset, JSONSchema.fileName)) { return "./" + JSONSchema.fileName }
    guard let path = try? installedPath(), JSONSchema.isOwnFile(path) else { return nil }
    return address(of: path)
  }

  /// The `file:` address of an absolute path.
  static func address(of path: String) -> String {
    let plain = Array("/-._~abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)
    var address = "file://"
    for byte in path.utf8 {
      if plain.contains(byte) {
        address.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let hex = String(byte, radix: 16, uppercase: true)
        address += "%" + (hex.count < 2 ? "0" : "") + hex
      }
    }
    return address
  }
}
