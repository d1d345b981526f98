import Lanes
import Model

/// All declarations; each kind of object has its own file.
package enum Declarations {}

/// A value that moves, as written; which of the keys mean something depends on the kind of object.
struct MotionDraft: Sendable {
  var keys, values, keyTimes: JSONNode?
  var mode = KeyMode.linear
  var tension, continuity, bias: Double?
  var from, to: JSONNode?
  var sequence, sum: JSONNode?
  var path: VectorPath?
  var at: JSONNode?
  var easing: Easing?
  var spring: Spring?
  var duration, repeats, repeatDuration: Double?
  var autoreverses = false
  var delay = 0.0
  var before, after: JSONNode?
  var interpolation: JSONNode?

  enum KeyMode: String, Sendable, CaseIterable {
    case linear, discrete, cubic, paced, cubicPaced
  }

  /// Whether anything is said about runs, so that a clock of their own is needed.
  var hasRuns: Bool { repeats != nil || repeatDuration != nil || autoreverses || delay != 0 }
}

extension Declarations {
  static let keyframes = Declaration<MotionDraft>(
    "keyframes", "Values at times and the way between them: keys, or values with a duration.", { MotionDraft() },
    [
      Key(
        "keys", .list(.anything),
        "A list of [time, value] or [time, value, ease], by time in seconds of the layer; the ease leads to the next key."
      ) { node, _, draft in draft.keys = node },
      Key("values", .list(.anything), "In place of keys: values alone, spread over the duration.") { node, _, draft in
        draft.values = node
      },
      Key(
        "keyTimes", .list(.number(NumberRule(.share, 0...1))),
        "When each of the values is reached, as shares of the duration; evenly spread if not given."
      ) { node, _, draft in draft.keyTimes = node },
      .choice(
        "mode", \.mode,
        "linear from key to key; discrete: held until the next; cubic: a smooth curve through all (Catmull-Rom); paced and "
          + "cubicPaced: at constant speed, whatever the times between the first and the last key."),
      .optionalNumber("tension", \.tension, .none, -1...1, "cubic: 1 makes the curve tight, -1 slack; 0 if not given."),
      .optionalNumber(
        "continuity", \.continuity, .none, -1...1, "cubic: away from 0 the curve has corners at its keys."),
      .optionalNumber(
        "bias", \.bias, .none, -1...1, "cubic: 1 follows the way to a key, -1 the way from it; 0 if not given."),
      Key("ease", .easing, "The timing curve between keys that have none; paced: of a whole run.", fixed: "\"linear\"")
      {
        node, decoder, draft in draft.easing = decoder.easing(node)
      },
      Key("spring", .object("spring"), "The value is pulled by a spring to each key in turn, from the key's time on.") {
        node, decoder, draft in draft.spring = decoder.spring(node)
      },
      .optionalNumber(
        "duration", \.duration, .seconds, 0.001...1e6, "The time of one run; to the last key if not given."),
    ] + runs + [interpolation])

  static let tween = Declaration<MotionDraft>(
    "tween", "A value that goes from one figure to another.", { MotionDraft() },
    [
      Key("from", .anything, "The value at the start; in a sequence the end of what went before if not given.") {
        node, _, draft in draft.from = node
      },
      Key("to", .anything, "The value at the end.") { node, _, draft in draft.to = node }.required,
      .optionalNumber(
        "duration", \.duration, .seconds, 0.001...1e6,
        "The time of one run; with a spring the time until it rests within 1/1000 of the way if not given."),
      Key("ease", .easing, "The timing curve of a run.", fixed: "\"linear\"") { node, decoder, draft in
        draft.easing = decoder.easing(node)
      },
      Key("spring", .object("spring"), "A damped spring in place of a timing curve.") { node, decoder, draft in
        draft.spring = decoder.spring(node)
      },
    ] + runs + [interpolation])

  static let sequence = Declaration<MotionDraft>(
    "sequence", "Motions one after another.", { MotionDraft() },
    [
      Key(
        "sequence", .list(.anyOf([.object("tween"), .object("keyframes"), .object("sequence"), .object("way")])),
        "The motions; each begins when the one before has ended, after its own delay."
      ) { node, _, draft in draft.sequence = node }.required
    ] + runs + [interpolation])

  static let sum = Declaration<MotionDraft>(
    "sum", "Values that are added, each moving on its own.", { MotionDraft() },
    [
      Key("sum", .list(.anything), "The values.") { node, _, draft in draft.sum = node }.required
    ])

