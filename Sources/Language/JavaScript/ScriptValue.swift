/// A value of a script, as far as it follows from the text alone.
package struct ScriptValue: Sendable {
  package indirect enum Kind: Sendable {
    case undefined
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([ScriptValue])
    case object([(key: String, value: ScriptValue)])
    /// A function of the script, by the token at which its body begins; nil for one that is not understood.
    case function(Int?)
    /// A moment, in milliseconds from the start of the script.
    case moment(Double)
    /// A name that the script does not declare, with its keys: "Math.random".
    case outside(String)
    /// What is known of it is only that it is not known.
    case unknown
  }

  package var kind: Kind
  /// The tokens of the value's expression.
  package var tokens: Range<Int>
  /// Why the value is no constant, as the end of a sentence that begins with its expression; nil for a constant.
  package var doubt: String?

  init(_ kind: Kind, _ tokens: Range<Int>, doubt: String? = nil) {
    (self.kind, self.tokens, self.doubt) = (kind, tokens, doubt)
  }

  static func unknown(_ tokens: Range<Int>, _ doubt: String) -> ScriptValue {
    ScriptValue(.unknown, tokens, doubt: doubt)
  }

  package var isUnknown: Bool {
    switch kind {
    case .unknown, .outside: true
    default: false
    }
  }

  package var number: Double? { if case .number(let number) = kind { number } else { nil } }
  package var text: String? { if case .text(let text) = kind { text } else { nil } }
  package var elements: [ScriptValue]? { if case .list(let elements) = kind { elements } else { nil } }
  package var members: [(key: String, value: ScriptValue)]? {
    if case .object(let members) = kind { members } else { nil }
  }

  package subscript(key: String) -> ScriptValue? { members?.last { $0.key == key }?.value }

  /// Whether JavaScript takes the value for true; nil if it is not known.
  var truth: Bool? {
    switch kind {
    case .undefined, .null: false
    case .flag(let flag): flag
    case .number(let number): number != 0 && !number.isNaN
    case .text(let text): !text.isEmpty
    case .list, .object, .function, .moment: true
    case .outside, .unknown: nil
    }
  }

  /// The number that JavaScript makes of the value; nil if it makes none.
  var asNumber: Double? {
    switch kind {
    case .null: 0
    case .flag(let flag): flag ? 1 : 0
    case .number(let number): number
    case .text(let text): Double(text)
    case .moment(let milliseconds): milliseconds
    default: nil
    }
  }

  /// The text that JavaScript makes of a text, number or flag; nil for other values.
  var asText: String? {
    switch kind {
    case .flag(let flag): flag ? "true" : "false"
    case .number(let number): ScriptValue.decimal(number)
    case .text(let text): text
    default: nil
    }
  }

  /// A number as JSON and JavaScript write it: whole numbers without a point.
  package static func decimal(_ number: Double) -> String {
    guard number == number.rounded(), abs(number) < 1e15 else { return "\(number)" }
    return "\(Int64(number))"
  }
}

/// What is known where an expression is evaluated: the values of parameters and loop variables, the time, and which of several repetitions it is.
package struct ScriptContext: Sendable {
  /// Values by the token of the parameter's or variable's name.
  var values: [Int: ScriptValue] = [:]
  /// When functions are called, in milliseconds, by the token at which their bodies begin.
  var times: [Int: Double] = [:]
  /// The time of what is evaluated, in milliseconds from the start.
  package var milliseconds = 0.0
  /// The number of the repetition; nil for what happens once. Random numbers then are the middle of their range.
  package var repetition: Int?
  /// What is not certain about this context, such as for how long a timer repeats: sentences without a full stop.
  package var doubts: [String] = []
}

/// Text of a script that no reader can understand: a mistake in the file, with its place.
package struct ScriptMistake: Error {
  package var offset: Int
  package var message: String
}

extension ScriptContext {
  /// The script's own start, outside of all functions.
  package static let start = ScriptContext()
}

extension ScriptValue {
  /// An object that stands for one that is missing.
  package static func object(_ members: [(key: String, value: ScriptValue)], at token: Int) -> ScriptValue {
    ScriptValue(.object(members), token..<token + 1)
  }
}
