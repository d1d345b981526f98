import Model

/// All warnings that follow from a finished scene: what is no mistake, but hardly meant. (`KnobWarnings` follow from the text.)
enum SceneWarnings {
  /// - Parameters:
  ///   - locator: finds where values are written.
  ///   - isCutShort: whether the film was given another duration than the preset's: then it may well end before some layers begin.
  static func problems(of scene: Scene, _ locator: SourceLocator, isCutShort: Bool) -> [SceneProblem] {
    LoopWarnings.problems(of: scene) + ReachWarnings.problems(of: scene)
      + (isCutShort ? [] : TimeWarnings.problems(of: scene, locator))
  }
}
