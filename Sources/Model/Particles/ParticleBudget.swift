/// The most particles of one cell that can be alive at once, and what they may cover: worst cases over ranges, knobs and
/// animation, so that a preset that is too big is refused before rendering.
package struct ParticleBudget: Sendable, Equatable {
  /// The way to the cell.
  package var place: [ScenePart]
  package var birthsPerSecond: Double
  /// Particles alive at once.
  package var live: Double
  /// Parts that motion blur draws one of them in at most.
  package var parts = 1.0
  /// Seconds that one of them lives at most.
  package var lifetime: Double
  /// Pixels of a frame that all of them cover, each particle (with motion blur, each of its parts) at most the whole frame.
  package var coveredPixels: Double
  /// How its particles are linked.
  package var links: Links?
  /// Steps of the longest path that has no closed form; 0 where none is stepped.
  package var longestPath = 0.0
  /// Steps from their births of all that are alive, and of their parents: what a frame costs that is drawn alone.
  package var steps = 0.0
  /// Bytes of the records of its trails.
  package var ribbonBytes = 0.0
  /// Whether they are sorted before they are drawn.
  package var isSorted = false

  /// Names from layer to cell, as in `rockets.rocket.star`; the unnamed by position, `[0]`.
  package var name: String {
    place.reduce("") { text, part in
      switch part {
      case .layer(let name, let index), .cell(let name, let index):
        text + (name.isEmpty ? "[\(index)]" : text.isEmpty ? name : "." + name)
      case .key, .item: text
      }
    }
  }
}

extension Scene {
  /// An estimate for every cell of every emitter, in the order of drawing, parents before children.
  ///
  /// - Parameter end: the latest canvas second that will be drawn, where that is past the duration.
  package func liveEstimates(until end: Double = 0) -> [ParticleBudget] {
    var estimator = ParticleBudgetEstimator(canvas: canvas, length: max(canvas.duration.double, end))
    estimator.visit(layers, place: [])
    return estimator.estimates
  }

  /// Nesting of groups: how many frames may have to be kept while one is composited into the other.
  package var groupDepth: Int {
    func depth(_ layers: [Layer]) -> Int {
      layers.reduce(0) { deepest, layer in
        guard case .group(let inner) = layer.source else { return deepest }
        return max(deepest, 1 + depth(inner))
      }
    }
    return depth(layers)
  }
}

/// Follows births down the tree of cells. By Little's law, live = births a second × lifetime.
private struct ParticleBudgetEstimator {
  let canvas: Canvas
  /// Canvas seconds that are drawn.
  let length: Double
  var estimates: [ParticleBudget] = []

  /// Births of one cell.
  private struct Stream {
    var rate: Double
    /// Births at once; those within `spread` seconds of each other may be alive together.
    var pulses: [Cell.Burst]
    var lifetime: Double
    /// From the birth of the root to the end of this particle.
    var spread: Double
    var scale: Double
    var speed: Double
    /// Steps of a whole life, where it is stepped.
    var path: Double
    var isInSpace: Bool
    /// How far from the canvas's plane it may come, in points.
    var depthReach: Double
  }

  /// What a camera does to the area of what it sees.
  private struct Projection {
    /// The mean of the square of how much larger things are seen that are spread evenly in depth.
    var areaFactor = 1.0
    var blurPixels = 0.0
  }

  private struct Context {
    var clocks: ClockRange
    /// Seconds of emission that a frame can look back on.
    var elapsed: Double
    /// Local seconds of one of the canvas.
    var speed: Double
    var emitter: Emitter
  }

  init(canvas: Canvas, length: Double) {
    self.canvas = canvas
    self.length = length
  }

  /// - Parameter groups: the clocks of the groups that the layers lie in.
  mutating func visit(_ layers: [Layer], place: [ScenePart], groups: [LayerTiming] = []) {
    for (index, layer) in layers.enumerated() {
      let place = place + [.layer(name: layer.name, index: index)]
      switch layer.source {
      case .group(let inner): visit(inner, place: place, groups: groups + [layer.timing])
      case .emitter(let emitter):
        let context = context(of: layer.timing, in: groups, emitter)
        for (index, cell) in emitter.cells.enumerated() {
          visit(cell, place: place + [.cell(name: cell.name, index: index)], parent: nil, context)
        }
      default: break
      }
    }
  }

  private func context(of own: LayerTiming, in groups: [LayerTiming], _ emitter: Emitter) -> Context {
    // Of a clock that starts again and again one run is as good as all.
    let timing = groups.reversed().reduce(own.once) { $0.once(inside: $1) }
    let repeats = own.run != nil || groups.contains { $0.run != nil }
    let start = canvas.loops ? 0 : min(timing.begin, length)
    let end = max(start, min(length, timing.duration.map { timing.begin + $0 } ?? length))
    let (first, last) = (timing.localTime(at: start), timing.localTime(at: max(length, end)))
    let clocks = ClockRange(local: min(first, last)...max(first, last), canvas: min(0, start)...length)
    let elapsed = canvas.loops && !repeats ? Double.infinity : max(0, (end - start) * timing.speed)
    return Context(clocks: clocks, elapsed: elapsed, speed: abs(timing.speed), emitter: emitter)
  }

