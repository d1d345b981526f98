/// A setting that a preset offers its users.
public struct Knob: Sendable, Equatable {
  public var name: String
  public var kind: Kind
  /// The value in effect, as JSON.
  public var value: String
  public var minimum: Double?
  public var maximum: Double?
  /// For text: what it may be; empty for anything.
  public var choices: [String]
  public var about: String

  public enum Kind: String, Sendable {
    case number, text, flag, list
  }
}
