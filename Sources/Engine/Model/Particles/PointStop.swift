import Lanes

/// The offset of a particle at a share of its lifetime, one stop of a curve over life, and the easing to the next stop.
public struct PointStop: Sendable, Equatable {
  /// Age ÷ lifetime, 0 to 1.
  public var location: Double
  /// Horizontal offset in points at `location`.
  public var x: Double
  /// Vertical offset in points at `location`.
  public var y: Double
  /// Timing curve to the next stop.
  public var easing: Easing

  /// A stop of a curve over life.
  public init(_ location: Double, _ x: Double, _ y: Double, _ easing: Easing = .linear) {
    self.location = location
    self.x = x
    self.y = y
    self.easing = easing
  }
}

extension [PointStop] {
  /// The stops of one coordinate, as a curve of numbers.
  package func curve(of coordinate: (PointStop) -> Double) -> [NumberStop] {
    map { NumberStop($0.location, coordinate($0), $0.easing) }
  }
}
