import JSON
import Model

/// What is wrong with a value of a finished scene. A scene does not know the texts that it was read from; `SourceLocator` finds
/// the value in them.
struct SceneProblem {
  /// Steps from the scene to the value.
  let path: [ScenePathComponent]
  let message: String

  /// A number as messages show it, rounded to three decimals.
  static func numberText(_ value: Double) -> String { plain((value * 1000).rounded() / 1000) }
}
