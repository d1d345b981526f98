import Model

/// What is wrong with a value of a finished scene. A scene does not know the texts that it was read from: `SourceLocator` finds
/// the value there.
struct SceneProblem {
  /// Steps from the scene to the value.
  let path: [ScenePathComponent]
  let message: String
}
