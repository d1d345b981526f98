/// A border for the particles of a cell, which are then stepped unless all it does is wrap. It acts on the particle's place, not on its sprite's rim, and
/// on those that cross it: who is born outside may come in.
public struct Bound: Sendable, Equatable {
  /// Points a second across a border; slower particles rest on it, and their bounces bear no children.
  package static let leastBounceSpeed = 10.0
  public var shape: Shape
  public var action: Action
  /// Share of the speed across the border that a bounce gives back.
  public var restitution: Double
  /// A bounce takes up to friction × (its change of speed across the border) of the speed along it.
  public var friction: Double

  public enum Shape: Sendable, Equatable {
    /// The canvas, each side moved inwards by `inset` points.
    case edges(Axis, inset: Double)
    /// All that lies below is out of bounds.
    case floor(y: Double)
    /// Both sides are in bounds.
    case line(from: PlanePoint, to: PlanePoint)
  }

  public enum Axis: String, Sendable, CaseIterable {
    case both, horizontal, vertical
  }

  public enum Action: String, Sendable, CaseIterable {
    case bounce, kill, wrap
  }

  public init(_ shape: Shape, _ action: Action, restitution: Double = 0.5, friction: Double = 0) {
    self.shape = shape
    self.action = action
    self.restitution = restitution
    self.friction = friction
  }
}
