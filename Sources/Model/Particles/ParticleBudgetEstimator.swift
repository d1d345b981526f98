/// Upper estimates of what each cell's particles cost, from the roots of the tree of cells down to the leaves.
///
/// How many particles are alive follows from Little's law: births a second × seconds that each is visible, and from the bursts
/// that may be alive together. Every value counts with the largest magnitude that its range and its animation allow. Cost: one
/// visit of each cell.
struct ParticleBudgetEstimator {
  private let canvas: Canvas
  /// Canvas seconds that are drawn, from 0 on.
  private let seconds: Double
  private(set) var budgets: [ParticleBudget] = []

  /// Births of one cell.
  private struct Births {
    /// Births a second, bursts aside.
    var perSecond = 0.0
    /// Births in bursts, by seconds after the start of the emission. In a child cell the time is that of the root cell's burst
    /// from which the births descend.
    var bursts: [Cell.Burst] = []
    /// Particles alive at once.
    var live = 0.0
    /// Those of them that were born in bursts, or in a time shorter than a life: they may all be of one age.
    var liveOfBursts = 0.0
  }

  /// What the estimates of a cell's children need to know of the cell.
  private struct Parent {
    var births: Births
    /// Longest lifetime in seconds.
    var lifetime: Double
    /// Greatest seconds from a root particle's birth to the end of its descendant in this cell: the time over which the
    /// descendants of one burst are visible.
    var secondsSinceRootBirth: Double
    var motion: MotionEstimate
    /// Integration steps in a lifetime; 0 for closed-form motion.
    var stepsOfLife: Double
    var stepNanoseconds: Double
    var sample: CellSample
  }

  /// Upper estimates of the size and speed of one cell's particles.
  private struct MotionEstimate {
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
  private struct Context {
    var clocks: ClockRange
    /// Greatest local seconds for which the emitter has been emitting when a frame is drawn; infinite in a loop.
    var elapsed: Double
    /// Local seconds in a canvas second.
    var speed: Double
    var emitter: Emitter

    /// Largest magnitude of a number at any time.
    func largest(_ number: AnimatedNumber) -> Double {
      let range = number.valueRange(during: clocks)
      return max(abs(range.lowerBound), abs(range.upperBound))
    }

    /// Largest value of a number, at least 0: for numbers that count only where they are positive.
    func largestPositive(_ number: AnimatedNumber) -> Double { max(0, number.valueRange(during: clocks).upperBound) }
  }

  /// Particles that are looked at in each piece of a cell's life (`CoverageEstimate`).
  private let sampledPerPiece: Int
  /// Sampled particles of a scene in all pieces, at most: with more cells each has fewer.
  private static let sampledOfScene = 8192

  init(canvas: Canvas, seconds: Double, layers: [Layer]) {
    self.canvas = canvas
    self.seconds = seconds
    let cellCount = max(layers.reduce(0) { $0 + $1.cellCount }, 1)
    sampledPerPiece = min(max(Self.sampledOfScene / (cellCount * 16), 4), 64)
  }

  private var loopSeconds: Double? { canvas.loops ? canvas.duration.double : nil }
  private var framePixels: Double { Double(canvas.widthPixels) * Double(canvas.heightPixels) }

  // MARK: Tree

  /// Appends the budgets of all cells in a stack of layers.
  ///
  /// - Parameters:
  ///   - scenePath: leads from the scene to the stack.
  ///   - groups: the timings of the groups that the stack lies in, the outermost first.
  mutating func visit(_ layers: [Layer], scenePath: [ScenePathComponent], groups: [LayerTiming] = []) {
    for (index, layer) in layers.enumerated() {
      let scenePath = scenePath + [.layer(name: layer.name, index: index)]
      switch layer.source {
      case .group(let inner): visit(inner, scenePath: scenePath, groups: groups + [layer.timing])
      case .emitter(let emitter):
        let context = context(of: layer.timing, in: groups, emitter)
        for (index, cell) in emitter.cells.enumerated() {
          visit(cell, scenePath: scenePath + [.cell(name: cell.name, index: index)], parent: nil, context)
        }
      default: break
      }
    }
  }

