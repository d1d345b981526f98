import Model

/// The warnings that follow from a finished scene: what is valid, but probably not meant. (`KnobWarnings` follow from the text, and those
/// of a `SceneReview` from drawing.)
enum SceneWarnings {
  /// - Parameters:
  ///   - locator: finds where values are written.
  ///   - hasOtherDuration: whether the settings replace the preset's duration. The movie may then end before some layers begin,
  ///     or go on after the last particle, without a warning.
  static func problems(
    of scene: Scene, _ locator: SourceLocator, hasOtherDuration: Bool
  ) -> [SceneProblem] {
    LoopWarnings.problems(of: scene) + ReachWarnings.problems(of: scene) + EdgeWarnings.problems(of: scene)
      + RateWarnings.problems(of: scene)
      + LightWarnings.problems(of: scene) + ShadowWarnings.problems(of: scene)
      + GatherWarnings.problems(of: scene)
      + (hasOtherDuration ? [] : TimeWarnings.problems(of: scene, locator) + EndWarnings.problems(of: scene))
  }
}
