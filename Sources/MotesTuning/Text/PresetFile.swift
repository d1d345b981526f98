import Encoding
import Foundation
import Motes
import Presets

/// The file that pages open, and the folder in which they may save.
package struct PresetFile: Sendable {
  /// Path of the preset's file, as commands are told it.
  package let path: String
  /// What commands call the preset: a shipped preset's name, or the path.
  let argument: String
  /// Whether the preset is one that was named and not a file of the user's: it is saved under another name.
  let isShipped: Bool
  /// The folder in which files may be written: the preset's, or for a shipped one the working directory. Ends with a slash, or is empty.
  let folder: String

  /// The file of a preset's path or name.
  ///
  /// - Throws: `PresetError` where there is none. One with mistakes in it is opened all the same.
  package init(_ nameOrPath: String, _ settings: PresetSettings) throws(PresetError) {
    argument = nameOrPath
    let library = PresetLibrary(folders: settings.folders)
    let isPath = nameOrPath.contains(".json") || Self.isFile(nameOrPath)
    if !isPath, let found = library.path(of: nameOrPath) {
      (path, isShipped, folder) = (found, true, "")
      return
    }
    guard Self.isFile(nameOrPath) else {
      // Says what is wrong with the name, and what may have been meant.
      _ = try Preset.load(nameOrPath, settings)
      throw PresetError(issues: [.init(file: nameOrPath, message: "no such file")])
    }
    (path, isShipped) = (nameOrPath, false)
    folder = Self.folder(of: nameOrPath)
  }

  /// A file of a preset that was saved under another name in the same folder.
  private init(path: String, folder: String) {
    (self.path, argument, isShipped, self.folder) = (path, path, false, folder)
  }

  /// All bytes of the file; nil when it cannot be read.
  package func read() -> [UInt8]? { try? FileAccess.read(path) }

  /// What became of a save.
  package enum Outcome {
    case saved(PresetFile)
    /// Somebody else saved these bytes meanwhile.
    case changedMeanwhile([UInt8])
    case refused(String)
  }

  /// Saves a text: whole or not at all.
  ///
  /// - Parameters:
  ///   - base: what the file held when it was last read or saved here.
  ///   - name: of a file in the same folder to save under; nil for the preset's own.
  ///   - replaces: whether another program's changes, or an existing file of that name, may be replaced.
  package func save(_ text: [UInt8], base: [UInt8]?, name: String?, replaces: Bool) -> Outcome {
    guard text.count <= Limits.fileBytes else {
      return .refused("The text has \(text.count) bytes; at most \(Limits.fileBytes) can be read again.")
    }
    if let name {
      guard let target = Self.fileName(name) else {
        return .refused("\(name.prefix(100)): a file's name in this folder was expected, such as my-\(stem).json.")
      }
      let file = PresetFile(path: folder + target, folder: folder)
      if !replaces, access(file.path, F_OK) == 0 {
        return .refused("\(file.path) exists. Choose another name, or replace it.")
      }
      return file.write(text, replaces: replaces)
    }
    guard !isShipped else {
      return .refused("\(argument) is a shipped preset. Save it under a name of your own.")
    }
    if !replaces {
      let now = read()
      if let now, now != base { return .changedMeanwhile(now) }
    }
    return write(text, replaces: true)
  }

  private func write(_ text: [UInt8], replaces: Bool) -> Outcome {
    do {
      try writeWholeFile(text, to: path, allowsReplacing: replaces)
      return .saved(self)
    } catch {
      return .refused("\(error)")
    }
  }

  /// The file's name without folders and extension.
  var stem: String {
    let name = path.split(separator: "/").last.map(String.init) ?? "preset"
    return name.hasSuffix(".json") ? String(name.dropLast(5)) : name
  }

  /// A name that may be given to a preset's file, with its extension; nil for a path, a hidden file, or no name at all.
  static func fileName(_ text: String) -> String? {
    let name = text.hasSuffix(".json") ? text : text + ".json"
    guard isPlainName(name), name != ".json", name != JSONSchema.fileName else { return nil }
    return name
  }

  /// Whether a text is the name of a file that is not hidden, without folders.
  static func isPlainName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 200 && !name.hasPrefix(".") && !name.hasPrefix("-")
      && !name.unicodeScalars.contains { $0 == "/" || $0.value < 0x20 || $0.value == 0x7F }
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[...slash])
  }
}