  /// What the estimates of a layer's cells need: `own` is the layer's timing, `groups` those of the groups around it, the
  /// outermost first.
  private func context(of own: LayerTiming, in groups: [LayerTiming], _ emitter: Emitter) -> Context {
    // The first iteration stands for all iterations of a clock that restarts.
    let timing = groups.reversed().reduce(own.firstIteration) { $0.firstIteration(inside: $1) }
    let repeats = own.iterationSeconds != nil || groups.contains { $0.iterationSeconds != nil }
    // Canvas seconds between which the emitter emits.
    let start = canvas.loops ? 0 : min(timing.begin, seconds)
    let end = max(start, min(seconds, timing.duration.map { timing.begin + $0 } ?? seconds))
    let (startLocal, endLocal) = (timing.localTime(at: start), timing.localTime(at: max(seconds, end)))
    let clocks = ClockRange(
      local: min(startLocal, endLocal)...max(startLocal, endLocal), canvas: min(0, start)...seconds)
    // In a loop, particles born in any earlier period may still be alive.
    let elapsed = canvas.loops && !repeats ? Double.infinity : max(0, (end - start) * timing.speed)
    return Context(clocks: clocks, elapsed: elapsed, speed: abs(timing.speed), emitter: emitter)
  }

  /// How often the seconds of the open shutter are integrated, at most, besides the steps up to the frame's time.
  private static let shutterIntegrations = 3.0

  private mutating func visit(
    _ cell: Cell, scenePath: [ScenePathComponent], parent: Parent?, _ context: Context
  ) {
    let lifetimeFactor = parent == nil ? context.largestPositive(context.emitter.lifetime) : 1
    let lifetime =
      (context.largestPositive(cell.lifetime) + context.largestPositive(cell.lifetimeRange) / 2) * lifetimeFactor
    let births = births(of: cell, lifetime: lifetime, parent: parent, context)
    let motion = motion(of: cell, lifetime: lifetime, parent: parent?.motion, context)
    let shutter = ShutterEstimate(
      cell, seconds: openSeconds(cell, context), scale: motion.scale, speed: motion.speed,
      forceAcceleration: motion.forceAcceleration, pixelsPerPoint: canvas.pixelsPerPoint, largest: context.largest)
    let live = births.live
    let sample = CellSample(
      cell,
      from: .init(
        emitter: context.emitter, parent: parent?.sample, isThreeDimensional: motion.isThreeDimensional,
        count: 2 * sampledPerPiece, largest: context.largest))
    let coverage = coverage(of: cell, sample, motion, shutter, context)
    // Trails stay after their particles' deaths, and still cost steps.
    let trails = cell.trail != nil && lifetime > 0 ? live * (1 + cell.lingerSeconds / lifetime) : 0
    let stepsOfLife = cell.isStepped ? (lifetime + Self.shutterIntegrations * shutter.seconds) / cell.step : 0
    let stepsOfTrails = cell.isStepped ? trails * trailSteps(cell, stepsOfLife: stepsOfLife) : 0
    let ribbonFloats = RibbonLayout.largestRecordStride(segments: cell.trail?.segments ?? 0)
    let liveByRate = max(0, live - births.liveOfBursts)
    let bySample =
      (lifetime > 0 ? min(births.perSecond * coverage.ofRate, liveByRate * framePixels * shutter.sampleCount) : 0)
      + births.liveOfBursts * coverage.ofBurst
    let largest = live * shutter.sampleCount * largestArea(cell, motion, shutter, context)
    var budget = ParticleBudget(
      scenePath: scenePath, birthsPerSecond: births.perSecond, live: live, shutterSamples: shutter.sampleCount,
      lifetime: lifetime, coveredPixels: min(isPulledTowardsTheEye(cell, motion) ? largest : bySample, largest),
      links: cell.links)
    budget.shownShare = coverage.shownShare
    budget.isSorted = context.emitter.renderMode.sorts
    budget.stepsOfParticle = stepsOfLife
    // A child's trajectory begins where its parent's, integrated from the parent's own birth, has led.
    let stepsOfParents = live * (parent?.stepsOfLife ?? 0)
    budget.stepsOfFrame = live * stepsOfLife + stepsOfParents + stepsOfTrails
    budget.stepNanosecondsOfFrame =
      (live * stepsOfLife + stepsOfTrails) * cell.stepNanoseconds + stepsOfParents * (parent?.stepNanoseconds ?? 0)
    budget.ribbonBytes = trails * Double(MemoryLayout<Float>.stride) * Double(ribbonFloats)
    budget.trailPixels = trails * min(coverage.ofTrail, trailArea(cell, motion))
    budget.coveredPixels += budget.trailPixels
    budget.trailPoints = trails * Double(cell.trail?.segments ?? 0)
    budget.linkCount = linkCount(of: cell, live: live)
    let hasLens = motion.isThreeDimensional && canvas.mayDefocus
    budget.particleNanoseconds = cell.particleNanoseconds(
      isThreeDimensional: motion.isThreeDimensional, isSorted: budget.isSorted, records: coverage.shutterSamples,
      shownShare: coverage.shownShare)
    budget.pixelNanoseconds = cell.pixelNanoseconds(hasLens: hasLens, records: coverage.shutterSamples)
    budgets.append(budget)
    let own = Parent(
      births: births, lifetime: lifetime,
      secondsSinceRootBirth: (parent?.secondsSinceRootBirth ?? 0) + lifetime + openSeconds(cell, context),
      motion: motion, stepsOfLife: stepsOfLife, stepNanoseconds: cell.stepNanoseconds, sample: sample)
    for (index, child) in cell.cells.enumerated() {
      visit(child, scenePath: scenePath + [.cell(name: child.name, index: index)], parent: own, context)
    }
  }

