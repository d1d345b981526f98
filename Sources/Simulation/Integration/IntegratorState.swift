// Paths without a closed form: the particle's own age in fixed steps.
//
// The rule is drift, kick, drift (the leapfrog; L. Verlet, 1967): half a step along the velocity, a whole step of
// acceleration read there, half a step along the new velocity. It is of second order, costs one reading of the forces a
// step, and keeps an orbit's energy: a spring of stiffness k stays bounded as long as √k · step < 2, where the midpoint rule
// winds outwards at any step. Constant acceleration is exact. Drag is taken inside the kick by the trapezoid rule with its
// coefficient at the middle's velocity, at most 2 ÷ step: stronger drag stops a particle within a step, and never throws
// it back.
// Particles in space have a third coordinate in the same steps; the loop is compiled once for each (`IntegrationSpace`), so that
// flat paths do not pay for it.
// An age is ⌊age ÷ step⌋ whole steps and one step of what is left. The state after whole steps is the same numbers however
// they were reached, so it may be kept (`StateCache`); the last, partial step never is.
import Lanes

/// Where eight particles are, and how fast.
struct IntegratorState: BitwiseCopyable {
  var x: Float8
  var y: Float8
  var velocityX: Float8
  var velocityY: Float8
  /// Towards the eye; 0 for those that stay in the plane.
  var z = Float8()
  var velocityZ = Float8()
  /// Age at which a border ends the life; infinite where none has been met.
  var end = Float8(repeating: .infinity)
}

/// What stays the same all along eight particles' paths.
struct IntegratorConstants: BitwiseCopyable {
  var gravityX: Float8
  var gravityY: Float8
  var gravityZ: Float8
  var drag: Float8
  var windX: Float8
  var windY: Float8
  /// Layer-local seconds.
  var births: Double8
}

/// What the compiler knows of paths: whether they leave the canvas's plane.
protocol IntegrationSpace {
  static var isDeep: Bool { get }
}

enum InPlane: IntegrationSpace {
  @inline(__always) static var isDeep: Bool { false }
}

enum InSpace: IntegrationSpace {
  @inline(__always) static var isDeep: Bool { true }
}

extension IntegrationSpace {
  @inline(__always)
  static func length(_ x: Float8, _ y: Float8, _ z: Float8) -> Float8 {
    let square = x * x + y * y
    return Lanes.sqrt(isDeep ? square + z * z : square)
  }
}

/// The way of eight particles under a law.
struct Integrator {
  let law: UnsafePointer<ForceProgram>
  let constants: IntegratorConstants
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
  func follow(_ state: inout IntegratorState, done: inout SIMD8<Int32>, to wanted: SIMD8<Int32>, age: Float8)
    -> IntegratorState
  {
    withUnsafeTemporaryAllocation(of: IntegratorScratch.self, capacity: 1) { memory in
      let scratch = memory.baseAddress.unsafelyUnwrapped
      return law.pointee.isInSpace
        ? follow(&state, done: &done, to: wanted, age: age, scratch: scratch, in: InSpace.self)
        : follow(&state, done: &done, to: wanted, age: age, scratch: scratch, in: InPlane.self)
    }
  }

