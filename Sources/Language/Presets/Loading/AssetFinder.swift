import Colorimetry
import JSON
import Model

/// Finds the files that layers use: clips, pictures and fonts. Files that a preset names must lie in allowed folders: the
/// preset's own, those of the shipped presets, and those that the caller names (`PresetSettings.assetFolders`). Files whose paths
/// the caller gives (`PresetSettings.filesByName`) may lie anywhere.
///
/// A relative path starts from the folder of the file that it is written in, or, if `--set` gives it, from the preset's folder.
/// If there is no such file, the path is looked for in each of the caller's folders.
struct AssetFinder {
  private let reading: PresetReading
  private let settings: PresetSettings
  /// Paths of the files that were found, each once, in the order in which they were first needed.
  private(set) var files: [String] = []
  /// The paths of `files` by the names under which the preset refers to them.
  private(set) var pathsByName: [String: String] = [:]
  /// The path of the file of curves that was read.
  private(set) var curvesPath: String?
  /// Paths at which a file was looked for but not found.
  private(set) var missingFiles: [String] = []
  /// Pictures that have been read for emitters' shapes; `detail` is the number of grid cells along the picture's longer side.
  private var shapePictures: [(clip: Clip, detail: Int, picture: ShapePicture)] = []
  /// Clips that have been opened, or the reasons why they could not be, by path.
  private var clips: [String: Result<Clip, AssetLoader.Failure>] = [:]
  /// Texts that have been typeset, by the request for them.
  private var texts: [TypesettingRequest: TypesetText] = [:]

  init(reading: PresetReading, settings: PresetSettings) {
    self.reading = reading
    self.settings = settings
  }

  /// The clip to which the preset refers by a name.
  ///
  /// - Parameter source: index of the text in which the name is written, in `SourceTable.all`.
  mutating func clip(
    named name: String, writtenIn source: Int
  ) throws(AssetLoader.Failure) -> Clip {
    let path = try find(name, writtenIn: source)
    guard let loader = settings.assetLoader else { throw .init("clips cannot be read here") }
    let result = clips[path] ?? Result { () throws(AssetLoader.Failure) in try loader.clip(path) }
    clips[path] = result
    return try result.get()
  }

  /// The sound to which the preset refers by the name of a file of curves.
  ///
  /// - Parameter source: index of the text in which the name is written, in `SourceTable.all`.
  mutating func soundCurves(named name: String, writtenIn source: Int) throws(AssetLoader.Failure) -> SoundCurves {
    let path = try find(name, writtenIn: source)
    guard let loader = settings.assetLoader else { throw .init("sound cannot be read here") }
    let curves = try loader.soundCurves(path)
    curvesPath = path
    return curves
  }

  /// The grid of a picture, on which particles are born.
  ///
  /// - Parameter detail: cells of the grid along the picture's longer side.
  mutating func shapePicture(of clip: Clip, detail: Int) throws(AssetLoader.Failure) -> ShapePicture {
    guard let loader = settings.assetLoader else { throw .init("pictures cannot be read here") }
    if let cached = shapePictures.first(where: { $0.clip == clip && $0.detail == detail }) { return cached.picture }
    let picture = try loader.shapePicture(clip, detail)
    shapePictures.append((clip, detail, picture))
    return picture
  }

  /// The grid of words with emoji, on which particles are born.
  func shapePicture(of words: SpriteWords, detail: Int) throws(AssetLoader.Failure) -> ShapePicture {
    guard let loader = settings.assetLoader else { throw .init("words cannot be drawn here") }
    return try loader.shapeWords(words, detail)
  }

  /// The path of the file to which the preset refers by a name.
  ///
  /// - Parameter source: index of the text in which the name is written, in `SourceTable.all`.
  mutating func filePath(named name: String, writtenIn source: Int) throws(AssetLoader.Failure) -> String {
    try find(name, writtenIn: source)
  }

  /// Typesets words. Installed fonts may lie in any folder, since they are found by family name, not by a path in the preset.
  mutating func typeset(_ request: TypesettingRequest) throws(AssetLoader.Failure) -> TypesetText {
    if let cached = texts[request] { return cached }
    guard let loader = settings.assetLoader else { throw .init("words cannot be typeset here") }
    let result = try loader.typeset(request, settings.filesByName)
    // The file that the request names has been recorded when it was found.
    for file in result.files where file.path != request.font.file { record(file.path, as: file.name) }
    texts[request] = result.text
    return result.text
  }

  /// Finds a file, checks that it lies in an allowed folder, records it and returns its path.
  private mutating func find(_ name: String, writtenIn source: Int) throws(AssetLoader.Failure) -> String {
    guard PresetReading.canBePath(name) else { throw .init("is not the path of a file") }
    if let path = settings.filesByName[name] ?? settings.path(ofCurves: name) { return record(path, as: name) }
    // A source that is none of the preset's files holds a value of `--set`.
    let sourceName = reading.sources.all[source].name
    let presetPath = reading.files.first ?? ""
    let folder = FileAccess.folder(of: reading.files.contains(sourceName) ? sourceName : presetPath)
    let folders =
      name.hasPrefix("/") ? [""] : [folder] + settings.assetFolders.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
    let paths = folders.map { $0 + name }
    guard let path = paths.first(where: FileAccess.isFile) else {
      missingFiles += paths
      let places = folders.map { quoted($0.isEmpty ? "." : $0) }
      let namesInFolder = FileAccess.names(in: folder.isEmpty ? "." : folder)
      let hint = Spelling.hint(name, among: namesInFolder)
      throw .init(
        "no file \(quoted(name)) was found in \(listed(places))" + (hint.isEmpty ? "" : ".\(hint)"))
    }
    guard reading.isInAllowedFolder(path, alsoIn: settings.assetFolders) else {
      throw .init(
        "\(quoted(name)) lies outside of the folders that may be read: the preset's own folder, those of the shipped presets, and "
          + "those of --presets and --assets")
    }
    return record(path, as: name)
  }

  /// Records a file that was found, and returns its path.
  @discardableResult
  private mutating func record(_ path: String, as name: String) -> String {
    if !files.contains(path) { files.append(path) }
    pathsByName[name] = path
    return path
  }
}
