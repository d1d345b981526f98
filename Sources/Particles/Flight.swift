// Paths without a closed form: the particle's own age in fixed steps.
//
// The rule is drift, kick, drift (the leapfrog; L. Verlet, 1967): half a step along the velocity, a whole step of
// acceleration read there, half a step along the new velocity. It is of second order, costs one reading of the forces a
// step, and keeps an orbit's energy: a spring of stiffness k stays bounded as long as √k · step < 2, where the midpoint rule
// winds outwards at any step. Constant acceleration is exact. Drag is taken inside the kick by the trapezoid rule with its
// coefficient at the middle's velocity, at most 2 ÷ step: stronger drag stops a particle within a step, and never throws
// it back.
// An age is ⌊age ÷ step⌋ whole steps and one step of what is left. The state after whole steps is the same numbers however
// they were reached, so it may be kept (`FlightCache`); the last, partial step never is.
import Lanes

/// Where eight particles are, and how fast.
struct Flight: BitwiseCopyable {
  var x: Float8
  var y: Float8
  var velocityX: Float8
  var velocityY: Float8
  /// Age at which a border ends the life; infinite where none has been met.
  var end = Float8(repeating: .infinity)
}

/// What stays the same all along eight particles' paths.
struct FlightConstants: BitwiseCopyable {
  var gravityX: Float8
  var gravityY: Float8
  var drag: Float8
  var windX: Float8
  var windY: Float8
  /// Layer-local seconds.
  var births: Double8
}

/// Memory of a path that is being followed.
private struct FlightScratch: BitwiseCopyable {
  /// Of a force that moves, at the moment at hand.
  var values: ForceValues
  /// Where a noise is read, and what was read there.
  var x: Float8
  var y: Float8
  var phase: Float8

  @inline(__always)
  mutating func place(_ x: Float8, _ y: Float8, _ phase: Float8) {
    self.x = x
    self.y = y
    self.phase = phase
  }
}

/// The way of eight particles under a law.
struct FlightPath {
  let law: UnsafePointer<FlightLaw>
  let constants: FlightConstants
  /// Takes the times at which borders throw back, if anybody asks for them.
  var log: UnsafeMutablePointer<BounceLog>?

  /// Places and speeds are held inside ± this many pixels (a second), far outside of every frame, so that no force that
  /// pushes ever harder ends in infinity.
  @inline(__always) private static var bound: Float { 0x1p24 }

  /// Steps from a bounce to the moment that is told: by then the particle surely flies away from the border.
  @inline(__always) private static var afterBounce: Float { 1.0 / 64 }

  /// Moves `state`, the state after `done` whole steps, on to `wanted` whole steps where it is behind and its life has not
  /// ended, and returns where it is at `age` or at its end.
  ///
  /// Where borders end lives or bounces are asked for, the step after the last is looked at as a whole: what is found does not
  /// depend on the age asked for.
  func follow(_ state: inout Flight, done: inout SIMD8<Int32>, to wanted: SIMD8<Int32>, age: Float8) -> Flight {
    withUnsafeTemporaryAllocation(of: FlightScratch.self, capacity: 1) { memory in
      follow(&state, done: &done, to: wanted, age: age, scratch: memory.baseAddress.unsafelyUnwrapped)
    }
  }

