// Boundaries that a step crosses.
//
// A step is treated as a straight line along which the velocity changes evenly. Where the line crosses a boundary, the velocity
// there is reflected (restitution across the boundary, Coulomb's friction along it). The remainder of the step goes on from the
// crossing, with the same acceleration. This method is of second order, like the steps themselves. A particle that is still beyond the
// boundary at the end of the step is put back onto the boundary to rest there, and loses its velocity towards the boundary. For 3-D
// particles a boundary is a wall that stands upright on the canvas's plane: friction slows the velocity along z, too.
import Lanes

extension Integrator {
  /// Pixels that a resting particle keeps from its boundary, so that rounding never puts it on the other side.
  @inline(__always) private static var restingGap: Float { 1.0 / 64 }

  /// Where the steps of eight particles cross one boundary.
  private struct Crossing {
    var isHit: SIMDMask<Int32x8>
    /// Share of the step before the crossing, 0 to 1.
    var stepShare: Float8
    /// Unit normal towards the side that the particle comes from, and the boundary line's coordinate along this normal in pixels.
    var normalX: Float8
    var normalY: Float8
    var offset: Float8

    @inline(__always)
    init(_ boundary: UnsafePointer<BoundaryRecord>, _ start: IntegratorState, _ end: IntegratorState) {
      let (x, y) = (boundary.pointee.normalX, boundary.pointee.normalY)
      // Signed distances from the line, positive inside.
      let before = start.x * x + start.y * y - boundary.pointee.offset
      let after = end.x * x + end.y * y - boundary.pointee.offset
      let zero = Float8(repeating: 0)
      let wasInside = before .>= zero
      let isInside = after .>= zero
      let change = before - after
      stepShare = Lanes.clamp(before / change.replacing(with: Float8(repeating: 1), where: change .== zero), 0, 1)
      normalX = Float8(repeating: x)
      normalY = Float8(repeating: y)
      offset = Float8(repeating: boundary.pointee.offset)
      isHit = wasInside .& .!isInside
      guard boundary.pointee.isSegment else { return }
      let sign = Lanes.select(wasInside, Float8(repeating: 1), Float8(repeating: -1))
      normalX *= sign
      normalY *= sign
      offset *= sign
      // Coordinate of the crossing along the line, from the segment's middle.
      let crossingX = start.x + (end.x - start.x) * stepShare
      let crossingY = start.y + (end.y - start.y) * stepShare
      let fromMiddle = crossingX * y - crossingY * x - boundary.pointee.middle
      isHit = (wasInside .^ isInside) .& (Lanes.abs(fromMiddle) .<= Float8(repeating: boundary.pointee.halfLength))
    }
  }

  /// Reflects the particles that cross a boundary between `start` and `end`: replaces their `end`.
  ///
  /// - Returns: the share of the step before the first bounce of at least `minimumBounceSpeed`; infinite where there is none.
  @inline(never)
  func bounce<Dimensions: IntegrationDimensions>(
    _ end: inout IntegratorState, from start: IntegratorState, seconds: Float8, in dimensions: Dimensions.Type
  ) -> Float8 {
    var firstShare = Float8(repeating: .infinity)
    // Two rounds: the end of a step that one boundary has reflected may lie beyond another.
    for _ in 0..<2 {
      var isAnyHit = false
      for index in 0..<program.pointee.reflectingBoundaryCount {
        let boundary = program.pointee.boundaries + index
        let crossing = Crossing(boundary, start, end)
        guard Lanes.bitmask(of: crossing.isHit) != 0 else { continue }
        isAnyHit = true
        let (reflected, speed) = Integrator.reflected(
          end, from: start, seconds: seconds, crossing, boundary, in: dimensions)
        let isBounce = crossing.isHit .& (speed .>= Float8(repeating: program.pointee.minimumBounceSpeed))
        firstShare = Lanes.min(
          firstShare, Float8(repeating: .infinity).replacing(with: crossing.stepShare, where: isBounce))
        end.x = end.x.replacing(with: reflected.x, where: crossing.isHit)
        end.y = end.y.replacing(with: reflected.y, where: crossing.isHit)
        end.velocityX = end.velocityX.replacing(with: reflected.velocityX, where: crossing.isHit)
        end.velocityY = end.velocityY.replacing(with: reflected.velocityY, where: crossing.isHit)
        if Dimensions.isThreeDimensional {
          end.z = end.z.replacing(with: reflected.z, where: crossing.isHit)
          end.velocityZ = end.velocityZ.replacing(with: reflected.velocityZ, where: crossing.isHit)
        }
      }
      if !isAnyHit { break }
    }
    return firstShare
  }

