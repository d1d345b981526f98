import Scenes

/// A force as written; its type decides which keys mean something.
struct ForceDraft: Sendable {
  var type = Kind.attractor
  var kind: Force.Attractor.Kind?
  var position: PlanePoint?
  var stiffness: Double?
  var radius: Double?
  var falloff: Int?
  var falloffDistance: Double?
  var angle: Double?
  var coefficient: Double?

  enum Kind: String, Sendable, CaseIterable {
    case attractor, drag
  }
}

extension Declarations {
  private static let falloffs = NumberRule(.none, 0...4, isWhole: true)

  static let force = Declaration<ForceDraft>(
    "force", "A force that has no closed form: the cell's particles are followed in steps of their own age.",
    { ForceDraft() },
    [
      .choice("type", \.type, "What it does; drag here grows with the square of the speed.").required,
      Key(
        "kind", .choice(Force.Attractor.Kind.allCases.map(\.rawValue)),
        "attractor: towards the position (radial), the line through it along angle (axial) or across angle (planar); radial if not given."
      ) { node, decoder, force in force.kind = decoder.choice(node) },
      Key(
        "position", .point(NumberRule(.points)), "attractor: its middle; that of the canvas if not given."
      ) { node, decoder, force in force.position = decoder.constantPoint(node, NumberRule(.points)) },
      .optionalNumber(
        "stiffness", \.stiffness, .perSecondSquared, -1e4...1e4,
        "attractor: pull for each point of distance, 1 if not given; negative pushes away."),
      .optionalNumber(
        "radius", \.radius, .points, 0...1e6,
        "attractor: within it there is no force, and distances count from it; 0 if not given."),
      Key(
        "falloff", .number(falloffs),
        "attractor: how it weakens far away. 0, a spring, if not given; 1 pulls evenly, 2 like 1/distance, 3 like 1/distance²."
      ) { node, decoder, force in force.falloff = decoder.wholeNumber(node, falloffs) },
      .optionalNumber(
        "falloffDistance", \.falloffDistance, .points, 0.1...1e6,
        "attractor: where it begins to weaken: the pull is divided by (1 + distance/this) to the power falloff; 100 if not given."
      ),
      .optionalNumber(
        "angle", \.angle, .degrees, Limits.numbers, "attractor: of the axis, or of a plane's normal; 0 if not given."),
      .optionalNumber(
        "coefficient", \.coefficient, .perPoint, 0...1e3,
        "drag: the air takes coefficient × speed² a second, speed against the wind; 0.001 if not given."),
    ])
}

extension Decoder {
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
    let owners: [(String, Bool, [ForceDraft.Kind])] = [
      ("kind", draft.kind != nil, [.attractor]), ("position", draft.position != nil, [.attractor]),
      ("stiffness", draft.stiffness != nil, [.attractor]), ("radius", draft.radius != nil, [.attractor]),
      ("falloff", draft.falloff != nil, [.attractor]), ("falloffDistance", draft.falloffDistance != nil, [.attractor]),
      ("angle", draft.angle != nil, [.attractor]), ("coefficient", draft.coefficient != nil, [.drag]),
    ]
    for (name, isGiven, kinds) in owners where isGiven && !kinds.contains(draft.type) {
      report("\(name) means nothing to \(draft.type.rawValue)", at: node)
    }
    let position = draft.position ?? PlanePoint(scope.width / 2, scope.height / 2)
    switch draft.type {
    case .attractor:
      return .attractor(
        Force.Attractor(
          kind: draft.kind ?? .radial, position: position, stiffness: draft.stiffness ?? 1, radius: draft.radius ?? 0,
          falloff: draft.falloff ?? 0, falloffDistance: draft.falloffDistance ?? 100, angle: draft.angle ?? 0))
    case .drag: return .drag(coefficient: draft.coefficient ?? 0.001)
    }
  }
}
