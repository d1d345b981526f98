import Hashing
import Presets

extension Preset {
  /// Reads one of the presets that come with Motes, or one of a folder of your own.
  ///
  /// ```swift
  /// let preset = try Preset(named: "fireworks", knobs: ["intensity": 2])
  /// ```
  ///
  /// - Parameters:
  ///   - name: `fireworks`, `classic/snow`: a file `NAME.json` in the settings' folders, in `$MOTES_PRESETS`, in `Presets`
  ///     beside the program, or in the package that it was built from.
  ///   - knobs: values of the preset's knobs by name, or of any key by its path (`layers.sparks.opacity`).
  ///   - settings: size, frame rate, duration, seed and more in place of the preset's own.
  /// - Throws: `PresetError` with every issue of all files at once: file, line, column, key and what was probably meant.
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
  ///   - name: its name in errors, and the path from which a relative `extends` starts.
  ///   - knobs: values of the preset's knobs by name, or of any key by its path.
  ///   - settings: size, frame rate, duration, seed and more in place of the preset's own.
  /// - Throws: `PresetError` with every issue of all files at once.
  public init(
    json: String, named name: String = "preset.json", knobs: [String: KnobValue] = [:],
    settings: PresetSettings = PresetSettings()
  ) throws(PresetError) {
    self = try Preset.load(text: Array(json.utf8), named: name, settings.adding(knobs))
  }

  /// SHA-256 of the preset after `extends`, knobs and settings, whatever its spelling: presets with equal hashes draw equal
  /// frames.
  /// The contents of the clips that layers show belong to it.
  public var sha256: String { fingerprint(of: assetRecords) }

  /// The fonts, pictures and clips that are shown, each with the SHA-256 of its contents.
  package var assetRecords: [AssetRecord] {
    assetPaths.map { path in
      // A file may have been asked for by several names.
      let name = assetPathsByName.filter { $0.value == path }.keys.min() ?? path
      // A font's name ends with the number of the face in its file.
      let isFont = name.hasPrefix("font ")
      return AssetRecord(
        name: isFont ? name.split(separator: "#").dropLast().joined(separator: "#") : name,
        file: path.split(separator: "/").last.map(String.init) ?? path,
        sha256: (try? fileDigest(path)) ?? "unreadable")
    }
  }

  /// What `sha256` would be with other contents of the files that are shown.
  package func fingerprint(of assets: [AssetRecord]) -> String {
    guard !assets.isEmpty else { return Hashing.sha256(canonicalJSON) }
    return Hashing.sha256(canonicalJSON + Array(assets.map(\.sha256).joined(separator: "\n").utf8))
  }
}

extension PresetSettings {
  /// The settings with the shipped presets' folders behind the caller's own, and with values of knobs. Those are sorted by
  /// name, because a dictionary has no order of its own.
  fileprivate func adding(_ knobs: [String: KnobValue]) -> PresetSettings {
    var settings = self
    settings.folders += ShippedPresets.folders
    settings.assetLoader = .files
    settings.overrides += knobs.sorted { $0.key < $1.key }.map { Override(key: $0.key, value: $0.value.setting) }
    return settings
  }
}
