import Cost
import JSON
import Model
import Presets

extension Preset {
  /// Reads the preset that an argument names: a path, or the name of a shipped preset (`isPath`). As all functions named `load`, it refuses
  /// a preset that exceeds the limits of time and memory, unless the settings ignore them.
  ///
  /// Throws one error with the issues of all files.
  package static func load(
    _ nameOrPath: String, _ settings: PresetSettings = PresetSettings()
  ) throws(PresetError) -> Preset { try read(nameOrPath, settings, review: review) }

  /// Reads the preset `NAME.json` of the first of the settings' folders that has it.
  package static func load(
    shipped name: String, _ settings: PresetSettings = PresetSettings()
  ) throws(PresetError) -> Preset { try read(shipped: name, settings, review: review) }

  /// Reads a preset from a file.
  package static func load(
    file path: String, _ settings: PresetSettings = PresetSettings()
  ) throws(PresetError) -> Preset { try read(file: path, settings, review: review) }

  /// Reads a preset from text.
  ///
  /// - Parameter name: the path by which messages name the text; relative paths in `extends` start from its folder.
  package static func load(
    text: [UInt8], named name: String, _ settings: PresetSettings = PresetSettings()
  ) throws(PresetError) -> Preset { try read(text: text, named: name, settings, review: review) }

  /// What a scene exceeds, and what its particles do not show.
  private static func review(_ scene: Scene, _ settings: PresetSettings) -> SceneReview {
    let budgets = scene.particleBudgets()
    return SceneReview(
      limitProblems: LimitCheck.problems(of: scene, budgets, bytesBesidesScene: settings.bytesBesidesScene),
      warnings: FocusWarnings.problems(of: scene, budgets))
  }

  /// Checks the limits up to a time after the canvas's duration. Reading a preset checks them within the duration only, and more
  /// particles may be alive later. A loop is not checked, since it begins again after its duration.
  ///
  /// - Parameter end: the latest time that will be drawn, in seconds of the canvas.
  package func checkLimits(until end: Rational) throws(PresetError) {
    guard !scene.canvas.loops, !ignoresLimits, end > scene.canvas.duration else { return }
    let problems = LimitCheck.problems(of: scene, scene.particleBudgets(until: end.double), until: end.double)
    if problems.isEmpty { return }
    var error = PresetError(
      issues: problems.map { .init(file: path, keyPath: "layers", message: "at \(plain(end.double)) s " + $0.message) })
    error.concernsOnlyLimits = true
    throw error
  }
}
