import Cost
import Model
import Presets

extension Scene {
  /// Messages on exceeded limits, values that do not loop, and emitters' outlines without any place for births. They are for
  /// scenes that were made in code; reading a preset makes the same checks.
  package var problems: [String] {
    (LimitCheck.problems(of: self, particleBudgets()) + problemsBesidesLimits).map(\.message)
  }
}
