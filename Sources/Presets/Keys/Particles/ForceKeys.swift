import Model

/// A force of any type as written, in the units that the declaration states; each type uses some of the properties. A property is
/// nil if not given; `PresetDecoder.force` has the defaults.
struct ForceDraft: TypedDraft {
  var type = Kind.attractor
  var attractorKind: Force.Attractor.Kind?
  var position: AnimatedPoint?
  var zPosition: AnimatedNumber?
  var stiffness: AnimatedNumber?
  var strength: AnimatedNumber?
  var pull: AnimatedNumber?
  var radius: AnimatedNumber?
  var falloff: Int?
  var falloffDistance: AnimatedNumber?
  var angle: AnimatedNumber?
  var latitude: AnimatedNumber?
  var coefficient: AnimatedNumber?
  var scale: Double?
  var force: AnimatedPoint?
  var zForce: AnimatedNumber?
  var frequency: Double?
  var phase: Double?
  var length: Double?
  var seed: Int?
  var maximum: AnimatedNumber?

  enum Kind: String, Sendable, CaseIterable {
    case attractor, vortex, turbulence, gust, wave, drag, speedLimit
  }
}

extension ForceDraft.Kind {
  /// The sentence on this force in the reference.
  fileprivate var sentence: String {
    switch self {
    case .attractor: "Pulls towards a point, a line or a plane, or pushes away from it."
    case .vortex: "A swirl around an axis."
    case .turbulence: "Swirling air that changes with time."
    case .gust: "Gusts that travel in one direction."
    case .wave: "A push to and fro, the same everywhere."
    case .drag: "The air slows particles, with the square of their speed."
    case .speedLimit: "An upper limit of the speed."
    }
  }
}

extension Declarations {
  static let force = Declaration<ForceDraft>(
    "force",
    "A force, under which motion has no closed form: the cell's particles are integrated in steps of their own age. Values that are animated are read at every step, by the layer's clock. 3-D particles are pushed along z, too.",
    ForceDraft(), forceTypeAndDrag + forceCenterAndAxis + forceField)

  /// The type of a force and the kind of an attractor, and the keys of forces that only slow particles.
  private static let forceTypeAndDrag: [Key<ForceDraft>] = [
    .choice(
      "type", \.type,
      "What it does. The type drag grows with the square of the speed; the cell's key drag grows with the speed."
    )
    .required.explained(\ForceDraft.Kind.sentence),
    .optionalChoice(
      "kind", \.attractorKind,
      "What an attractor pulls towards: its position (radial), the line through it along angle (axial), or the plane through it at right angles to angle (planar)."
    ).defaults(to: "\"radial\"").applies(to: .attractor),
    .optionalAnimatedNumber(
      "coefficient", \.coefficient, .perPoint, 0...1e3,
      "The air slows a particle by coefficient × speed², the speed relative to the wind."
    ).defaults(to: "0.001").applies(to: .drag),
    .optionalAnimatedNumber(
      "maximum", \.maximum, .pointsPerSecond, 0...1e6, "The upper limit of the speed."
    ).defaults(to: "100").applies(to: .speedLimit),
  ]

