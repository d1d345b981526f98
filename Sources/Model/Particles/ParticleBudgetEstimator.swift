/// Follows births down the tree of cells. By Little's law, live = births a second × lifetime.
struct ParticleBudgetEstimator {
  private let canvas: Canvas
  /// Canvas seconds that are drawn.
  private let seconds: Double
  private(set) var budgets: [ParticleBudget] = []

  /// Births of one cell.
  private struct Births {
    var perSecond = 0.0
    /// Births at once; those within `spread` seconds of each other may be alive together.
    var pulses: [Cell.Burst] = []
    /// Particles alive at once.
    var live = 0.0
  }

  /// Bounds of one cell's particles, for those of its children.
  private struct Parent {
    var births: Births
    var lifetime: Double
    /// Seconds from the birth of the root to the end of this particle.
    var spread: Double
    var motion: MotionBound
    /// Integration steps in a lifetime; 0 for closed-form motion.
    var path: Double
  }

  /// Bounds of the size and speed of one cell's particles.
  private struct MotionBound {
    var scale: Double
    /// Points a second.
    var speed: Double
    /// Points a second squared, by forces.
    var push: Double
    var isInSpace: Bool
    /// Distance from the canvas's plane, in points.
    var reach: Double
  }

  /// Emitter of a cell, and the times at which its values are read.
  private struct Context {
    var clocks: ClockRange
    /// Seconds of emission that a frame can look back on.
    var elapsed: Double
    /// Local seconds of one of the canvas.
    var speed: Double
    var emitter: Emitter

    /// Largest magnitude of a number.
    func most(_ number: AnimatedNumber) -> Double {
      let bounds = number.bounds(during: clocks)
      return max(abs(bounds.lowerBound), abs(bounds.upperBound))
    }

    /// Largest value of a number that counts only where it is positive.
    func highest(_ number: AnimatedNumber) -> Double { max(0, number.bounds(during: clocks).upperBound) }
  }

  init(canvas: Canvas, seconds: Double) {
    self.canvas = canvas
    self.seconds = seconds
  }

  private var loopSeconds: Double? { canvas.loops ? canvas.duration.double : nil }

  // MARK: Tree

  /// - Parameter groups: the clocks of the groups that the layers lie in.
  mutating func visit(_ layers: [Layer], path: [ScenePathComponent], groups: [LayerTiming] = []) {
    for (index, layer) in layers.enumerated() {
      let path = path + [.layer(name: layer.name, index: index)]
      switch layer.source {
      case .group(let inner): visit(inner, path: path, groups: groups + [layer.timing])
      case .emitter(let emitter):
        let context = context(of: layer.timing, in: groups, emitter)
        for (index, cell) in emitter.cells.enumerated() {
          visit(cell, path: path + [.cell(name: cell.name, index: index)], parent: nil, context)
        }
      default: break
      }
    }
  }

  private func context(of own: LayerTiming, in groups: [LayerTiming], _ emitter: Emitter) -> Context {
    // One iteration of a clock that starts again and again stands for all.
    let timing = groups.reversed().reduce(own.firstIteration) { $0.firstIteration(inside: $1) }
    let repeats = own.iterationSeconds != nil || groups.contains { $0.iterationSeconds != nil }
    let start = canvas.loops ? 0 : min(timing.begin, seconds)
    let end = max(start, min(seconds, timing.duration.map { timing.begin + $0 } ?? seconds))
    let (first, last) = (timing.localTime(at: start), timing.localTime(at: max(seconds, end)))
    let clocks = ClockRange(local: min(first, last)...max(first, last), canvas: min(0, start)...seconds)
    let elapsed = canvas.loops && !repeats ? Double.infinity : max(0, (end - start) * timing.speed)
    return Context(clocks: clocks, elapsed: elapsed, speed: abs(timing.speed), emitter: emitter)
  }

