import Model

/// A force as written; its type decides which keys mean something.
struct ForceDraft: Sendable {
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
  private static let falloffs = NumberRule(.none, 0...4, isWhole: true)
  private static let seeds = NumberRule(.none, 0...1e6, isWhole: true)
  private static let pushes = NumberRule(.pointsPerSecondSquared, Limits.accelerations)

  static let force = Declaration<ForceDraft>(
    "force",
    "A force that has no closed form: the cell's particles are followed in steps of their own age. Values that move are read all along the way, by the layer's clock. Particles in space feel it in space.",
    { ForceDraft() }, forceKind + forcePull + forceField)

  private static let forceKind: [Key<ForceDraft>] = [
    .choice("type", \.type, "What it does; drag here grows with the square of the speed.").required,
    Key(
      "kind", .choice(Force.Attractor.Kind.allCases.map(\.rawValue)),
      "attractor: towards the position (radial), the line through it along angle (axial), or the plane through it across angle (planar); radial if not given."
    ) { node, decoder, force in force.kind = decoder.choice(node) },
    .optionalMoving(
      "coefficient", \.coefficient, .perPoint, 0...1e3,
      "drag: the air takes coefficient × speed² a second, speed against the wind; 0.001 if not given."),
    .optionalMoving(
      "maximum", \.maximum, .pointsPerSecond, 0...1e6, "speedLimit: no particle is faster; 100 if not given."),
  ]

  private static let forcePull: [Key<ForceDraft>] = [
    Key(
      "position", .point(NumberRule(.points)), "attractor, vortex: its middle; that of the canvas if not given."
    ) { node, decoder, force in force.position = decoder.movingPoint(node, NumberRule(.points)) },
    .optionalMoving(
      "zPosition", \.zPosition, .points, Limits.numbers,
      "attractor, vortex: its middle's depth; larger is nearer to the eye. 0 if not given."),
    .optionalMoving(
      "stiffness", \.stiffness, .perSecondSquared, -1e4...1e4,
      "attractor: pull for each point of distance, 1 if not given; negative pushes away."),
    .optionalMoving(
      "strength", \.strength, .pointsPerSecondSquared, Limits.accelerations,
      "vortex: push along the circle, clockwise where its axis points to the eye. turbulence: size of the swirls' push, in space along all three axes. gust: that of the strongest. 100 if not given."
    ),
    .optionalMoving(
      "pull", \.pull, .pointsPerSecondSquared, Limits.accelerations, "vortex: push towards its middle; 0 if not given."),
    .optionalMoving(
      "radius", \.radius, .points, 0...1e6,
      "attractor: within it there is no force, 0 if not given. vortex: within it the force falls to nothing in the middle, 10 if not given. Distances count from it."
    ),
    Key(
      "falloff", .number(falloffs),
      "attractor, vortex: the force is divided by (1 + distance/falloffDistance) to this power. 0 if not given: then an attractor is a spring; 1 pulls evenly far away, 2 like 1/distance, 3 like 1/distance²."
    ) { node, decoder, force in force.falloff = decoder.wholeNumber(node, falloffs) },
    .optionalMoving(
      "falloffDistance", \.falloffDistance, .points, 0.1...1e6,
      "attractor, vortex: where the force begins to weaken; 100 if not given."),
    .optionalMoving(
      "angle", \.angle, .degrees, Limits.numbers,
      "attractor: of the axis, or of a plane's normal. vortex: of its axis. gust: where it blows, in the canvas's plane. 0 if not given."
    ),
    .optionalMoving(
      "latitude", \.latitude, .degrees, Limits.numbers,
      "attractor, vortex: how far the axis, or a plane's normal, is lifted out of the canvas's plane, towards the eye. 0 if not given; for a vortex 90: straight to the eye."
    ),
  ]

  private static let forceField: [Key<ForceDraft>] = [
    Key("force", .point(pushes), "wave: the push where it is strongest; [0, 0] if not given.") {
      node, decoder, force in force.force = decoder.movingPoint(node, pushes)
    },
    .optionalMoving(
      "zForce", \.zForce, .pointsPerSecondSquared, Limits.accelerations,
      "wave: the same towards the eye; 0 if not given."),
    .optionalNumber(
      "frequency", \.frequency, .hertz, 0...100,
      "turbulence, gust: how often a second the field is another, 0.5 if not given. wave: swings a second, 1 if not given; each half is a parabola, nearly a sine. A loop makes a whole number fit."
    ),
    .optionalNumber(
      "phase", \.phase, .degrees, Limits.numbers, "wave: where it begins; at 0, if not given, the push is 0 and grows."),
    .optionalNumber(
      "scale", \.scale, .points, 1...1e5, "turbulence: distance from swirl to swirl; 100 if not given."),
    .optionalNumber(
      "length", \.length, .points, 0...1e5,
      "gust: distance from gust to gust, which travel at length × frequency; 0, if not given, is everywhere at once."),
    Key(
      "seed", .number(seeds),
      "turbulence, gust: fields with the same seed are the same in all cells, so that all feel one wind; 0 if not given."
    ) { node, decoder, force in force.seed = decoder.wholeNumber(node, seeds) },
  ]
}