  /// Local seconds for which the shutter is open. Particles are visible for this much longer than their lifetime.
  private func openSeconds(_ cell: Cell, _ context: Context) -> Double {
    canvas.shutterSeconds(of: cell, in: context.emitter) * context.speed
  }

  // MARK: Births

  private func births(of cell: Cell, lifetime: Double, parent: Parent?, _ context: Context) -> Births {
    let visibleSeconds = lifetime + openSeconds(cell, context)
    var rate = context.largestPositive(cell.birthRate)
    var bursts = cell.bursts
    let burst = context.largestPositive(cell.burst)
    if burst > 0 { bursts.append(.init(time: 0, count: burst)) }
    bursts.sort { $0.time < $1.time }
    guard let parent else {
      rate *= context.largestPositive(context.emitter.birthRate)
      // A loop's births are rounded to a whole number, at least one: by at most a half.
      if let loop = loopSeconds, rate > 0 { rate = max(rate + 0.5 / loop, 1 / loop) }
      let liveByRate =
        rate > 0 ? (min(visibleSeconds, context.elapsed, cell.duration ?? .infinity) * rate).rounded(.up) : 0
      let ofBursts = Self.mostBirths(of: bursts, within: visibleSeconds, loop: loopSeconds)
      // Births of an emission that is shorter than a life pass through all ages together, as a burst's do.
      let isShort = cell.duration.map { $0 < visibleSeconds } ?? false
      return Births(
        perSecond: rate, bursts: bursts, live: liveByRate + ofBursts,
        liveOfBursts: ofBursts + (isShort ? liveByRate : 0))
    }
    // Of one parent: the number of all its children, and the number of those that are visible at once.
    let emissionSeconds = cell.when == .life ? min(cell.duration ?? .infinity, parent.lifetime) : cell.duration ?? 0
    let burstTotal = bursts.reduce(0) { $0 + $1.count }
    // Each bounce triggers an emission of its own.
    let triggers = cell.when == .bounce ? Double(min(cell.maximumBounces, Limits.bounces)) : 1
    let childrenOfParent = (rate * emissionSeconds + burstTotal) * triggers
    let visibleOfParent = min(childrenOfParent, (rate * visibleSeconds + burstTotal) * triggers)
    let parents = parent.births
    let parentsOfBursts = Self.mostBirths(
      of: parents.bursts, within: parent.secondsSinceRootBirth + visibleSeconds, loop: loopSeconds)
    let liveByRate =
      parents.perSecond > 0
      ? min(parents.perSecond * visibleSeconds, parents.perSecond * context.elapsed) * childrenOfParent : 0
    return Births(
      perSecond: parents.perSecond * childrenOfParent,
      bursts: parents.bursts.map { .init(time: $0.time, count: $0.count * childrenOfParent) },
      live: liveByRate + parentsOfBursts * visibleOfParent, liveOfBursts: parentsOfBursts * visibleOfParent)
  }

  /// The most births of bursts, sorted by time, in any `window` seconds; in a loop they come again in each period.
  private static func mostBirths(of bursts: [Cell.Burst], within window: Double, loop: Double?) -> Double {
    if let loop, loop > 0 {
      let total = bursts.reduce(0) { $0 + $1.count }
      // A window reaches into one period more than fit into it.
      return total * (window / loop + 1).rounded(.up)
    }
    // A window that ends at a burst, whose births so far are in `sum`, moves from burst to burst.
    var (most, sum, first) = (0.0, 0.0, 0)
    for burst in bursts {
      sum += burst.count
      while bursts[first].time < burst.time - window {
        sum -= bursts[first].count
        first += 1
      }
      most = max(most, sum)
    }
    return most
  }

  // MARK: Motion