  /// Keys of the forces with a centre or an axis, some of which turbulence and gusts have, too.
  private static let forceCenterAndAxis: [Key<ForceDraft>] = [
    .optionalAnimatedPoint("position", \.position, "Its centre; that of the canvas if not given.")
      .applies(to: .attractor, .vortex),
    .optionalAnimatedNumber(
      "zPosition", \.zPosition, .points, Limits.numbers,
      "Depth of its centre; larger is nearer to the eye."
    ).defaults(to: "0").applies(to: .attractor, .vortex),
    .optionalAnimatedNumber(
      "stiffness", \.stiffness, .perSecondSquared, -1e4...1e4,
      "Pull for each point of distance beyond radius; negative pushes away."
    ).defaults(to: "1").applies(to: .attractor),
    .optionalAnimatedNumber(
      "strength", \.strength, .pointsPerSecondSquared, Limits.accelerations,
      "Of a vortex: the push along the circle, clockwise where its axis points to the eye. Of turbulence: the size of the swirls' push, for 3-D particles along all three axes. Of gusts: the push of the strongest."
    ).defaults(to: "100").applies(to: .vortex, .turbulence, .gust),
    .optionalAnimatedNumber(
      "pull", \.pull, .pointsPerSecondSquared, Limits.accelerations, "Pull towards its centre; negative pushes away."
    ).defaults(to: "0").applies(to: .vortex),
    .optionalAnimatedNumber(
      "radius", \.radius, .points, 0...1e6,
      "Of an attractor: inside of it there is no force; 0 if not given. Of a vortex: inside of it push and pull shrink linearly to 0 in the centre; 10 if not given."
    ).applies(to: .attractor, .vortex),
    .optionalWhole(
      "falloff", \.falloff, 0...4,
      "The force is divided by (1 + d ÷ falloffDistance) to this power, d being the distance beyond radius. 0 if not given: no falloff. Far away, an attractor (which is a spring) then pulls constantly with a falloff of 1, and like 1/d with 2; a vortex pushes like 1/d with 1, and like 1/d² with 2."
    ).applies(to: .attractor, .vortex),
    .optionalAnimatedNumber(
      "falloffDistance", \.falloffDistance, .points, 0.1...1e6,
      "Distance beyond the radius at which the force is divided by 2 to the power falloff."
    ).defaults(to: "100").applies(to: .attractor, .vortex).effective(beside: "falloff"),
    .optionalAnimatedNumber(
      "angle", \.angle, .degrees, Limits.numbers,
      "Direction in the canvas's plane, clockwise from the right: of an attractor's axis or plane's normal, of a vortex's axis, or in which gusts blow."
    ).defaults(to: "0").applies(to: .attractor, .vortex, .gust),
    .optionalAnimatedNumber(
      "latitude", \.latitude, .degrees, Limits.numbers,
      "How far the axis, or a plane's normal, is lifted out of the canvas's plane, towards the eye. If not given, 0; for a vortex 90, which is straight to the eye."
    ).applies(to: .attractor, .vortex),
  ]

  /// Keys that only turbulence, gusts and waves have.
  private static let forceField: [Key<ForceDraft>] = [
    .optionalAnimatedPoint(
      "force", \.force, .pointsPerSecondSquared, Limits.accelerations,
      "The push where it is strongest."
    ).defaults(to: "[0, 0]").applies(to: .wave),
    .optionalAnimatedNumber(
      "zForce", \.zForce, .pointsPerSecondSquared, Limits.accelerations,
      "The push towards the eye where it is strongest."
    ).defaults(to: "0").applies(to: .wave),
    .optionalNumber(
      "frequency", \.frequency, .hertz, 0...100,
      "Of turbulence and gusts: changes of the field a second, 0.5 if not given. Of a wave: swings a second, 1 if not given; each half of a swing is a parabola, nearly a sine. In a loop it is rounded so that a whole number fits."
    ).applies(to: .turbulence, .gust, .wave),
    .optionalNumber(
      "phase", \.phase, .degrees, Limits.numbers,
      "Where in its swing the wave begins; 0 if not given: there the push is 0 and grows."
    ).applies(to: .wave).effective(beside: "force", "zForce"),
    .optionalNumber("scale", \.scale, .points, 1...1e5, "Distance from swirl to swirl.").defaults(to: "100")
      .applies(to: .turbulence),
    .optionalNumber(
      "length", \.length, .points, 0...1e5,
      "Distance from gust to gust, which travel at length × frequency; 0 if not given: each gust is everywhere at once."
    ).applies(to: .gust),
    .optionalWhole(
      "seed", \.seed, 0...1_000_000,
      "Fields with the same seed are the same in all cells, so that all feel one wind."
    ).defaults(to: "0").applies(to: .turbulence, .gust),
  ]
}
