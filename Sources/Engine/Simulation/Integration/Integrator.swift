// Trajectories without a closed form: steps of equal length in the particle's own age.
//
// The scheme is drift, kick, drift (the leapfrog; L. Verlet, 1967): half a step along the velocity, a whole step of
// acceleration read there, half a step along the new velocity. It is of second order, costs one reading of the forces a
// step, and keeps an orbit's energy: the motion on a spring of stiffness k stays bounded as long as √k · step < 2, while with the
// midpoint rule it grows at any step. Constant acceleration is exact. Drag is part of the kick, by the trapezoid rule with the
// coefficient at the velocity in the kick's middle. The coefficient is at most 2 ÷ step: stronger drag stops a particle within a
// step and never throws it back.
//
// 3-D particles have a third coordinate in the same steps; the loop is compiled once for each of `IntegrationDimensions`.
//
// An age is ⌊age ÷ step⌋ whole steps and one partial step for the remainder. The state after a number of whole steps is the same
// to the last bit for all ages that need it, so it may be kept (`StateCache`); the state after a partial step is never kept.
import Lanes

/// Moves eight particles along their trajectories under the forces and boundaries of a program.
struct Integrator {
  let program: UnsafePointer<ForceProgram>
  let constants: IntegratorConstants
  /// Receives the ages at bounces; nil: bounces are not logged.
  var log: UnsafeMutablePointer<BounceLog>?

  /// Positions are clamped to ± this many pixels, velocities to ± this many pixels a second. That is far outside of every frame, and
  /// keeps values finite if a force grows without limit.
  @inline(__always) private static var maximumMagnitude: Float { 0x1p24 }

  /// x, clamped to ± `maximumMagnitude`.
  @inline(__always)
  private static func limited(_ x: Float8) -> Float8 { Lanes.clamp(x, -maximumMagnitude, maximumMagnitude) }

  /// Steps that are added to the logged age of a bounce, so that at this age the particle is surely moving away from the boundary.
  @inline(__always) private static var loggedStepsAfterBounce: Float { 1.0 / 64 }

  /// Advances the particles by whole steps until they have made `targetSteps`, and returns their states at `age`.
  ///
  /// Particles that have already made `targetSteps` take no whole step. Nor do particles whose life a boundary has ended: they do not
  /// take the step across the boundary, and their result is the state at the end of their life.
  ///
  /// Where boundaries end lives or bounces are logged, the whole step after the last one is examined too, but not taken. So a death
  /// or bounce in that step is found wherever in the step `age` lies.
  ///
  /// - Parameters:
  ///   - progress: states after the whole steps made before; receives the states after `targetSteps`. No particle may have made
  ///     more than `targetSteps`.
  ///   - targetSteps: ⌊age ÷ step⌋.
  ///   - age: seconds.
  func advance(_ progress: inout IntegrationProgress, to targetSteps: Int32x8, age: Float8) -> IntegratorState {
    withUnsafeTemporaryAllocation(of: IntegratorScratch.self, capacity: 1) { memory in
      let scratch = memory.baseAddress.unsafelyUnwrapped
      return program.pointee.isThreeDimensional
        ? advance(&progress, to: targetSteps, age: age, scratch: scratch, in: In3D.self)
        : advance(&progress, to: targetSteps, age: age, scratch: scratch, in: In2D.self)
    }
  }