  private mutating func visit(_ cell: Cell, place: [ScenePart], parent: Stream?, _ context: Context) {
    func most(_ number: AnimatedNumber) -> Double {
      let bounds = number.bounds(during: context.clocks)
      return max(abs(bounds.lowerBound), abs(bounds.upperBound))
    }
    func highest(_ number: AnimatedNumber) -> Double { max(0, number.bounds(during: context.clocks).upperBound) }
    let isRoot = parent == nil
    let emitter = context.emitter
    let lifetimeFactor = isRoot ? highest(emitter.lifetime) : 1
    let lifetime = (highest(cell.lifetime) + highest(cell.lifetimeRange) / 2) * lifetimeFactor
    // Who is dead or not born yet is seen while the shutter is open.
    let open = canvas.shutterSeconds(of: cell, in: emitter) * context.speed
    var rate = highest(cell.birthRate) * (isRoot ? highest(emitter.birthRate) : 1)
    var pulses = cell.bursts
    let burst = highest(cell.burst)
    if burst > 0 { pulses.append(.init(time: 0, count: burst)) }
    pulses.sort { $0.time < $1.time }

    // Count what one parent, or the layer, sets free.
    let spread = (parent?.spread ?? 0) + lifetime + open
    let live: Double
    let stream: (rate: Double, pulses: [Cell.Burst])
    if let parent {
      let emission = cell.when == .life ? min(cell.duration ?? .infinity, parent.lifetime) : cell.duration ?? 0
      let burstTotal = pulses.reduce(0) { $0 + $1.count }
      // Each bounce is an occasion of its own.
      let occasions = cell.when == .bounce ? Double(min(cell.mostBounces, Limits.bounces)) : 1
      let total = (rate * emission + burstTotal) * occasions
      let together = min(total, (rate * (lifetime + open) + burstTotal) * occasions)
      stream = (parent.rate * total, parent.pulses.map { .init(time: $0.time, count: $0.count * total) })
      let parentsAtOnce = ParticleBudgetEstimator.most(of: parent.pulses, within: spread, loop: loopSeconds)
      let steady = parent.rate > 0 ? min(parent.rate * (lifetime + open), parent.rate * context.elapsed) * total : 0
      live = steady + parentsAtOnce * together
    } else {
      // A loop's rate is rounded so that a whole number, at least one, is born in it.
      if let loop = loopSeconds, rate > 0 { rate = max(rate + 0.5 / loop, 1 / loop) }
      stream = (rate, pulses)
      let steady =
        rate > 0 ? (min(lifetime + open, context.elapsed, cell.duration ?? .infinity) * rate).rounded(.up) : 0
      live = steady + ParticleBudgetEstimator.most(of: pulses, within: lifetime + open, loop: loopSeconds)
    }

    // Bound its size on the frame.
    let stops = cell.scaleOverLife.map { abs($0.value) }
    var scale = most(cell.scale) + most(cell.scaleRange) / 2 + highest(cell.scaleSpeed) * lifetime
    scale *= stops.max() ?? 1
    if let parent { scale *= cell.inherit.contains(.scale) ? parent.scale : 1 } else { scale *= most(emitter.scale) }
    var speed = (most(cell.velocity) + most(cell.velocityRange) / 2) * (isRoot ? most(emitter.velocity) : 1)
    speed *= max(1, cell.velocityOverLife.map { abs($0.value) }.max() ?? 0)
    speed += (most(cell.xAcceleration) + most(cell.yAcceleration)) * lifetime + most(cell.wind.x) + most(cell.wind.y)
    speed += most(cell.inheritVelocity) * (parent?.speed ?? 0)
    let push = ForceBound(cell, canvas: canvas, during: context.clocks)
    speed = push.speed(from: speed, seconds: lifetime)
    let isInSpace = parent.map { cell.isInSpace(bornInSpace: $0.isInSpace) } ?? emitter.isInSpace(cell)
    var reach = 0.0
    if isInSpace {
      let path = speed + most(cell.zAcceleration) * lifetime
      reach = (parent?.depthReach ?? most(emitter.zPosition) + depthExtent(of: emitter, most)) + path * lifetime
      reach += cell.depthOverLife.reduce(0) { max($0, abs($1.value)) }
    }
    let sight = isInSpace ? sight(reach: reach, context.clocks) : Projection()
    let exposure = Exposure(
      cell, seconds: canvas.shutterSeconds(of: cell, in: emitter) * context.speed, scale: scale, speed: speed,
      push: push.acceleration, pixelsPerPoint: canvas.pixelsPerPoint, most: most)
    // Whether it lives or is dead, a trail is seen, and followed.
    let trails = (lifetime > 0 ? live * (1 + cell.lingerSeconds / lifetime) : 0) * (cell.trail == nil ? 0 : 1)
    let swept = cell.isSwept ? exposure.way / exposure.parts : 0
    let covered =
      live * exposure.parts * largestArea(cell, scale: scale, stretched: speed * most(cell.stretch) + swept, sight)
      + trails * trailArea(cell, scale: scale, speed: speed)
    // The shutter's time is stepped through up to three times more.
    let path = cell.isStepped ? (lifetime + 3 * exposure.seconds) / cell.step : 0
    let trailPath = cell.isStepped ? trails * trailSteps(cell, path: path) : 0
    let steps = live * (path + (parent?.path ?? 0)) + trailPath
    let ribbonBytes = 16 + 7 * (24 + 2 * (cell.trail?.segments ?? 0))
    estimates.append(
      ParticleBudget(
        place: place, birthsPerSecond: stream.rate, live: live, parts: exposure.parts, lifetime: lifetime,
        coveredPixels: covered, links: cell.links, longestPath: path,
        steps: steps, ribbonBytes: trails * 4 * Double(ribbonBytes), isSorted: emitter.renderMode.sorts))
    let own = Stream(
      rate: stream.rate, pulses: stream.pulses, lifetime: lifetime, spread: spread, scale: scale, speed: speed,
      path: path, isInSpace: isInSpace, depthReach: reach)
    for (index, child) in cell.cells.enumerated() {
      visit(child, place: place + [.cell(name: child.name, index: index)], parent: own, context)
    }
  }

