import Model

/// Upper estimates of what each cell's particles cost, from the roots of the tree of cells down to the leaves.
///
/// The number of live particles follows from Little's law (births a second × the seconds for which each particle is visible) and
/// from the bursts whose particles may be alive together. Every value counts with the largest magnitude that its range and its
/// animation allow. Cost: one visit of each cell.
struct ParticleBudgetEstimator {
  let canvas: Canvas
  /// Canvas seconds that are drawn, from 0 on.
  let seconds: Double
  /// The budgets of all cells that were visited so far.
  private(set) var budgets: [ParticleBudget] = []

  /// Births of one cell.
  struct Births {
    /// Births a second at the highest rate, bursts aside.
    var perSecond = 0.0
    /// Births of the root cell over time, bursts aside; nil if its rate never changes.
    var profile: BirthRateProfile?
    /// Births of this cell for each birth of the root cell.
    var perRootBirth = 1.0
    /// Births in bursts, by seconds after the start of the emission. In a child cell the time is that of the root cell's burst
    /// from which the births descend.
    var bursts: [Cell.Burst] = []
    /// Particles alive at once.
    var liveCount = 0.0
    /// Particles alive at once that were born in bursts, or in a time shorter than a life: they may all be of one age.
    var liveOfBursts = 0.0
    /// For a child cell: of all root births whose descendants may be visible at the same moment, the births in this cell that
    /// descend from them, separately for root births by the rate and in bursts. Those that are already dead or not yet born at
    /// that moment count, too. Infinite if not counted.
    var descendants = (byRate: Double.infinity, ofBursts: Double.infinity)
    /// For a root cell: the chunks into which a frame divides the births, at least; in a loop there are some for each period.
    var chunkCount = 0.0
  }

  /// What the estimates of a cell's children need to know about the cell.
  struct Parent {
    var births: Births
    /// Longest lifetime in seconds.
    var lifetime: Double
    /// The most seconds from a root particle's birth to the end of its descendant in this cell: the time over which the
    /// descendants of one burst are visible.
    var secondsSinceRootBirth: Double
    var motion: MotionEstimate
    /// Integration steps in a lifetime; 0 for closed-form motion.
    var stepsOfLife: Double
    var stepNanoseconds: Double
    var sample: CellSample
  }

  /// Upper estimates of the size and speed of one cell's particles.
  struct MotionEstimate {
    /// Largest factor of the sprite's size.
    var scale: Double
    /// Points a second.
    var speed: Double
    /// Points a second squared, by forces.
    var forceAcceleration: Double
    var isThreeDimensional: Bool
    /// Distance from the canvas's plane, in points.
    var planeDistance: Double
  }

  /// Emitter of a cell, and the times at which its values are read.
  struct Context {
    var clocks: ClockRange
    /// Greatest local seconds for which the emitter has been emitting when a frame is drawn; infinite in a loop.
    var elapsed: Double
    /// Local seconds of a period of the loop, after which births repeat; nil where nothing loops. As `LayerClock.period` in Simulation.
    var loopPeriod: Double?
    /// Local seconds for which the layer lasts; infinite without an end.
    var layerSeconds: Double
    /// Local seconds in a canvas second.
    var speed: Double
    /// How local time follows from canvas time; nil if local time restarts.
    var timing: LayerTiming?
    var emitter: Emitter

    /// Largest magnitude of a number at any time.
    func largest(_ number: AnimatedNumber) -> Double { number.valueRange(during: clocks).largestMagnitude }

    /// Largest value of a number, at least 0: for numbers that have no effect unless they are positive.
    func maximumPositive(_ number: AnimatedNumber) -> Double { max(0, number.valueRange(during: clocks).upperBound) }
  }

  /// Particles that are sampled in each piece of a cell's life (`CoverageEstimate`).
  let sampledParticlesPerLifePiece: Int
  /// The number of particles that are sampled for a scene, in all pieces of all cells' lives: the more cells, the fewer for each,
  /// but at least 4 in a piece and at most 64.
  private static let sampledParticlesPerScene = 8192

  init(canvas: Canvas, seconds: Double, layers: [Layer]) {
    self.canvas = canvas
    self.seconds = seconds
    let cellCount = max(layers.reduce(0) { $0 + $1.cellCount }, 1)
    // A life has 16 pieces (`CoverageEstimate.pieceCount`).
    sampledParticlesPerLifePiece = min(max(Self.sampledParticlesPerScene / (cellCount * 16), 4), 64)
  }

