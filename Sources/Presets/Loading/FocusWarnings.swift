import Model

/// Warnings of cells whose sprites are never seen in their own form, because the lens spreads each particle into a disc that is larger.
enum FocusWarnings {
  /// - Parameter budgets: those of `Scene.particleBudgets`.
  static func problems(of scene: Scene, _ budgets: [ParticleBudget]) -> [SceneProblem] {
    // A lens that changes may show them sharp at some time.
    guard let camera = scene.canvas.camera,
      [camera.aperture, camera.focus, camera.distance].allSatisfy(\.isConstant)
    else { return [] }
    return budgets.filter { $0.hasFigures && $0.minimumBlurShare > 1 }.map { budget in
      SceneProblem(
        path: budget.scenePath + [.key("sprite")],
        message:
          "none of these particles shows its sprite: the lens spreads each over more than its own size, into a disc; "
          + "a smaller aperture, or a focus nearer to them, shows it")
    }
  }
}
