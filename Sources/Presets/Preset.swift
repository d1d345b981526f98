import Colorimetry
import Model

/// A preset that has been read for one output: everything that rendering needs, and what tools print about it.
public struct Preset: Sendable {
  /// The file, or the name that the text was given.
  public var path: String
  /// What is drawn.
  public var scene: Scene
  /// What the preset offers to be changed, with the values in effect.
  public var knobs: [Knob]
  /// Issues that are no errors but probably not meant.
  public var warnings: [PresetError.Issue]
  /// Every file that was read, the named one first.
  public var files: [String]
  /// The preset after `extends` and overrides in one canonical form: its hash identifies what is drawn, whatever the
  /// spelling.
  package var canonicalJSON: [UInt8]
  /// Budget of each cell: the most particles that can be alive at once, and their cost.
  package var estimates: [ParticleBudget]
}

extension Preset {
  /// Checks the limits up to a time past the end of the canvas, when more particles may have been born.
  ///
  /// - Parameter end: the latest canvas second that will be drawn.
  package func checkLimits(until end: Rational) throws(PresetError) {
    guard !scene.canvas.loops, end > scene.canvas.duration else { return }
    let problems = LimitCheck.problems(of: scene, scene.particleBudgets(until: end.double))
    if problems.isEmpty { return }
    throw PresetError(
      issues: problems.map { .init(file: path, keyPath: "layers", message: "at \(plain(end.double)) s " + $0.message) })
  }
}

// MARK: Reading

extension Preset {
  /// Reads a preset by path (it has `.json` in it or is a file) or by the name of a shipped one.
  ///
  /// Throws every issue of all files at once, in their order.
  package static func load(_ nameOrPath: String, _ settings: PresetSettings = PresetSettings()) throws(PresetError)
    -> Preset
  {
    let isPath = nameOrPath.contains(".json") || FileAccess.isFile(nameOrPath)
    return isPath ? try load(file: nameOrPath, settings) : try load(shipped: nameOrPath, settings)
  }

  /// Reads a preset by its name in the settings' folders.
  package static func load(
    shipped name: String, _ settings: PresetSettings = PresetSettings()
  ) throws(PresetError) -> Preset {
    let library = PresetLibrary(folders: settings.folders)
    guard let path = library.path(of: name) else {
      var hint = Spelling.hint(name, among: library.names)
      if hint.isEmpty, !library.folders.isEmpty { hint = " Looked in \(library.folders.joined(separator: ", "))." }
      throw PresetError(issues: [
        .init(file: shortened(name, to: 200), message: "no preset of this name was found.\(hint)")
      ])
    }
    return try load(file: path, settings)
  }

  /// Reads a preset file.
  package static func load(
    file path: String, _ settings: PresetSettings = PresetSettings()
  ) throws(PresetError) -> Preset {
    var reading = PresetReading(library: PresetLibrary(folders: settings.folders))
    let root = reading.read(file: path)
    var loading = PresetLoading(reading: reading, settings: settings)
    return try loading.load(root, path: path)
  }

  /// Reads a preset from text; `name` is what issues call it, and where relative `extends` start.
  package static func load(
    text: [UInt8], named name: String, _ settings: PresetSettings = PresetSettings()
  ) throws(PresetError) -> Preset {
    var reading = PresetReading(library: PresetLibrary(folders: settings.folders))
    let root = reading.read(bytes: text, named: name, chain: [FileAccess.canonical(name)])
    var loading = PresetLoading(reading: reading, settings: settings)
    return try loading.load(root, path: name)
  }
}