  var framePixels: Double { Double(canvas.widthPixels) * Double(canvas.heightPixels) }

  // MARK: Tree

  /// Appends the budgets of all cells in a stack of layers.
  ///
  /// - Parameters:
  ///   - scenePath: leads from the scene to the stack.
  ///   - groups: the timings of the groups that the stack lies in, the outermost first.
  mutating func visit(_ layers: [Layer], scenePath: [ScenePathComponent], groups: [LayerTiming] = []) {
    for (index, layer) in layers.enumerated() {
      visit(layer, scenePath: scenePath + [.layer(name: layer.name, index: index)], groups: groups)
    }
  }

  /// Appends the budgets of all cells of a layer and of the layers inside it.
  private mutating func visit(_ layer: Layer, scenePath: [ScenePathComponent], groups: [LayerTiming]) {
    if case .emitter(let emitter) = layer.source {
      let context = context(of: layer.timing, in: groups, emitter)
      for (index, cell) in emitter.cells.enumerated() {
        visit(cell, scenePath: scenePath + [.cell(name: cell.name, index: index)], parent: nil, context)
      }
    }
    for inner in layer.innerLayers {
      visit(inner.layer, scenePath: scenePath + inner.scenePath, groups: groups + [layer.timing])
    }
  }

  /// What the estimates of a layer's cells need: `own` is the layer's timing, `groups` those of the groups around it, the
  /// outermost first.
  private func context(of own: LayerTiming, in groups: [LayerTiming], _ emitter: Emitter) -> Context {
    // The first iteration stands for all iterations of a clock that restarts.
    let timing = (groups + [own]).firstIteration
    let repeats = own.iterationSeconds != nil || groups.contains { $0.iterationSeconds != nil }
    // Canvas seconds between which the emitter emits.
    let start = canvas.loops ? 0 : min(timing.begin, seconds)
    let end = max(start, min(seconds, timing.duration.map { timing.begin + $0 } ?? seconds))
    let (startLocal, endLocal) = (timing.localTime(at: start), timing.localTime(at: max(seconds, end)))
    let clocks = ClockRange(
      local: min(startLocal, endLocal)...max(startLocal, endLocal), canvas: min(0, start)...seconds)
    let loopPeriod = canvas.loops ? canvas.duration.double * timing.speed : 0
    // In a loop, particles born in any earlier period may still be alive.
    let elapsed = loopPeriod > 0 ? Double.infinity : max(0, (end - start) * timing.speed)
    return Context(
      clocks: clocks, elapsed: elapsed, loopPeriod: loopPeriod > 0 ? loopPeriod : nil,
      layerSeconds: timing.duration.map { $0 * timing.speed } ?? .infinity, speed: abs(timing.speed),
      timing: repeats ? nil : timing, emitter: emitter)
  }

  /// The number of live particles up to which the cost of their formulas is ignored.
  private static let fewParticles = 1_000.0
  /// How many times, at most, a particle is integrated over the seconds of the open shutter, in addition to the steps up to the
  /// frame's time.
  private static let shutterIntegrations = 3.0

