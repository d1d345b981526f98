import Model

/// What is wrong with a value of a finished scene, of which no text is known yet: `SourceLocator` finds it.
struct SceneProblem {
  /// Steps from the scene to the value.
  let path: [ScenePathComponent]
  let message: String
}
