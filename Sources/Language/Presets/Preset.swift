import Colorimetry
import JSON
import Model

/// A preset that has been read for one output: everything that rendering needs, and what tools print about it.
public struct Preset: Sendable {
  /// Path of the file, or the name that was given to the text.
  public var path: String
  /// What is drawn, fitted to the output's size, rate and duration.
  public var scene: Scene
  /// The settings that the preset offers its users, with the values in effect.
  public var knobs: [Knob]
  /// Warnings: what is valid, but probably not what the preset's author meant.
  public var warnings: [PresetError.Issue]
  /// Every file that was read, the preset's own file first.
  public var files: [String]
  /// The members of `files` that layers use: clips, pictures and fonts. Their contents are part of the preset's fingerprint.
  package var assetPaths: [String]
  /// The paths of the clips, pictures and fonts that layers use, by the names under which the preset refers to them.
  package var assetPathsByName: [String: String]
  /// The preset after `extends` and overrides. Keys keep their order, which counts where names are defined one after the other: read again, it
  /// gives the same scene.
  package var resolvedJSON: [UInt8]
  /// The words on sound that the preset's values read, such as "bass": what it does changes with its sound.
  package var soundWords: [String] = []
  /// The path of the file of curves that the preset follows as its sound; nil without a sound.
  package var curvesPath: String?
  /// Whether the preset has a sound to follow.
  package var hasSound: Bool { curvesPath != nil }
  /// Whether the preset may exceed the limits of time and memory (`PresetSettings.ignoresLimits`).
  package var ignoresLimits = false
}

extension Preset {
  /// `resolvedJSON` as `JSONWriter.canonical` writes it. Its hash identifies what is drawn, independently of the order of keys and of
  /// white space.
  package var canonicalJSON: [UInt8] {
    var reader = JSONReader(resolvedJSON, source: 0)
    return reader.read().map(JSONWriter.canonical) ?? []
  }
}

// MARK: Reading

extension Preset {
  /// Whether an argument is the path of a preset's file, because it contains `.json` or there is a file at this path. Any other argument is
  /// the name of a shipped preset.
  package static func isPath(_ nameOrPath: String) -> Bool {
    nameOrPath.contains(".json") || FileAccess.isFile(nameOrPath)
  }

  /// The last part of a preset's name or path, without the extension: "glow" for "folder/glow.json", "snow" for "classic/snow".
  package static func stem(of nameOrPath: String) -> String {
    let suffix = ".json"
    let name = nameOrPath.split(separator: "/").last.map(String.init) ?? nameOrPath
    return name.lowercased().hasSuffix(suffix) && name.count > suffix.count ? String(name.dropLast(suffix.count)) : name
  }

  /// Reads the preset that an argument names (`isPath`).
  ///
  /// Throws one error with the issues of all files.
  ///
  /// - Parameter review: reviews the scene; nil for a scene that is not drawn: it may exceed all limits.
  package static func read(
    _ nameOrPath: String, _ settings: PresetSettings = PresetSettings(), review: SceneReviewer? = nil
  ) throws(PresetError) -> Preset {
    isPath(nameOrPath)
      ? try read(file: nameOrPath, settings, review: review) : try read(shipped: nameOrPath, settings, review: review)
  }

  /// Reads the preset `NAME.json` of the first of the settings' folders that has it.
  package static func read(
    shipped name: String, _ settings: PresetSettings = PresetSettings(), review: SceneReviewer? = nil
  ) throws(PresetError) -> Preset {
    let library = PresetLibrary(folders: settings.folders)
    guard let path = library.path(of: name) else {
      let recipes = PresetLibrary(folders: settings.recipeFolders)
      if let recipe = recipes.path(of: name) {
        throw PresetError(issues: [
          .init(
            file: shortened(name, to: maximumShownNameLength),
            message: "this is a recipe to copy, which is named by its file: \(recipe)")
        ])
      }
      let files = FileAccess.names(in: ".").filter { $0.hasSuffix(".json") && $0 != JSONSchema.fileName }
      var hint = Spelling.hint(name, among: library.names + recipes.names)
      // The argument may be a file of the current folder whose extension was left out or misspelt.
      if files.contains(name + ".json") {
        hint = " Did you mean \(name).json?"
      } else if hint.isEmpty {
        let stems = files.map { String($0.dropLast(".json".count)) }
        hint = Spelling.nearest(to: name, among: stems).map { " Did you mean \($0).json?" } ?? ""
      }
      if hint.isEmpty, !library.folders.isEmpty { hint = " Looked in \(library.folders.joined(separator: ", "))." }
      throw PresetError(issues: [
        .init(file: shortened(name, to: maximumShownNameLength), message: "no preset of this name was found.\(hint)")
      ])
    }
    return try read(file: path, settings, review: review)
  }

  /// Reads a preset from a file.
  package static func read(
    file path: String, _ settings: PresetSettings = PresetSettings(), review: SceneReviewer? = nil
  ) throws(PresetError) -> Preset {
    var reading = PresetReading(library: PresetLibrary(folders: settings.folders))
    let root = reading.read(file: path)
    var loading = PresetLoading(reading: reading, settings: settings, review: review)
    return try loading.load(root, path: path)
  }

  /// Reads a preset from text.
  ///
  /// - Parameter name: the path by which messages name the text; relative paths in `extends` start from its folder.
  package static func read(
    text: [UInt8], named name: String, _ settings: PresetSettings = PresetSettings(), review: SceneReviewer? = nil
  ) throws(PresetError) -> Preset {
    var reading = PresetReading(library: PresetLibrary(folders: settings.folders))
    let root = reading.read(bytes: text, named: name, chain: [FileAccess.canonical(name)])
    var loading = PresetLoading(reading: reading, settings: settings, review: review)
    return try loading.load(root, path: name)
  }
}
