import Glibc
import Motes

/// Finds files in a folder and its subfolders.
enum FileSearch {
  /// The number of levels of folders that are searched, the first folder included.
  private static let maximumDepth = 32

  /// The paths of all regular files whose names end in one of `suffixes`, upper or lower case, sorted by the bytes of the paths. Hidden
  /// files and folders are left out. Symbolic links to folders are not followed, because they may lead in a circle.
  ///
  /// - Throws: `UsageError` if a folder cannot be read, or if a subfolder is too deep.
  static func files(in folder: String, suffixes: [String]) throws -> [String] {
    var found: [String] = []
    func visit(_ prefix: String, depth: Int) throws {
      let folder = prefix.isEmpty ? "." : prefix
      guard access(folder, R_OK | X_OK) == 0 else {
        throw UsageError("\(folder): this folder cannot be read: \(String(cString: strerror(errno))).")
      }
      for name in FileAccess.names(in: folder) {
        let path = prefix + name
        if suffixes.contains(where: name.lowercasedHasSuffix), FileAccess.isFile(path) {
          found.append(path)
        } else if FileAccess.isFolder(path), !FilePath.isLink(path) {
          guard depth < maximumDepth else {
            throw UsageError("\(path): folders deeper than \(maximumDepth) levels are not searched.")
          }
          try visit(path + "/", depth: depth + 1)
        }
      }
    }
    try visit(prefix(of: folder), depth: 1)
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The text before the names in a folder's paths: "presets/"; empty for the working directory.
  static func prefix(of folder: String) -> String {
    // ".", "./", "././" and so on.
    let isWorkingDirectory =
      folder.allSatisfy { $0 == "." || $0 == "/" } && !folder.contains("..") && !folder.hasPrefix("/")
    return isWorkingDirectory ? "" : folder.hasSuffix("/") ? folder : folder + "/"
  }
}
