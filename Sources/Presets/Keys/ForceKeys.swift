import Model

/// A force as written, of any type; each type has some of the keys. What is nil has not been given: `PresetDecoder.force` knows
/// the defaults.
struct ForceDraft: TypedDraft {
  var type = Kind.attractor
  var kind: Force.Attractor.Kind?
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

extension Declarations {
  static let force = Declaration<ForceDraft>(
    "force",
    "A force that has no closed form: the cell's particles are integrated in steps of their own age. Values that are animated are read at every step, by the layer's clock. Particles in space feel it in space.",
    ForceDraft(), forceType + forceCenter + forceField)

  private static let forceType: [Key<ForceDraft>] = [
    .choice("type", \.type, "What it does; drag here grows with the square of the speed.").required,
    .optionalChoice(
      "kind", \.kind,
      "Towards the position (radial), the line through it along angle (axial), or the plane through it across angle (planar); radial if not given."
    ).applies(to: .attractor),
    .optionalAnimatedNumber(
      "coefficient", \.coefficient, .perPoint, 0...1e3,
      "The air takes coefficient × speed² a second, speed against the wind; 0.001 if not given."
    ).applies(to: .drag),
    .optionalAnimatedNumber(
      "maximum", \.maximum, .pointsPerSecond, 0...1e6, "No particle is faster; 100 if not given."
    ).applies(to: .speedLimit),
  ]

  private static let forceCenter: [Key<ForceDraft>] = [
    .optionalAnimatedPoint("position", \.position, "Its middle; that of the canvas if not given.")
      .applies(to: .attractor, .vortex),
    .optionalAnimatedNumber(
      "zPosition", \.zPosition, .points, Limits.numbers,
      "Its middle's depth; larger is nearer to the eye. 0 if not given."
    ).applies(to: .attractor, .vortex),
    .optionalAnimatedNumber(
      "stiffness", \.stiffness, .perSecondSquared, -1e4...1e4,
      "Pull for each point of distance, 1 if not given; negative pushes away."
    ).applies(to: .attractor),
    .optionalAnimatedNumber(
      "strength", \.strength, .pointsPerSecondSquared, Limits.accelerations,
      "Of a vortex, push along the circle, clockwise where its axis points to the eye; of turbulence, size of the swirls' push, in space along all three axes; of gusts, that of the strongest. 100 if not given."
    ).applies(to: .vortex, .turbulence, .gust),
    .optionalAnimatedNumber(
      "pull", \.pull, .pointsPerSecondSquared, Limits.accelerations, "Push towards its middle; 0 if not given."
    ).applies(to: .vortex),
    .optionalAnimatedNumber(
      "radius", \.radius, .points, 0...1e6,
      "Within it an attractor has no force, 0 if not given, and that of a vortex falls to nothing in the middle, 10 if not given. Distances count from it."
    ).applies(to: .attractor, .vortex),
    .optionalWhole(
      "falloff", \.falloff, 0...4,
      "The force is divided by (1 + distance beyond radius/falloffDistance) to this power. 0 if not given: then an attractor is a spring; far away 1 pulls with a constant force, 2 like 1/distance, 3 like 1/distance²."
    ).applies(to: .attractor, .vortex),
    .optionalAnimatedNumber(
      "falloffDistance", \.falloffDistance, .points, 0.1...1e6,
      "Distance beyond the radius at which the force is divided by 2 to the power falloff; 100 if not given."
    ).applies(to: .attractor, .vortex),
    .optionalAnimatedNumber(
      "angle", \.angle, .degrees, Limits.numbers,
      "Of an attractor's axis or plane's normal, or of a vortex's axis; of gusts, where they blow, in the canvas's plane. 0 if not given."
    ).applies(to: .attractor, .vortex, .gust),
    .optionalAnimatedNumber(
      "latitude", \.latitude, .degrees, Limits.numbers,
      "How far the axis, or a plane's normal, is lifted out of the canvas's plane, towards the eye. 0 if not given; for a vortex 90: straight to the eye."
    ).applies(to: .attractor, .vortex),
  ]

  private static let forceField: [Key<ForceDraft>] = [
    .optionalAnimatedPoint(
      "force", \.force, .pointsPerSecondSquared, Limits.accelerations,
      "The push where it is strongest; [0, 0] if not given."
    ).applies(to: .wave),
    .optionalAnimatedNumber(
      "zForce", \.zForce, .pointsPerSecondSquared, Limits.accelerations,
      "The push towards the eye where it is strongest; 0 if not given."
    ).applies(to: .wave),
    .optionalNumber(
      "frequency", \.frequency, .hertz, 0...100,
      "Of turbulence and gusts, how often a second the field is another, 0.5 if not given; of a wave, swings a second, 1 if not given; each half is a parabola, nearly a sine. A loop makes a whole number fit."
    ).applies(to: .turbulence, .gust, .wave),
    .optionalNumber(
      "phase", \.phase, .degrees, Limits.numbers, "Where it begins; at 0, if not given, the push is 0 and grows."
    ).applies(to: .wave),
    .optionalNumber("scale", \.scale, .points, 1...1e5, "Distance from swirl to swirl; 100 if not given.")
      .applies(to: .turbulence),
    .optionalNumber(
      "length", \.length, .points, 0...1e5,
      "Distance from gust to gust, which travel at length × frequency; 0, if not given, is everywhere at once."
    ).applies(to: .gust),
    .optionalWhole(
      "seed", \.seed, 0...1_000_000,
      "Fields with the same seed are the same in all cells, so that all feel one wind; 0 if not given."
    ).applies(to: .turbulence, .gust),
  ]
}