  static let way = Declaration<MotionDraft>(
    "way", "A point that goes along a path at an even pace, or, of angles, the direction of the path there.",
    { MotionDraft() },
    [
      Key("path", .text, "SVG path data in points of the canvas.") { node, decoder, draft in
        draft.path = decoder.pathData(node, needsExtent: false)
      }.required,
      Key(
        "at", .moving(NumberRule(.share, -1e3...1e3)),
        "How far it has come, 0 at the start and 1 at the end; in place of a duration."
      ) { node, _, draft in draft.at = node },
      .optionalNumber("duration", \.duration, .seconds, 0.001...1e6, "The time for the whole path."),
      Key("ease", .easing, "The timing curve of a run.", fixed: "\"linear\"") { node, decoder, draft in
        draft.easing = decoder.easing(node)
      },
      Key("spring", .object("spring"), "A damped spring in place of a timing curve.") { node, decoder, draft in
        draft.spring = decoder.spring(node)
      },
    ] + runs)

  /// What can be said of any motion's runs.
  private static let runs: [Key<MotionDraft>] = [
    Key(
      "repeat", .anyOf([.number(repeats), .choice(["forever"])]),
      "How many runs there are; there and back count as two. \"forever\" never ends.", fixed: "1"
    ) { node, decoder, draft in
      if node.string == "forever" {
        draft.repeats = .infinity
      } else if let count = decoder.number(node, repeats) {
        draft.repeats = count
      }
    },
    .optionalNumber(
      "repeatDuration", \.repeatDuration, .seconds, 0...1e6, "In place of repeat: the time of all runs together."),
    .flag("autoreverse", \.autoreverses, "Every second run goes backwards."),
    .number("delay", \.delay, .seconds, -1e6...1e6, "The time before the first run."),
    Key("before", .anything, "The value before the first run; where that begins if not given.") { node, _, draft in
      draft.before = node
    },
    Key("after", .anything, "The value after the last run; where that ends if not given.") { node, _, draft in
      draft.after = node
    },
  ]

  private static let interpolation = Key<MotionDraft>(
    "interpolation", .interpolation, "Of colours: the space in which they are mixed, premultiplied.",
    fixed: "\"linear\""
  ) { node, _, draft in draft.interpolation = node }

  private static let repeats = NumberRule(.none, 0...1e6)

  static let spring = Declaration<SpringDraft>(
    "spring",
    "A damped spring: mass, stiffness and damping, or response and dampingFraction, or duration and bounce.",
    { SpringDraft() },
    [
      .optionalNumber("mass", \.mass, .none, 0.001...1e4, "Mass, 1 if not given."),
      .optionalNumber("stiffness", \.stiffness, .none, 0.001...1e6, "Stiffness, 100 if not given."),
      .optionalNumber("damping", \.damping, .none, 0...1e4, "Damping, 10 if not given."),
      .optionalNumber("initialVelocity", \.initialVelocity, .none, -1e4...1e4, "Distances a second at the start."),
      .optionalNumber("response", \.response, .seconds, 0.01...1e3, "The period of the undamped spring."),
      .optionalNumber("dampingFraction", \.dampingFraction, .factor, 0...10, "1 is critical, less swings."),
      .optionalNumber("duration", \.duration, .seconds, 0.01...1e3, "How long it feels."),
      .optionalNumber("bounce", \.bounce, .share, -0.99...1, "0 is critical, more swings, less creeps."),
    ])
}

struct SpringDraft: Sendable {
  var mass, stiffness, damping, initialVelocity: Double?
  var response, dampingFraction: Double?
  var duration, bounce: Double?
}

extension PresetDecoder {
  /// The three spellings of a spring (REFERENCE: k = (2π/d)², ζ = 1 − b or 1/(1 + b), c = 2ζ√k).
  func spring(_ node: JSONNode) -> Spring? {
    let before = issueCount
    var draft = SpringDraft()
    readObject(node, Declarations.spring, into: &draft)
    guard issueCount == before else { return nil }
    let isPhysical = draft.mass != nil || draft.stiffness != nil || draft.damping != nil
    let isResponse = draft.response != nil || draft.dampingFraction != nil
    let isFelt = draft.duration != nil || draft.bounce != nil
    if [isPhysical, isResponse, isFelt].filter({ $0 }).count > 1 {
      report(
        "mass, stiffness and damping, or response and dampingFraction, or duration and bounce: not a mixture", at: node)
      return nil
    }
    let velocity = draft.initialVelocity ?? 0
    guard isResponse || isFelt else {
      return Spring(
        mass: draft.mass ?? 1, stiffness: draft.stiffness ?? 100, damping: draft.damping ?? 10,
        initialVelocity: velocity)
    }
    let period = (isResponse ? draft.response : draft.duration) ?? 0.5
    let bounce = draft.bounce ?? 0
    let fraction = isResponse ? draft.dampingFraction ?? 0.825 : (bounce >= 0 ? 1 - bounce : 1 / (1 + bounce))
    let pulse = 2 * Double.pi / period
    return Spring(mass: 1, stiffness: pulse * pulse, damping: 2 * fraction * pulse, initialVelocity: velocity)
  }
}
