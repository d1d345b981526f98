import ArgumentParser
import Motes

/// The arguments that every command with a PRESET takes.
struct PresetOptions: ParsableArguments {
  @Argument(help: "Name of a shipped preset, or path of a JSON file.")
  var preset: String

  @Option(help: "Width x height in pixels (1280x720), or a share of the preset's own (50%).")
  var size: String?

  @Option(help: "Frames a second: 30, 29.97, 30000/1001.")
  var fps: String?

  @Option(help: "Seconds in place of the preset's own duration; sound for the length of the sound.")
  var duration: String?

  @Option(help: "Seed of all random numbers.")
  var seed: String?

  @OptionGroup var sound: SoundOptions

  @OptionGroup var overrides: OverrideOptions

  @Flag(
    inversion: .prefixedNo,
    help:
      "Make the end meet the start: frame N is frame 0; or let a preset that loops end as it likes, as with a --duration of another length."
  )
  var loop: Bool?

  @Flag(help: "Render even if the preset exceeds the limits of time and memory, at your own risk.")
  var forceLimits = false

  @OptionGroup var folders: PresetFolders

  @OptionGroup var assets: AssetFolder

  /// Reads the preset with the settings of these arguments.
  func load() throws -> Preset { try load(settings()) }

  /// Takes a warning of a preset that has been read.
  typealias WarningSink = (PresetError.Issue) -> Void

  /// Prints a warning.
  static func printWarning(_ warning: PresetError.Issue) { Terminal.printError("\(warning)") }

  /// Reads the preset with settings that `settings()` has made, and passes its warnings on.
  func load(_ settings: PresetSettings, warn: WarningSink = printWarning) throws -> Preset {
    let loaded = try Preset.load(preset, settings)
    loaded.warnings.forEach(warn)
    return loaded
  }

  /// Reads the preset again, at a size that depends on its own.
  ///
  /// - Parameters:
  ///   - preset: the preset as `load` has read it.
  ///   - rate: frames a second; nil for the preset's own.
  ///   - size: turns the preset's width and height in pixels into the new ones.
  func reload(_ preset: Preset, rate: Rational? = nil, size: (_ width: Int, _ height: Int) -> (Int, Int)) throws
    -> Preset
  {
    let canvas = preset.scene.canvas
    let (width, height) = size(canvas.widthPixels, canvas.heightPixels)
    var settings = try settings()
    settings.size = .pixels(width: width, height: height)
    if let rate { settings.frameRate = rate }
    return try Preset.load(self.preset, settings)
  }

  /// The arguments without the length of a sound that they do not name, which a row of a batch may.
  var withoutUnknownSound: PresetOptions {
    var options = self
    if duration == SoundOptions.durationWord, sound.sound == nil, sound.curves == nil { options.duration = nil }
    return options
  }

  /// The seconds that a value of `--duration` stands for.
  ///
  /// - Parameter curves: the path of the sound's file of curves; nil without a sound.
  static func seconds(ofDuration text: String, curves: String?) throws -> Rational {
    if text == SoundOptions.durationWord { return try SoundOptions.duration(ofCurvesAt: curves) }
    guard let seconds = ExactNumbers.duration(text), seconds > .zero else {
      throw UsageError(
        "--duration \(text): expected seconds up to \(Limits.durationSeconds) with at most six decimals, such as 4 or 2.5."
      )
    }
    return seconds
  }

  /// The settings that these arguments ask for.
  func settings() throws -> PresetSettings {
    var settings = assets.settings(folders)
    settings.size = try size.map { text in
      guard let size = PresetSettings.Size(text) else {
        throw UsageError("--size \(text): expected WIDTHxHEIGHT in pixels (1280x720) or a percentage (50%).")
      }
      return size
    }
    settings.frameRate = try fps.map { text in
      guard let rate = ExactNumbers.frameRate(text) else {
        throw UsageError(
          "--fps \(text): expected a rate from 0.1 to 1000 with at most three decimals, such as 30, 29.97 or 30000/1001."
        )
      }
      return rate
    }
    settings.curves = try sound.curvesPath()
    settings.duration = try duration.map { try Self.seconds(ofDuration: $0, curves: settings.curves) }
    settings.seed = try seed.map { text in
      guard let seed = UInt64(text) else {
        throw UsageError("--seed \(text): expected a whole number from 0 to \(UInt64.max).")
      }
      return seed
    }
    settings.loops = loop
    settings.ignoresLimits = forceLimits
    settings.overrides = try overrides.overrides()
    return settings
  }
}

/// Folders of shipped presets in the order in which they are searched: `--presets`, then those of `ShippedPresets.folders`.
struct PresetFolders: ParsableArguments {
  @Option(help: ArgumentHelp("A folder of presets to look in first.", valueName: "folder"))
  var presets: String?

  func validate() throws {
    if let presets, !FileAccess.isFolder(presets) {
      throw ValidationError("--presets \(presets): there is no such folder.")
    }
  }

  var list: [String] { (presets.map { [$0] } ?? []) + ShippedPresets.folders }

  var library: PresetLibrary { PresetLibrary(folders: list) }
}

/// `--assets`, of the commands that read presets.
struct AssetFolder: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder whose clips presets may show, besides those in their own folders.", valueName: "folder"))
  var assets: String?

  func validate() throws {
    if let assets, !FileAccess.isFolder(assets) {
      throw ValidationError("--assets \(assets): there is no such folder.")
    }
  }

  /// Settings that look for presets in `folders`, and for clips in the presets' own folders and in `--assets`.
  func settings(_ folders: PresetFolders) -> PresetSettings {
    var settings = PresetSettings(folders: folders.list, assetFolders: assets.map { [$0] } ?? [])
    settings.assetLoader = .files
    settings.recipeFolders = ShippedPresets.recipes.folders
    return settings
  }
}

/// `--threads`, of the commands that draw.
struct ThreadOption: ParsableArguments {
  @Option(help: ArgumentHelp("Threads that draw (default: one on each core).", valueName: "count"))
  var threads: Int?

  func validate() throws {
    let allowed = Renderer.threadCounts
    if let threads, !allowed.contains(threads) {
      throw ValidationError(
        "--threads \(threads): expected a number from \(allowed.lowerBound) to \(allowed.upperBound).")
    }
  }
}

extension Preset {
  /// Refuses an output that would replace a file which the preset was read from.
  func refuseToReplaceSources(at path: String) throws {
    guard let file = files.first(where: { FilePath.areSame($0, path) }) else { return }
    throw UsageError("-o \(path): this is \(file), which the preset is read from; it is not replaced.")
  }
}

extension PresetOptions {
  /// Whether `preset` is the path of a file rather than the name of a shipped preset.
  var isPath: Bool { Preset.isPath(preset) }

  /// The last part of the preset's name without its extension, from which outputs get their names: "glow" for "folder/glow.json".
  var fileStem: String { Preset.stem(of: preset) }

  /// The default path of a contact sheet.
  var sheetPath: String { fileStem + "-sheet.png" }

  /// The default path of a sprite sheet.
  var spritePath: String { fileStem + "-sprite.png" }
}
