import Cost
import JSON
import Model
import Presets

/// Compares what a scene will need with what is allowed, before anything is rendered. Estimates may be infinite or NaN. The code
/// tests `!(estimate <= limit)`, because NaN must count as beyond the limit.
enum LimitCheck {
  /// Messages on everything that exceeds a limit.
  ///
  /// - Parameters:
  ///   - budgets: the result of `Scene.particleBudgets`.
  ///   - end: time of the last frame that is drawn, in seconds of the canvas. An end within the canvas's duration has no effect.
  ///   - bytesBesidesScene: memory that is in use besides what the scene needs, such as footage.
  static func problems(
    of scene: Scene, _ budgets: [ParticleBudget], until end: Double = 0, bytesBesidesScene: Double = 0
  ) -> [SceneProblem] {
    var problems: [SceneProblem] = []
    // Adds a problem of a cell, or, without a cell, of the list of all layers.
    func add(_ cell: ParticleBudget?, _ message: String) {
      problems.append(SceneProblem(path: cell?.scenePath ?? [.key("layers")], message: message))
    }
    let live = budgets.liveCount
    if !(live <= Limits.liveParticles) {
      add(
        worst(budgets, by: \.liveCount),
        "up to \(sampledText(live)) particles would be alive at once\(shareOfWorst(budgets, by: \.liveCount)); at most \(estimateText(Limits.liveParticles)) are allowed: \(remedyOfParticles(worst(budgets, by: \.liveCount)))"
      )
    }
    for budget in budgets where !(budget.linkCount <= Limits.linksPerFrame) {
      add(
        budget,
        "up to \(estimateText(budget.linkCount)) lines would link the particles of \(budget.name); at most \(estimateText(Limits.linksPerFrame)) are allowed: fewer particles or a smaller distance"
      )
    }
    for budget in budgets where !(budget.stepsPerParticle <= Limits.stepsPerParticle) {
      add(
        budget,
        "a particle of \(budget.name) would live for \(estimateText(budget.stepsPerParticle)) steps; at most \(estimateText(Limits.stepsPerParticle)) are allowed: a longer step or a shorter lifetime helps"
      )
    }
    // A message on the time and memory that too many particles, steps or lines take would be a second one on the same mistake.
    if !problems.isEmpty { return problems }
    let estimate = scene.estimate(budgets, until: end)
    if !(estimate.seconds <= Limits.secondsPerFrame) {
      let worst = worst(estimate.layers, besides: estimate.lightSeconds) { $0.seconds }
      let share =
        worst.map { ", \(secondsText($0.seconds)) of them for the layer \($0.name)" }
        ?? (estimate.lightSeconds > 0
          ? ", \(secondsText(estimate.lightSeconds)) of them for layers that shine or cast shadows" : "")
      problems.append(
        SceneProblem(
          path: worst?.scenePath ?? path(ofLightsIn: estimate),
          message:
            "a frame drawn alone would take about \(secondsText(estimate.seconds)) of one core\(share); at most \(secondsText(Limits.secondsPerFrame)) are allowed: \(remedy(of: worst))a smaller size helps"
        ))
    }
    let bytes = estimate.bytes + bytesBesidesScene
    if !(bytes <= Limits.bufferBytes) {
      // The message names the largest layer only if it needs more than all that belongs to no layer.
      let bytesOfNoLayer = estimate.canvasBytes + bytesBesidesScene
      let worst = worst(estimate.layers, besides: max(bytesOfNoLayer, estimate.lightBytes)) { $0.bytes }
      let isOfLights = worst == nil && estimate.lightBytes > bytesOfNoLayer
      let share =
        worst.map { ", \(estimateText($0.bytes)) of them for the layer \($0.name)" }
        ?? (isOfLights ? ", \(estimateText(estimate.lightBytes)) of them for layers that shine or cast shadows" : "")
      problems.append(
        SceneProblem(
          path: worst?.scenePath ?? (isOfLights ? path(ofLightsIn: estimate) : [.key("layers")]),
          message:
            "rendering would need about \(estimateText(bytes)) bytes of buffers\(share); at most \(estimateText(Limits.bufferBytes)) are allowed: \(remedy(of: worst))a smaller size helps"
        ))
    }
    return problems
  }

  /// The layer that needs most; nil if that is not more than something else does.
  private static func worst(
    _ layers: [LayerEstimate], besides other: Double, by need: (LayerEstimate) -> Double
  ) -> LayerEstimate? {
    layers.max { need($0) < need($1) }.flatMap { need($0) > other ? $0 : nil }
  }

  /// The lights, if a layer is one, or else the layers, some of which cast shadows.
  private static func path(ofLightsIn estimate: SceneEstimate) -> [ScenePathComponent] {
    estimate.lights.contains { $0.role != .caster } ? [.key("lights")] : [.key("layers")]
  }

  /// The layer's advice on how to need less, as the start of a list of advice; empty if it has none.
  private static func remedy(of layer: LayerEstimate?) -> String {
    guard let layer, !layer.remedy.isEmpty else { return "" }
    return layer.remedy + "; "
  }

  /// What would make the particles of a cell fewer.
  private static func remedyOfParticles(_ cell: ParticleBudget?) -> String {
    guard let seconds = cell?.shortLoopSeconds else { return "fewer births or shorter lives" }
    return
      "at least one is born in each loop, which lasts \(plain(seconds)) s on the emitter's clock, so a greater speed of the "
      + "clock or shorter lives"
  }

  /// A number of seconds as messages show it.
  private static func secondsText(_ seconds: Double) -> String { "\(estimateText(seconds)) s" }

  /// A number of particles, which is extrapolated from a sample, so that no more than three digits mean anything.
  private static func sampledText(_ number: Double) -> String {
    guard number.isFinite, number >= 1_000 else { return estimateText(number) }
    var unit = 1.0
    while number >= 1_000 * unit { unit *= 10 }
    return estimateText((number / unit).rounded() * unit)
  }

  /// A clause for messages on the cell with the greatest `need`; empty without cells.
  private static func shareOfWorst(_ budgets: [ParticleBudget], by need: (ParticleBudget) -> Double) -> String {
    guard let worst = worst(budgets, by: need) else { return "" }
    return ", \(sampledText(need(worst))) of them from \(worst.name)"
  }

  /// The cell with the greatest `need`; nil without cells.
  private static func worst(_ budgets: [ParticleBudget], by need: (ParticleBudget) -> Double) -> ParticleBudget? {
    budgets.max { need($0) < need($1) }
  }
}
