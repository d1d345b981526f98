/// A wall, a floor or an edge for the particles of a cell (the key `bounds`). Particles with a boundary that bounces or kills are
/// integrated in steps.
///
/// A boundary acts on a particle's position, not on the rim of its sprite, and only at the moment when the particle crosses the
/// boundary outwards: particles that are born outside may come in.
public struct Boundary: Sendable, Equatable {
  /// Least speed across a boundary, in points a second, with which a bounce triggers births. Slower particles bounce too, but
  /// without births.
  package static let minimumTriggeringSpeed = 10.0
  /// Geometry of the boundary.
  public var shape: Shape
  /// What the boundary does to particles.
  public var action: Action
  /// Share of the speed across the boundary that a bounce gives back, 0 to 1.
  public var restitution: Double
  /// Coefficient of Coulomb's friction: a bounce lowers the speed along the boundary by at most `friction` times the change that
  /// it makes to the speed across the boundary.
  public var friction: Double

  /// Geometries of boundaries.
  public enum Shape: Sendable, Equatable {
    /// Sides of the canvas, each moved inwards by `inset` points.
    case edges(Axis, inset: Double)
    /// Horizontal line; below it is out of bounds.
    case floor(y: Double)
    /// Segment; both of its sides are in bounds.
    case line(from: PlanePoint, to: PlanePoint)
  }

  /// Edges of the canvas that act.
  public enum Axis: String, DescribedChoice {
    /// All edges.
    case both
    /// The left and the right edge.
    case horizontal
    /// The upper and the lower edge.
    case vertical

    package var sentence: String {
      switch self {
      case .both: "All."
      case .horizontal: "Left and right."
      case .vertical: "Top and bottom."
      }
    }
  }

  /// What a boundary does to particles.
  public enum Action: String, DescribedChoice {
    /// Particles bounce.
    case bounce
    /// Particles die.
    case kill
    /// Particles come in again at the opposite edge.
    case wrap

    package var sentence: String {
      switch self {
      case .bounce: "They are thrown back."
      case .kill: "Their lives end."
      case .wrap: "They come in at the opposite edge; of edges only."
      }
    }
  }

  /// A boundary.
  public init(_ shape: Shape, _ action: Action, restitution: Double = 0.5, friction: Double = 0) {
    self.shape = shape
    self.action = action
    self.restitution = restitution
    self.friction = friction
  }
}
