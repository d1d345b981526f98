/// A point or a pair of lengths, animated independently of each other.
public struct AnimatedPoint: Sendable, Equatable {
  public var x: AnimatedNumber
  public var y: AnimatedNumber

  public init(_ x: AnimatedNumber, _ y: AnimatedNumber) {
    self.x = x
    self.y = y
  }

  package var isConstant: Bool { x.isConstant && y.isConstant }
}
