// Borders on the way of a step.
//
// A step from one place to the next is taken as a straight line along which the velocity changes evenly. Where it crosses a
// border the velocity of that moment is thrown back (restitution across, Coulomb's friction along), and the rest of the step
// goes on from there with the same change of velocity: of second order like the steps themselves. A particle that would end
// beyond the border all the same is resting: it is laid on it and loses what still pushes it through. In space a border is
// a wall, upright on the canvas's plane: friction takes from the velocity along z, too.
import Lanes

extension Integrator {
  /// Pixels that a particle keeps from a border that it bounced off, so that rounding never puts it on the other side.
  @inline(__always) private static var gap: Float { 1.0 / 64 }

  /// How a step meets a border.
  private struct Meeting {
    var isHit: SIMDMask<SIMD8<Int32>>
    /// Share of the step after which they meet.
    var share: Float8
    /// The normal towards the side that the particle comes from, and the border's place along it.
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
      let way = before - after
      share = Lanes.clamp(before / way.replacing(with: Float8(repeating: 1), where: way .== zero), 0, 1)
      normalX = Float8(repeating: x)
      normalY = Float8(repeating: y)
      offset = Float8(repeating: bound.pointee.offset)
      isHit = wasIn .& .!isIn
      guard bound.pointee.isSegment else { return }
      let sign = Lanes.select(wasIn, Float8(repeating: 1), Float8(repeating: -1))
      normalX *= sign
      normalY *= sign
      offset *= sign
      // The place on the line, from the segment's middle.
      let meetingX = start.x + (end.x - start.x) * share
      let meetingY = start.y + (end.y - start.y) * share
      let place = meetingX * y - meetingY * x - bound.pointee.middle
      isHit = (wasIn .^ isIn) .& (Lanes.abs(place) .<= Float8(repeating: bound.pointee.halfLength))
    }
  }

  /// Throws back what crosses a border between `start` and `end`.
  ///
  /// - Returns: the share of the step after which that happens first; infinite where it does not, or the particle rests.
  @inline(never)
  func bounce<Space: IntegrationSpace>(
    _ end: inout IntegratorState, from start: IntegratorState, seconds: Float8, in space: Space.Type
  ) -> Float8 {
    var first = Float8(repeating: .infinity)
    // What is thrown back from one border may cross another.
    for _ in 0..<2 {
      var isAnyHit = false
      for index in 0..<law.pointee.bounceCount {
        let bound = law.pointee.bounds + index
        let meeting = Meeting(bound, start, end)
        guard Lanes.bits(of: meeting.isHit) != 0 else { continue }
        isAnyHit = true
        let (thrown, speed) = Integrator.thrownBack(end, from: start, seconds: seconds, meeting, bound, in: space)
        let counts = meeting.isHit .& (speed .>= Float8(repeating: law.pointee.leastBounceSpeed))
        first = Lanes.min(first, Float8(repeating: .infinity).replacing(with: meeting.share, where: counts))
        end.x = end.x.replacing(with: thrown.x, where: meeting.isHit)
        end.y = end.y.replacing(with: thrown.y, where: meeting.isHit)
        end.velocityX = end.velocityX.replacing(with: thrown.velocityX, where: meeting.isHit)
        end.velocityY = end.velocityY.replacing(with: thrown.velocityY, where: meeting.isHit)
        if Space.isDeep {
          end.z = end.z.replacing(with: thrown.z, where: meeting.isHit)
          end.velocityZ = end.velocityZ.replacing(with: thrown.velocityZ, where: meeting.isHit)
        }
      }
      if !isAnyHit { break }
    }
    return first
  }

  @inline(__always)
  private static func thrownBack<Space: IntegrationSpace>(
    _ end: IntegratorState, from start: IntegratorState, seconds: Float8, _ meeting: Meeting,
    _ bound: UnsafePointer<BoundRecord>,
    in space: Space.Type
  ) -> (flight: IntegratorState, speed: Float8) {
    let (normalX, normalY) = (meeting.normalX, meeting.normalY)
    let (changeX, changeY) = (end.velocityX - start.velocityX, end.velocityY - start.velocityY)
    var thrown = IntegratorState(
      x: start.x + (end.x - start.x) * meeting.share, y: start.y + (end.y - start.y) * meeting.share,
      velocityX: start.velocityX + changeX * meeting.share, velocityY: start.velocityY + changeY * meeting.share)
    let changeZ = Space.isDeep ? end.velocityZ - start.velocityZ : Float8()
    if Space.isDeep {
      thrown.z = start.z + (end.z - start.z) * meeting.share
      thrown.velocityZ = start.velocityZ + changeZ * meeting.share
    }
    // Take away what goes across, with friction for it, and give a share of it back.
    let speed = strike(
      &thrown, normalX, normalY, friction: bound.pointee.friction, rebound: bound.pointee.restitution, in: space)
    thrown.velocityX += normalX * (speed * bound.pointee.restitution)
    thrown.velocityY += normalY * (speed * bound.pointee.restitution)
    // Go on for the rest of the step.
    let left = 1 - meeting.share
    let halfSeconds = seconds * left * 0.5
    thrown.x += thrown.velocityX * halfSeconds
    thrown.y += thrown.velocityY * halfSeconds
    thrown.velocityX += changeX * left
    thrown.velocityY += changeY * left
    thrown.x += thrown.velocityX * halfSeconds
    thrown.y += thrown.velocityY * halfSeconds
    if Space.isDeep {
      thrown.z += thrown.velocityZ * halfSeconds
      thrown.velocityZ += changeZ * left
      thrown.z += thrown.velocityZ * halfSeconds
    }
    // Lay those that rest upon the border.
    let lack = meeting.offset + gap - (thrown.x * normalX + thrown.y * normalY)
    let lift = Lanes.max(lack, 0)
    thrown.x += normalX * lift
    thrown.y += normalY * lift
    var resting = thrown
    _ = strike(&resting, normalX, normalY, friction: bound.pointee.friction, rebound: 0, in: space)
    let rests = lack .> Float8(repeating: 0)
    thrown.velocityX = thrown.velocityX.replacing(with: resting.velocityX, where: rests)
    thrown.velocityY = thrown.velocityY.replacing(with: resting.velocityY, where: rests)
    if Space.isDeep { thrown.velocityZ = thrown.velocityZ.replacing(with: resting.velocityZ, where: rests) }
    return (thrown, speed.replacing(with: Float8(repeating: 0), where: rests))
  }

  /// Stops what moves against the normal, slows by friction what moves along, and returns the speed that was stopped.
  @inline(__always)
  private static func strike<Space: IntegrationSpace>(
    _ flight: inout IntegratorState, _ normalX: Float8, _ normalY: Float8, friction: Float, rebound: Float,
    in space: Space.Type
  ) -> Float8 {
    let across = flight.velocityX * normalX + flight.velocityY * normalY
    let speed = Lanes.max(-across, 0)
    let (alongX, alongY) = (flight.velocityX - across * normalX, flight.velocityY - across * normalY)
    let along = Space.length(alongX, alongY, flight.velocityZ)
    let kept = Lanes.max(1 - speed * ((1 + rebound) * friction) / Lanes.max(along, 1e-6), 0)
    let outwards = across + speed
    flight.velocityX = alongX * kept + outwards * normalX
    flight.velocityY = alongY * kept + outwards * normalY
    if Space.isDeep { flight.velocityZ *= kept }
    return speed
  }

  /// The share of a step after which a border ends the particle's life; infinite where none does.
  @inline(never)
  func endShare(from start: IntegratorState, to end: IntegratorState) -> Float8 {
    var share = Float8(repeating: .infinity)
    for index in law.pointee.bounceCount..<law.pointee.boundCount {
      let meeting = Meeting(law.pointee.bounds + index, start, end)
      share = Lanes.min(share, Float8(repeating: .infinity).replacing(with: meeting.share, where: meeting.isHit))
    }
    return share
  }

}

extension ForceProgram {
  /// Brings what left the frame at one side back at the other.
  @inline(__always)
  func wrap(_ x: inout Float8, _ y: inout Float8) {
    if wrap.y > 0 { x -= Lanes.floor((x - wrap.x) * (1 / wrap.y)) * wrap.y }
    if wrap.w > 0 { y -= Lanes.floor((y - wrap.z) * (1 / wrap.w)) * wrap.w }
  }
}
