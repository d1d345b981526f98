import Glibc
import Motes

/// The hash files that the arguments of `verify` stand for.
enum HashFileSearch {
  static let ending = ".framehash"

  /// Levels of folders that are searched.
  private static let deepestFolder = 32

  /// Files as they are named, and for each folder all hash files in it and below, sorted by their paths' bytes. A file that is met
  /// again, by whatever name, is left out.
  ///
  /// - Throws: `UsageError` for a folder that cannot be read or has no hash file.
  static func files(_ arguments: [String]) throws -> [String] {
    var seen: Set<String> = []
    return try arguments.flatMap { argument in
      FilePath.isFolder(argument) ? try files(inFolder: argument) : [argument]
    }.filter { file in
      // A file that is not there has no other name either; it is refused when it is read.
      guard let resolved = resolvedPath(file) else { return true }
      return seen.insert(resolved).inserted
    }
  }

  private static func files(inFolder folder: String) throws -> [String] {
    guard access(folder, R_OK | X_OK) == 0 else {
      throw UsageError("\(folder): this folder cannot be read: \(String(cString: strerror(errno))).")
    }
    var found: [String] = []
    func visit(_ prefix: String, depth: Int) throws {
      for name in FileAccess.names(in: prefix.isEmpty ? "." : prefix) {
        let path = prefix + name
        if name.lowercasedHasSuffix(ending), FilePath.isFile(path) {
          found.append(path)
        } else if FilePath.isFolder(path), !FilePath.isLink(path) {
          // Links to folders may lead in a circle.
          guard depth < deepestFolder else {
            throw UsageError("\(path): folders within \(deepestFolder) folders are not searched.")
          }
          try visit(path + "/", depth: depth + 1)
        }
      }
    }
    let isHere = folder.allSatisfy { $0 == "." || $0 == "/" } && !folder.contains("..") && !folder.hasPrefix("/")
    try visit(isHere ? "" : folder.hasSuffix("/") ? folder : folder + "/", depth: 1)
    guard !found.isEmpty else {
      throw UsageError(
        "\(folder): there is no hash file (*\(ending)) in this folder or below. `motes hash PRESET -o FILE\(ending)` writes one."
      )
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
