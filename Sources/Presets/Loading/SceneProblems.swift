import Model

extension Scene {
  /// Sentences about what exceeds a limit or does not loop, for a scene that was not read from a preset.
  package var problems: [String] {
    (LimitCheck.problems(of: self, particleBudgets()) + LoopCheck.problems(of: self)).map(\.message)
  }
}
