import Model

/// A bound as written; its type and action decide which keys mean something.
struct BoundDraft: Sendable {
  var type = Kind.edges
  var action = Bound.Action.bounce
  var axis: Bound.Axis?
  var inset: Double?
  var y: Double?
  var from: PlanePoint?
  var to: PlanePoint?
  var restitution: Double?
  var friction: Double?

  enum Kind: String, Sendable, CaseIterable {
    case edges, floor, line
  }
}

extension Declarations {
  private static let heights = NumberRule(.points, axis: .vertical)
  private static let places = NumberRule(.points)

  static let bound = Declaration<BoundDraft>(
    "bound",
    "A border for particles. Those that bounce or kill let the particles be stepped; wrap alone does not. It acts on their places, not on their rims, and on those that cross it.",
    { BoundDraft() },
    [
      .choice("type", \.type, "The canvas's edges, all that lies below a floor, or a line with two good sides.")
        .required,
      .choice("action", \.action, "Throws particles back, ends their lives, or (edges alone) brings them in opposite."),
      Key(
        "axis", .choice(Bound.Axis.allCases.map(\.rawValue)),
        "edges: left and right (horizontal), top and bottom (vertical) or both, which is meant if not given."
      ) { node, decoder, bound in bound.axis = decoder.choice(node) },
      .optionalNumber(
        "inset", \.inset, .points, Limits.numbers,
        "edges: how far inside of the canvas; negative is outside, 0 if not given."),
      Key("y", .number(heights), "floor: its height; the canvas's lower edge if not given.") { node, decoder, bound in
        bound.y = decoder.number(node, heights)
      },
      Key("from", .point(places), "line: where it begins.") { node, decoder, bound in
        bound.from = decoder.constantPoint(node, places)
      },
      Key("to", .point(places), "line: where it ends.") { node, decoder, bound in
        bound.to = decoder.constantPoint(node, places)
      },
      .optionalNumber(
        "restitution", \.restitution, .share, 0...1,
        "bounce: share of the speed across the border that comes back; 0.5 if not given."),
      .optionalNumber(
        "friction", \.friction, .factor, 0...100,
        "bounce: how much of the speed along the border is lost, as a share of the change across it; 0 if not given."),
    ])
}

extension PresetDecoder {
  func bounds(_ unresolved: JSONNode) -> [Bound]? {
    guard let list = elements(unresolved, of: "bounds", most: Limits.forces) else { return nil }
    let bounds = list.enumerated().compactMap { index, element in inside(index: index) { bound(element) } }
    return bounds.count == list.count ? bounds : nil
  }

  private func bound(_ node: JSONNode) -> Bound? {
    let before = issueCount
    var draft = BoundDraft()
    readObject(node, Declarations.bound, into: &draft)
    guard issueCount == before else { return nil }
    let owners: [(String, Bool, BoundDraft.Kind)] = [
      ("axis", draft.axis != nil, .edges), ("inset", draft.inset != nil, .edges), ("y", draft.y != nil, .floor),
      ("from", draft.from != nil, .line), ("to", draft.to != nil, .line),
    ]
    for (name, isGiven, owner) in owners where isGiven && owner != draft.type {
      report("\(name) means nothing to \(draft.type.rawValue); it is for \(owner.rawValue)", at: node)
    }
    for (name, isGiven) in [("restitution", draft.restitution != nil), ("friction", draft.friction != nil)]
    where isGiven && draft.action != .bounce {
      report("\(name) means nothing to \(draft.action.rawValue); it is for bounce", at: node)
    }
    if draft.action == .wrap, draft.type != .edges {
      report("only edges can wrap; a \(draft.type.rawValue) can bounce or kill", at: node)
    }
    let shape: Bound.Shape
    switch draft.type {
    case .edges: shape = .edges(draft.axis ?? .both, inset: draft.inset ?? 0)
    case .floor: shape = .floor(y: draft.y ?? scope.height)
    case .line:
      guard let from = draft.from, let to = draft.to, from != to else {
        report("a line needs from and to, two different points", at: node)
        return nil
      }
      shape = .line(from: from, to: to)
    }
    return Bound(shape, draft.action, restitution: draft.restitution ?? 0.5, friction: draft.friction ?? 0)
  }
}
