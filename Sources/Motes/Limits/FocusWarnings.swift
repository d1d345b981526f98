import Cost
import Model
import Presets

/// Warnings of cells whose sprites are never recognizable, because the lens blurs each particle into a disc larger than its
/// sprite.
enum FocusWarnings {
  /// - Parameter budgets: the result of `Scene.particleBudgets`.
  static func problems(of scene: Scene, _ budgets: [ParticleBudget]) -> [SceneProblem] {
    // A lens that changes over time may show the sprites sharp at some time.
    guard let camera = scene.canvas.camera,
      [camera.aperture, camera.focus, camera.distance].allSatisfy(\.isConstant), camera.focusesOnPlane
    else { return [] }
    return budgets.filter { $0.hasNonDiscSprites && $0.minimumBlurShare > 1 }.map { budget in
      SceneProblem(
        path: budget.scenePath + [.key("sprite")],
        message:
          "none of these particles shows its sprite: the lens spreads each over more than its own size, into a disc; "
          + "a smaller aperture, or a focus nearer to them, shows it")
    }
  }
}
