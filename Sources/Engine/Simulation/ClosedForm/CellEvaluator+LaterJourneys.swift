import Lanes

// Journeys of gathering particles from the emitter's shape to further shapes, one after the other (`Gather.next` in Model).
//
// A particle's position at birth, from which velocity and forces act after its release, is its place on the last shape. On its way it is
// displaced from there by the sum over all journeys of r·R·(from − to): r is the share of the journey that is left, 1 before it begins
// and 0 after it ends, and R the rotation by r − 1 times the swirl. Where all journeys up to a shape are done and none of the others has
// begun, the differences add up to the place on that shape. So no journey has to be looked up by the age, which may differ from lane to
// lane. Cost: 30 ns a particle for each journey to a circle, 95 ns to a heart or a word, 130 ns to a
// picture, most of it for choosing the place.

/// What eight particles keep of one of their journeys after the first.
struct LaterWay: BitwiseCopyable {
  /// Pixels from the place at which the journey ends to that at which it begins.
  var x = Float8()
  var y = Float8()
  var z = Float8()
  /// Seconds from `Journey.startSeconds` to the departure.
  var delay = Float8()
  /// Change of the straight colour on the way; set where the cell has `CellFeature.placeColor`.
  var red = Float8()
  var green = Float8()
  var blue = Float8()
  var alpha = Float8()
}

extension RandomKeys {
  /// Keys of a journey after the first: the same random variables give other numbers for each. They are those of children of the cell
  /// itself, which no cell has.
  @inline(__always)
  func ofLaterJourney(_ index: Int, stream: StreamKey) -> RandomKeys {
    let (low, high) = (UInt32x8(repeating: UInt32(truncatingIfNeeded: index)), UInt32x8(repeating: .max))
    return RandomKeys(
      perParticle: perParticle.child(stream: stream, low: low, high: high),
      perParent: perParent.child(stream: stream, low: low, high: high))
  }
}

extension CellEvaluator<GeneralCell> {
  /// Chooses the places of eight particles on all shapes after the emitter's, and when they set off to them. Returns the places on
  /// the last shape.
  ///
  /// - Parameters:
  ///   - place: pixels; the places on the emitter's shape.
  ///   - ways: receives a way for each of these shapes.
  @inline(never)
  func spawnLaterJourneys(
    from place: (x: Float8, y: Float8, z: Float8), parameters: UnsafePointer<Float8>, keys: RandomKeys,
    ways: UnsafeMutablePointer<LaterWay>
  ) -> (x: Float8, y: Float8, z: Float8) {
    let gather = kernel.pointee.gather.pointee
    var (x, y, z) = place
    for index in 0..<gather.laterCount {
      let target = gather.laterJourneys + index
      let journeyKeys = keys.ofLaterJourney(index, stream: kernel.pointee.stream)
      let offset = placeOffset(on: target, parameters: parameters, keys: placeKeys(journeyKeys).perParticle)
      let center = target.pointee.center(parameters)
      var next = (x: center.x + offset.x, y: center.y + offset.y, z: Float8())
      if has(.threeD) { next.z = parameters[.emitterZ] + offset.z }
      if has(.clustered) {
        next.x += clusterOffset(.clusterX, keys)
        next.y += clusterOffset(.clusterY, keys)
        if has(.threeD) { next.z += clusterOffset(.clusterZ, keys) }
      }
      ways[index].x = x - next.x
      ways[index].y = y - next.y
      ways[index].z = z - next.z
      ways[index].delay =
        journeyKeys.perParticle.uniform(.gatherDelay) * target.pointee.journey.maximumDelaySeconds
      (x, y, z) = next
    }
    return (x, y, z)
  }

  /// Random position on a target's shape in pixels, relative to the shape's centre.
  private func placeOffset(
    on target: UnsafePointer<LaterJourney>, parameters: UnsafePointer<Float8>, keys: ParticleKeys8
  ) -> (x: Float8, y: Float8, z: Float8) {
    let (width, height) = target.pointee.size(parameters)
    let depth = parameters[.emitterDepth]
    let kind = target.pointee.shape.kind
    if kind.isSolid { return ShapeSampler.solidOffset(kind, width, height, depth, keys: keys) }
    let flat = target.pointee.shape.flatOffset(width: width, height: height, keys: keys)
    return (flat.x, flat.y, has(.threeD) ? depth * (keys.uniform(.positionZ) - 0.5) : Float8())
  }

  /// The displacement from the place on the last shape that is left at an age, and its change a second where it is wanted.
  @inline(never)
  func laterJourneys(_ ways: UnsafePointer<LaterWay>, age: Float8, wantsVelocity: Bool) -> Motion {
    let gather = kernel.pointee.gather.pointee
    let zero = Float8(repeating: 0)
    var motion = Motion(x: zero, y: zero, velocityX: zero, velocityY: zero)
    for index in 0..<gather.laterCount {
      let journey = gather.laterJourneys[index].journey
      guard Lanes.any(age .< Float8(repeating: journey.arrivalSeconds)) else { continue }
      let way = ways[index]
      let left = remainder(of: journey, at: age, delay: way.delay, wantsVelocity: wantsVelocity)
      var (x, y) = (way.x, way.y)
      if journey.swirlTurns != 0 {
        let (sine, cosine) = Lanes.sincosTurns((left.share - 1) * journey.swirlTurns)
        (x, y) = (cosine * way.x - sine * way.y, sine * way.x + cosine * way.y)
      }
      motion.x += x * left.share
      motion.y += y * left.share
      motion.z += way.z * left.share
      guard wantsVelocity else { continue }
      // As for the first journey: dr/dt · (R·s + r·dR/dr·s).
      let winding = left.share * (journey.swirlTurns * radiansPerTurn)
      motion.velocityX += (x - y * winding) * left.sharePerSecond
      motion.velocityY += (y + x * winding) * left.sharePerSecond
      motion.velocityZ += way.z * left.sharePerSecond
    }
    return motion
  }

  /// What is left of a journey that begins with its whole way, whatever its easing is at its start.
  func remainder(
    of journey: Journey, at age: Float8, delay: Float8, wantsVelocity: Bool
  ) -> Journey.Remainder {
    var left = journey.remainder(at: age, delay: delay, wantsVelocity: wantsVelocity)
    let hasNotBegun = (age - journey.startSeconds) - delay .< Float8(repeating: 0)
    left.share.replace(with: Float8(repeating: 1), where: hasNotBegun)
    return left
  }
}
