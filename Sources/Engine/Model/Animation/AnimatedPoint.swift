/// A point, or a pair of numbers such as width and height, whose components are animated independently of each other.
public struct AnimatedPoint: Sendable, Equatable {
  /// Horizontal coordinate or length.
  public var x: AnimatedNumber
  /// Vertical coordinate or length; y grows downwards.
  public var y: AnimatedNumber

  /// A point of two numbers.
  public init(_ x: AnimatedNumber, _ y: AnimatedNumber) {
    self.x = x
    self.y = y
  }

  package var isConstant: Bool { x.isConstant && y.isConstant }
}