  @inline(never)
  private func follow(
    _ state: inout Flight, done: inout SIMD8<Int32>, to wanted: SIMD8<Int32>, age: Float8,
    scratch: UnsafeMutablePointer<FlightScratch>
  ) -> Flight {
    let law = law.pointee
    let wholeStep = Float8(repeating: law.step)
    let forever = Float8(repeating: .infinity)
    var looksAhead = law.isMortal || log != nil
    while true {
      let lags = (done .< wanted) .& (state.end .== forever)
      let isDone = Lanes.bits(of: lags) == 0
      let isLast = isDone && !looksAhead
      let rest = Lanes.min(age, state.end) - Lanes.float(done) * law.step
      let step = isLast ? rest : wholeStep
      let half = step * 0.5
      // Drift to the middle of the step and read the forces there.
      let middleX = state.x + state.velocityX * half
      let middleY = state.y + state.velocityY * half
      var moment = constants.births
      if law.readsTime {
        moment += Lanes.widen(Lanes.float(done)) * Double(law.step) + Lanes.widen(half)
      }
      var place = ForcePlace()
      if law.movesForces { place = law.table.place(of: moment) }
      var pushX = constants.gravityX
      var pushY = constants.gravityY
      for index in 0..<law.forceCount {
        let force = law.forces + index
        let values = FlightPath.values(force, at: place, scratch)
        switch force.pointee.kind {
        case .air: break
        case .radialAttractor:
          let (x, y) = (values.pointee.x - middleX, values.pointee.y - middleY)
          let pull = FlightPath.pull(force, values, distance: Lanes.sqrt(x * x + y * y))
          pushX += x * pull
          pushY += y * pull
        case .lineAttractor:
          let (normalX, normalY) = (values.pointee.normalX, values.pointee.normalY)
          let way = (values.pointee.x - middleX) * normalX + (values.pointee.y - middleY) * normalY
          let pull = way * FlightPath.pull(force, values, distance: Lanes.abs(way))
          pushX += pull * normalX
          pushY += pull * normalY
        case .vortex:
          let (x, y) = (values.pointee.x - middleX, values.pointee.y - middleY)
          let distance = Lanes.sqrt(x * x + y * y)
          let weight = FlightPath.weakened(
            1 / Lanes.max(Lanes.max(distance, values.pointee.radius), 1e-6), force, values,
            beyond: Lanes.max(distance - values.pointee.radius, 0))
          let (around, inwards) = (weight * values.pointee.strength, weight * values.pointee.pull)
          pushX += y * around + x * inwards
          pushY += y * inwards - x * around
        case .steadyTurbulence:
          scratch.pointee.place(middleX, middleY, Float8())
          FlightPath.swirl(force, scratch)
          pushX += scratch.pointee.x * values.pointee.strength
          pushY += scratch.pointee.y * values.pointee.strength
        case .turbulence:
          scratch.pointee.place(middleX, middleY, FlightPath.phase(force, at: moment))
          FlightPath.changingSwirl(force, scratch)
          pushX += scratch.pointee.x * values.pointee.strength
          pushY += scratch.pointee.y * values.pointee.strength
        case .wave:
          let swing = FlightPath.wave(FlightPath.phase(force, at: moment))
          pushX += swing * values.pointee.x
          pushY += swing * values.pointee.y
        case .gust:
          let (x, y) = (values.pointee.normalX, values.pointee.normalY)
          scratch.pointee.place(
            middleX * x + middleY * y, middleY * x - middleX * y, FlightPath.phase(force, at: moment))
          FlightPath.gust(force, scratch)
          let blow = scratch.pointee.x
          let push = blow * blow * values.pointee.strength
          pushX += push * x
          pushY += push * y
        }
      }
      // Kick the velocity against the air.
      var velocityX = state.velocityX - constants.windX
      var velocityY = state.velocityY - constants.windY
      var loss = constants.drag * half
      if law.hasQuadraticDrag {
        // The coefficient is that at the middle of the kick.
        let slope = half * FlightPath.values(law.air, at: place, scratch).pointee.strength
        let first = 1 / (1 + loss + slope * FlightPath.length(velocityX, velocityY))
        loss += slope * FlightPath.length((velocityX + half * pushX) * first, (velocityY + half * pushY) * first)
      }
      loss = Lanes.min(loss, 1)
      let share = 1 / (1 + loss)
      velocityX = (velocityX * (1 - loss) + step * pushX) * share + constants.windX
      velocityY = (velocityY * (1 - loss) + step * pushY) * share + constants.windY
      if law.hasSpeedLimit {
        let limit = FlightPath.values(law.air, at: place, scratch).pointee.radius
        let slower = limit / Lanes.max(FlightPath.length(velocityX, velocityY), limit)
        velocityX *= slower
        velocityY *= slower
      }
      // Drift on.
      var next = Flight(
        x: middleX, y: middleY, velocityX: Lanes.clamp(velocityX, -FlightPath.bound, FlightPath.bound),
        velocityY: Lanes.clamp(velocityY, -FlightPath.bound, FlightPath.bound))
      next.x = Lanes.clamp(middleX + next.velocityX * half, -FlightPath.bound, FlightPath.bound)
      next.y = Lanes.clamp(middleY + next.velocityY * half, -FlightPath.bound, FlightPath.bound)
      if law.bounceCount > 0 {
        let share = bounce(&next, from: state, seconds: step)
        if let log, !isLast {
          let age = (Lanes.float(done) + share + FlightPath.afterBounce) * law.step
          if isDone {
            log.pointee.next = forever.replacing(with: age, where: state.end .== forever)
          } else if Lanes.bits(of: lags .& (share .< forever)) != 0 {
            log.pointee.add(forever.replacing(with: age, where: lags))
          }
        }
      }
      if law.isMortal {
        if !isLast {
          let alive = state.end .== forever
          let end = (Lanes.float(done) + endShare(from: state, to: next)) * law.step
          state.end = state.end.replacing(with: end, where: isDone ? alive : lags)
        }
        next.end = state.end
      }
      law.wrap(&next.x, &next.y)
      if isLast { return next }
      if isDone {
        looksAhead = false
        continue
      }
      let moves = lags .& (state.end .== forever)
      state.x = state.x.replacing(with: next.x, where: moves)
      state.y = state.y.replacing(with: next.y, where: moves)
      state.velocityX = state.velocityX.replacing(with: next.velocityX, where: moves)
      state.velocityY = state.velocityY.replacing(with: next.velocityY, where: moves)
      done = done.replacing(with: done &+ 1, where: moves)
    }
  }