  /// Each round of the loop computes one step of all particles from `progress`. There are three kinds of rounds, in this order:
  ///
  /// 1. whole steps, as long as some particle is behind its target; only particles that are behind take them;
  /// 2. where boundaries end lives or bounces are logged, one whole step that is examined but not taken (`examinesNextStep`);
  /// 3. the partial step to `age` or to the end of life, whose state is returned.
  @inline(never)
  private func advance<Dimensions: IntegrationDimensions>(
    _ progress: inout IntegrationProgress, to targetSteps: Int32x8, age: Float8,
    scratch: UnsafeMutablePointer<IntegratorScratch>, in dimensions: Dimensions.Type
  ) -> IntegratorState {
    let program = program.pointee
    let wholeStep = Float8(repeating: program.stepSeconds)
    let never = Float8(repeating: .infinity)
    var examinesNextStep = program.hasKillBoundaries || log != nil
    while true {
      let isBehind = (progress.steps .< targetSteps) .& (progress.state.endAge .== never)
      let noneIsBehind = Lanes.bitmask(of: isBehind) == 0
      let isPartialStep = noneIsBehind && !examinesNextStep
      let remainder = Lanes.min(age, progress.state.endAge) - Lanes.float(progress.steps) * program.stepSeconds
      var seconds = isPartialStep ? remainder : wholeStep
      if program.stepsBeforeRelease > 0 {
        // A step of 0 s leaves a particle where it is.
        let isBeforeRelease = Lanes.float(progress.steps) .< Float8(repeating: program.stepsBeforeRelease)
        seconds = seconds.replacing(with: Float8(), where: isBeforeRelease)
      }
      var next = step(progress, seconds: seconds, program, scratch, in: dimensions)
      var shareBeforeBounce = never
      if program.reflectingBoundaryCount > 0 {
        shareBeforeBounce = bounce(&next, from: progress.state, seconds: seconds, in: dimensions)
      }
      if program.hasKillBoundaries {
        if !isPartialStep {
          let isAlive = progress.state.endAge .== never
          let share = shareBeforeDeath(from: progress.state, to: next)
          let endAge = (Lanes.float(progress.steps) + share) * program.stepSeconds
          progress.state.endAge = progress.state.endAge.replacing(
            with: endAge, where: noneIsBehind ? isAlive : isBehind)
        }
        next.endAge = progress.state.endAge
      }
      let isTaken = isBehind .& (progress.state.endAge .== never)
      if let log, !isPartialStep {
        // The step in which a particle dies is never taken, only examined, whatever was drawn before. So its bounce is `nextAge`.
        let bounceAge =
          (Lanes.float(progress.steps) + shareBeforeBounce + Integrator.loggedStepsAfterBounce) * program.stepSeconds
        if noneIsBehind {
          log.pointee.nextAge = bounceAge
        } else if Lanes.bitmask(of: isTaken .& (shareBeforeBounce .< never)) != 0 {
          log.pointee.add(never.replacing(with: bounceAge, where: isTaken))
        }
      }
      program.wrap(&next.x, &next.y)
      if isPartialStep { return next }
      if noneIsBehind {
        examinesNextStep = false
        continue
      }
      progress.take(next, where: isTaken, in: dimensions)
    }
  }

  /// State after a step of `seconds` from `progress`, as if there were no boundaries.
  @_transparent
  private func step<Dimensions: IntegrationDimensions>(
    _ progress: IntegrationProgress, seconds: Float8, _ program: ForceProgram,
    _ scratch: UnsafeMutablePointer<IntegratorScratch>, in dimensions: Dimensions.Type
  ) -> IntegratorState {
    let state = progress.state
    let halfSeconds = seconds * 0.5
    // Drift to the middle of the step and read the forces there.
    let middle = SpatialVector(
      x: state.x + state.velocityX * halfSeconds, y: state.y + state.velocityY * halfSeconds,
      z: Dimensions.isThreeDimensional ? state.z + state.velocityZ * halfSeconds : Float8())
    var localTimes = constants.birthTimes
    if program.readsTime {
      localTimes += Lanes.widen(Lanes.float(progress.steps)) * Double(program.stepSeconds) + Lanes.widen(halfSeconds)
    }
    var coordinate = ForceTableCoordinate()
    if program.hasAnimatedParameters { coordinate = program.tableTimes.coordinate(of: localTimes) }
    var acceleration = SpatialVector(
      x: constants.gravityX, y: constants.gravityY, z: Dimensions.isThreeDimensional ? constants.gravityZ : Float8())
    for index in 0..<program.forceCount {
      Integrator.add(
        program.forces + index, at: middle, localTimes: localTimes, coordinate, to: &acceleration, scratch,
        in: dimensions)
    }
    // Kick, then drift on.
    let velocity = kick(
      SpatialVector(x: state.velocityX, y: state.velocityY, z: state.velocityZ), by: acceleration, seconds: seconds,
      program,
      coordinate, scratch, in: dimensions)
    var next = IntegratorState(
      x: middle.x, y: middle.y, velocityX: Integrator.limited(velocity.x),
      velocityY: Integrator.limited(velocity.y))
    next.x = Integrator.limited(middle.x + next.velocityX * halfSeconds)
    next.y = Integrator.limited(middle.y + next.velocityY * halfSeconds)
    if Dimensions.isThreeDimensional {
      next.velocityZ = Integrator.limited(velocity.z)
      next.z = Integrator.limited(middle.z + next.velocityZ * halfSeconds)
    }
    return next
  }

