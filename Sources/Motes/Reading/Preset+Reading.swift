import Hashing
import Presets

extension Preset {
  /// Reads one of the presets that come with Motes, or one from a folder of your own.
  ///
  /// ```swift
  /// let preset = try Preset(named: "fireworks", knobs: ["amount": 2])
  /// ```
  ///
  /// - Parameters:
  ///   - name: a name such as `fireworks` or `classic/snow`. The file `NAME.json` is looked for in the settings' folders, in
  ///     `$MOTES_PRESETS`, in `Presets` beside the program, and in the package from which the program was built.
  ///   - knobs: values of the preset's knobs by name, or of any key by its path (`layers.sparks.opacity`).
  ///   - settings: size, frame rate, duration, seed and more in place of the preset's own.
  /// - Throws: `PresetError` with all issues in all files, each with file, line, column, key and what was probably meant.
  public init(
    named name: String, knobs: [String: KnobValue] = [:], settings: PresetSettings = PresetSettings()
  ) throws(PresetError) {
    self = try Preset.load(shipped: name, settings.adding(knobs))
  }

  /// Reads a preset file.
  ///
  /// - Parameters:
  ///   - path: path of a JSON file.
  ///   - knobs: values of the preset's knobs by name, or of any key by its path.
  ///   - settings: size, frame rate, duration, seed and more in place of the preset's own.
  /// - Throws: `PresetError` with every issue of all files at once.
  public init(
    contentsOf path: String, knobs: [String: KnobValue] = [:], settings: PresetSettings = PresetSettings()
  ) throws(PresetError) {
    self = try Preset.load(file: path, settings.adding(knobs))
  }

  /// Reads a preset from its text.
  ///
  /// - Parameters:
  ///   - json: the text of a preset. Comments and trailing commas are allowed.
  ///   - name: the preset's name in errors, and the path to which `extends` is relative.
  ///   - knobs: values of the preset's knobs by name, or of any key by its path.
  ///   - settings: size, frame rate, duration, seed and more in place of the preset's own.
  /// - Throws: `PresetError` with every issue of all files at once.
  public init(
    json: String, named name: String = "preset.json", knobs: [String: KnobValue] = [:],
    settings: PresetSettings = PresetSettings()
  ) throws(PresetError) {
    self = try Preset.load(text: Array(json.utf8), named: name, settings.adding(knobs))
  }

  /// SHA-256 of the preset after `extends` and values of knobs and keys have been applied, and of the contents of its fonts, pictures and
  /// clips. It does not depend on the formatting of the text. Presets with equal hashes draw equal frames if their size, frame rate,
  /// duration and seed were not changed by settings (`PresetSettings`), or in the same way.
  public var sha256: String { sha256(withAssets: assetRecords) }

  /// The fonts, pictures and clips that the preset shows, each with the SHA-256 of its contents.
  package var assetRecords: [AssetRecord] {
    assetPaths.map { path in
      // A file may have several names in the preset: the record has the first of them in alphabetical order.
      let name = assetPathsByName.filter { $0.value == path }.keys.min() ?? path
      // A font's name ends with "#" and the number of the face in its file, which the record leaves out.
      let isFont = name.hasPrefix("font ")
      return AssetRecord(
        name: isFont ? name.split(separator: "#").dropLast().joined(separator: "#") : name,
        file: path.split(separator: "/").last.map(String.init) ?? path,
        sha256: (try? fileDigest(path)) ?? "unreadable")
    }
  }

  /// The value that `sha256` would have if these were the preset's fonts, pictures and clips.
  package func sha256(withAssets assets: [AssetRecord]) -> String {
    guard !assets.isEmpty else { return Hashing.sha256(canonicalJSON) }
    return Hashing.sha256(canonicalJSON + Array(assets.map(\.sha256).joined(separator: "\n").utf8))
  }
}

extension PresetSettings {
  /// The settings with the folders of shipped presets after the caller's own, the loader of clips, pictures and fonts, and values of knobs.
  /// The knobs are sorted by name, because a dictionary has no order.
  fileprivate func adding(_ knobs: [String: KnobValue]) -> PresetSettings {
    var settings = self
    settings.folders += ShippedPresets.folders
    settings.assetLoader = .files
    settings.overrides += knobs.sorted { $0.key < $1.key }.map { $0.value.override(of: $0.key) }
    return settings
  }
}