extension PresetDecoder {
  func forces(_ unresolved: JSONNode) -> [Force]? {
    guard let list = elements(unresolved, of: "forces", most: Limits.forces) else { return nil }
    let forces = list.enumerated().compactMap { index, element in inside(index: index) { force(element) } }
    return forces.count == list.count ? forces : nil
  }

  private func force(_ node: JSONNode) -> Force? {
    let before = issueCount
    var draft = ForceDraft()
    readObject(node, Declarations.force, into: &draft)
    guard issueCount == before else { return nil }
    reportMeaningless(draft, at: node)
    let position = draft.position ?? AnimatedPoint(AnimatedNumber(scope.width / 2), AnimatedNumber(scope.height / 2))
    let falloff = draft.falloff ?? 0
    let falloffDistance = draft.falloffDistance ?? 100
    let strength = draft.strength ?? 100
    switch draft.type {
    case .attractor:
      return .attractor(
        Force.Attractor(
          kind: draft.kind ?? .radial, position: position, stiffness: draft.stiffness ?? 1, radius: draft.radius ?? 0,
          falloff: falloff, falloffDistance: falloffDistance, angle: draft.angle ?? 0,
          zPosition: draft.zPosition ?? 0, latitude: draft.latitude ?? 0))
    case .vortex:
      return .vortex(
        Force.Vortex(
          position: position, strength: strength, pull: draft.pull ?? 0, radius: draft.radius ?? 10, falloff: falloff,
          falloffDistance: falloffDistance, zPosition: draft.zPosition ?? 0, angle: draft.angle ?? 0,
          latitude: draft.latitude ?? 90))
    case .turbulence:
      return .turbulence(
        Force.Turbulence(
          strength: strength, scale: draft.scale ?? 100, frequency: draft.frequency ?? 0.5, seed: draft.seed ?? 0))
    case .gust:
      return .gust(
        Force.Gust(
          strength: strength, angle: draft.angle ?? 0, frequency: draft.frequency ?? 0.5, length: draft.length ?? 0,
          seed: draft.seed ?? 0))
    case .wave:
      return .wave(
        Force.Wave(
          force: draft.force ?? AnimatedPoint(0, 0), frequency: draft.frequency ?? 1, phase: draft.phase ?? 0,
          zForce: draft.zForce ?? 0))
    case .drag: return .drag(coefficient: draft.coefficient ?? 0.001)
    case .speedLimit: return .speedLimit(maximum: draft.maximum ?? 100)
    }
  }

  private func reportMeaningless(_ draft: ForceDraft, at node: JSONNode) {
    let owners: [(String, Bool, [ForceDraft.Kind])] = [
      ("kind", draft.kind != nil, [.attractor]), ("position", draft.position != nil, [.attractor, .vortex]),
      ("zPosition", draft.zPosition != nil, [.attractor, .vortex]),
      ("stiffness", draft.stiffness != nil, [.attractor]),
      ("strength", draft.strength != nil, [.vortex, .turbulence, .gust]), ("pull", draft.pull != nil, [.vortex]),
      ("radius", draft.radius != nil, [.attractor, .vortex]),
      ("falloff", draft.falloff != nil, [.attractor, .vortex]),
      ("falloffDistance", draft.falloffDistance != nil, [.attractor, .vortex]),
      ("angle", draft.angle != nil, [.attractor, .vortex, .gust]),
      ("latitude", draft.latitude != nil, [.attractor, .vortex]), ("zForce", draft.zForce != nil, [.wave]),
      ("coefficient", draft.coefficient != nil, [.drag]),
      ("scale", draft.scale != nil, [.turbulence]), ("force", draft.force != nil, [.wave]),
      ("frequency", draft.frequency != nil, [.turbulence, .gust, .wave]), ("phase", draft.phase != nil, [.wave]),
      ("length", draft.length != nil, [.gust]), ("seed", draft.seed != nil, [.turbulence, .gust]),
      ("maximum", draft.maximum != nil, [.speedLimit]),
    ]
    for (name, isGiven, kinds) in owners where isGiven && !kinds.contains(draft.type) {
      report(
        "\(name) means nothing to \(draft.type.rawValue); it is for \(kinds.map(\.rawValue).joined(separator: ", "))",
        at: node)
    }
  }
}
