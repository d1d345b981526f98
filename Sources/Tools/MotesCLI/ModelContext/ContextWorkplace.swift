import Glibc
import JSON
import Motes

/// The working folder of a server, and the presets that it may read. Neither a preset's name nor its text leads out of the folder, other than to
/// the shipped presets.
final class ContextWorkplace {
  let folders: PresetFolders
  /// The folder's path without links, with a slash at its end.
  private let root: String
  /// The files that this server has written, as they were when it did.
  private var written: [String: FileState] = [:]

  /// What changes with a file's contents.
  private struct FileState: Equatable {
    let device, inode, seconds, nanoseconds, bytes: Int

    init?(_ path: String) {
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      (device, inode, bytes) = (Int(status.st_dev), Int(status.st_ino), Int(status.st_size))
      (seconds, nanoseconds) = (Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec))
    }
  }

  /// Makes the process's working folder that of a server.
  ///
  /// - Throws: `UsageError` where this is the root of all folders, in which some programs start their servers.
  init(folders: PresetFolders) throws {
    self.folders = folders
    guard let path = resolvedPath("."), path != "/" else {
      throw UsageError(
        "the working folder is /, so that every file of this machine could be read. Name a folder for presets and movies: motes mcp --folder FOLDER."
      )
    }
    root = path + "/"
  }

  // MARK: Presets

  /// Where a call takes its preset from.
  static let presetParameters = [
    ToolParameter(
      name: "preset", kind: .text,
      about:
        "Name of a shipped preset (snow), or path of a .json file in the working folder. Either this or json is given."),
    ToolParameter(
      name: "json", kind: .text,
      about: "Text of a preset, in place of preset. Files that it names are looked for in the working folder."),
    ToolParameter(
      name: "set", kind: .values,
      about: "Values of knobs by name, or of any key by its path: {\"amount\": 2, \"layers.snow.opacity\": 0.5}."),
    ToolParameter(
      name: "loop", kind: .flag,
      about: "true: the end meets the start; false: a preset that loops may end as it likes."),
    ToolParameter(name: "seed", kind: .wholeNumber, about: "Seed of all random numbers, in place of the preset's own."),
  ]

  /// The arguments that are named and written as options of the command.
  private static let optionNames = ["size", "fps", "duration", "seed"]

  /// The settings that a call's arguments ask for.
  func settings(_ arguments: ToolArguments) throws -> PresetSettings {
    let options = Self.optionNames.compactMap { name in
      (arguments.text(name) ?? arguments.number(name)).map { "--\(name)=\($0)" }
    }
    var settings = try PresetOptions.parse(["preset"] + options).settings()
    settings.folders = folders.list
    settings.loops = arguments.flag("loop")
    settings.overrides = arguments.members("set").map { member in
      guard let text = member.node.string else {
        return PresetSettings.Override(key: member.key, value: member.node.line)
      }
      return KnobValue.text(text).override(of: member.key)
    }
    return settings
  }

  /// The preset of a call.
  func preset(_ arguments: ToolArguments, _ settings: PresetSettings) throws -> Preset {
    switch (arguments.text("preset"), arguments.text("json")) {
    case (let name?, nil):
      try checkIsInside(name)
      return try Preset.load(name, settings)
    case (nil, let text?): return try Preset.load(text: Array(text.utf8), named: "json", settings)
    case (nil, nil): throw UsageError("a preset is missing: give preset (a name or path) or json (a text).")
    case (_?, _?): throw UsageError("preset and json are both given; one preset is read at a time. Leave one out.")
    }
  }

  // MARK: Files

  /// Refuses a path that leads out of the working folder, whether or not there is such a file.
  func checkIsInside(_ path: String) throws {
    let parts = path.split(separator: "/")
    let leadsOut = (path.hasPrefix("/") && !path.hasPrefix(root)) || parts.contains("..") || path.utf8.contains(0)
    let isLinkedOut = resolvedPath(path).map { !($0 + "/").hasPrefix(root) } ?? false
    guard !leadsOut, !isLinkedOut else {
      throw UsageError("\(shortened(path, to: 200)): this lies outside of the working folder, \(root).")
    }
  }

  /// Refuses a path at which nothing may be written: outside of the folder, hidden, or that of a file which this server did not write.
  ///
  /// - Returns: whether a file of this server is replaced.
  func checkTarget(_ path: String) throws -> Bool {
    try checkIsInside(path)
    let parts = path.dropFirst(path.hasPrefix(root) ? root.count : 0).split(separator: "/")
    let isPlain =
      !parts.contains { $0.hasPrefix(".") || $0.hasPrefix("-") } && !path.unicodeScalars.contains { $0.value < 0x20 }
    guard !parts.isEmpty, isPlain else {
      throw UsageError("path \(quoted(path)): expected the path of a movie in the working folder, such as snow.mp4.")
    }
    let folder = folder(of: path)
    guard FileAccess.isFolder(folder) else { throw UsageError("path \(quoted(path)): there is no folder \(folder).") }
    try checkIsInside(folder)
    guard FilePath.isTaken(path) else { return false }
    guard let state = FileState(path), written[key(path)] == state else {
      throw UsageError(
        "\(path) exists, and was not written by this server, or has changed since; it is not replaced. Choose another name."
      )
    }
    return true
  }

  /// Notes that this server has written a file.
  func noteWritten(_ path: String) { written[key(path)] = FileState(path) }

  /// The path of a file in the folder, the same for all ways to write it.
  private func key(_ path: String) -> String {
    (resolvedPath(folder(of: path)) ?? "") + "/" + (path.split(separator: "/").last ?? "")
  }
}