  private mutating func visit(_ cell: Cell, path: [ScenePathComponent], parent: Parent?, _ context: Context) {
    let lifetimeFactor = parent == nil ? context.highest(context.emitter.lifetime) : 1
    let lifetime =
      (context.highest(cell.lifetime) + context.highest(cell.lifetimeRange) / 2) * lifetimeFactor
    let births = births(of: cell, lifetime: lifetime, parent: parent, context)
    let motion = motion(of: cell, lifetime: lifetime, parent: parent?.motion, context)
    let shutter = ShutterBound(
      cell, seconds: openSeconds(cell, context), scale: motion.scale, speed: motion.speed, push: motion.push,
      pixelsPerPoint: canvas.pixelsPerPoint, most: context.most)
    let live = births.live
    // Trails linger after their particles' death and still cost steps.
    let trails = cell.trail != nil && lifetime > 0 ? live * (1 + cell.lingerSeconds / lifetime) : 0
    // The shutter's time is stepped through up to three times more.
    let steppedPath = cell.isStepped ? (lifetime + 3 * shutter.seconds) / cell.step : 0
    let trailPath = cell.isStepped ? trails * trailSteps(cell, path: steppedPath) : 0
    let ribbonFloats = RibbonLayout.largestRecordStride(segments: cell.trail?.segments ?? 0)
    budgets.append(
      ParticleBudget(
        path: path, birthsPerSecond: births.perSecond, live: live, shutterSamples: shutter.sampleCount,
        lifetime: lifetime,
        coveredPixels: live * shutter.sampleCount * largestArea(cell, motion, shutter, context)
          + trails * trailArea(cell, motion),
        links: cell.links, longestPath: steppedPath,
        steps: live * (steppedPath + (parent?.path ?? 0)) + trailPath,
        ribbonBytes: trails * Double(MemoryLayout<Float>.stride) * Double(ribbonFloats),
        isSorted: context.emitter.renderMode.sorts))
    let own = Parent(
      births: births, lifetime: lifetime,
      spread: (parent?.spread ?? 0) + lifetime + openSeconds(cell, context), motion: motion, path: steppedPath)
    for (index, child) in cell.cells.enumerated() {
      visit(child, path: path + [.cell(name: child.name, index: index)], parent: own, context)
    }
  }

  /// Local seconds for which the shutter is open: particles are visible so much longer than they live.
  private func openSeconds(_ cell: Cell, _ context: Context) -> Double {
    canvas.shutterSeconds(of: cell, in: context.emitter) * context.speed
  }

  // MARK: Births

  private func births(of cell: Cell, lifetime: Double, parent: Parent?, _ context: Context) -> Births {
    let visible = lifetime + openSeconds(cell, context)
    var rate = context.highest(cell.birthRate)
    var pulses = cell.bursts
    let burst = context.highest(cell.burst)
    if burst > 0 { pulses.append(.init(time: 0, count: burst)) }
    pulses.sort { $0.time < $1.time }
    guard let parent else {
      rate *= context.highest(context.emitter.birthRate)
      // A loop's rate is rounded so that a whole number, at least one, is born in it.
      if let loop = loopSeconds, rate > 0 { rate = max(rate + 0.5 / loop, 1 / loop) }
      let steady =
        rate > 0 ? (min(visible, context.elapsed, cell.duration ?? .infinity) * rate).rounded(.up) : 0
      let live = steady + ParticleBudgetEstimator.most(of: pulses, within: visible, loop: loopSeconds)
      return Births(perSecond: rate, pulses: pulses, live: live)
    }
    // Count what one parent sets free.
    let emission = cell.when == .life ? min(cell.duration ?? .infinity, parent.lifetime) : cell.duration ?? 0
    let burstTotal = pulses.reduce(0) { $0 + $1.count }
    // Each bounce triggers an emission of its own.
    let triggers = cell.when == .bounce ? Double(min(cell.maximumBounces, Limits.bounces)) : 1
    let total = (rate * emission + burstTotal) * triggers
    let together = min(total, (rate * visible + burstTotal) * triggers)
    let parents = parent.births
    let parentsAtOnce = ParticleBudgetEstimator.most(
      of: parents.pulses, within: parent.spread + visible, loop: loopSeconds)
    let steady =
      parents.perSecond > 0
      ? min(parents.perSecond * visible, parents.perSecond * context.elapsed) * total : 0
    return Births(
      perSecond: parents.perSecond * total,
      pulses: parents.pulses.map { .init(time: $0.time, count: $0.count * total) },
      live: steady + parentsAtOnce * together)
  }

