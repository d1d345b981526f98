/// Force under which a trajectory has no closed form: the cell's particles are stepped, that is, each is integrated in steps from
/// its own birth.
///
/// Lengths are points, accelerations points a second squared, angles degrees (0 along +x, clockwise). Forces add up,
/// and act together with the cell's `xAcceleration`, `yAcceleration`, `zAcceleration`, linear `drag` and `wind`. Animated
/// values are read throughout a particle's life, by the clock of the layer: all particles feel the same change at the same
/// moment.
///
/// Three-dimensional particles are pushed in three dimensions: distances and speeds include z. An attractor of kind `planar`
/// pulls two-dimensional particles to a line and three-dimensional ones to a plane; `axial` pulls both to a line. A value for z
/// (`zPosition`, `latitude`, `zForce`) makes the cell three-dimensional.
public enum Force: Sendable, Equatable {
  /// A pull towards a point, a line or a plane.
  case attractor(Attractor)
  /// Quadratic air drag: the acceleration is −coefficient · |v − wind| · (v − wind), with the coefficient in 1 ÷ points.
  case drag(coefficient: AnimatedNumber)
  /// A swirl around an axis.
  case vortex(Vortex)
  /// Swirling air that changes with time.
  case turbulence(Turbulence)
  /// A push to and fro, the same everywhere.
  case wave(Wave)
  /// Gusts that travel in one direction.
  case gust(Gust)
  /// Upper limit of a particle's speed in points a second.
  case speedLimit(maximum: AnimatedNumber)

  /// Spring towards a point, an axis or a plane (Core Animation's attractor), which may weaken with the distance.
  ///
  /// Where e is the distance beyond `radius` in points, the pull is stiffness · e · (1 + e ÷ falloffDistance)^(−falloff).
  public struct Attractor: Sendable, Equatable {
    /// What particles are pulled to.
    public var kind: Kind
    /// Centre in points.
    public var position: AnimatedPoint
    /// Depth of the centre in points; z grows towards the eye.
    public var zPosition: AnimatedNumber
    /// Pull for each point of distance, in 1/s²; negative pushes away.
    public var stiffness: AnimatedNumber
    /// Points from the centre, axis or plane up to which there is no force.
    public var radius: AnimatedNumber
    /// Exponent of the weakening: 0 for a spring. Far away the pull is constant with 1, falls as 1 ÷ distance with 2, and as 1 ÷
    /// distance² with 3.
    public var falloff: Int
    /// Points beyond `radius` at which the force is divided by 2 to the power `falloff`.
    public var falloffDistance: AnimatedNumber
    /// Degrees of the axis, or of a plane's normal, in the canvas's plane.
    public var angle: AnimatedNumber
    /// Degrees by which the axis or normal is lifted out of the canvas's plane, towards the eye.
    public var latitude: AnimatedNumber

    /// What particles are pulled to.
    public enum Kind: String, Sendable, CaseIterable {
      /// The centre.
      case radial
      /// The line through the centre along `angle`.
      case axial
      /// The line (for three-dimensional particles the plane) through the centre at right angles to `angle`.
      case planar
    }

    /// An attractor.
    public init(
      kind: Kind = .radial, position: AnimatedPoint = AnimatedPoint(0, 0), stiffness: AnimatedNumber = 1,
      radius: AnimatedNumber = 0,
      falloff: Int = 0, falloffDistance: AnimatedNumber = 100, angle: AnimatedNumber = 0, zPosition: AnimatedNumber = 0,
      latitude: AnimatedNumber = 0
    ) {
      self.kind = kind
      self.position = position
      self.zPosition = zPosition
      self.stiffness = stiffness
      self.radius = radius
      self.falloff = falloff
      self.falloffDistance = falloffDistance
      self.angle = angle
      self.latitude = latitude
    }
  }
}

