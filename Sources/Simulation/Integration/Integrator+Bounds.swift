// Bounds that a step crosses.
//
// A step from one position to the next is taken as a straight line along which the velocity changes evenly. Where it crosses a
// bound the velocity of that moment is reflected (restitution across, Coulomb's friction along), and the remainder of the
// step goes on from there with the same change of velocity: of second order like the steps themselves. A particle that would
// end beyond the bound all the same is resting: it is put onto it and loses what still pushes it through. In space a bound is
// a wall, upright on the canvas's plane: friction takes from the velocity along z, too.
import Lanes

extension Integrator {
  /// Pixels that a particle keeps from a bound that it bounced off, so that rounding never puts it on the other side.
  @inline(__always) private static var gap: Float { 1.0 / 64 }

  /// Where a step crosses a bound.
  private struct Crossing {
    var isHit: SIMDMask<Int32x8>
    /// Share of the step before the crossing.
    var share: Float8
    /// Normal towards the side that the particle comes from, and the bound's position along it.
    var normalX: Float8
    var normalY: Float8
    var offset: Float8

    @inline(__always)
    init(_ bound: UnsafePointer<BoundRecord>, _ start: IntegratorState, _ end: IntegratorState) {
      let (x, y) = (bound.pointee.normalX, bound.pointee.normalY)
      let before = start.x * x + start.y * y - bound.pointee.offset
      let after = end.x * x + end.y * y - bound.pointee.offset
      let zero = Float8(repeating: 0)
      let wasIn = before .>= zero
      let isIn = after .>= zero
      let change = before - after
      share = Lanes.clamp(before / change.replacing(with: Float8(repeating: 1), where: change .== zero), 0, 1)
      normalX = Float8(repeating: x)
      normalY = Float8(repeating: y)
      offset = Float8(repeating: bound.pointee.offset)
      isHit = wasIn .& .!isIn
      guard bound.pointee.isSegment else { return }
      let sign = Lanes.select(wasIn, Float8(repeating: 1), Float8(repeating: -1))
      normalX *= sign
      normalY *= sign
      offset *= sign
      // The position on the line, from the segment's middle.
      let meetingX = start.x + (end.x - start.x) * share
      let meetingY = start.y + (end.y - start.y) * share
      let position = meetingX * y - meetingY * x - bound.pointee.middle
      isHit = (wasIn .^ isIn) .& (Lanes.abs(position) .<= Float8(repeating: bound.pointee.halfLength))
    }
  }

  /// Reflects what crosses a bound between `start` and `end`.
  ///
  /// - Returns: the share of the step after which that happens first; infinite where it does not, or the particle rests.
  @inline(never)
  func bounce<Space: IntegrationSpace>(
    _ end: inout IntegratorState, from start: IntegratorState, seconds: Float8, in space: Space.Type
  ) -> Float8 {
    var first = Float8(repeating: .infinity)
    // What one bound reflects may cross another.
    for _ in 0..<2 {
      var isAnyHit = false
      for index in 0..<program.pointee.bounceCount {
        let bound = program.pointee.bounds + index
        let crossing = Crossing(bound, start, end)
        guard Lanes.bits(of: crossing.isHit) != 0 else { continue }
        isAnyHit = true
        let (reflected, speed) = Integrator.reflected(end, from: start, seconds: seconds, crossing, bound, in: space)
        let counts = crossing.isHit .& (speed .>= Float8(repeating: program.pointee.leastBounceSpeed))
        first = Lanes.min(first, Float8(repeating: .infinity).replacing(with: crossing.share, where: counts))
        end.x = end.x.replacing(with: reflected.x, where: crossing.isHit)
        end.y = end.y.replacing(with: reflected.y, where: crossing.isHit)
        end.velocityX = end.velocityX.replacing(with: reflected.velocityX, where: crossing.isHit)
        end.velocityY = end.velocityY.replacing(with: reflected.velocityY, where: crossing.isHit)
        if Space.hasDepth {
          end.z = end.z.replacing(with: reflected.z, where: crossing.isHit)
          end.velocityZ = end.velocityZ.replacing(with: reflected.velocityZ, where: crossing.isHit)
        }
      }
      if !isAnyHit { break }
    }
    return first
  }

