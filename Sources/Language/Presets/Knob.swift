/// A setting that a preset offers its users, changed by `--set NAME=VALUE`.
public struct Knob: Sendable, Equatable {
  /// Name in `--set` and in formulas.
  public var name: String
  /// Type of the value.
  public var kind: Kind
  /// The value in effect as JSON: the value given by `--set`, otherwise the preset's default.
  public var value: String
  /// Least number allowed; nil for no limit.
  public var minimum: Double?
  /// Greatest number allowed; nil for no limit.
  public var maximum: Double?
  /// Texts that a text knob may be set to; empty if any text is allowed.
  public var choices: [String]
  /// What the knob does, in one sentence, for listings; empty if the preset does not say.
  public var about: String

  /// Types of values.
  public enum Kind: String, Sendable {
    /// A number.
    case number
    /// A text.
    case text
    /// true or false.
    case flag
    /// A list.
    case list
  }
}
