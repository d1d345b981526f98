import Lanes

/// Value of a curve over life (at age ÷ lifetime) or along a trail, and the easing from it to the next stop.
public struct NumberStop: Sendable, Equatable {
  /// Age ÷ lifetime, or share of the trail from the particle (0) to the trail's end (1); 0 to 1.
  public var location: Double
  /// Value at that location.
  public var value: Double
  /// Timing curve to the next stop.
  public var easing: Easing

  /// A stop of a curve.
  public init(_ location: Double, _ value: Double, _ easing: Easing = .linear) {
    self.location = location
    self.value = value
    self.easing = easing
  }
}

extension [NumberStop] {
  /// The value at a location; there must be a stop, and the stops are sorted. Between two stops their values are mixed by the
  /// easing of the stop before. Before the first stop the value is the first stop's, after the last stop the last stop's.
  package func value(at location: Double) -> Double {
    let fromIndex = lastIndex(notAbove: location) { $0.location }
    let from = self[fromIndex]
    guard fromIndex + 1 < count, location > from.location else { return from.value }
    let to = self[fromIndex + 1]
    let share = from.easing.value(at: (location - from.location) / (to.location - from.location))
    return from.value + (to.value - from.value) * share
  }
}