  /// State at the end of a step of `seconds` that a boundary reflects at `crossing`, and the speed across the boundary at the
  /// impact: 0 for a resting particle. The result has a meaning only in lanes that hit the boundary.
  @inline(__always)
  private static func reflected<Dimensions: IntegrationDimensions>(
    _ end: IntegratorState, from start: IntegratorState, seconds: Float8, _ crossing: Crossing,
    _ boundary: UnsafePointer<BoundaryRecord>, in dimensions: Dimensions.Type
  ) -> (state: IntegratorState, speed: Float8) {
    let (normalX, normalY) = (crossing.normalX, crossing.normalY)
    let (changeX, changeY) = (end.velocityX - start.velocityX, end.velocityY - start.velocityY)
    var reflected = IntegratorState(
      x: start.x + (end.x - start.x) * crossing.stepShare, y: start.y + (end.y - start.y) * crossing.stepShare,
      velocityX: start.velocityX + changeX * crossing.stepShare,
      velocityY: start.velocityY + changeY * crossing.stepShare)
    let changeZ = Dimensions.isThreeDimensional ? end.velocityZ - start.velocityZ : Float8()
    if Dimensions.isThreeDimensional {
      reflected.z = start.z + (end.z - start.z) * crossing.stepShare
      reflected.velocityZ = start.velocityZ + changeZ * crossing.stepShare
    }
    // Stop the particle at the boundary, with friction, then give back a share of its speed.
    let speed = collide(
      &reflected, normalX, normalY, friction: boundary.pointee.friction, restitution: boundary.pointee.restitution,
      in: dimensions)
    reflected.velocityX += normalX * (speed * boundary.pointee.restitution)
    reflected.velocityY += normalY * (speed * boundary.pointee.restitution)
    // Go on for the remainder of the step: drift, kick, drift.
    let remainingShare = 1 - crossing.stepShare
    let halfSeconds = seconds * remainingShare * 0.5
    reflected.x += reflected.velocityX * halfSeconds
    reflected.y += reflected.velocityY * halfSeconds
    reflected.velocityX += changeX * remainingShare
    reflected.velocityY += changeY * remainingShare
    reflected.x += reflected.velocityX * halfSeconds
    reflected.y += reflected.velocityY * halfSeconds
    if Dimensions.isThreeDimensional {
      reflected.z += reflected.velocityZ * halfSeconds
      reflected.velocityZ += changeZ * remainingShare
      reflected.z += reflected.velocityZ * halfSeconds
    }
    // Resting particles have been pushed through the boundary again: lift them back to the gap and stop them.
    let depth = crossing.offset + restingGap - (reflected.x * normalX + reflected.y * normalY)
    let lift = Lanes.max(depth, 0)
    reflected.x += normalX * lift
    reflected.y += normalY * lift
    var resting = reflected
    _ = collide(&resting, normalX, normalY, friction: boundary.pointee.friction, restitution: 0, in: dimensions)
    let isResting = depth .> Float8(repeating: 0)
    reflected.velocityX = reflected.velocityX.replacing(with: resting.velocityX, where: isResting)
    reflected.velocityY = reflected.velocityY.replacing(with: resting.velocityY, where: isResting)
    if Dimensions.isThreeDimensional {
      reflected.velocityZ = reflected.velocityZ.replacing(with: resting.velocityZ, where: isResting)
    }
    return (reflected, speed.replacing(with: Float8(repeating: 0), where: isResting))
  }

  /// Stops the motion of particles towards a boundary, and slows their motion along it by Coulomb's friction.
  ///
  /// Friction takes away at most `friction` × the change of the speed across the boundary. This change is (1 + `restitution`) × the
  /// speed that is stopped here, since the caller adds the rebound.
  ///
  /// - Returns: the speed towards the boundary that was stopped, at least 0.
  @inline(__always)
  private static func collide<Dimensions: IntegrationDimensions>(
    _ state: inout IntegratorState, _ normalX: Float8, _ normalY: Float8, friction: Float, restitution: Float,
    in dimensions: Dimensions.Type
  ) -> Float8 {
    let across = state.velocityX * normalX + state.velocityY * normalY
    let speed = Lanes.max(-across, 0)
    let (alongX, alongY) = (state.velocityX - across * normalX, state.velocityY - across * normalY)
    let along = Dimensions.length(alongX, alongY, state.velocityZ)
    // The limit of 10⁻⁶ px/s only keeps the quotient finite: a particle without speed along the boundary has none to lose.
    let remainingShare = Lanes.max(1 - speed * ((1 + restitution) * friction) / Lanes.max(along, 1e-6), 0)
    let outwards = across + speed
    state.velocityX = alongX * remainingShare + outwards * normalX
    state.velocityY = alongY * remainingShare + outwards * normalY
    if Dimensions.isThreeDimensional { state.velocityZ *= remainingShare }
    return speed
  }

  /// Share of the step from `start` to `end` before a boundary ends the particle's life; infinite where none does.
  @inline(never)
  func shareBeforeDeath(from start: IntegratorState, to end: IntegratorState) -> Float8 {
    var share = Float8(repeating: .infinity)
    for index in program.pointee.reflectingBoundaryCount..<program.pointee.boundaryCount {
      let crossing = Crossing(program.pointee.boundaries + index, start, end)
      share = Lanes.min(share, Float8(repeating: .infinity).replacing(with: crossing.stepShare, where: crossing.isHit))
    }
    return share
  }
}

extension ForceProgram {
  /// Moves particles that have left the wrap rectangle at one side back in at the opposite side.
  @inline(__always)
  func wrap(_ x: inout Float8, _ y: inout Float8) {
    let box = wrapRectangle
    if box.width > 0 { x -= Lanes.floor((x - box.left) * (1 / box.width)) * box.width }
    if box.height > 0 { y -= Lanes.floor((y - box.top) * (1 / box.height)) * box.height }
  }
}
