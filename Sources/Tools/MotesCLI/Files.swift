import Glibc
import Motes

/// Operations on paths and folders.
enum FilePath {
  /// Whether a file or folder is there; symbolic links are followed.
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether anything is there, even a symbolic link that leads nowhere.
  static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// The path of a file `name` in the folder of another file.
  static func beside(_ file: String, _ name: String) -> String {
    file.contains("/") ? folder(of: file) + "/" + name : name
  }

  /// Makes the folders on the path of a file that do not exist yet.
  static func makeFolders(to file: String) throws {
    let folder = folder(of: file)
    guard !FileAccess.isFolder(folder) else { return }
    if folder != "/", folder != "." { try makeFolders(to: folder) }
    try makeFolder(folder)
  }

  /// Makes a folder, unless it exists.
  static func makeFolder(_ folder: String) throws {
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
      throw UsageError("the folder \(folder) cannot be made: \(String(cString: strerror(errno))).")
    }
  }

  /// A file's path with `text` before its extension: "folder/a-{time}.png".
  static func inserting(_ text: String, in path: String) -> String {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return path + text }
    return path[..<dot] + text + path[dot...]
  }

  /// A file's path with another extension: "folder/a.json".
  static func replacingExtension(of path: String, by fileExtension: String) -> String {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return path + "." + fileExtension }
    return path[...dot] + fileExtension
  }

  /// The extension that a job's copy of a file gets: the file's own, without the full stop, or "bin" if it has none.
  static func extensionOrBin(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "bin" }
    return String(name[name.index(after: dot)...])
  }

  /// Whether the path itself is a symbolic link.
  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Whether two paths lead to the same file, which need not be there yet.
  static func areSame(_ a: String, _ b: String) -> Bool {
    var (first, second) = (stat(), stat())
    switch (stat(a, &first) == 0, stat(b, &second) == 0) {
    case (true, true): return first.st_ino == second.st_ino && first.st_dev == second.st_dev
    case (false, false): return a == b || pathOfAbsent(a).map { $0 == pathOfAbsent(b) } ?? false
    case (true, false), (false, true): return false
    }
  }

  /// The absolute path, free of links, "." and "..", of a file that is not there yet; nil if its folder does not exist.
  private static func pathOfAbsent(_ path: String) -> String? {
    guard let folder = resolvedPath(folder(of: path)), let name = path.split(separator: "/").last else { return nil }
    return "\(folder)/\(name)"
  }

  /// The size of a file in bytes; nil if the file is not there.
  static func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// The path that leads to `target` from the folder of `file`: "../presets/glow.json". If `target` or the folder does not exist,
  /// this is `target` unchanged.
  static func relative(_ target: String, toFolderOf file: String) -> String {
    guard let target = resolvedPath(target), let folder = resolvedPath(folder(of: file)) else { return target }
    let targetParts = target.split(separator: "/")
    let folderParts = folder.split(separator: "/")
    // The number of folders that both paths have in common, from the root on.
    var common = 0
    while common < targetParts.count, common < folderParts.count, targetParts[common] == folderParts[common] {
      common += 1
    }
    let parts = Array(repeating: "..", count: folderParts.count - common) + targetParts[common...].map(String.init)
    return parts.joined(separator: "/")
  }
}

/// How a hash file names the preset that it was made from.
enum FrameHashPreset {
  /// The path from the hash file's folder to a preset's file, in a form that `Recording.isPath` does not take for a shipped preset's name.
  static func path(to preset: String, fromFolderOf hashFile: String) -> String {
    let path = FilePath.relative(preset, toFolderOf: hashFile)
    return Recording.isPath(path) ? path : "./" + path
  }
}

/// Writes text to a file that appears whole or not at all.
func writeText(_ text: String, to path: String, allowsReplacing: Bool) throws {
  try writeWholeFile(Array(text.utf8), to: path, allowsReplacing: allowsReplacing)
}
