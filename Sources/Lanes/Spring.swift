/// A damped harmonic oscillator going from 0 to 1.
public struct Spring: Sendable, Equatable {
  public var mass: Double
  public var stiffness: Double
  public var damping: Double
  /// Distances per second at the start.
  public var initialVelocity: Double

  public init(mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0) {
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    self.initialVelocity = initialVelocity
  }

  /// Place after `seconds`.
  public func value(at seconds: Double) -> Double { seconds }
}
