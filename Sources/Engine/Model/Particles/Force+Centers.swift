// Forces around a centre or an axis.

extension Force {
  /// Spring towards a point, an axis or a plane (Core Animation's attractor), which may weaken with the distance.
  ///
  /// Where e is the distance beyond `radius` in points, the pull is stiffness · e · (1 + e ÷ falloffDistance)^(−falloff).
  public struct Attractor: DeclaredForce {
    /// What particles are pulled to.
    public var kind = Kind.radial
    /// Centre in points.
    public var position = AnimatedPoint(0, 0)
    /// Depth of the centre in points; z grows towards the eye.
    public var zPosition: AnimatedNumber = 0
    /// Pull for each point of distance, in 1/s²; negative pushes away.
    public var stiffness: AnimatedNumber = 1
    /// Points from the centre, axis or plane up to which there is no force.
    public var radius: AnimatedNumber = 0
    /// Exponent of the weakening: 0 for a spring. Far away the pull is constant with 1, falls as 1 ÷ distance with 2, and as 1 ÷
    /// distance² with 3.
    public var falloff = 0
    /// Points beyond `radius` at which the force is divided by 2 to the power `falloff`.
    public var falloffDistance: AnimatedNumber = 100
    /// Degrees of the axis, or of a plane's normal, in the canvas's plane.
    public var angle: AnimatedNumber = 0
    /// Degrees by which the axis or normal is lifted out of the canvas's plane, towards the eye.
    public var latitude: AnimatedNumber = 0

    package static let name = "attractor"
    package static let about = "Pulls towards a point, a line or a plane, or pushes away from it."
    package static let parameters: [Parameter<Self>] = [
      .choice("kind", \.kind, "What it pulls towards."),
      .forceCenter("position", \.position), .forceDepth("zPosition", \.zPosition),
      .animated(
        "stiffness", \.stiffness, .perSecondSquared, in: -1e4...1e4,
        "Pull for each point of distance beyond radius; negative pushes away."),
      .animated("radius", \.radius, .points, in: 0...1e6, "Inside of it there is no force."),
      .falloff(
        "falloff", \.falloff,
        "Far away it then pulls, being a spring without falloff, constantly with a falloff of 1, and like 1/d with 2."),
      .falloffDistance("falloffDistance", \.falloffDistance),
      .animated(
        "angle", \.angle, .degrees,
        "Direction of its axis, or of its plane's normal, in the canvas's plane, clockwise from the right."),
      .animated(
        "latitude", \.latitude, .degrees,
        "How far its axis, or its plane's normal, is lifted out of the canvas's plane, towards the eye."),
    ]

    /// A spring without an end.
    public init() {}
    package var asForce: Force { .attractor(self) }

    /// What particles are pulled to.
    public enum Kind: String, DescribedChoice {
      /// The centre.
      case radial
      /// The line through the centre along `angle`.
      case axial
      /// The line (for three-dimensional particles the plane) through the centre at right angles to `angle`.
      case planar

      package var sentence: String {
        switch self {
        case .radial: "Its position."
        case .axial: "The line through its position along angle."
        case .planar: "The plane through its position at right angles to angle."
        }
      }
    }
  }

  /// Push around a point (for three-dimensional particles, around an axis), and pull towards the point or axis.
  public struct Vortex: DeclaredForce {
    /// Centre in points.
    public var position = AnimatedPoint(0, 0)
    /// Depth of the centre in points; z grows towards the eye.
    public var zPosition: AnimatedNumber = 0
    /// Push along the circle in points a second squared, clockwise where the axis points to the eye.
    public var strength: AnimatedNumber = 100
    /// Pull towards the centre or axis, in points a second squared.
    public var pull: AnimatedNumber = 0
    /// Radius in points: inside it push and pull shrink linearly to 0 in the middle; outside they weaken by `falloff`.
    public var radius: AnimatedNumber = 10
    /// Exponent of the weakening, 0 to 4: at e points beyond `radius` the force is divided by (1 + e ÷ falloffDistance)^falloff.
    public var falloff = 0
    /// Points beyond `radius` at which the force is divided by 2 to the power `falloff`.
    public var falloffDistance: AnimatedNumber = 100
    /// Degrees of the axis's direction in the canvas's plane.
    public var angle: AnimatedNumber = 0
    /// Degrees by which the axis is lifted out of the canvas's plane, towards the eye; at 90 it points straight to the eye.
    public var latitude: AnimatedNumber = 90

    package static let name = "vortex"
    package static let about = "A swirl around an axis."
    package static let parameters: [Parameter<Self>] = [
      .forceCenter("position", \.position), .forceDepth("zPosition", \.zPosition),
      .acceleration(
        "strength", \.strength, "The push along the circle, clockwise where its axis points to the eye."),
      .acceleration("pull", \.pull, "Pull towards its centre; negative pushes away."),
      .animated(
        "radius", \.radius, .points, in: 0...1e6,
        "Inside of it push and pull shrink linearly to 0 in the centre."),
      .falloff("falloff", \.falloff, "Far away it then pushes like 1/d with 1, and like 1/d² with 2."),
      .falloffDistance("falloffDistance", \.falloffDistance),
      .animated("angle", \.angle, .degrees, "Direction of its axis in the canvas's plane, clockwise from the right."),
      .animated(
        "latitude", \.latitude, .degrees,
        "How far its axis is lifted out of the canvas's plane, towards the eye; 90 is straight to the eye."),
    ]

    /// A swirl around a line to the eye.
    public init() {}
    package var asForce: Force { .vortex(self) }
  }
}

extension Parameter {
  /// An acceleration of particles.
  static func acceleration(_ name: String, _ path: Path<AnimatedNumber>, _ about: String) -> Parameter {
    .animated(name, path, .pointsPerSecondSquared, in: Limits.accelerations, about)
  }

  fileprivate static func forceCenter(_ name: String, _ path: Path<AnimatedPoint>) -> Parameter {
    .animated(name, path, "Its centre.").defaults(toShares: 0.5, 0.5)
  }

  fileprivate static func forceDepth(_ name: String, _ path: Path<AnimatedNumber>) -> Parameter {
    .animated(name, path, .points, "Depth of its centre; larger is nearer to the eye.")
  }

  fileprivate static func falloff(_ name: String, _ path: Path<Int>, _ effect: String) -> Parameter {
    .constant(
      name, path, in: 0...4,
      "The force is divided by (1 + d ÷ falloffDistance) to this power, d being the distance beyond radius; with 0 it has no falloff. \(effect)"
    )
  }

  fileprivate static func falloffDistance(_ name: String, _ path: Path<AnimatedNumber>) -> Parameter {
    .animated(
      name, path, .points, in: 0.1...1e6,
      "Distance beyond the radius at which the force is divided by 2 to the power falloff."
    ).effective(beside: "falloff")
  }
}
