import Lanes

/// A shape to which the particles of a `Gather` travel on from the one before. Each has a random place on it, which depends on the
/// particle alone; its place on the shape before says nothing about it.
public struct GatherTarget: Sendable, Equatable {
  /// Geometry of the places.
  public var shape: Emitter.Shape
  /// Region of the shape in which the places lie; nil for the emitter's.
  public var mode: Emitter.Mode?
  /// Centre of the shape in points; nil for the emitter's position at the particle's birth.
  public var position: PlanePoint?
  /// Width and height in points, as an emitter's. Nil for the shape's own (`hasOwnSize`), or for the emitter's at the particle's birth.
  public var size: PlanePoint?
  /// Seconds of the journey: from the end of the hold before until every particle is at its place.
  public var seconds: Double
  /// As `Gather.stagger`.
  public var stagger: Double
  /// Timing of the journey.
  public var ease: Easing
  /// Degrees by which the journey winds about its end, clockwise.
  public var swirl: Double
  /// As `Gather.hold`.
  public var hold: Double?

  /// A journey on to a shape.
  public init(
    shape: Emitter.Shape = .point, mode: Emitter.Mode? = nil, position: PlanePoint? = nil, size: PlanePoint? = nil,
    seconds: Double = 1, stagger: Double = 0, ease: Easing = .named(.easeInOutCubic), swirl: Double = 0,
    hold: Double? = nil
  ) {
    self.shape = shape
    self.mode = mode
    self.position = position
    self.size = size
    self.seconds = seconds
    self.stagger = stagger
    self.ease = ease
    self.swirl = swirl
    self.hold = hold
  }

  /// The size as an emitter's `size`: given here, or 0 where the shape has its own; nil for that of the emitter.
  package var ownSize: PlanePoint? { size ?? (hasOwnSize ? PlanePoint(0, 0) : nil) }

  /// Whether the shape has a size of its own: a path, words or a picture.
  private var hasOwnSize: Bool {
    switch shape {
    case .path, .picture: true
    case .point, .line, .rectangle, .circle, .ellipse, .ring, .polygon, .regularPolygon, .star, .heart, .cuboid,
      .sphere:
      false
    }
  }
}

extension Emitter {
  /// An emitter without cells whose shape is that of a target.
  package func reshaped(as target: GatherTarget) -> Emitter {
    var emitter = self
    emitter.cells = []
    emitter.shape = target.shape
    emitter.mode = target.mode ?? mode
    if let size = target.ownSize { emitter.size = AnimatedPoint(AnimatedNumber(size.x), AnimatedNumber(size.y)) }
    return emitter
  }
}

extension Gather {
  /// The age in seconds at which every particle is at its place on each shape, and the seconds that it stays there before the next.
  package var arrivals: [(age: Double, hold: Double?)] {
    var arrivals: [(age: Double, hold: Double?)] = [(seconds, hold)]
    for target in next {
      let before = arrivals[arrivals.count - 1]
      arrivals.append((before.age + max(before.hold ?? 0, 0) + target.seconds, target.hold))
    }
    return arrivals
  }
}
