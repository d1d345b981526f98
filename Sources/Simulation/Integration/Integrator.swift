// Paths without a closed form: steps of equal length in the particle's own age.
//
// The scheme is drift, kick, drift (the leapfrog; L. Verlet, 1967): half a step along the velocity, a whole step of
// acceleration read there, half a step along the new velocity. It is of second order, costs one reading of the forces a
// step, and keeps an orbit's energy: a spring of stiffness k stays bounded as long as √k · step < 2, where the midpoint rule
// winds outwards at any step. Constant acceleration is exact. Drag is taken inside the kick by the trapezoid rule with its
// coefficient at the middle's velocity, at most 2 ÷ step: stronger drag stops a particle within a step, and never throws
// it back.
// Particles in space have a third coordinate in the same steps; the loop is compiled once for each (`IntegrationSpace`), so
// that flat paths do not pay for it.
// An age is ⌊age ÷ step⌋ whole steps and one partial step for the remainder. The state after whole steps is the same numbers
// however they were reached, so it may be kept (`StateCache`); the last, partial step never is.
import Lanes

/// Steps eight particles along their paths under the forces of a program.
struct Integrator {
  let program: UnsafePointer<ForceProgram>
  let constants: IntegratorConstants
  /// Takes the ages at bounces, where they are wanted.
  var log: UnsafeMutablePointer<BounceLog>?

  /// Positions and speeds are held inside ± this many pixels (a second), far outside of every frame, so that no force that
  /// pushes ever harder ends in infinity.
  @inline(__always) private static var bound: Float { 0x1p24 }

  /// Steps from a bounce to the logged age: by then the particle surely flies away from the bound.
  @inline(__always) private static var afterBounce: Float { 1.0 / 64 }

  /// Advances the particles by whole steps until they have made `wanted`, where they are behind and their life has not
  /// ended, and returns their state at `age` or at their end.
  ///
  /// Where bounds end lives or bounces are wanted, the step after the last is examined as a whole: what is found does not
  /// depend on the age.
  func advance(_ progress: inout IntegrationProgress, to wanted: Int32x8, age: Float8) -> IntegratorState {
    withUnsafeTemporaryAllocation(of: IntegratorScratch.self, capacity: 1) { memory in
      let scratch = memory.baseAddress.unsafelyUnwrapped
      return program.pointee.isInSpace
        ? advance(&progress, to: wanted, age: age, scratch: scratch, in: InSpace.self)
        : advance(&progress, to: wanted, age: age, scratch: scratch, in: InPlane.self)
    }
  }

  @inline(never)
  private func advance<Space: IntegrationSpace>(
    _ progress: inout IntegrationProgress, to wanted: Int32x8, age: Float8,
    scratch: UnsafeMutablePointer<IntegratorScratch>, in space: Space.Type
  ) -> IntegratorState {
    let program = program.pointee
    let wholeStep = Float8(repeating: program.step)
    let forever = Float8(repeating: .infinity)
    var looksAhead = program.isMortal || log != nil
    while true {
      let lags = (progress.steps .< wanted) .& (progress.state.end .== forever)
      let isDone = Lanes.bits(of: lags) == 0
      let isLast = isDone && !looksAhead
      let remainder = Lanes.min(age, progress.state.end) - Lanes.float(progress.steps) * program.step
      let seconds = isLast ? remainder : wholeStep
      var next = step(progress, seconds: seconds, program, scratch, in: space)
      if program.bounceCount > 0 {
        let share = bounce(&next, from: progress.state, seconds: seconds, in: space)
        if let log, !isLast {
          let age = (Lanes.float(progress.steps) + share + Integrator.afterBounce) * program.step
          if isDone {
            log.pointee.next = forever.replacing(with: age, where: progress.state.end .== forever)
          } else if Lanes.bits(of: lags .& (share .< forever)) != 0 {
            log.pointee.add(forever.replacing(with: age, where: lags))
          }
        }
      }
      if program.isMortal {
        if !isLast {
          let isAlive = progress.state.end .== forever
          let end = (Lanes.float(progress.steps) + endShare(from: progress.state, to: next)) * program.step
          progress.state.end = progress.state.end.replacing(with: end, where: isDone ? isAlive : lags)
        }
        next.end = progress.state.end
      }
      program.wrap(&next.x, &next.y)
      if isLast { return next }
      if isDone {
        looksAhead = false
        continue
      }
      progress.take(next, where: lags .& (progress.state.end .== forever), in: space)
    }
  }