  @inline(__always)
  private static func reflected<Space: IntegrationSpace>(
    _ end: IntegratorState, from start: IntegratorState, seconds: Float8, _ crossing: Crossing,
    _ bound: UnsafePointer<BoundRecord>,
    in space: Space.Type
  ) -> (state: IntegratorState, speed: Float8) {
    let (normalX, normalY) = (crossing.normalX, crossing.normalY)
    let (changeX, changeY) = (end.velocityX - start.velocityX, end.velocityY - start.velocityY)
    var reflected = IntegratorState(
      x: start.x + (end.x - start.x) * crossing.share, y: start.y + (end.y - start.y) * crossing.share,
      velocityX: start.velocityX + changeX * crossing.share, velocityY: start.velocityY + changeY * crossing.share)
    let changeZ = Space.hasDepth ? end.velocityZ - start.velocityZ : Float8()
    if Space.hasDepth {
      reflected.z = start.z + (end.z - start.z) * crossing.share
      reflected.velocityZ = start.velocityZ + changeZ * crossing.share
    }
    // Take away what goes across, with friction for it, and give a share of it back.
    let speed = collide(
      &reflected, normalX, normalY, friction: bound.pointee.friction, rebound: bound.pointee.restitution, in: space)
    reflected.velocityX += normalX * (speed * bound.pointee.restitution)
    reflected.velocityY += normalY * (speed * bound.pointee.restitution)
    // Go on for the remainder of the step.
    let left = 1 - crossing.share
    let halfSeconds = seconds * left * 0.5
    reflected.x += reflected.velocityX * halfSeconds
    reflected.y += reflected.velocityY * halfSeconds
    reflected.velocityX += changeX * left
    reflected.velocityY += changeY * left
    reflected.x += reflected.velocityX * halfSeconds
    reflected.y += reflected.velocityY * halfSeconds
    if Space.hasDepth {
      reflected.z += reflected.velocityZ * halfSeconds
      reflected.velocityZ += changeZ * left
      reflected.z += reflected.velocityZ * halfSeconds
    }
    // Put those that rest onto the bound.
    let lack = crossing.offset + gap - (reflected.x * normalX + reflected.y * normalY)
    let lift = Lanes.max(lack, 0)
    reflected.x += normalX * lift
    reflected.y += normalY * lift
    var resting = reflected
    _ = collide(&resting, normalX, normalY, friction: bound.pointee.friction, rebound: 0, in: space)
    let rests = lack .> Float8(repeating: 0)
    reflected.velocityX = reflected.velocityX.replacing(with: resting.velocityX, where: rests)
    reflected.velocityY = reflected.velocityY.replacing(with: resting.velocityY, where: rests)
    if Space.hasDepth { reflected.velocityZ = reflected.velocityZ.replacing(with: resting.velocityZ, where: rests) }
    return (reflected, speed.replacing(with: Float8(repeating: 0), where: rests))
  }

  /// Stops what moves against the normal, slows by friction what moves along, and returns the speed that was stopped.
  @inline(__always)
  private static func collide<Space: IntegrationSpace>(
    _ state: inout IntegratorState, _ normalX: Float8, _ normalY: Float8, friction: Float, rebound: Float,
    in space: Space.Type
  ) -> Float8 {
    let across = state.velocityX * normalX + state.velocityY * normalY
    let speed = Lanes.max(-across, 0)
    let (alongX, alongY) = (state.velocityX - across * normalX, state.velocityY - across * normalY)
    let along = Space.length(alongX, alongY, state.velocityZ)
    let kept = Lanes.max(1 - speed * ((1 + rebound) * friction) / Lanes.max(along, 1e-6), 0)
    let outwards = across + speed
    state.velocityX = alongX * kept + outwards * normalX
    state.velocityY = alongY * kept + outwards * normalY
    if Space.hasDepth { state.velocityZ *= kept }
    return speed
  }

  /// The share of a step after which a bound ends the particle's life; infinite where none does.
  @inline(never)
  func endShare(from start: IntegratorState, to end: IntegratorState) -> Float8 {
    var share = Float8(repeating: .infinity)
    for index in program.pointee.bounceCount..<program.pointee.boundCount {
      let crossing = Crossing(program.pointee.bounds + index, start, end)
      share = Lanes.min(share, Float8(repeating: .infinity).replacing(with: crossing.share, where: crossing.isHit))
    }
    return share
  }
}

extension ForceProgram {
  /// Moves what left the frame at one side back in at the other.
  @inline(__always)
  func wrap(_ x: inout Float8, _ y: inout Float8) {
    if wrap.y > 0 { x -= Lanes.floor((x - wrap.x) * (1 / wrap.y)) * wrap.y }
    if wrap.w > 0 { y -= Lanes.floor((y - wrap.z) * (1 / wrap.w)) * wrap.w }
  }
}