  /// Velocity after `seconds` of acceleration and drag, clamped to the speed limit. Drag acts on v, the velocity relative to the
  /// wind:
  ///
  ///     v′ = (v·(1 − L) + seconds·acceleration) ÷ (1 + L)        L = coefficient · seconds ÷ 2, at most 1
  ///
  /// With quadratic drag the coefficient grows with the speed. It is taken at the velocity in the middle of the kick, which is
  /// estimated by half a step of the implicit Euler rule with the coefficient at the kick's beginning.
  @_transparent
  private func kick<Dimensions: IntegrationDimensions>(
    _ before: SpatialVector, by acceleration: SpatialVector, seconds: Float8, _ program: ForceProgram,
    _ coordinate: ForceTableCoordinate, _ scratch: UnsafeMutablePointer<IntegratorScratch>,
    in dimensions: Dimensions.Type
  ) -> SpatialVector {
    let halfSeconds = seconds * 0.5
    var velocity = SpatialVector(
      x: before.x - constants.windX, y: before.y - constants.windY,
      z: Dimensions.isThreeDimensional ? before.z : Float8())
    var halfDrag = constants.drag * halfSeconds
    if program.hasQuadraticDrag {
      let halfDragPerSpeed =
        halfSeconds * Integrator.parameters(program.air, at: coordinate, scratch).pointee.quadraticDrag
      let middleFactor = 1 / (1 + halfDrag + halfDragPerSpeed * Dimensions.length(velocity.x, velocity.y, velocity.z))
      halfDrag +=
        halfDragPerSpeed
        * Dimensions.length(
          (velocity.x + halfSeconds * acceleration.x) * middleFactor,
          (velocity.y + halfSeconds * acceleration.y) * middleFactor,
          (velocity.z + halfSeconds * acceleration.z) * middleFactor)
    }
    halfDrag = Lanes.min(halfDrag, 1)
    let inverse = 1 / (1 + halfDrag)
    velocity.x = (velocity.x * (1 - halfDrag) + seconds * acceleration.x) * inverse + constants.windX
    velocity.y = (velocity.y * (1 - halfDrag) + seconds * acceleration.y) * inverse + constants.windY
    if Dimensions.isThreeDimensional { velocity.z = (velocity.z * (1 - halfDrag) + seconds * acceleration.z) * inverse }
    if program.hasSpeedLimit {
      let limit = Integrator.parameters(program.air, at: coordinate, scratch).pointee.speedLimit
      let factor = limit / Lanes.max(Dimensions.length(velocity.x, velocity.y, velocity.z), limit)
      velocity.x *= factor
      velocity.y *= factor
      if Dimensions.isThreeDimensional { velocity.z *= factor }
    }
    return velocity
  }
}

/// A vector for each of eight particles, such as a position; z is 0 in the plane.
struct SpatialVector {
  var x: Float8
  var y: Float8
  var z: Float8
}

extension IntegrationProgress {
  /// Replaces the state by that after one more step, and counts the step, in the lanes of `isMoved`.
  @_transparent
  fileprivate mutating func take<Dimensions: IntegrationDimensions>(
    _ next: IntegratorState, where isMoved: SIMDMask<Int32x8>, in dimensions: Dimensions.Type
  ) {
    state.x = state.x.replacing(with: next.x, where: isMoved)
    state.y = state.y.replacing(with: next.y, where: isMoved)
    state.velocityX = state.velocityX.replacing(with: next.velocityX, where: isMoved)
    state.velocityY = state.velocityY.replacing(with: next.velocityY, where: isMoved)
    if Dimensions.isThreeDimensional {
      state.z = state.z.replacing(with: next.z, where: isMoved)
      state.velocityZ = state.velocityZ.replacing(with: next.velocityZ, where: isMoved)
    }
    steps = steps.replacing(with: steps &+ 1, where: isMoved)
  }
}
