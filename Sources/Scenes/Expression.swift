import Lanes

/// A compiled formula of the preset language.
public struct Expression: Sendable, Equatable {
  public func value(at clock: Clock) -> Double { 0 }
}
