import Encoding
import Foundation
import Motes
import Presets

/// The preset's file that pages open, and the folder in which they may save.
package struct PresetFile: Sendable {
  /// Path of the preset's file, also of a shipped preset's.
  package let path: String
  /// The preset as commands take it: a shipped preset's name, or the path.
  let argument: String
  /// Whether the preset is a shipped one, which can be saved only under another name.
  let isShipped: Bool
  /// The folder in which files may be written, with a slash at its end: the folder of the preset's file, or the working directory
  /// for a shipped preset. Empty for the working directory.
  let folder: String

  /// The file of a preset's path or name.
  ///
  /// - Throws: `PresetError` if there is no such file. Mistakes inside the preset are no error here.
  package init(_ nameOrPath: String, _ settings: PresetSettings) throws(PresetError) {
    argument = nameOrPath
    let library = PresetLibrary(folders: settings.folders)
    if !Preset.isPath(nameOrPath), let found = library.path(of: nameOrPath) {
      (path, isShipped, folder) = (found, true, "")
      return
    }
    guard FileAccess.isFile(nameOrPath) else {
      // `load` throws an error that says what is wrong with the name, and which name may have been meant.
      _ = try Preset.load(nameOrPath, settings)
      throw PresetError(issues: [.init(file: nameOrPath, message: "no such file")])
    }
    (path, isShipped) = (nameOrPath, false)
    folder = FileAccess.folder(of: nameOrPath)
  }

  /// The file of a preset that is saved under another name in the same folder.
  private init(path: String, folder: String) {
    (self.path, argument, isShipped, self.folder) = (path, path, false, folder)
  }

  /// All bytes of the file; nil if it cannot be read.
  package func read() -> [UInt8]? { try? FileAccess.read(path) }

  /// The outcome of a save.
  package enum Outcome {
    case saved(PresetFile)
    /// Nothing was saved, because another program has changed the file to these bytes meanwhile.
    case changedMeanwhile([UInt8])
    /// Nothing was saved, for the reason in this sentence.
    case refused(String)
  }

  /// Saves a text, whole or not at all.
  ///
  /// - Parameters:
  ///   - base: the file's bytes when this program last read or saved it. Only the preset's own file is compared with them.
  ///   - name: the name of another file in the same folder; nil for the preset's own file.
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
  var stem: String { Preset.stem(of: path) }

  /// A text as the name of a preset's file, with its extension; nil for an empty name, the schema's file, or no plain name.
  static func fileName(_ text: String) -> String? {
    let name = text.hasSuffix(".json") ? text : text + ".json"
    guard isPlainName(name), name != ".json", name != JSONSchema.fileName else { return nil }
    return name
  }

  /// Whether a text is a file's name without folders, not hidden, and not to be taken for an option.
  static func isPlainName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 200 && !name.hasPrefix(".") && !name.hasPrefix("-")
      && !name.unicodeScalars.contains { $0 == "/" || $0.value < 0x20 || $0.value == 0x7F }
  }
}
