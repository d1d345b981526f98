import JSON
import Model

/// What is wrong with a value of a finished scene. A scene does not know the texts that it was read from; `SourceLocator` finds
/// the value in them.
package struct SceneProblem {
  /// Steps from the scene to the value.
  package let path: [ScenePathComponent]
  package let message: String

  package init(path: [ScenePathComponent], message: String) {
    self.path = path
    self.message = message
  }

  /// A number as messages show it, rounded to three decimals.
  static func numberText(_ value: Double) -> String { plain((value * 1000).rounded() / 1000) }
}

extension Scene {
  /// Values that do not loop, emitters' outlines without any place for births, shafts without a lamp, and water and bodies with keys that do not
  /// fit.
  package var problemsBesidesLimits: [SceneProblem] {
    LoopCheck.problems(of: self) + OutlineCheck.problems(of: self) + ShaftCheck.problems(of: self)
      + WaterCheck.problems(of: self) + BodyCheck.problems(of: self)
  }
}