  @inline(never)
  private func follow<Space: IntegrationSpace>(
    _ state: inout IntegratorState, done: inout SIMD8<Int32>, to wanted: SIMD8<Int32>, age: Float8,
    scratch: UnsafeMutablePointer<IntegratorScratch>, in space: Space.Type
  ) -> IntegratorState {
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
      let middleZ = Space.isDeep ? state.z + state.velocityZ * half : Float8()
      var moment = constants.births
      if law.readsTime {
        moment += Lanes.widen(Lanes.float(done)) * Double(law.step) + Lanes.widen(half)
      }
      var place = ForceTableCoordinate()
      if law.movesForces { place = law.table.place(of: moment) }
      var pushX = constants.gravityX
      var pushY = constants.gravityY
      var pushZ = Space.isDeep ? constants.gravityZ : Float8()
      for index in 0..<law.forceCount {
        let force = law.forces + index
        let values = Integrator.values(force.pointee.source, at: place, scratch)
        switch force.pointee.kind {
        case .radialAttractor:
          let (x, y) = (values.pointee.x - middleX, values.pointee.y - middleY)
          var z = Float8()
          if Space.isDeep { z = Integrator.depths(force, at: place, scratch).pointee.z - middleZ }
          let pull = Integrator.pull(force, values, distance: Space.length(x, y, z))
          pushX += x * pull
          pushY += y * pull
          if Space.isDeep { pushZ += z * pull }
        case .lineAttractor:
          let (normalX, normalY) = (values.pointee.normalX, values.pointee.normalY)
          var way = (values.pointee.x - middleX) * normalX + (values.pointee.y - middleY) * normalY
          if Space.isDeep {
            let depths = Integrator.depths(force, at: place, scratch)
            way += (depths.pointee.z - middleZ) * depths.pointee.normalZ
          }
          let pull = way * Integrator.pull(force, values, distance: Lanes.abs(way))
          pushX += pull * normalX
          pushY += pull * normalY
          if Space.isDeep { pushZ += pull * Integrator.depths(force, at: place, scratch).pointee.normalZ }
        case .axisAttractor:
          if Space.isDeep {
            let depths = Integrator.depths(force, at: place, scratch)
            let (x, y, z) = Integrator.across(values, depths, middleX, middleY, middleZ)
            let pull = Integrator.pull(force, values, distance: Space.length(x, y, z))
            pushX += x * pull
            pushY += y * pull
            pushZ += z * pull
          }
        case .vortex:
          var (x, y, z) = (values.pointee.x - middleX, values.pointee.y - middleY, Float8())
          if Space.isDeep {
            let depths = Integrator.depths(force, at: place, scratch)
            (x, y, z) = Integrator.across(values, depths, middleX, middleY, middleZ)
          }
          let distance = Space.length(x, y, z)
          let weight = Integrator.weakened(
            1 / Lanes.max(Lanes.max(distance, values.pointee.radius), 1e-6), force, values,
            beyond: Lanes.max(distance - values.pointee.radius, 0))
          let (around, inwards) = (weight * values.pointee.strength, weight * values.pointee.pull)
          if Space.isDeep {
            // Around is the way inwards × the axis.
            let (axisX, axisY) = (values.pointee.normalX, values.pointee.normalY)
            let axisZ = Integrator.depths(force, at: place, scratch).pointee.normalZ
            let crossX = y * axisZ - z * axisY
            let crossY = z * axisX - x * axisZ
            let crossZ = x * axisY - y * axisX
            pushX += crossX * around + x * inwards
            pushY += crossY * around + y * inwards
            pushZ += crossZ * around + z * inwards
          } else {
            pushX += y * around + x * inwards
            pushY += y * inwards - x * around
          }
        case .steadyTurbulence:
          if Space.isDeep {
            scratch.pointee.place(middleX, middleY, Float8(), middleZ)
            Integrator.swirlInSpace(force, scratch)
            pushZ += scratch.pointee.z * values.pointee.strength
          } else {
            scratch.pointee.place(middleX, middleY, Float8())
            Integrator.swirl(force, scratch)
          }
          pushX += scratch.pointee.x * values.pointee.strength
          pushY += scratch.pointee.y * values.pointee.strength
        case .turbulence:
          let phase = Integrator.phase(force, at: moment)
          if Space.isDeep {
            scratch.pointee.place(middleX, middleY, phase, middleZ)
            Integrator.swirlInSpace(force, scratch)
            pushZ += scratch.pointee.z * values.pointee.strength
          } else {
            scratch.pointee.place(middleX, middleY, phase)
            Integrator.changingSwirl(force, scratch)
          }
          pushX += scratch.pointee.x * values.pointee.strength
          pushY += scratch.pointee.y * values.pointee.strength
        case .wave:
          let swing = Integrator.wave(Integrator.phase(force, at: moment))
          pushX += swing * values.pointee.x
          pushY += swing * values.pointee.y
          if Space.isDeep { pushZ += swing * Integrator.depths(force, at: place, scratch).pointee.z }
        case .gust:
          let (x, y) = (values.pointee.normalX, values.pointee.normalY)
          scratch.pointee.place(
            middleX * x + middleY * y, middleY * x - middleX * y, Integrator.phase(force, at: moment))
          Integrator.gust(force, scratch)
          let blow = scratch.pointee.x
          let push = blow * blow * values.pointee.strength
          pushX += push * x
          pushY += push * y
        }
      }
      // Kick the velocity against the air.
      var velocityX = state.velocityX - constants.windX
      var velocityY = state.velocityY - constants.windY
      var velocityZ = Space.isDeep ? state.velocityZ : Float8()
      var loss = constants.drag * half
      if law.hasQuadraticDrag {
        // The coefficient is that at the middle of the kick.
        let slope = half * Integrator.values(law.air, at: place, scratch).pointee.quadraticDrag
        let first = 1 / (1 + loss + slope * Space.length(velocityX, velocityY, velocityZ))
        loss +=
          slope
          * Space.length(
            (velocityX + half * pushX) * first, (velocityY + half * pushY) * first, (velocityZ + half * pushZ) * first)
      }
      loss = Lanes.min(loss, 1)
      let share = 1 / (1 + loss)
      velocityX = (velocityX * (1 - loss) + step * pushX) * share + constants.windX
      velocityY = (velocityY * (1 - loss) + step * pushY) * share + constants.windY
      if Space.isDeep { velocityZ = (velocityZ * (1 - loss) + step * pushZ) * share }
      if law.hasSpeedLimit {
        let limit = Integrator.values(law.air, at: place, scratch).pointee.speedLimit
        let slower = limit / Lanes.max(Space.length(velocityX, velocityY, velocityZ), limit)
        velocityX *= slower
        velocityY *= slower
        if Space.isDeep { velocityZ *= slower }
      }
      // Drift on.
      var next = IntegratorState(
        x: middleX, y: middleY, velocityX: Lanes.clamp(velocityX, -Integrator.bound, Integrator.bound),
        velocityY: Lanes.clamp(velocityY, -Integrator.bound, Integrator.bound))
      next.x = Lanes.clamp(middleX + next.velocityX * half, -Integrator.bound, Integrator.bound)
      next.y = Lanes.clamp(middleY + next.velocityY * half, -Integrator.bound, Integrator.bound)
      if Space.isDeep {
        next.velocityZ = Lanes.clamp(velocityZ, -Integrator.bound, Integrator.bound)
        next.z = Lanes.clamp(middleZ + next.velocityZ * half, -Integrator.bound, Integrator.bound)
      }
      if law.bounceCount > 0 {
        let share = bounce(&next, from: state, seconds: step, in: space)
        if let log, !isLast {
          let age = (Lanes.float(done) + share + Integrator.afterBounce) * law.step
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
      if Space.isDeep {
        state.z = state.z.replacing(with: next.z, where: moves)
        state.velocityZ = state.velocityZ.replacing(with: next.velocityZ, where: moves)
      }
      done = done.replacing(with: done &+ 1, where: moves)
    }
  }
}
