/// A setting that a preset offers its users.
public struct Knob: Sendable, Equatable {
  public var name: String
  public var kind: Kind
  /// The value in effect, as JSON.
  public var value: String
  public var minimum: Double?
  public var maximum: Double?
  /// Texts that a text knob may be; empty for any.
  public var choices: [String]
  public var about: String

  public enum Kind: String, Sendable {
    case number, text, flag, list
  }
}