  /// The most births of pulses within any window; in a loop they come again in each period.
  private static func most(of pulses: [Cell.Burst], within window: Double, loop: Double?) -> Double {
    if let loop, loop > 0 {
      let total = pulses.reduce(0) { $0 + $1.count }
      return total * (window / loop + 1).rounded(.up)
    }
    var (best, sum, first) = (0.0, 0.0, 0)
    for pulse in pulses {
      sum += pulse.count
      while pulses[first].time < pulse.time - window {
        sum -= pulses[first].count
        first += 1
      }
      best = max(best, sum)
    }
    return best
  }

  // MARK: Motion

  private func motion(
    of cell: Cell, lifetime: Double, parent: MotionBound?, _ context: Context
  ) -> MotionBound {
    let emitter = context.emitter
    let most = context.most
    let stops = cell.scaleOverLife.map { abs($0.value) }
    var scale = most(cell.scale) + most(cell.scaleRange) / 2 + context.highest(cell.scaleSpeed) * lifetime
    scale *= stops.max() ?? 1
    if let parent { scale *= cell.inherit.contains(.scale) ? parent.scale : 1 } else { scale *= most(emitter.scale) }
    var speed = (most(cell.velocity) + most(cell.velocityRange) / 2) * (parent == nil ? most(emitter.velocity) : 1)
    speed *= max(1, cell.velocityOverLife.map { abs($0.value) }.max() ?? 0)
    speed += (most(cell.xAcceleration) + most(cell.yAcceleration)) * lifetime + most(cell.wind.x) + most(cell.wind.y)
    speed += most(cell.inheritVelocity) * (parent?.speed ?? 0)
    let forces = ForceBound(cell, canvas: canvas, during: context.clocks)
    speed = forces.speed(from: speed, seconds: lifetime)
    let isInSpace = parent.map { cell.isInSpace(spawnedInSpace: $0.isInSpace) } ?? emitter.isInSpace(cell)
    var reach = 0.0
    if isInSpace {
      let path = speed + most(cell.zAcceleration) * lifetime
      reach = (parent?.reach ?? most(emitter.zPosition) + depthExtent(of: emitter, most)) + path * lifetime
      reach += cell.depthOverLife.reduce(0) { max($0, abs($1.value)) }
    }
    return MotionBound(scale: scale, speed: speed, push: forces.acceleration, isInSpace: isInSpace, reach: reach)
  }

  private func depthExtent(of emitter: Emitter, _ most: (AnimatedNumber) -> Double) -> Double {
    if case .sphere = emitter.shape { return most(emitter.size.x) }
    return most(emitter.depth) / 2
  }

  // MARK: Areas

  /// Pixels of the largest particle: its box with a pixel of edge, at most the frame.
  private func largestArea(
    _ cell: Cell, _ motion: MotionBound, _ shutter: ShutterBound, _ context: Context
  ) -> Double {
    let camera = motion.isInSpace ? CameraBound(canvas, reach: motion.reach, context.clocks) : CameraBound()
    let swept = cell.isSwept ? shutter.pathPoints / shutter.sampleCount : 0
    let length = motion.speed * context.most(cell.stretch) + swept
    let (edge, factor) = (2 + 2 * camera.blurPixels, camera.areaFactor.squareRoot() * canvas.pixelsPerPoint)
    let areas = cell.sprites.map { sprite in
      ((sprite.width * motion.scale + length) * factor + edge) * (sprite.height * motion.scale * factor + edge)
    }
    return min(areas.max() ?? 0, Double(canvas.widthPixels) * Double(canvas.heightPixels))
  }

  /// Pixels of the longest trail.
  private func trailArea(_ cell: Cell, _ motion: MotionBound) -> Double {
    guard let trail = cell.trail else { return 0 }
    let height = cell.sprites.map(\.height).max() ?? 64
    let widest = max(1, trail.taper) * (trail.widthOverLength.map(\.value).max() ?? 1)
    let width = (trail.width ?? height) * motion.scale * widest * canvas.pixelsPerPoint + 2
    let length = motion.speed * trail.duration * canvas.pixelsPerPoint + width
    return min(width * length, Double(canvas.widthPixels) * Double(canvas.heightPixels))
  }

  /// Steps from the birth to the end of the trail, along it, and one more for each point.
  private func trailSteps(_ cell: Cell, path: Double) -> Double {
    guard let trail = cell.trail else { return 0 }
    return path + trail.duration / cell.step + Double(trail.segments)
  }
}
