import Model

/// A knob as written.
struct KnobDraft: Sendable {
  /// The default, or what `--set` has put in its place.
  var value: JSONNode?
  var minimum: Double?
  var maximum: Double?
  var choices: [String] = []
  var about = ""
}

extension Declarations {
  static let knob = Declaration<KnobDraft>(
    "knob", "One thing that users may change with --set NAME=VALUE.", KnobDraft(),
    [
      .optional(
        "default", \.value, .anyOf([.number(NumberSchema(.none)), .text, .flag, .list(.anything)]),
        "Its value; the type is the knob's type."
      ) { $1 }.required,
      .optionalNumber("min", \.minimum, .none, Limits.numbers, "The least number."),
      .optionalNumber("max", \.maximum, .none, Limits.numbers, "The greatest number."),
      .texts("choices", \.choices, "What a text may be."),
      .text("about", \.about, "One sentence for lists."),
    ])
}
