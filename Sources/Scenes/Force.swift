/// A force on the particles of a cell that has no closed form: the cell's particles are stepped, each from its own birth.
///
/// Lengths are points, accelerations points a second squared, angles degrees (0 along +x, clockwise). Forces add up, and
/// add to `xAcceleration`, `yAcceleration`, `drag` and `wind`.
public enum Force: Sendable, Equatable {
  case attractor(Attractor)
  /// Slows by `coefficient` · |v − wind| · (v − wind): per point, the air drag of fast and large things.
  case drag(coefficient: Double)

  /// A spring towards a point or a line (Core Animation's attractor), which may weaken with the distance.
  ///
  /// With e the distance beyond `radius`, the pull is stiffness · e · (1 + e ÷ falloffDistance)^(−falloff).
  public struct Attractor: Sendable, Equatable {
    public var kind: Kind
    public var position: PlanePoint
    /// Pull a point of distance, in 1/s²; negative pushes away.
    public var stiffness: Double
    /// Inside it there is no force.
    public var radius: Double
    /// 0: a spring. 1: even far away. 2: like 1 ÷ distance. 3: like 1 ÷ distance².
    public var falloff: Int
    public var falloffDistance: Double
    /// Of the axis, or of a plane's normal.
    public var angle: Double

    public enum Kind: String, Sendable, CaseIterable {
      /// Towards the point.
      case radial
      /// Towards the line through the point along `angle`.
      case axial
      /// Towards the line through the point across `angle`.
      case planar
    }

    public init(
      kind: Kind = .radial, position: PlanePoint = PlanePoint(0, 0), stiffness: Double = 1, radius: Double = 0,
      falloff: Int = 0, falloffDistance: Double = 100, angle: Double = 0
    ) {
      self.kind = kind
      self.position = position
      self.stiffness = stiffness
      self.radius = radius
      self.falloff = falloff
      self.falloffDistance = falloffDistance
      self.angle = angle
    }
  }
}

extension Cell {
  /// Whether its particles' paths have no closed form.
  public var isStepped: Bool { !forces.isEmpty }
}
