import Lanes
import Model

/// The numbers of a `Gather` in the simulation's units: particles travel from scattered starting points to the emitter's shape.
struct GatherParameters: BitwiseCopyable {
  var origin: Gather.Origin
  /// Radius of the disc in which particles start; without effect for `Gather.Origin.canvas`.
  var radiusPixels: Float
  /// Seconds that each particle travels.
  var journeySeconds: Float
  /// Longest wait between a particle's birth and the start of its journey.
  var maximumDelaySeconds: Float
  /// Age in seconds at which every particle has arrived.
  var arrivalSeconds: Float
  /// Turns by which a journey winds about its end.
  var swirlTurns: Float
  /// Age in seconds at a particle's release: from then on velocity and forces act.
  var releaseSeconds: Float
  /// Table of the journey's timing (`CurveTable`).
  var ease: UnsafePointer<Float>

  init(_ gather: Gather, canvas: Canvas, memory: EmitterProgramMemory) {
    origin = gather.from
    radiusPixels = Float(gather.radius * canvas.pixelsPerPoint)
    // A preset's values are checked, those of a scene in code are not: clamp them so that a journey takes some time.
    let (totalSeconds, stagger) = (max(gather.seconds, 0.001), min(max(gather.stagger, 0), 0.9))
    journeySeconds = Float(totalSeconds * (1 - stagger))
    maximumDelaySeconds = Float(totalSeconds * stagger)
    arrivalSeconds = Float(totalSeconds)
    swirlTurns = Float(gather.swirl / 360)
    // Particles that are never released get an age that is longer than any lifetime.
    releaseSeconds = gather.hold.map { Float(totalSeconds + max($0, 0)) } ?? 1e9
    ease = memory.keep(CurveTable.easing(gather.ease))
  }

  /// Seconds from the release to an age; 0 before the release.
  @inline(__always)
  func freeSeconds(at age: Float8) -> Float8 { Lanes.max(age - releaseSeconds, 0) }
}
