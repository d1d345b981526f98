import JSON
import Lanes
import Model

/// An animation of any kind as written; each kind uses some of the properties. Values are kept as nodes, to be read by an
/// `AnimatedValueReader`, which knows whether numbers, points or colours are animated.
struct AnimationDraft: Sendable {
  // Only for keyframes.
  var keys, values, keyTimes: JSONNode?
  var mode = KeyMode.linear
  /// The shape of a Kochanek-Bartels spline at its keys; only with the cubic modes.
  var tension, continuity, bias: Double?
  // Only for tweens.
  var from, to: JSONNode?
  // Only for sequences and sums.
  var sequence, sum: JSONNode?
  // Only for motion paths.
  var path: VectorPath?
  /// The location on the path as a share of its length; in place of a duration.
  var at: JSONNode?

  // For several kinds.
  var easing: Easing?
  var spring: Spring?
  /// Seconds of one cycle.
  var duration: Double?
  /// How many cycles there are; infinite for "forever". At most one of `cycles` and `cyclesDuration` is given.
  var cycles: Double?
  /// Seconds of all cycles together.
  var cyclesDuration: Double?
  var autoreverses = false
  /// Seconds before the first cycle.
  var delay = 0.0
  /// Values before the first cycle and after the last cycle.
  var before, after: JSONNode?
  /// The colour space of an animation of colours.
  var interpolation: JSONNode?

  /// How values are interpolated between keys.
  enum KeyMode: String, Sendable, CaseIterable {
    case linear, discrete, cubic, paced, cubicPaced
  }

  /// The allowed locations on a path, as shares of its length.
  static let pathLocations = NumberSchema(.share, -1e3...1e3)

  /// The allowed durations of one cycle, in seconds.
  static let durations = 0.001...1e6

  /// `seconds`, clamped to `durations`.
  static func clampedDuration(_ seconds: Double) -> Double {
    min(max(seconds, durations.lowerBound), durations.upperBound)
  }

  /// Whether the animation repeats, runs backwards or starts late, so that its clock differs from the layer's.
  var hasOwnClock: Bool { cycles != nil || cyclesDuration != nil || autoreverses || delay != 0 }
}

extension Declarations {
  /// Kinds of animations of colours, which can be neither added nor moved along a path.
  static let colorAnimations: [ObjectReference] = [
    ObjectReference(keyframes), ObjectReference(tween), ObjectReference(sequence),
  ]
  /// Kinds of animations of numbers and points.
  static let animations: [ObjectReference] = colorAnimations + [ObjectReference(sum), ObjectReference(motionPath)]

  static let keyframes = Declaration<AnimationDraft>(
    "keyframes", "Values at given times, interpolated in between: either keys, or values with a duration.",
    AnimationDraft(),
    keyframeKeys + [
      .easing(
        "ease", \.easing,
        "The timing curve after keys that have no ease of their own; with the paced modes that of a whole cycle."),
      springKey("The value is pulled by a spring to each key in turn, from the key's time on."),
      durationKey("The time of one cycle; if not given, the time until the last key."),
    ] + cycleKeys + [interpolationKey])

  private static let keyframeKeys: [Key<AnimationDraft>] = [
    .node(
      "keys", \.keys, .list(.anything),
      "A list of [time, value] or [time, value, ease]. Times are seconds of the layer, in order; ease is the timing curve to the next key."
    ),
    .node("values", \.values, .list(.animationValue), "In place of keys: values alone, spread over the duration."),
    .node(
      "keyTimes", \.keyTimes, .list(.number(NumberSchema(.share, 0...1))),
      "When each of the values is reached, as shares of the duration; evenly spread if not given."),
    .choice(
      "mode", \.mode,
      "linear: straight from key to key; discrete: each value stays until the next key; cubic: a smooth curve through all keys "
        + "(Catmull-Rom); paced and cubicPaced: as linear and cubic, but at constant speed from the first key's time to the last's."
    ),
    .optionalNumber("tension", \.tension, .none, -1...1, "1 makes the curve tight, -1 slack.").defaults(to: "0")
      .applies(where: "mode", \.mode, is: .cubic, .cubicPaced),
    .optionalNumber(
      "continuity", \.continuity, .none, -1...1,
      "0: the curve is smooth at its keys. Other values: it has corners there, inward or outward ones."
    ).defaults(to: "0")
      .applies(where: "mode", \.mode, is: .cubic, .cubicPaced),
    .optionalNumber(
      "bias", \.bias, .none, -1...1,
      "The curve's direction at a key: 1 is the direction from the previous key, -1 that to the next key, 0 (if not given) their mean."
    ).applies(where: "mode", \.mode, is: .cubic, .cubicPaced),
  ]