  private func depthExtent(of emitter: Emitter, _ most: (AnimatedNumber) -> Double) -> Double {
    if case .sphere = emitter.shape { return most(emitter.size.x) }
    return most(emitter.depth) / 2
  }

  private func sight(reach: Double, _ clocks: ClockRange) -> Projection {
    guard let camera = canvas.camera else { return Projection() }
    let distance = camera.distance.bounds(during: clocks).lowerBound
    let nearest = max(distance - reach, distance * Camera.nearest)
    var sight = Projection(areaFactor: distance * distance / (nearest * (distance + reach)))
    if sight.areaFactor < 1 { sight.areaFactor = 1 }
    if camera.blurs {
      let focus = camera.focus.bounds(during: clocks)
      let aperture = camera.aperture.bounds(during: clocks).upperBound
      let sharp = max(distance - focus.upperBound, distance * Camera.nearest)
      // The radius of what is farthest out of focus, for all of them.
      let blur = aperture / 2 * (reach + max(abs(focus.lowerBound), abs(focus.upperBound))) / nearest * distance / sharp
      let limit = Double(min(canvas.widthPixels, canvas.heightPixels)) * Camera.largestBlur
      sight.blurPixels = min(blur * canvas.pixelsPerPoint, limit)
    }
    return sight
  }

  private var loopSeconds: Double? { canvas.loops ? canvas.duration.double : nil }

  /// Pixels of the longest trail.
  private func trailArea(_ cell: Cell, scale: Double, speed: Double) -> Double {
    guard let trail = cell.trail else { return 0 }
    let height = cell.sprites.map(\.height).max() ?? 64
    let widest = max(1, trail.taper) * (trail.widthOverLength.map(\.value).max() ?? 1)
    let width = (trail.width ?? height) * scale * widest * canvas.pixelsPerPoint + 2
    let length = speed * trail.duration * canvas.pixelsPerPoint + width
    return min(width * length, Double(canvas.widthPixels) * Double(canvas.heightPixels))
  }

  /// Steps from the birth to the end of the trail, along it, and one more for each point.
  private func trailSteps(_ cell: Cell, path: Double) -> Double {
    guard let trail = cell.trail else { return 0 }
    return path + trail.duration / cell.step + Double(trail.segments)
  }

  /// Pixels of the largest particle: its box with a pixel of edge, at most the frame.
  private func largestArea(_ cell: Cell, scale: Double, stretched: Double, _ sight: Projection) -> Double {
    let frame = Double(canvas.widthPixels) * Double(canvas.heightPixels)
    let (edge, factor) = (2 + 2 * sight.blurPixels, sight.areaFactor.squareRoot() * canvas.pixelsPerPoint)
    let areas = cell.sprites.map { sprite in
      ((sprite.width * scale + stretched) * factor + edge) * (sprite.height * scale * factor + edge)
    }
    return min(areas.max() ?? 0, frame)
  }

  /// The most births of pulses within any window; in a loop they come again each turn.
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
}
