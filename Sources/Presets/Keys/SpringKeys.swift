import Lanes

/// A spring as written, in one of three spellings.
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

extension PresetDecoder {
  /// The three spellings of a spring (REFERENCE: k = (2π/d)², ζ = 1 − b or 1/(1 + b), c = 2ζ√k).
  func spring(_ node: JSONNode) -> Spring? {
    guard let draft = object(node, Declarations.spring) else { return nil }
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
