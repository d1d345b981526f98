/// A place in space whose coordinates change with time, in points. z grows towards the viewer; the canvas lies at z = 0.
public struct AnimatedPosition: Sendable, Equatable {
  /// From the canvas's left edge.
  public var x: AnimatedNumber
  /// From the canvas's upper edge.
  public var y: AnimatedNumber
  /// In front of the canvas.
  public var z: AnimatedNumber

  /// A place by its coordinates.
  public init(_ x: AnimatedNumber, _ y: AnimatedNumber, _ z: AnimatedNumber) { (self.x, self.y, self.z) = (x, y, z) }

  package var isConstant: Bool { x.isConstant && y.isConstant && z.isConstant }

  package func value(at clock: AnimationClock) -> SIMD3<Double> {
    SIMD3(x.value(at: clock), y.value(at: clock), z.value(at: clock))
  }
}