  /// State after a step from `progress`, without bounds.
  @_transparent
  private func step<Space: IntegrationSpace>(
    _ progress: IntegrationProgress, seconds: Float8, _ program: ForceProgram,
    _ scratch: UnsafeMutablePointer<IntegratorScratch>, in space: Space.Type
  ) -> IntegratorState {
    let state = progress.state
    let half = seconds * 0.5
    // Drift to the middle of the step and read the forces there.
    let middle = SpatialVector(
      x: state.x + state.velocityX * half, y: state.y + state.velocityY * half,
      z: Space.hasDepth ? state.z + state.velocityZ * half : Float8())
    var moment = constants.births
    if program.readsTime {
      moment += Lanes.widen(Lanes.float(progress.steps)) * Double(program.step) + Lanes.widen(half)
    }
    var coordinate = ForceTableCoordinate()
    if program.movesForces { coordinate = program.table.coordinate(of: moment) }
    var push = SpatialVector(
      x: constants.gravityX, y: constants.gravityY, z: Space.hasDepth ? constants.gravityZ : Float8())
    for index in 0..<program.forceCount {
      Integrator.add(
        program.forces + index, at: middle, moment: moment, coordinate, to: &push, scratch, in: space)
    }
    // Kick, then drift on.
    let velocity = kick(
      SpatialVector(x: state.velocityX, y: state.velocityY, z: state.velocityZ), by: push, seconds: seconds, program,
      coordinate, scratch, in: space)
    var next = IntegratorState(
      x: middle.x, y: middle.y, velocityX: Lanes.clamp(velocity.x, -Integrator.bound, Integrator.bound),
      velocityY: Lanes.clamp(velocity.y, -Integrator.bound, Integrator.bound))
    next.x = Lanes.clamp(middle.x + next.velocityX * half, -Integrator.bound, Integrator.bound)
    next.y = Lanes.clamp(middle.y + next.velocityY * half, -Integrator.bound, Integrator.bound)
    if Space.hasDepth {
      next.velocityZ = Lanes.clamp(velocity.z, -Integrator.bound, Integrator.bound)
      next.z = Lanes.clamp(middle.z + next.velocityZ * half, -Integrator.bound, Integrator.bound)
    }
    return next
  }

  /// Velocity after a push of `seconds`, against the drag of the air.
  @_transparent
  private func kick<Space: IntegrationSpace>(
    _ before: SpatialVector, by push: SpatialVector, seconds: Float8, _ program: ForceProgram,
    _ coordinate: ForceTableCoordinate, _ scratch: UnsafeMutablePointer<IntegratorScratch>, in space: Space.Type
  ) -> SpatialVector {
    let half = seconds * 0.5
    var velocity = SpatialVector(
      x: before.x - constants.windX, y: before.y - constants.windY, z: Space.hasDepth ? before.z : Float8())
    var loss = constants.drag * half
    if program.hasQuadraticDrag {
      // The coefficient is that at the middle of the kick.
      let slope = half * Integrator.parameters(program.air, at: coordinate, scratch).pointee.quadraticDrag
      let first = 1 / (1 + loss + slope * Space.length(velocity.x, velocity.y, velocity.z))
      loss +=
        slope
        * Space.length(
          (velocity.x + half * push.x) * first, (velocity.y + half * push.y) * first,
          (velocity.z + half * push.z) * first)
    }
    loss = Lanes.min(loss, 1)
    let share = 1 / (1 + loss)
    velocity.x = (velocity.x * (1 - loss) + seconds * push.x) * share + constants.windX
    velocity.y = (velocity.y * (1 - loss) + seconds * push.y) * share + constants.windY
    if Space.hasDepth { velocity.z = (velocity.z * (1 - loss) + seconds * push.z) * share }
    if program.hasSpeedLimit {
      let limit = Integrator.parameters(program.air, at: coordinate, scratch).pointee.speedLimit
      let slower = limit / Lanes.max(Space.length(velocity.x, velocity.y, velocity.z), limit)
      velocity.x *= slower
      velocity.y *= slower
      if Space.hasDepth { velocity.z *= slower }
    }
    return velocity
  }
}

/// Vectors of eight particles; z is 0 in the plane.
struct SpatialVector {
  var x: Float8
  var y: Float8
  var z: Float8
}

extension IntegrationProgress {
  /// Takes over the state after one more step in the lanes of `moves`.
  @_transparent
  fileprivate mutating func take<Space: IntegrationSpace>(
    _ next: IntegratorState, where moves: SIMDMask<Int32x8>, in space: Space.Type
  ) {
    state.x = state.x.replacing(with: next.x, where: moves)
    state.y = state.y.replacing(with: next.y, where: moves)
    state.velocityX = state.velocityX.replacing(with: next.velocityX, where: moves)
    state.velocityY = state.velocityY.replacing(with: next.velocityY, where: moves)
    if Space.hasDepth {
      state.z = state.z.replacing(with: next.z, where: moves)
      state.velocityZ = state.velocityZ.replacing(with: next.velocityZ, where: moves)
    }
    steps = steps.replacing(with: steps &+ 1, where: moves)
  }
}
