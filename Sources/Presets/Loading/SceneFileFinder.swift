import Colorimetry
import Model

/// Looks at the files that a preset's layers show. The module reads no clips itself: whoever loads presets brings what does.
package struct SceneFileInspector: Sendable, Equatable {
  /// A file that cannot be shown, with the end of a sentence that begins with the key.
  package struct Failure: Error {
    package let message: String

    package init(_ message: String) { self.message = message }
  }

  /// Opens a clip, far enough to know all about it.
  package let clip: @Sendable (_ path: String) throws(Failure) -> Clip

  package init(clip: @escaping @Sendable (_ path: String) throws(Failure) -> Clip) { self.clip = clip }

  /// Two are equal: which files settings ask for does not depend on how they are read.
  package static func == (a: SceneFileInspector, b: SceneFileInspector) -> Bool { true }
}

/// Finds the files that layers show, and keeps them within the wall: the folders of the preset, of the shipped presets, and those
/// that the caller names.
///
/// A path is relative to the file that it is written in, or to the preset where it is a setting's; then to each of the caller's
/// folders.
struct SceneFileFinder {
  private let reading: PresetReading
  private let settings: PresetSettings
  /// Paths of the files that were found, in the order of the layers, each once.
  private(set) var files: [String] = []
  /// Their paths by the names that the preset has for them.
  private(set) var pathsByName: [String: String] = [:]
  /// Paths where a file was looked for in vain.
  private(set) var missingFiles: [String] = []
  private var clips: [String: Result<Clip, SceneFileInspector.Failure>] = [:]

  init(reading: PresetReading, settings: PresetSettings) {
    self.reading = reading
    self.settings = settings
  }

  /// The clip that a text names.
  mutating func clip(
    named name: String, writtenIn source: Int
  ) throws(SceneFileInspector.Failure) -> Clip {
    let path = try find(name, writtenIn: source)
    guard let inspector = settings.inspector else { throw .init("clips are not read here") }
    let known = clips[path] ?? Result { () throws(SceneFileInspector.Failure) in try inspector.clip(path) }
    clips[path] = known
    return try known.get()
  }

  private mutating func find(_ name: String, writtenIn source: Int) throws(SceneFileInspector.Failure) -> String {
    guard PresetReading.isName(name) else { throw .init("is no path of a file") }
    if let path = settings.filesByName[name] { return note(path, as: name) }
    let written = reading.sources.sources[source].name
    let preset = reading.files.first ?? ""
    let folder = FileAccess.folder(of: reading.files.contains(written) ? written : preset)
    let folders =
      name.hasPrefix("/") ? [""] : [folder] + settings.assetFolders.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
    let paths = folders.map { $0 + name }
    guard let path = paths.first(where: FileAccess.isFile) else {
      missingFiles += paths
      let places = folders.map { quoted($0.isEmpty ? "." : $0) }
      let names = FileAccess.names(in: folder.isEmpty ? "." : folder)
      let hint = Spelling.hint(name, among: names)
      throw .init(
        "no file \(quoted(name)) was found in \(listed(places))" + (hint.isEmpty ? "" : ".\(hint)"))
    }
    guard reading.isInsideWall(path, alsoIn: settings.assetFolders) else {
      throw .init(
        "\(quoted(name)) lies outside of the preset's own folder: that, the shipped presets and the folders of --presets and "
          + "--assets are what is read")
    }
    return note(path, as: name)
  }

  private mutating func note(_ path: String, as name: String) -> String {
    if !files.contains(path) { files.append(path) }
    pathsByName[name] = path
    return path
  }
}
