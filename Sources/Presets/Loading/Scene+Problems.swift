import Model

extension Scene {
  /// Messages on what exceeds a limit, does not loop, or has an outline without any place for births, for a scene that was not read from a preset.
  package var problems: [String] {
    (LimitCheck.problems(of: self, particleBudgets()) + LoopCheck.problems(of: self) + OutlineCheck.problems(of: self))
      .map(\.message)
  }
}
