import Lanes
import Model

/// `Gather` in the simulation's units.
struct GatherParameters: BitwiseCopyable {
  var origin: Gather.Origin
  /// Pixels.
  var radius: Float
  /// Seconds that a journey takes, and the longest wait between a birth and the start of its journey.
  var seconds: Float
  var maximumDelay: Float
  /// Age in seconds at which all are at their places.
  var arrivalSeconds: Float
  /// Turns.
  var swirl: Float
  /// Age in seconds from which velocity and forces act.
  var releaseSeconds: Float
  /// Table of the journey's timing (`CurveTable`).
  var ease: UnsafePointer<Float>

  init(_ gather: Gather, canvas: Canvas, memory: ProgramMemory) {
    origin = gather.from
    radius = Float(gather.radius * canvas.pixelsPerPoint)
    // Values from code are not checked as a preset's are: they are clamped, so that a journey takes some time.
    let (whole, stagger) = (max(gather.seconds, 0.001), min(max(gather.stagger, 0), 0.9))
    seconds = Float(whole * (1 - stagger))
    maximumDelay = Float(whole * stagger)
    arrivalSeconds = Float(whole)
    swirl = Float(gather.swirl / 360)
    // Longer than any lifetime where particles stay.
    releaseSeconds = gather.hold.map { Float(whole + max($0, 0)) } ?? 1e9
    ease = memory.keep(CurveTable.easing(gather.ease))
  }

  /// Seconds from the release to an age; 0 before the release.
  @inline(__always)
  func freeSeconds(at age: Float8) -> Float8 { Lanes.max(age - releaseSeconds, 0) }
}
