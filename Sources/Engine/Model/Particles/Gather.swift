import Lanes

/// How particles come together: each begins at a scattered position, travels to its place on the emitter's shape, and stays
/// there. After `hold` seconds it travels on to its place on the next shape (`next`), or is released: its velocity and all forces act
/// from then on, as if it were born at the place where it is.
///
/// Until its release a particle moves only along this journey, and by motions around its path, such as sway. Curves over
/// life, rotation and spin follow the age as usual. A cell with a gather has no `travel` and no
/// `velocityOverLife`.
public struct Gather: Sendable, Equatable {
  /// What particles are scattered about.
  public var from: Origin
  /// Radius in points of the disc in which particles are scattered, evenly by area; without effect for `Origin.canvas`.
  public var radius: Double
  /// Age in seconds at which every particle has arrived at its place.
  public var seconds: Double
  /// Share of `seconds`, 0 to 0.9, by which each particle's journey is shorter than `seconds`. The journeys begin at random
  /// times, and all have ended at the age `seconds`.
  public var stagger: Double
  /// Timing of the journey.
  public var ease: Easing
  /// Degrees by which the journey winds about its end, clockwise.
  public var swirl: Double
  /// Seconds from the age `seconds` to the next journey or to the release. Nil: no time where another shape follows; after the last,
  /// particles stay to the end of their lives.
  public var hold: Double?
  /// The shapes that the same particles come together on afterwards, one after the other; at most `Limits.gatherShapes` − 1.
  public var next: [GatherTarget]

  /// Places that particles are scattered about.
  public enum Origin: String, Sendable, CaseIterable, BitwiseCopyable {
    /// Each particle's own place on the shape.
    case around
    /// The emitter's position.
    case center
    /// The whole canvas.
    case canvas
  }

  /// A journey to a place on the shape.
  public init(
    from: Origin = .around, radius: Double = 100, seconds: Double = 1, stagger: Double = 0,
    ease: Easing = .named(.easeInOutCubic), swirl: Double = 0, hold: Double? = nil, next: [GatherTarget] = []
  ) {
    self.from = from
    self.radius = radius
    self.seconds = seconds
    self.stagger = stagger
    self.ease = ease
    self.swirl = swirl
    self.hold = hold
    self.next = next
  }
}
