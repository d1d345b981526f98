import Lanes
import Model

/// The numbers of a `Gather` in the simulation's units: particles travel from scattered starting points to the emitter's shape, and
/// from there to further shapes in turn.
struct GatherParameters: BitwiseCopyable {
  var origin: Gather.Origin
  /// Radius of the disc in which particles start; without effect for `Gather.Origin.canvas`.
  var radiusPixels: Float
  /// The journey to the emitter's shape.
  var journey: Journey
  /// The journeys to further shapes, and how many there are; at most `LaterJourney.capacity`.
  var laterJourneys: UnsafePointer<LaterJourney>
  var laterCount = 0
  /// Age in seconds at a particle's release: from then on velocity and forces act.
  var releaseSeconds: Float

  init(_ gather: Gather, emitter: Emitter, canvas: Canvas, memory: EmitterProgramMemory) {
    origin = gather.from
    radiusPixels = Float(gather.radius * canvas.pixelsPerPoint)
    journey = Journey(
      startSeconds: 0, seconds: gather.seconds, stagger: gather.stagger, ease: gather.ease, swirl: gather.swirl,
      memory: memory)
    var (arrival, hold) = (max(gather.seconds, 0.001), gather.hold)
    let later = gather.next.prefix(LaterJourney.capacity).map { target -> LaterJourney in
      let start = arrival + max(hold ?? 0, 0)
      let journey = LaterJourney(target, startSeconds: start, emitter: emitter, canvas: canvas, memory: memory)
      (arrival, hold) = (start + max(target.seconds, 0.001), target.hold)
      return journey
    }
    laterJourneys = memory.keep(later)
    laterCount = later.count
    // Particles that are never released get an age that is longer than any lifetime.
    releaseSeconds = hold.map { Float(arrival + max($0, 0)) } ?? 1e9
  }

  /// Seconds from the release to an age; 0 before the release.
  @inline(__always)
  func freeSeconds(at age: Float8) -> Float8 { Lanes.max(age - releaseSeconds, 0) }
}

/// When and how particles travel to a shape.
struct Journey: BitwiseCopyable {
  /// Age in seconds at which the first particles set off.
  var startSeconds: Float
  /// Seconds that each particle travels.
  var seconds: Float
  /// Longest wait between `startSeconds` and the start of a particle's journey.
  var maximumDelaySeconds: Float
  /// Age in seconds at which every particle has arrived.
  var arrivalSeconds: Float
  /// Turns by which the journey winds about its end.
  var swirlTurns: Float
  /// Table of the journey's timing (`CurveTable`).
  var ease: UnsafePointer<Float>

  init(
    startSeconds: Double, seconds: Double, stagger: Double, ease: Easing, swirl: Double, memory: EmitterProgramMemory
  ) {
    // A preset's values are checked, those of a scene in code are not: clamp them so that a journey takes some time.
    let (totalSeconds, stagger) = (max(seconds, 0.001), min(max(stagger, 0), 0.9))
    self.startSeconds = Float(startSeconds)
    self.seconds = Float(totalSeconds * (1 - stagger))
    maximumDelaySeconds = Float(totalSeconds * stagger)
    arrivalSeconds = Float(startSeconds + totalSeconds)
    swirlTurns = Float(swirl / 360)
    self.ease = memory.keep(CurveTable.easing(ease))
  }

  /// How much of their journeys eight particles have left.
  struct Remainder {
    /// 1 − e, where e is the share that is done; 0 after the arrival.
    var share: Float8
    /// Its derivative by the age in seconds; 0 before a particle sets off and after it arrives. Not computed if it is not wanted.
    var sharePerSecond: Float8
  }

  /// - Parameter delay: seconds from `startSeconds` to each particle's departure.
  @_transparent
  func remainder(at age: Float8, delay: Float8, wantsVelocity: Bool) -> Remainder {
    let zero = Float8(repeating: 0)
    let duration = Float8(repeating: seconds)
    let journeyAge = (age - startSeconds) - delay
    let journeyShare = CurveCoordinate(age: journeyAge, lifetime: duration).sample(ease)
    // Without the second test, rounding could let the last particles arrive after `arrivalSeconds`.
    let hasArrived = (journeyAge .>= duration) .| (age .>= Float8(repeating: arrivalSeconds))
    let share = (1 - journeyShare.value).replacing(with: zero, where: hasArrived)
    guard wantsVelocity else { return Remainder(share: share, sharePerSecond: zero) }
    let isMotionless = hasArrived .| (journeyAge .< zero)
    let perSecond = (journeyShare.difference * (-Float(CurveTable.steps) / seconds)).replacing(
      with: zero, where: isMotionless)
    return Remainder(share: share, sharePerSecond: perSecond)
  }
}

/// A journey from a place on one shape to one on the next.
struct LaterJourney: BitwiseCopyable {
  /// The most journeys after the first.
  static var capacity: Int { Limits.gatherShapes - 1 }

  var journey: Journey
  var shape: ShapeSampler
  /// Pixels; read where the shape has its own position, otherwise it is at the emitter's.
  var position: SIMD2<Float>
  var hasOwnPosition: Bool
  /// Pixels, in the meaning of the emitter's; read where the shape has its own size, otherwise it has the emitter's.
  var size: SIMD2<Float>
  var hasOwnSize: Bool

  init(
    _ target: GatherTarget, startSeconds: Double, emitter: Emitter, canvas: Canvas, memory: EmitterProgramMemory
  ) {
    journey = Journey(
      startSeconds: startSeconds, seconds: target.seconds, stagger: target.stagger, ease: target.ease,
      swirl: target.swirl, memory: memory)
    shape = ShapeCompiler(emitter: emitter.reshaped(as: target), canvas: canvas, memory: memory).sampler
    func pixels(_ point: PlanePoint?) -> SIMD2<Float> {
      point.map { SIMD2(Float($0.x * canvas.pixelsPerPoint), Float($0.y * canvas.pixelsPerPoint)) } ?? SIMD2()
    }
    (position, hasOwnPosition) = (pixels(target.position), target.position != nil)
    (size, hasOwnSize) = (pixels(target.ownSize), target.ownSize != nil)
  }

  /// Width and height for the shape's sampler, in pixels.
  @inline(__always)
  func size(_ parameters: UnsafePointer<Float8>) -> (width: Float8, height: Float8) {
    hasOwnSize
      ? (Float8(repeating: size.x), Float8(repeating: size.y))
      : (parameters[.emitterWidth], parameters[.emitterHeight])
  }

  /// The shape's centre in pixels.
  @inline(__always)
  func center(_ parameters: UnsafePointer<Float8>) -> (x: Float8, y: Float8) {
    hasOwnPosition
      ? (Float8(repeating: position.x), Float8(repeating: position.y))
      : (parameters[.emitterX], parameters[.emitterY])
  }
}
