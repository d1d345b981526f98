import Model

/// Compares what a scene will need with what is allowed, before anything is rendered. Estimates may be infinite or NaN: they
/// are within a limit only if `estimate <= limit` holds.
enum LimitCheck {
  static func problems(of scene: Scene, _ budgets: [ParticleBudget]) -> [SceneProblem] {
    var problems: [SceneProblem] = []
    // Reports at the cell whose budget it is, or at the layers as a whole.
    func add(_ cell: ParticleBudget?, _ message: String) {
      problems.append(SceneProblem(path: cell?.scenePath ?? [.key("layers")], message: message))
    }
    let live = budgets.reduce(0) { $0 + $1.live }
    if !(live <= Limits.liveParticles) {
      add(
        worst(budgets, by: \.live),
        "up to \(figure(live)) particles would be alive at once\(shareOfWorst(budgets, by: \.live)); at most \(figure(Limits.liveParticles)) are allowed"
      )
    }
    let covered = budgets.reduce(0) { $0 + $1.coveredPixels }
    if !(covered <= Limits.coveredPixels) {
      add(
        worst(budgets, by: \.coveredPixels),
        "particles would cover up to \(figure(covered)) pixels of a frame\(shareOfWorst(budgets, by: \.coveredPixels)); at most \(figure(Limits.coveredPixels)) are allowed"
      )
    }
    for (cell, message) in crowdedLinks(in: scene, budgets) { add(cell, message) }
    for budget in budgets where !(budget.stepsOfParticle <= Limits.stepsOfParticle) {
      add(
        budget,
        "a particle of \(budget.name) would live for \(figure(budget.stepsOfParticle)) steps; at most \(figure(Limits.stepsOfParticle)) are allowed: a longer step or a shorter lifetime helps"
      )
    }
    let steps = budgets.reduce(0) { $0 + $1.stepsOfFrame }
    if !(steps <= Limits.stepsOfFrame) {
      add(
        worst(budgets, by: \.stepsOfFrame),
        "a frame drawn alone would take up to \(figure(steps)) steps of particles\(shareOfWorst(budgets, by: \.stepsOfFrame)); at most \(figure(Limits.stepsOfFrame)) are allowed"
      )
    }
    let records = budgets.reduce(0) { $0 + $1.live * $1.shutterSamples }
    let bytes = bufferBytes(of: scene, recordCount: records) + keptBytes(of: budgets, in: scene)
    if !(bytes <= Limits.bufferBytes), live <= Limits.liveParticles {
      add(
        nil,
        "rendering would need about \(figure(bytes)) bytes of buffers; at most \(figure(Limits.bufferBytes)) are allowed"
      )
    }
    return problems
  }

  /// Cells whose particles, spread evenly over the canvas, would have more pairs within their links' distance than may be
  /// drawn: n² ÷ 2 pairs, times the share of the canvas (at most all) that a circle of that radius covers.
  private static func crowdedLinks(in scene: Scene, _ budgets: [ParticleBudget]) -> [(
    cell: ParticleBudget, message: String
  )] {
    let canvas = scene.canvas.widthPoints * scene.canvas.heightPoints
    return budgets.compactMap { budget in
      guard let links = budget.links else { return nil }
      let near = min(1, Double.pi * links.distance * links.distance / canvas)
      let lines = budget.live * budget.live / 2 * near
      if lines <= Limits.linksOfFrame { return nil }
      return (
        budget,
        "up to \(figure(lines)) lines would link the particles of \(budget.name); at most \(figure(Limits.linksOfFrame)) are allowed: fewer particles or a smaller distance"
      )
    }
  }

  /// Bytes of the finished frames, and for each frame that is drawn at a time those of pictures kept whole as Floats (filters,
  /// groups) and of the particles' records, as columns and packed for rasterising.
  ///
  /// - Parameter recordCount: records of particles in one frame, each shutter sample counted.
  static func bufferBytes(of scene: Scene, recordCount: Double) -> Double {
    let pixels = Double(scene.canvas.widthPixels) * Double(scene.canvas.heightPixels)
    let floatBytes = pixels * PixelMemory.floatPixelBytes * Double(scene.groupDepth) + scene.filterBufferBytes
    return pixels * PixelMemory.mostOutputFrames * PixelMemory.outputPixelBytes + Double(scene.maximumConcurrentFrames)
      * (floatBytes + recordCount * Double(ParticleLayout.drawnByteCount))
  }

  /// Bytes of what is kept from frame to frame of stepped particles and of trails, and of the copies that particles are sorted in.
  private static func keptBytes(of budgets: [ParticleBudget], in scene: Scene) -> Double {
    budgets.reduce(0) { sum, budget in
      let stepped = budget.stepsOfFrame > 0 ? ParticleBudget.steppedStateBytes * budget.live : 0
      let copies = ParticleLayout.sortingByteCount * scene.maximumConcurrentFrames
      let sorted = budget.isSorted ? Double(copies) * budget.live * budget.shutterSamples : 0
      return sum + stepped + sorted + ParticleBudget.ribbonCopies * budget.ribbonBytes
    }
  }

  /// A clause on the cell that needs the most; empty without cells.
  private static func shareOfWorst(_ budgets: [ParticleBudget], by need: (ParticleBudget) -> Double) -> String {
    guard let worst = worst(budgets, by: need) else { return "" }
    return ", \(figure(need(worst))) of them from \(worst.name)"
  }

  private static func worst(_ budgets: [ParticleBudget], by need: (ParticleBudget) -> Double) -> ParticleBudget? {
    budgets.max { need($0) < need($1) }
  }
}
