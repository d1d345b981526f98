import Model

/// Compares what a scene will need with what is allowed, before anything is rendered. Estimates may be infinite or NaN: they
/// are within a limit only if `estimate <= limit` holds, which is false for NaN; hence `!(estimate <= limit)` below.
enum LimitCheck {
  static func problems(of scene: Scene, _ budgets: [ParticleBudget]) -> [SceneProblem] {
    var problems: [SceneProblem] = []
    // Reports at the cell whose budget is given, or without one at the list of all layers.
    func add(_ cell: ParticleBudget?, _ message: String) {
      problems.append(SceneProblem(path: cell?.scenePath ?? [.key("layers")], message: message))
    }
    let live = budgets.reduce(0) { $0 + $1.live }
    if !(live <= Limits.liveParticles) {
      add(
        worst(budgets, by: \.live),
        "up to \(estimateText(live)) particles would be alive at once\(shareOfWorst(budgets, by: \.live)); at most \(estimateText(Limits.liveParticles)) are allowed"
      )
    }
    let covered = budgets.reduce(0) { $0 + $1.coveredPixels }
    if !(covered <= Limits.coveredPixels) {
      add(
        worst(budgets, by: \.coveredPixels),
        "particles would cover up to \(estimateText(covered)) pixels of a frame\(shareOfWorst(budgets, by: \.coveredPixels)); at most \(estimateText(Limits.coveredPixels)) are allowed"
      )
    }
    for (cell, message) in crowdedLinks(in: scene, budgets) { add(cell, message) }
    for budget in budgets where !(budget.stepsOfParticle <= Limits.stepsOfParticle) {
      add(
        budget,
        "a particle of \(budget.name) would live for \(estimateText(budget.stepsOfParticle)) steps; at most \(estimateText(Limits.stepsOfParticle)) are allowed: a longer step or a shorter lifetime helps"
      )
    }
    let steps = budgets.reduce(0) { $0 + $1.stepsOfFrame }
    if !(steps <= Limits.stepsOfFrame) {
      add(
        worst(budgets, by: \.stepsOfFrame),
        "a frame drawn alone would take up to \(estimateText(steps)) steps of particles\(shareOfWorst(budgets, by: \.stepsOfFrame)); at most \(estimateText(Limits.stepsOfFrame)) are allowed"
      )
    }
    let records = budgets.reduce(0) { $0 + $1.live * $1.shutterSamples }
    let bytes = bufferBytes(of: scene, recordCount: records) + keptBytes(of: budgets, in: scene)
    // Too many live particles have been reported above; their memory would only be a second message on the same mistake.
    if !(bytes <= Limits.bufferBytes), live <= Limits.liveParticles {
      add(
        nil,
        "rendering would need about \(estimateText(bytes)) bytes of buffers; at most \(estimateText(Limits.bufferBytes)) are allowed"
      )
    }
    return problems
  }

  /// Cells whose particles, spread evenly over the canvas, would have more pairs within their links' distance than may be
  /// drawn: n² ÷ 2 pairs, times the share of the canvas (at most all) that a circle of that radius covers.
  private static func crowdedLinks(in scene: Scene, _ budgets: [ParticleBudget]) -> [(
    cell: ParticleBudget, message: String
  )] {
    let canvasArea = scene.canvas.widthPoints * scene.canvas.heightPoints
    return budgets.compactMap { budget in
      guard let links = budget.links else { return nil }
      let nearShare = min(1, Double.pi * links.distance * links.distance / canvasArea)
      let lineCount = budget.live * budget.live / 2 * nearShare
      if lineCount <= Limits.linksOfFrame { return nil }
      return (
        budget,
        "up to \(estimateText(lineCount)) lines would link the particles of \(budget.name); at most \(estimateText(Limits.linksOfFrame)) are allowed: fewer particles or a smaller distance"
      )
    }
  }

  /// Bytes of the finished frames, and, for each of the frames that are drawn at a time, bytes of the float frames kept whole (for
  /// filters and groups) and of the particles' records, in columns and packed for rasterising.
  ///
  /// - Parameter recordCount: records of particles in one frame, each shutter sample counted.
  static func bufferBytes(of scene: Scene, recordCount: Double) -> Double {
    let pixels = Double(scene.canvas.widthPixels) * Double(scene.canvas.heightPixels)
    let floatBytes = pixels * PixelMemory.floatPixelBytes * Double(scene.groupDepth) + scene.filterBufferBytes
    return pixels * PixelMemory.mostOutputFrames * PixelMemory.outputPixelBytes + Double(scene.maximumConcurrentFrames)
      * (floatBytes + recordCount * Double(ParticleLayout.drawnByteCount))
  }

  /// Bytes of the states of stepped particles and of trails, which are kept from frame to frame, and of the copies in which
  /// particles are sorted.
  private static func keptBytes(of budgets: [ParticleBudget], in scene: Scene) -> Double {
    // Of the whole scene, so not for each budget.
    let copies = ParticleLayout.sortingByteCount * scene.maximumConcurrentFrames
    return budgets.reduce(0) { sum, budget in
      let stepped = budget.stepsOfFrame > 0 ? ParticleBudget.steppedStateBytes * budget.live : 0
      let sorted = budget.isSorted ? Double(copies) * budget.live * budget.shutterSamples : 0
      return sum + stepped + sorted + ParticleBudget.ribbonCopies * budget.ribbonBytes
    }
  }

  /// A clause for messages on the cell with the greatest `need`; empty without cells.
  private static func shareOfWorst(_ budgets: [ParticleBudget], by need: (ParticleBudget) -> Double) -> String {
    guard let worst = worst(budgets, by: need) else { return "" }
    return ", \(estimateText(need(worst))) of them from \(worst.name)"
  }

  /// The cell with the greatest `need`; nil without cells.
  private static func worst(_ budgets: [ParticleBudget], by need: (ParticleBudget) -> Double) -> ParticleBudget? {
    budgets.max { need($0) < need($1) }
  }
}
