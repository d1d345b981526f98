import Model

/// What one cell's particles cost at some moments of a scene, so that a preset that is too costly is refused before rendering.
package struct ParticleBudget: Sendable, Equatable {
  /// Layers and cells from the scene to the cell, both ends included.
  package var scenePath: [ScenePathComponent]
  /// What the frames at the scene's moments (`SampledMoments`) take; empty where the layer is never shown.
  package var loads: [CellLoad]
  /// Longest lifetime in seconds.
  package var lifetime: Double
  /// The radius by which the lens spreads a particle ÷ half its sprite's longer side: the least of the sample; 0 if none was drawn.
  package var minimumBlurShare = 0.0
  /// Whether some sprite is not a disc, so that defocus can make its shape unrecognizable.
  package var hasNonDiscSprites = false
  /// Integration steps of one particle of the longest life, without its trail; 0 if the motion has a closed form.
  package var stepsPerParticle = 0.0
  /// For a root cell, the length of the loop on the emitter's clock, if it is so short that less than half a particle would be born in
  /// it: one is born nevertheless. Else nil.
  package var shortLoopSeconds: Double?
  /// Share of the possible pairs of particles that a line links, if the particles are spread evenly over the canvas; 0 without lines.
  package var linkedShare = 0.0

  /// What each part of a load costs.
  var prices = ParticlePrices()
  /// Bytes of what its particles occupy.
  var memory = ParticleMemory()

  /// Names from layer to cell, as in `rockets.rocket.star`; unnamed ones by index, `[0]`.
  package var name: String { scenePath.scenePathName }

  /// The greatest value of an amount over all moments.
  package func most(_ amount: (CellLoad) -> Double) -> Double { loads.reduce(0) { max($0, amount($1)) } }

  /// How many particles are alive at once.
  package var liveCount: Double { most(\.alive) }
  /// Pixels inside of the frame that all live particles and their trails cover together.
  package var coveredPixels: Double { most(\.coveredPixels) }
  /// Number of lines between the cell's particles.
  package var linkCount: Double { most(linkCount) }
  /// Nanoseconds of one core for the cell's particles in a frame that is drawn alone.
  package var nanoseconds: Double { most(nanoseconds) }

  /// The number of lines between particles that are spread evenly over the canvas: n² ÷ 2 pairs, of which a share is linked.
  func linkCount(_ load: CellLoad) -> Double { load.alive * load.alive / 2 * linkedShare }

  /// Nanoseconds of one core for the cell's particles in a frame at one moment.
  func nanoseconds(_ load: CellLoad) -> Double { prices.nanoseconds(load) + linkCount(load) * CostTable.link }

  /// Bytes of the cell's particles in a frame at one moment.
  func frameBytes(_ load: CellLoad) -> Double { memory.frameBytes(load) }

  /// Bytes of the cell's particles in frames that are drawn concurrently.
  package func bytes(concurrentFrames: Int) -> Double {
    most { memory.frameBytes($0) * Double(concurrentFrames) + memory.stateBytes * $0.alive }
  }
}

extension Collection<ParticleBudget> {
  /// The greatest sum of an amount over all cells at any one moment: not all cells have their largest load at the same time.
  package func maximumAtOnce(_ amount: (ParticleBudget, CellLoad) -> Double) -> Double {
    let momentCount = reduce(0) { Swift.max($0, $1.loads.count) }
    return (0..<momentCount).reduce(0.0) { most, moment in
      let sum = reduce(0.0) { $1.loads.indices.contains(moment) ? $0 + amount($1, $1.loads[moment]) : $0 }
      return Swift.max(most, sum)
    }
  }
}

extension [ParticleBudget] {
  /// How many particles of all cells are alive at once.
  package var liveCount: Double { maximumAtOnce { $1.alive } }
}

extension Scene {
  /// Budgets of every cell of every emitter, in the order of drawing, parents before children.
  ///
  /// - Parameter end: the latest canvas second that will be drawn, if that is past the duration.
  package func particleBudgets(until end: Double = 0) -> [ParticleBudget] {
    var emitters: [SampledEmitter] = []
    let last = max(canvas.duration.double - 1 / canvas.frameRate.double, end, 0)
    SampledEmitter.append(
      layers, of: costedCanvas, until: last,
      marginPixels: post.appliedFilters(canvas: canvas).marginPixels(canvas: canvas), to: &emitters)
    let moments = SampledMoments(emitters, canvas: canvas, until: last)
    let particlesPerMoment = SampledEmitter.particlesPerMoment(emitters, moments: moments.times.count)
    return emitters.flatMap { $0.budgets(at: moments.times, particlesPerMoment: particlesPerMoment) }
  }
}
