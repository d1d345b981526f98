import Glibc
import Motes

/// Questions about paths.
enum FilePath {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether an ordinary file is there, links followed.
  static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Bytes of a file; nil where the system does not say.
  static func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// The folder part of a path, "." where there is none.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The absolute path without links, "." and ".."; nil where there is no such file.
  static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// The path that leads to `target` from the folder of `file`: "../presets/glow.json". Where one of them does not exist,
  /// `target` as it is.
  static func relative(_ target: String, toFolderOf file: String) -> String {
    guard let target = resolved(target), let folder = resolved(folder(of: file)) else { return target }
    let targetParts = target.split(separator: "/")
    let folderParts = folder.split(separator: "/")
    var shared = 0
    while shared < targetParts.count, shared < folderParts.count, targetParts[shared] == folderParts[shared] {
      shared += 1
    }
    let parts = Array(repeating: "..", count: folderParts.count - shared) + targetParts[shared...].map(String.init)
    return parts.joined(separator: "/")
  }
}

/// Writes text to a file that appears whole or not at all.
func writeText(_ text: String, to path: String, allowsReplacing: Bool) throws {
  try writeWholeFile(Array(text.utf8), to: path, allowsReplacing: allowsReplacing)
}
