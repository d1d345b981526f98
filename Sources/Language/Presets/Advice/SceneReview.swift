import Model

/// What is wrong or doubtful about a finished scene that only its drawing shows: limits that it exceeds, and warnings.
///
/// This module does not know what drawing costs, so that reading presets can be built without the modules that draw. Motes reviews the
/// scenes of all presets that it reads.
package struct SceneReview {
  package var limitProblems: [SceneProblem]
  package var warnings: [SceneProblem]

  package init(limitProblems: [SceneProblem], warnings: [SceneProblem]) {
    self.limitProblems = limitProblems
    self.warnings = warnings
  }
}

/// Reviews a scene that was read with some settings.
package typealias SceneReviewer = (Scene, PresetSettings) -> SceneReview