  /// Appends the budgets of a cell and of its child cells.
  private mutating func visit(
    _ cell: Cell, scenePath: [ScenePathComponent], parent: Parent?, _ context: Context
  ) {
    let lifetimeFactor = parent == nil ? context.maximumPositive(context.emitter.lifetime) : 1
    let lifetime =
      (context.maximumPositive(cell.lifetime) + context.maximumPositive(cell.lifetimeRange) / 2) * lifetimeFactor
    let births = births(of: cell, lifetime: lifetime, parent: parent, context)
    let motion = motion(of: cell, lifetime: lifetime, parent: parent?.motion, context)
    let shutter = ShutterEstimate(
      cell, seconds: openSeconds(cell, context), scale: motion.scale, speed: motion.speed,
      forceAcceleration: motion.forceAcceleration, pixelsPerPoint: canvas.pixelsPerPoint, largest: context.largest)
    let live = births.liveCount
    let birthInstructionCount = cell.birthInstructionCount(parent == nil ? context.emitter : nil)
    let sample = CellSample(
      cell,
      from: .init(
        emitter: context.emitter, canvas: canvas, parent: parent?.sample, isThreeDimensional: motion.isThreeDimensional,
        count: 2 * sampledParticlesPerLifePiece, isSteady: birthInstructionCount == 0, largest: context.largest,
        birthTimes: BirthTimes(
          of: parent == nil ? cell : nil, context.emitter, during: context.clocks,
          count: 2 * sampledParticlesPerLifePiece)))
    let coverage = coverage(of: cell, sample, motion, shutter, context)
    // Trails outlive their particles and still cost steps.
    let trails = cell.trail != nil && lifetime > 0 ? live * (1 + cell.lingerSeconds / lifetime) : 0
    let stepsOfLife = cell.isStepped ? (lifetime + Self.shutterIntegrations * shutter.seconds) / cell.step : 0
    let stepsOfTrails = cell.isStepped ? trails * trailSteps(cell, stepsOfLife: stepsOfLife) : 0
    let ribbonFloats = RibbonLayout.maximumRecordStride(segments: cell.trail?.segments ?? 0)
    let liveByRate = max(0, live - births.liveOfBursts)
    let pixelsBySample =
      (lifetime > 0 ? pixels(of: births, coverage, liveByRate: liveByRate, sampleCount: shutter.sampleCount) : 0)
      + min(
        births.liveOfBursts * coverage.pixelsAtWorstAge,
        Self.product(births.descendants.ofBursts, coverage.pixelsPerDescendant))
    let maximumPixels = live * shutter.sampleCount * maximumBoxPixels(cell, motion, shutter, context)
    var budget = ParticleBudget(
      scenePath: scenePath, birthsPerSecond: births.perSecond, liveCount: live, shutterSamples: shutter.sampleCount,
      lifetime: lifetime,
      coveredPixels: min(isPulledTowardsTheEye(cell, motion, context) ? maximumPixels : pixelsBySample, maximumPixels),
      links: cell.links)
    budget.shownShare = coverage.shownShare
    budget.chunkCount = births.chunkCount
    budget.chunkBytes =
      births.chunkCount
      * (ParticleBudget.bytesOfChunk + (cell.hasSteppedCells ? ParticleBudget.bytesOfStateCache : 0))
    if let period = context.loopPeriod, parent == nil,
      context.maximumPositive(cell.birthRate) * context.maximumPositive(context.emitter.birthRate) * period < 0.5
    {
      budget.shortLoopSeconds = period
    }
    budget.coverageOverTime = coverageOverTime(cell, isRoot: parent == nil, lifetime: lifetime, context)
    budget.minimumBlurShare = coverage.minimumBlurShare
    budget.hasNonDiscSprites = cell.sprites.contains { $0.shape != .disc && $0.shape != .softDisc }
    budget.isSorted = context.emitter.renderMode.sortsParticles
    budget.stepsPerParticle = stepsOfLife
    // A child's trajectory begins on that of its parent, which is integrated from the parent's own birth.
    let stepsOfParents = live * (parent?.stepsOfLife ?? 0)
    budget.stepsOfFrame = live * stepsOfLife + stepsOfParents + stepsOfTrails
    budget.integrationNanoseconds =
      (live * stepsOfLife + stepsOfTrails) * cell.stepNanoseconds + stepsOfParents * (parent?.stepNanoseconds ?? 0)
    budget.ribbonBytes = trails * Double(MemoryLayout<Float>.stride) * Double(ribbonFloats)
    budget.trailPixels = trails * min(coverage.pixelsPerTrail, trailBoxPixels(cell, motion))
    budget.coveredPixels += budget.trailPixels
    budget.trailPoints = trails * Double(cell.trail?.segments ?? 0)
    budget.linkCount = linkCount(of: cell, liveCount: live)
    let hasLens = motion.isThreeDimensional && canvas.mayDefocus
    budget.particleNanoseconds = cell.particleNanoseconds(
      isThreeDimensional: motion.isThreeDimensional, isSorted: budget.isSorted, records: coverage.shutterSamples,
      shownShare: coverage.shownShare)
    // The particles of a burst read their formulas in one frame only, so only births by a rate count.
    if births.perSecond > 0, births.liveCount > Self.fewParticles {
      budget.formulaNanoseconds = birthInstructionCount * CostTable.birthInstruction
      budget.particleNanoseconds += budget.formulaNanoseconds
    }
    budget.pixelNanoseconds = cell.pixelNanoseconds(hasLens: hasLens, records: coverage.shutterSamples)
    budgets.append(budget)
    let asParent = Parent(
      births: births, lifetime: lifetime,
      secondsSinceRootBirth: (parent?.secondsSinceRootBirth ?? 0) + lifetime + openSeconds(cell, context),
      motion: motion, stepsOfLife: stepsOfLife, stepNanoseconds: cell.stepNanoseconds, sample: sample)
    for (index, child) in cell.cells.enumerated() {
      visit(child, scenePath: scenePath + [.cell(name: child.name, index: index)], parent: asParent, context)
    }
  }