  // Noises are functions of their own, through memory: within the loop above, or with eight lanes as arguments and
  // results, the compiler cuts all of their vectors in halves.

  /// Replaces places by what turbulence pushes there.
  @inline(never)
  private static func swirl(_ force: UnsafePointer<ForceRecord>, _ scratch: UnsafeMutablePointer<FlightScratch>) {
    let scale = force.pointee.scaleInverse
    let swirl = CurlNoise.velocity(scratch.pointee.x * scale, scratch.pointee.y * scale, seed: force.pointee.seed)
    scratch.pointee.x = swirl.x
    scratch.pointee.y = swirl.y
  }

  @inline(never)
  private static func changingSwirl(
    _ force: UnsafePointer<ForceRecord>, _ scratch: UnsafeMutablePointer<FlightScratch>
  ) {
    let scale = force.pointee.scaleInverse
    let swirl = CurlNoise.velocity(
      scratch.pointee.x * scale, scratch.pointee.y * scale, scratch.pointee.phase, seed: force.pointee.seed,
      periodZ: Int32(force.pointee.period))
    scratch.pointee.x = swirl.x
    scratch.pointee.y = swirl.y
  }

  /// Replaces x, a place along the wind, by how strongly a gust blows there, from 0 to 1.
  @inline(never)
  private static func gust(_ force: UnsafePointer<ForceRecord>, _ scratch: UnsafeMutablePointer<FlightScratch>) {
    let scale = force.pointee.scaleInverse
    let noise = GradientNoise.at(
      scratch.pointee.phase - scratch.pointee.x * scale, scratch.pointee.y * scale + 0.5, seed: force.pointee.seed,
      periodX: Int32(force.pointee.period))
    // Half of the time is calm, and the strongest reach 1.
    scratch.pointee.x = Lanes.clamp(noise.value * 2.5, 0, 1)
  }

  @inline(__always)
  private static func length(_ x: Float8, _ y: Float8) -> Float8 { Lanes.sqrt(x * x + y * y) }

  /// An attractor's acceleration for each pixel of distance.
  @inline(__always)
  private static func pull(
    _ force: UnsafePointer<ForceRecord>, _ values: UnsafePointer<ForceValues>, distance: Float8
  ) -> Float8 {
    let beyond = Lanes.max(distance - values.pointee.radius, 0)
    return weakened(beyond * values.pointee.strength / Lanes.max(distance, 1e-6), force, values, beyond: beyond)
  }

  @inline(__always)
  private static func weakened(
    _ strength: Float8, _ force: UnsafePointer<ForceRecord>, _ values: UnsafePointer<ForceValues>, beyond: Float8
  ) -> Float8 {
    var product = strength
    guard force.pointee.falloff > 0 else { return product }
    let weaker = 1 / (1 + beyond * values.pointee.falloffInverse)
    for _ in 0..<force.pointee.falloff { product *= weaker }
    return product
  }

  /// A force's numbers: those that never move, or those at a moment, written to the scratch.
  @inline(__always)
  private static func values(
    _ force: UnsafePointer<ForceRecord>, at place: ForcePlace, _ scratch: UnsafeMutablePointer<FlightScratch>
  ) -> UnsafePointer<ForceValues> {
    guard let rows = force.pointee.rows else { return force.pointee.values }
    // The values come first in the scratch.
    let values = UnsafeMutableRawPointer(scratch).assumingMemoryBound(to: ForceValues.self)
    place.read(rows, into: values)
    return UnsafePointer(values)
  }

  /// A force's own time, in waves or cells of its noise, reduced in Double: a Float keeps its fineness however late it is.
  @inline(__always)
  private static func phase(_ force: UnsafePointer<ForceRecord>, at moment: Double8) -> Float8 {
    let phase = moment * force.pointee.frequency + force.pointee.phase
    let period = force.pointee.period
    return Lanes.narrow(phase - (phase / period).rounded(.down) * period)
  }

  /// A triangle wave whose straight parts are bent into parabolas: 0 at phase 0, 1 at ¼, −1 at ¾.
  @inline(__always)
  private static func wave(_ phase: Float8) -> Float8 {
    // 1 in the middle of a rise or fall, 0 at its ends.
    let place = phase * 2
    let half = place - Lanes.floor(place)
    let bow = 4 * half * (1 - half)
    return Lanes.select(place .< Float8(repeating: 1), bow, -bow)
  }
}
