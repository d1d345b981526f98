import Model

/// Compares what a scene will need with what is allowed, before anything is rendered.
enum LimitCheck {
  static func problems(of scene: Scene, _ estimates: [ParticleBudget]) -> [SceneProblem] {
    var problems: [SceneProblem] = []
    func add(_ cell: ParticleBudget?, _ message: String) {
      problems.append(SceneProblem(place: cell?.place ?? [.key("layers")], message: message))
    }
    let live = estimates.reduce(0) { $0 + $1.live }
    if !(live <= Limits.liveParticles) {
      add(
        worst(estimates, by: \.live),
        "up to \(figure(live)) particles would be alive at once\(culprit(estimates, by: \.live)); at most \(figure(Limits.liveParticles)) are allowed"
      )
    }
    let covered = estimates.reduce(0) { $0 + $1.coveredPixels }
    if !(covered <= Limits.coveredPixels) {
      add(
        worst(estimates, by: \.coveredPixels),
        "particles would cover up to \(figure(covered)) pixels of a frame\(culprit(estimates, by: \.coveredPixels)); at most \(figure(Limits.coveredPixels)) are allowed"
      )
    }
    for (cell, message) in crowdedLinks(in: scene, estimates) { add(cell, message) }
    for estimate in estimates where !(estimate.longestPath <= Limits.steps) {
      add(
        estimate,
        "a particle of \(estimate.name) would live for \(figure(estimate.longestPath)) steps; at most \(figure(Limits.steps)) are allowed: a longer step or a shorter lifetime helps"
      )
    }
    let steps = estimates.reduce(0) { $0 + $1.steps }
    if !(steps <= Limits.stepsOfFrame) {
      add(
        worst(estimates, by: \.steps),
        "a frame drawn alone would take up to \(figure(steps)) steps of particles\(culprit(estimates, by: \.steps)); at most \(figure(Limits.stepsOfFrame)) are allowed"
      )
    }
    let records = estimates.reduce(0) { $0 + $1.live * $1.parts }
    let bytes = bufferBytes(of: scene, live: records) + keptBytes(of: estimates, in: scene)
    if !(bytes <= Limits.bufferBytes), live <= Limits.liveParticles {
      add(
        nil,
        "rendering would need about \(figure(bytes)) bytes of buffers; at most \(figure(Limits.bufferBytes)) are allowed"
      )
    }
    return problems
  }

  /// Cells whose particles, spread evenly over the canvas, would have more pairs within their links' distance than may be drawn.
  private static func crowdedLinks(in scene: Scene, _ estimates: [ParticleBudget]) -> [(
    cell: ParticleBudget, message: String
  )] {
    let canvas = scene.canvas.widthPoints * scene.canvas.heightPoints
    return estimates.compactMap { estimate in
      guard let links = estimate.links else { return nil }
      let near = min(1, Double.pi * links.distance * links.distance / canvas)
      let lines = estimate.live * estimate.live / 2 * near
      if lines <= Limits.links { return nil }
      return (
        estimate,
        "up to \(figure(lines)) lines would link the particles of \(estimate.name); at most \(figure(Limits.links)) are allowed: fewer particles or a smaller distance"
      )
    }
  }

  /// Four frames waiting for the encoder, and for each frame that is drawn at a time those kept whole as floats (filters, groups)
  /// and the particles' columns.
  static func bufferBytes(of scene: Scene, live: Double) -> Double {
    let pixels = Double(scene.canvas.widthPixels) * Double(scene.canvas.heightPixels)
    let floatBytes = pixels * 16 * Double(scene.groupDepth) + scene.filterBufferBytes
    return pixels * 4 * 3 + Double(scene.mostFramesAtATime) * (floatBytes + live * 96)
  }

  /// What is kept of stepped particles and of their children's beginnings, the records of trails (at most two frames',
  /// in memory that may be twice as large), and the copies from which particles are sorted: 13 floats each from the
  /// chunks, joined and in order, and two keys, for each frame that is drawn at a time.
  private static func keptBytes(of estimates: [ParticleBudget], in scene: Scene) -> Double {
    estimates.reduce(0) { sum, estimate in
      let stepped = estimate.steps > 0 ? 192 * estimate.live : 0
      let copies = 3 * (13 * 4 + 1) + 2 * 8
      let sorted =
        estimate.isSorted ? Double(copies * scene.mostFramesAtATime) * estimate.live * estimate.parts : 0
      return sum + stepped + sorted + 4 * estimate.ribbonBytes
    }
  }

  /// The cell that needs the most, if there are several.
  private static func culprit(_ estimates: [ParticleBudget], by figureOf: (ParticleBudget) -> Double) -> String {
    guard let worst = worst(estimates, by: figureOf) else { return "" }
    return ", \(figure(figureOf(worst))) of them from \(worst.name)"
  }

  private static func worst(_ estimates: [ParticleBudget], by figureOf: (ParticleBudget) -> Double) -> ParticleBudget? {
    estimates.max { figureOf($0) < figureOf($1) }
  }
}
