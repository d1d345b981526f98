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
  var follower: SoundFollower?
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
      .optionalObject(
        "listen", \.follower, Declarations.listen,
        "Lets a knob of a number follow the preset's sound: where a formula reads it, it is the value plus what is heard."
      ),
    ])

  static let listen = Declaration<SoundFollower>(
    "listen", "How a knob follows the preset's sound (an envelope follower).", SoundFollower(),
    [
      .value("to", \.source, .choice(SoundFollower.sources), "What the knob follows.", default: { "\"\($0)\"" }) {
        $0.choice($1, among: SoundFollower.sources)
      },
      .number(
        "amount", \.amount, .none, Limits.numbers, "What is added to the knob where the sound is at its usual greatest."
      ),
      .number(
        "attack", \.attackSeconds, .seconds, 0...10, "How quickly a rise is followed: 63 % of it in this time."),
      .number("release", \.releaseSeconds, .seconds, 0...60, "How slowly it falls again: by 63 % in this time."),
      .number(
        "ahead", \.secondsAhead, .seconds, -60...60, "How much earlier than the sound it acts; below 0 it is later."),
      .number(
        "threshold", \.threshold, .share, 0...0.99,
        "What counts as silence: what is above is stretched over 0 to 1."),
      .number(
        "smoothing", \.smoothingSeconds, .seconds, 0...60,
        "Over how long it is averaged, half of the time before and half after each moment."),
    ])
}
