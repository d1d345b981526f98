/// A value that is made with all defaults, and then changed: `Noise().with { $0.octaves = 6 }`.
public protocol Adjustable: Sendable {}

extension Adjustable {
  /// The value after a change.
  public func with(_ change: (inout Self) -> Void) -> Self {
    var value = self
    change(&value)
    return value
  }
}
