import JSON
import Presets

/// The value of a preset's knob. Literals can be used: `["intensity": 2, "palette": ["#f55", "gold"], "moon": false]`.
public enum KnobValue: Sendable, Hashable {
  /// A number.
  case number(Double)
  /// A text, such as a colour or one of the knob's choices.
  case text(String)
  /// true or false.
  case flag(Bool)
  /// A list, such as one of colours.
  case list([KnobValue])

  /// The change of a knob, or of a key by its path, to this value. A text is read as `--set` reads it, but quotes are its own.
  package func override(of key: String) -> PresetSettings.Override {
    var override = PresetSettings.Override(key: key, value: settingText)
    if case .text(let text) = self { override.isText = text.first { !$0.isWhitespace } == "\"" }
    return override
  }

  /// The value as `--set` takes it: a text unquoted, other values as JSON.
  private var settingText: String {
    if case .text(let text) = self { return text }
    return json
  }

  /// The value as JSON. Whole numbers below 10¹⁵, which Double represents exactly, are printed without ".0".
  private var json: String {
    switch self {
    case .number(let value): value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    case .text(let text): JSONWriter.quoted(text)
    case .flag(let value): "\(value)"
    case .list(let values): "[\(values.map(\.json).joined(separator: ", "))]"
    }
  }
}

extension KnobValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral
{
  /// A number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// true or false.
  public init(booleanLiteral value: Bool) { self = .flag(value) }
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A list.
  public init(arrayLiteral elements: KnobValue...) { self = .list(elements) }
}