  static let tween = Declaration<AnimationDraft>(
    "tween", "A change from one value to another.", AnimationDraft(),
    [
      .node(
        "from", \.from, .animationValue,
        "The value at the start; if not given within a sequence, the value with which the previous animation ends."),
      .node("to", \.to, .animationValue, "The value at the end.").required,
      durationKey(
        "The time of one cycle; if not given with a spring, the time until it rests within 1/1000 of the distance."),
      .easing(
        "ease", \.easing,
        "The timing curve of a cycle: linear, ease-in-out, easeOutBack (CSS and easings.net), cubic-bezier(…), steps(…) or linear(…)."
      ),
      springKey("A damped spring in place of a timing curve."),
    ] + cycleKeys + [interpolationKey])

  static let sequence = Declaration<AnimationDraft>(
    "sequence", "Animations one after another.", AnimationDraft(), [sequenceKey] + cycleKeys + [interpolationKey])

  private static let sequenceKey: Key<AnimationDraft> = .node(
    "sequence", \.sequence,
    .list(
      .anyOf([
        .object(Declarations.tween), .object(Declarations.keyframes), .object(Declarations.sequence),
        .object(Declarations.motionPath),
      ])), "The animations; each begins when the previous one has ended and its own delay has passed."
  ).required

  static let sum = Declaration<AnimationDraft>(
    "sum", "Values that are added, each animated on its own.", AnimationDraft(),
    [
      .node("sum", \.sum, .list(.anything), "The values.").required
    ])

  static let motionPath = Declaration<AnimationDraft>(
    "motionPath",
    "A point that goes along a path at constant speed; for a key that is an angle, the direction of the path at that point.",
    AnimationDraft(),
    [
      .optional("path", \.path, .text, "SVG path data in points of the canvas.") {
        $0.pathData($1, needsExtent: false)
      }
      .required,
      .node(
        "at", \.at, .animatedNumber(AnimationDraft.pathLocations),
        "How far along the path the point is, 0 at the start and 1 at the end; in place of a duration."),
      durationKey("The time for the whole path."),
      .easing("ease", \.easing, "The timing curve of a cycle."),
      springKey("A damped spring in place of a timing curve."),
    ] + cycleKeys)

  private static func durationKey(_ about: String) -> Key<AnimationDraft> {
    .optionalNumber("duration", \.duration, .seconds, AnimationDraft.durations, about)
  }

  private static func springKey(_ about: String) -> Key<AnimationDraft> {
    .optional("spring", \.spring, .object(Declarations.spring), about) { $0.spring($1) }
  }

  /// Keys that all kinds of animations except sums have: the number of cycles, and the values before and after them.
  private static let cycleKeys: [Key<AnimationDraft>] = [
    .cycleCount(
      "repeat", "How many cycles there are; with autoreverse, there and back count as two. \"forever\" never ends."
    ) {
      $0.cycles = $1
    },
    .optionalNumber(
      "repeatDuration", \.cyclesDuration, .seconds, 0...1e6, "In place of repeat: the time of all cycles together."),
    .flag("autoreverse", \.autoreverses, "Every second cycle goes backwards.")
      .effective(beside: "repeat", "repeatDuration"),
    .number("delay", \.delay, .seconds, -1e6...1e6, "The time before the first cycle."),
    .node(
      "before", \.before, .animationValue,
      "The value before the first cycle; if not given, the value with which the first cycle begins."),
    .node(
      "after", \.after, .animationValue,
      "The value after the last cycle; if not given, the value with which the last cycle ends."),
  ]

  private static let interpolationKey = Key<AnimationDraft>.node(
    "interpolation", \.interpolation, .interpolation,
    "The colour space in which colours are mixed, premultiplied by alpha; only in animations of colours."
  ).defaults(to: "\"linear\"")
}

extension Key<AnimationDraft> {
  /// A key whose value is kept as a node, to be read by the `AnimatedValueReader` of the animated value.
  fileprivate static func node(
    _ name: String, _ path: Property<AnimationDraft, JSONNode?>, _ kind: ValueKind, _ about: String
  ) -> Key {
    .optional(name, path, kind, about) { $1 }
  }
}
