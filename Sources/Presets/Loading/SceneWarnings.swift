import Cost
import Model

/// All warnings that follow from a finished scene: what is valid, but probably not meant. (`KnobWarnings` follow from the text.)
enum SceneWarnings {
  /// - Parameters:
  ///   - budgets: the result of `Scene.particleBudgets`.
  ///   - locator: finds where values are written.
  ///   - hasOtherDuration: whether the settings replace the preset's duration. The movie may then end before some layers begin,
  ///     or go on after the last particle, without a warning.
  static func problems(
    of scene: Scene, _ budgets: [ParticleBudget], _ locator: SourceLocator, hasOtherDuration: Bool
  ) -> [SceneProblem] {
    LoopWarnings.problems(of: scene) + ReachWarnings.problems(of: scene) + FocusWarnings.problems(of: scene, budgets)
      + (hasOtherDuration ? [] : TimeWarnings.problems(of: scene, locator) + EndWarnings.problems(of: scene))
  }
}
