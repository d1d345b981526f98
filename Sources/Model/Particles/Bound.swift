/// Border for the particles of a cell, which are then stepped unless all it does is wrap.
///
/// It acts on the particle's position, not on its sprite's rim, and on particles that cross it: those born outside may come
/// in.
public struct Bound: Sendable, Equatable {
  /// Points a second across a bound. Slower particles rest on it, and their bounces trigger no births.
  package static let leastBounceSpeed = 10.0
  /// Geometry of the border.
  public var shape: Shape
  /// What the border does to particles.
  public var action: Action
  /// Share of the speed across the bound that a bounce gives back.
  public var restitution: Double
  /// Coulomb's friction: a bounce takes up to friction × (its change of speed across the bound) of the speed along it.
  public var friction: Double

  /// Geometries of borders.
  public enum Shape: Sendable, Equatable {
    /// Sides of the canvas, each moved inwards by `inset` points.
    case edges(Axis, inset: Double)
    /// Horizontal line; below it is out of bounds.
    case floor(y: Double)
    /// Segment; both of its sides are in bounds.
    case line(from: PlanePoint, to: PlanePoint)
  }

  /// Edges of a frame that act.
  public enum Axis: String, Sendable, CaseIterable {
    /// All edges.
    case both
    /// The left and the right edge.
    case horizontal
    /// The upper and the lower edge.
    case vertical
  }

  /// What a border does to particles.
  public enum Action: String, Sendable, CaseIterable {
    /// Throws them back.
    case bounce
    /// Ends their lives.
    case kill
    /// Brings them in at the opposite edge.
    case wrap
  }

  /// A border.
  public init(_ shape: Shape, _ action: Action, restitution: Double = 0.5, friction: Double = 0) {
    self.shape = shape
    self.action = action
    self.restitution = restitution
    self.friction = friction
  }
}
