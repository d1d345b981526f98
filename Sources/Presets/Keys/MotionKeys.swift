import Lanes
import Scenes

/// All declarations; each kind of object has its own file.
package enum Declarations {}

extension Declarations {
  static let keyframes = Declaration<KeysDraft>(
    "keyframes", "A value given at times and moved between them.", { KeysDraft() },
    [
      Key(
        "keys", .list(.anything),
        "A list of [time, value] or [time, value, ease], by time in seconds of the layer; the ease leads to the next key."
      ) { node, _, draft in draft.keys = node }.required
    ])

  static let tween = Declaration<TweenDraft>(
    "tween", "A value that goes from one figure to another.", { TweenDraft() },
    [
      Key("from", .anything, "The value at the start.") { node, _, draft in draft.from = node }.required,
      Key("to", .anything, "The value at the end.") { node, _, draft in draft.to = node }.required,
      .optionalNumber("duration", \.duration, .seconds, 0.001...1e6, "The time of one run."),
      Key("ease", .easing, "The timing curve of a run.", fixed: "\"linear\"") { node, decoder, draft in
        draft.easing = decoder.easing(node)
      },
      Key("spring", .object("spring"), "A damped spring in place of a timing curve.") { node, decoder, draft in
        draft.spring = decoder.spring(node)
      },
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
      .flag("autoreverse", \.autoreverses, "Every second run goes backwards."),
      .number("delay", \.delay, .seconds, -1e6...1e6, "The time before the first run."),
    ])

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

extension Decoder {
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