extension Force {
  /// Push around a point (for three-dimensional particles, around an axis), and pull towards the point or axis.
  public struct Vortex: Sendable, Equatable {
    /// Centre in points.
    public var position: AnimatedPoint
    /// Depth of the centre in points; z grows towards the eye.
    public var zPosition: AnimatedNumber
    /// Degrees of the axis's direction in the canvas's plane.
    public var angle: AnimatedNumber
    /// Degrees by which the axis is lifted out of the canvas's plane, towards the eye; at 90 it points straight to the eye.
    public var latitude: AnimatedNumber
    /// Push along the circle in points a second squared, clockwise where the axis points to the eye.
    public var strength: AnimatedNumber
    /// Pull towards the centre or axis, in points a second squared.
    public var pull: AnimatedNumber
    /// Radius in points: inside it push and pull shrink linearly to 0 in the middle; outside they weaken by `falloff`.
    public var radius: AnimatedNumber
    /// Exponent of the weakening, 0 to 4: at e points beyond `radius` the force is divided by (1 + e ÷ falloffDistance)^falloff.
    public var falloff: Int
    /// Points beyond `radius` at which the force is divided by 2 to the power `falloff`.
    public var falloffDistance: AnimatedNumber

    /// A vortex.
    public init(
      position: AnimatedPoint = AnimatedPoint(0, 0), strength: AnimatedNumber = 100, pull: AnimatedNumber = 0,
      radius: AnimatedNumber = 10,
      falloff: Int = 0, falloffDistance: AnimatedNumber = 100, zPosition: AnimatedNumber = 0, angle: AnimatedNumber = 0,
      latitude: AnimatedNumber = 90
    ) {
      self.position = position
      self.zPosition = zPosition
      self.angle = angle
      self.latitude = latitude
      self.strength = strength
      self.pull = pull
      self.radius = radius
      self.falloff = falloff
      self.falloffDistance = falloffDistance
    }
  }

  /// Field of pushes that swirl: curl noise, without sources or sinks.
  public struct Turbulence: Sendable, Equatable {
    /// Strength in points a second squared; a typical push is 0.7 × `strength`.
    public var strength: AnimatedNumber
    /// Points from swirl to swirl.
    public var scale: Double
    /// How fast the field changes: cells a second along the time axis of its noise.
    public var frequency: Double
    /// Selects the field; turbulences with equal seeds have equal fields, also in different cells.
    public var seed: Int

    /// Swirling air.
    public init(strength: AnimatedNumber = 100, scale: Double = 100, frequency: Double = 0.5, seed: Int = 0) {
      self.strength = strength
      self.scale = scale
      self.frequency = frequency
      self.seed = seed
    }
  }

  /// Uniform push that swings to and fro (Core Animation's wave): nearly a sine, each half swing a parabola.
  public struct Wave: Sendable, Equatable {
    /// Push in points a second squared where it is strongest.
    public var force: AnimatedPoint
    /// Push towards the eye in points a second squared where it is strongest.
    public var zForce: AnimatedNumber
    /// Swings a second; in a loop adjusted so that a whole number of them fits.
    public var frequency: Double
    /// Phase of the swing at local time 0, in degrees: with 0 the push is 0 and grows.
    public var phase: Double

    /// A wave.
    public init(
      force: AnimatedPoint = AnimatedPoint(0, 0), frequency: Double = 1, phase: Double = 0, zForce: AnimatedNumber = 0
    ) {
      self.force = force
      self.zForce = zForce
      self.frequency = frequency
      self.phase = phase
    }
  }

  /// Pushes in one direction of the canvas's plane that come and go, with calm between them.
  public struct Gust: Sendable, Equatable {
    /// Push of the strongest gusts in points a second squared.
    public var strength: AnimatedNumber
    /// Degrees of the direction in which gusts blow.
    public var angle: AnimatedNumber
    /// How fast the wind changes: cells a second along the time axis of its noise.
    public var frequency: Double
    /// Points from gust to gust; gusts travel in the direction `angle` at `length` × `frequency` points a second. 0 for a push
    /// that is the same everywhere.
    public var length: Double
    /// Selects the gusts; equal seeds give equal gusts, also in different cells.
    public var seed: Int

    /// Gusts.
    public init(
      strength: AnimatedNumber = 100, angle: AnimatedNumber = 0, frequency: Double = 0.5, length: Double = 0,
      seed: Int = 0
    ) {
      self.strength = strength
      self.angle = angle
      self.frequency = frequency
      self.length = length
      self.seed = seed
    }
  }
}

extension Cell {
  /// Whether the particles are integrated in steps: forces, and boundaries that bounce or kill, need all earlier positions.
  package var isStepped: Bool { !forces.isEmpty || bounds.contains { $0.action != .wrap } }
}