  private func motion(
    of cell: Cell, lifetime: Double, parent: MotionEstimate?, _ context: Context
  ) -> MotionEstimate {
    let emitter = context.emitter
    let largest = context.largest
    let scaleStops = cell.scaleOverLife.map { abs($0.value) }
    var scale = largest(cell.scale) + largest(cell.scaleRange) / 2 + context.largestPositive(cell.scaleSpeed) * lifetime
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

  /// Points by which births reach out of the plane of the emitter's centre.
  private func depthExtent(of emitter: Emitter, _ largest: (AnimatedNumber) -> Double) -> Double {
    if case .sphere = emitter.shape { return largest(emitter.size.x) }
    return largest(emitter.depth) / 2
  }

  // MARK: Areas

  /// What the cell's particles cover, by a sample of them.
  private func coverage(
    of cell: Cell, _ sample: CellSample, _ motion: MotionEstimate, _ widest: ShutterEstimate, _ context: Context
  ) -> CoverageEstimate.Result {
    let estimate = CoverageEstimate(
      canvas: canvas, cell: cell, sample: sample, isThreeDimensional: motion.isThreeDimensional,
      planeDistance: motion.planeDistance, speed: motion.speed, clocks: context.clocks,
      largestAlphaSpeed: context.largest(cell.alphaSpeed), forceAcceleration: motion.forceAcceleration,
      openSeconds: widest.seconds,
      shutter: { scale, speed, change in
        let shutter = ShutterEstimate(
          cell, seconds: widest.seconds, scale: scale, speed: speed, forceAcceleration: motion.forceAcceleration,
          pixelsPerPoint: canvas.pixelsPerPoint, change: change, largest: context.largest)
        return (shutter.sampleCount, cell.isSwept ? shutter.trajectoryPoints / shutter.sampleCount : 0)
      }, stretch: context.largest(cell.stretch))
    return estimate.evaluate(
      elapsed: min(context.elapsed, .greatestFiniteMagnitude),
      perPiece: widest.seconds > 0 ? max(sampledPerPiece / 4, 4) : sampledPerPiece)
  }

  /// Whether forces may gather particles close to the eye, so that no even spread in depth may be assumed.
  private func isPulledTowardsTheEye(_ cell: Cell, _ motion: MotionEstimate) -> Bool {
    motion.isThreeDimensional && canvas.camera != nil
      && cell.forces.contains { force in
        switch force {
        case .attractor, .vortex: true
        default: false
        }
      }
  }

  /// Pixels by which anti-aliasing enlarges a box: one on either side.
  private static let edgePixels = 2.0

  /// Pixels of the largest particle's box, at most the frame.
  private func largestArea(
    _ cell: Cell, _ motion: MotionEstimate, _ shutter: ShutterEstimate, _ context: Context
  ) -> Double {
    let camera =
      motion.isThreeDimensional
      ? CameraEstimate(canvas, planeDistance: motion.planeDistance, context.clocks) : CameraEstimate()
    let sweptPoints = cell.isSwept ? shutter.trajectoryPoints / shutter.sampleCount : 0
    let addedLength = motion.speed * context.largest(cell.stretch) + sweptPoints
    let margin = Self.edgePixels + 2 * camera.blurPixels
    let pixelsPerPoint = camera.areaFactor.squareRoot() * canvas.pixelsPerPoint
    let areas = cell.sprites.map { sprite in
      ((sprite.width * motion.scale + addedLength) * pixelsPerPoint + margin)
        * (sprite.height * motion.scale * pixelsPerPoint + margin)
    }
    return min(areas.max() ?? 0, framePixels)
  }

  /// Pixels of the longest trail's box as if it were straight, at most the frame; 0 without trails.
  private func trailArea(_ cell: Cell, _ motion: MotionEstimate) -> Double {
    guard let trail = cell.trail else { return 0 }
    // A cell without sprites of its own has the default one.
    let spriteHeight = cell.sprites.map(\.height).max() ?? Sprite(.softDisc).height
    let largestFactor = max(1, trail.taper) * (trail.widthOverLength.map(\.value).max() ?? 1)
    let width =
      (trail.width ?? spriteHeight) * motion.scale * largestFactor * canvas.pixelsPerPoint + Self.edgePixels
    let length = motion.speed * trail.duration * canvas.pixelsPerPoint + width
    return min(width * length, framePixels)
  }

  /// Lines between particles that are spread evenly over the canvas: n² ÷ 2 pairs, times the share of the canvas, at most all,
  /// that a circle with the links' distance as radius covers.
  private func linkCount(of cell: Cell, live: Double) -> Double {
    guard let links = cell.links else { return 0 }
    let canvasArea = canvas.widthPoints * canvas.heightPoints
    return live * live / 2 * min(1, .pi * links.distance * links.distance / canvasArea)
  }

  /// Integration steps of one trail: from the particle's birth to where the trail ends, along the trail, and one more for each
  /// of its points; 0 without trails.
  private func trailSteps(_ cell: Cell, stepsOfLife: Double) -> Double {
    guard let trail = cell.trail else { return 0 }
    return stepsOfLife + trail.duration / cell.step + Double(trail.segments)
  }
}