  /// Pixels that are covered by particles born by a rate. If the rate changes, all particles may be at the age at which they are
  /// largest.
  private func pixels(
    of births: Births, _ coverage: CoverageEstimate.Result, liveByRate: Double, sampleCount: Double
  ) -> Double {
    var pixels = min(births.perSecond * coverage.pixelSecondsPerBirth, liveByRate * framePixels * sampleCount)
    if births.profile != nil {
      pixels = min(
        pixels, liveByRate * coverage.pixelsAtWorstAge,
        Self.product(births.descendants.byRate, coverage.pixelsPerDescendant))
    }
    return pixels
  }

  /// The product of two numbers; infinite, which stands for unknown, if either of them is.
  private static func product(_ a: Double, _ b: Double) -> Double { a < .infinity && b < .infinity ? a * b : .infinity }

  /// Local seconds for which the shutter is open. Particles are visible for this much longer than their lifetime.
  func openSeconds(_ cell: Cell, _ context: Context) -> Double {
    canvas.shutterSeconds(of: cell, in: context.emitter) * context.speed
  }

  // MARK: Motion

  /// Upper estimates of the size and speed of a cell's particles; `parent` is nil for a root cell.
  private func motion(
    of cell: Cell, lifetime: Double, parent: MotionEstimate?, _ context: Context
  ) -> MotionEstimate {
    let emitter = context.emitter
    let largest = context.largest
    let scaleStops = cell.scaleOverLife.map { abs($0.value) }
    var scale = largest(cell.scale) + largest(cell.scaleRange) / 2 + context.maximumPositive(cell.scaleSpeed) * lifetime
    scale *= scaleStops.max() ?? 1
    if let parent {
      scale *= cell.inherit.contains(.scale) ? parent.scale : 1
    } else {
      scale *= largest(emitter.scale)
    }
    var speed =
      (largest(cell.velocity) + largest(cell.velocityRange) / 2) * (parent == nil ? largest(emitter.velocity) : 1)
    speed *= max(1, cell.velocityOverLife.map { abs($0.value) }.max() ?? 0)
    speed +=
      (largest(cell.xAcceleration) + largest(cell.yAcceleration)) * lifetime
      + largest(cell.wind.x) + largest(cell.wind.y)
    speed += largest(cell.inheritVelocity) * (parent?.speed ?? 0)
    let forces = ForceEstimate(cell, canvas: canvas, during: context.clocks)
    speed = forces.speed(from: speed, seconds: lifetime)
    let isThreeDimensional =
      parent.map { cell.isThreeDimensional(spawnedIn3D: $0.isThreeDimensional) } ?? emitter.isThreeDimensional(cell)
    var planeDistance = 0.0
    if isThreeDimensional {
      let speedWithZ = speed + largest(cell.zAcceleration) * lifetime
      let distanceAtBirth = parent?.planeDistance ?? largest(emitter.zPosition) + depthExtent(of: emitter, largest)
      planeDistance = distanceAtBirth + speedWithZ * lifetime
      planeDistance += cell.depthOverLife.reduce(0) { max($0, abs($1.value)) }
    }
    return MotionEstimate(
      scale: scale, speed: speed, forceAcceleration: forces.acceleration, isThreeDimensional: isThreeDimensional,
      planeDistance: planeDistance)
  }

  /// Greatest distance, in points, of births from the plane z = const through the emitter's centre.
  private func depthExtent(of emitter: Emitter, _ largest: (AnimatedNumber) -> Double) -> Double {
    if case .sphere = emitter.shape { return largest(emitter.size.x) }
    return largest(emitter.depth) / 2
  }
}
