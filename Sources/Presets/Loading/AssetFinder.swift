import Colorimetry
import Model

/// Finds the files that layers show, and keeps them within the wall: the folders of the preset, of the shipped presets, and those
/// that the caller names.
///
/// A path is relative to the file that it is written in, or to the preset where it is a setting's; then to each of the caller's
/// folders.
struct AssetFinder {
  private let reading: PresetReading
  private let settings: PresetSettings
  /// Paths of the files that were found, in the order of the layers, each once.
  private(set) var files: [String] = []
  /// Their paths by the names that the preset has for them.
  private(set) var pathsByName: [String: String] = [:]
  /// Paths where a file was looked for in vain.
  private(set) var missingFiles: [String] = []
  /// Pictures that were read for emitters.
  private var shapePictures: [(file: Clip, detail: Int, picture: ShapePicture)] = []
  private var clips: [String: Result<Clip, AssetLoader.Failure>] = [:]
  private var texts: [TypesettingRequest: TypesetText] = [:]

  init(reading: PresetReading, settings: PresetSettings) {
    self.reading = reading
    self.settings = settings
  }

  /// The clip that a text names.
  mutating func clip(
    named name: String, writtenIn source: Int
  ) throws(AssetLoader.Failure) -> Clip {
    let path = try find(name, writtenIn: source)
    guard let loader = settings.assetLoader else { throw .init("clips cannot be read here") }
    let known = clips[path] ?? Result { () throws(AssetLoader.Failure) in try loader.clip(path) }
    clips[path] = known
    return try known.get()
  }

  /// The grid of a picture that was found as a clip.
  mutating func shapePicture(of clip: Clip, detail: Int) throws(AssetLoader.Failure) -> ShapePicture {
    guard let loader = settings.assetLoader else { throw .init("pictures cannot be read here") }
    if let known = shapePictures.first(where: { $0.file == clip && $0.detail == detail }) { return known.picture }
    let picture = try loader.shapePicture(clip, detail)
    shapePictures.append((clip, detail, picture))
    return picture
  }

  /// The grid of words with emoji.
  func shapePicture(of words: SpriteWords, detail: Int) throws(AssetLoader.Failure) -> ShapePicture {
    guard let loader = settings.assetLoader else { throw .init("words cannot be drawn here") }
    return try loader.shapeWords(words, detail)
  }

  /// The path of a file that a text names.
  mutating func file(named name: String, writtenIn source: Int) throws(AssetLoader.Failure) -> String {
    try find(name, writtenIn: source)
  }

  /// Typesets words. The fonts of the machine may lie anywhere: they are found by their families, not by paths of the preset.
  mutating func typeset(_ request: TypesettingRequest) throws(AssetLoader.Failure) -> TypesetText {
    if let known = texts[request] { return known }
    guard let loader = settings.assetLoader else { throw .init("words cannot be typeset here") }
    let result = try loader.typeset(request, settings.filesByName)
    for file in result.files where file.path != request.font.file { _ = note(file.path, as: file.name) }
    texts[request] = result.text
    return result.text
  }

  private mutating func find(_ name: String, writtenIn source: Int) throws(AssetLoader.Failure) -> String {
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
