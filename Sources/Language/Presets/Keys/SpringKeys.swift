import JSON
import Lanes

/// A spring as written, in one of three notations.
struct SpringDraft: Sendable {
  var mass, stiffness, damping, initialVelocity: Double?
  var response, dampingFraction: Double?
  var duration, bounce: Double?
}

extension Declarations {
  static let spring = Declaration<SpringDraft>(
    "spring",
    "A damped spring: mass, stiffness and damping, or response and dampingFraction, or duration and bounce.",
    SpringDraft(),
    [
      .optionalNumber("mass", \.mass, .none, 0.001...1e4, "The mass.").defaults(to: "1"),
      .optionalNumber("stiffness", \.stiffness, .none, 0.001...1e6, "The stiffness.").defaults(to: "100"),
      .optionalNumber("damping", \.damping, .none, 0...1e4, "The damping.").defaults(to: "10"),
      .optionalNumber(
        "initialVelocity", \.initialVelocity, .none, -1e4...1e4,
        "Velocity at the start, in distances from start to end a second."
      ).defaults(to: "0"),
      .optionalNumber(
        "response", \.response, .seconds, 0.01...1e3, "The period of the undamped spring."
      ).defaults(to: "0.5"),
      .optionalNumber(
        "dampingFraction", \.dampingFraction, .factor, 0...10,
        "1 is critically damped; with less the spring swings."
      ).defaults(to: "0.825"),
      .optionalNumber(
        "duration", \.duration, .seconds, 0.01...1e3,
        "How long the spring seems to take: the period of the undamped spring."
      ).defaults(to: "0.5"),
      .optionalNumber(
        "bounce", \.bounce, .share, -0.99...1,
        "0, if not given, is critically damped; with more the spring swings, with less it creeps."),
    ])
}

extension PresetDecoder {
  /// Reads a spring in any of its three notations; nil after reporting an issue.
  ///
  /// With response and dampingFraction, or duration and bounce, the mass is 1. If p is the period of the undamped spring
  /// (response or duration, in seconds) and ζ the damping fraction, the stiffness is k = (2π/p)² and the damping c = 2ζ√k. A
  /// bounce b gives ζ = 1 − b if b ≥ 0, otherwise ζ = 1/(1 + b).
  func spring(_ node: JSONNode) -> Spring? {
    guard let draft = object(node, Declarations.spring) else { return nil }
    let hasPhysicalKeys = draft.mass != nil || draft.stiffness != nil || draft.damping != nil
    let hasResponseKeys = draft.response != nil || draft.dampingFraction != nil
    let hasBounceKeys = draft.duration != nil || draft.bounce != nil
    if [hasPhysicalKeys, hasResponseKeys, hasBounceKeys].filter({ $0 }).count > 1 {
      report(
        "mass, stiffness and damping, or response and dampingFraction, or duration and bounce: not a mixture", at: node)
      return nil
    }
    let velocity = draft.initialVelocity ?? 0
    guard hasResponseKeys || hasBounceKeys else {
      return Spring(
        mass: draft.mass ?? 1, stiffness: draft.stiffness ?? 100, damping: draft.damping ?? 10,
        initialVelocity: velocity)
    }
    let period = (hasResponseKeys ? draft.response : draft.duration) ?? 0.5
    let bounce = draft.bounce ?? 0
    let dampingFractionOfBounce = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
    let dampingFraction = hasResponseKeys ? draft.dampingFraction ?? 0.825 : dampingFractionOfBounce
    let angularFrequency = 2 * Double.pi / period
    return Spring(
      mass: 1, stiffness: angularFrequency * angularFrequency, damping: 2 * dampingFraction * angularFrequency,
      initialVelocity: velocity)
  }
}
