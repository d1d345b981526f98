import Lanes

/// How particles come together: each begins scattered, travels to its place on the emitter's shape, is there exactly when its
/// journey ends, and stays. After `hold` seconds it is released: its velocity and all forces act from then on, as if it were
/// born there.
///
/// Until its release a particle is moved only by this, and by sway, drift, flutter and offsets over life, which are added.
/// Curves over life, rotation and spin follow the age as ever. Not with `travel` and `velocityOverLife`.
public struct Gather: Sendable, Equatable {
  /// What particles are scattered about.
  public var from: Origin
  /// Radius in points of the disc in which they are scattered, evenly by area; without effect for `Origin.canvas`.
  public var radius: Double
  /// Seconds after its birth at which a particle is at its place.
  public var seconds: Double
  /// Share of `seconds`, 0 to 0.9, that particles' journeys are shorter: each begins and arrives earlier or later at random, all
  /// have arrived after `seconds`.
  public var stagger: Double
  /// Timing of the journey.
  public var ease: Easing
  /// Degrees by which the way winds about its end, clockwise.
  public var swirl: Double
  /// Seconds from `seconds` to the release; nil: particles stay to the end of their lives.
  public var hold: Double?

  /// Places that particles are scattered about.
  public enum Origin: String, Sendable, CaseIterable, BitwiseCopyable {
    /// Each particle's own place on the shape.
    case around
    /// The emitter's position.
    case center
    /// The canvas, all of it.
    case canvas
  }

  /// A journey to a place on the shape.
  public init(
    from: Origin = .around, radius: Double = 100, seconds: Double = 1, stagger: Double = 0,
    ease: Easing = .named(.easeInOutCubic), swirl: Double = 0, hold: Double? = nil
  ) {
    self.from = from
    self.radius = radius
    self.seconds = seconds
    self.stagger = stagger
    self.ease = ease
    self.swirl = swirl
    self.hold = hold
  }
}
