import Model

/// All warnings that follow from a finished scene: what is no mistake, but hardly meant. (`KnobWarnings` follow from the text.)
enum SceneWarnings {
  /// - Parameters:
  ///   - budgets: those of `Scene.particleBudgets`.
  ///   - locator: finds where values are written.
  ///   - hasOtherDuration: whether the movie was given another duration than the preset's: then it may well end before some layers begin,
  ///     or go on after the last.
  static func problems(
    of scene: Scene, _ budgets: [ParticleBudget], _ locator: SourceLocator, hasOtherDuration: Bool
  ) -> [SceneProblem] {
    LoopWarnings.problems(of: scene) + ReachWarnings.problems(of: scene) + FocusWarnings.problems(of: scene, budgets)
      + (hasOtherDuration ? [] : TimeWarnings.problems(of: scene, locator) + EndWarnings.problems(of: scene))
  }
}
