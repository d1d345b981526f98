import Model

/// Compares what a scene will need with what is allowed, before anything is rendered. Estimates may be infinite or NaN: they
/// are within a limit only if `estimate <= limit` holds.
enum LimitCheck {
  static func problems(of scene: Scene, _ budgets: [ParticleBudget]) -> [SceneProblem] {
    var problems: [SceneProblem] = []
    // Reports at the cell whose budget it is, or at the layers as a whole.
    func add(_ cell: ParticleBudget?, _ message: String) {
      problems.append(SceneProblem(path: cell?.path ?? [.key("layers")], message: message))
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
    for budget in budgets where !(budget.longestPath <= Limits.steps) {
      add(
        budget,
        "a particle of \(budget.name) would live for \(figure(budget.longestPath)) steps; at most \(figure(Limits.steps)) are allowed: a longer step or a shorter lifetime helps"
      )
    }
    let steps = budgets.reduce(0) { $0 + $1.steps }
    if !(steps <= Limits.stepsOfFrame) {
      add(
        worst(budgets, by: \.steps),
        "a frame drawn alone would take up to \(figure(steps)) steps of particles\(shareOfWorst(budgets, by: \.steps)); at most \(figure(Limits.stepsOfFrame)) are allowed"
      )
    }
    // A particle is a record for each of its shutter samples.
    let recordCount = budgets.reduce(0) { $0 + $1.live * $1.shutterSamples }
    let bytes = bufferBytes(of: scene, recordCount: recordCount) + keptBytes(of: budgets, in: scene)
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
    let canvasArea = scene.canvas.widthPoints * scene.canvas.heightPoints
    return budgets.compactMap { budget in
      guard let links = budget.links else { return nil }
      let shareInReach = min(1, Double.pi * links.distance * links.distance / canvasArea)
      let lines = budget.live * budget.live / 2 * shareInReach
      if lines <= Limits.links { return nil }
      return (
        budget,
        "up to \(figure(lines)) lines would link the particles of \(budget.name); at most \(figure(Limits.links)) are allowed: fewer particles or a smaller distance"
      )
    }
  }

  /// Bytes of frames that wait for the encoder, and for each frame that is drawn at a time: of pixels kept as floats (groups,
  /// filters), and of the particles' records.
  static func bufferBytes(of scene: Scene, recordCount: Double) -> Double {
    let waitingFrames = 4.0
    // 8-bit RGB, or 4:2:0 in 16 bits.
    let bytesPerWaitingPixel = 3.0
    // Four Floats.
    let bytesPerFloatPixel = 16.0
    let pixels = Double(scene.canvas.widthPixels) * Double(scene.canvas.heightPixels)
    let floatBytes = pixels * bytesPerFloatPixel * Double(scene.groupDepth) + scene.filterBufferBytes
    return pixels * waitingFrames * bytesPerWaitingPixel + Double(scene.maximumConcurrentFrames)
      * (floatBytes + recordCount * Double(ParticleLayout.drawnByteCount))
  }

  /// Bytes that are kept besides the records of particles: of stepped particles and the first states of their children; of the
  /// records of trails; and of the copies by which particles are sorted, for each frame that is drawn at a time.
  private static func keptBytes(of budgets: [ParticleBudget], in scene: Scene) -> Double {
    // An estimate.
    let bytesPerSteppedParticle = 192.0
    return budgets.reduce(0) { sum, budget in
      let stepped = budget.steps > 0 ? bytesPerSteppedParticle * budget.live : 0
      // A record as its chunk wrote it, joined with the other chunks', and in order; and two sorting keys.
      let bytesPerSortedRecord = 3 * ParticleLayout.largestByteCount + 2 * MemoryLayout<UInt64>.stride
      let sorted =
        budget.isSorted
        ? Double(bytesPerSortedRecord * scene.maximumConcurrentFrames) * budget.live * budget.shutterSamples : 0
      // Trails of at most two frames, in memory that may be twice as large as it need be.
      return sum + stepped + sorted + 2 * 2 * budget.ribbonBytes
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
