import JSON
import Model

/// A knob as written in a preset.
struct KnobDraft: Sendable {
  /// The default, or the value given by `--set`.
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
        "The value without --set; its type is the knob's type."
      ) { _, node in node }.required,
      .optionalNumber("min", \.minimum, .none, Limits.numbers, "The least number that the knob may be."),
      .optionalNumber("max", \.maximum, .none, Limits.numbers, "The greatest number that the knob may be."),
      .texts("choices", \.choices, "The texts that a knob of text may be; any if not given."),
      .text("about", \.about, "What it does, in one sentence, for listings of knobs."),
    ])
}
