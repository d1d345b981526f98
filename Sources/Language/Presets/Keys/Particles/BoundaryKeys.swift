import JSON
import Model

/// A boundary of any type as written; each type uses some of the properties. An optional property is nil if not given;
/// `PresetDecoder.boundary` has the defaults. Lengths are in points.
struct BoundaryDraft: TypedDraft {
  var type = Kind.edges
  var action = Boundary.Action.bounce
  var axis: Boundary.Axis?
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
  static let boundary = Declaration<BoundaryDraft>(
    "bound",
    "A boundary for particles. With bounce or kill, the cell's particles are integrated in steps; wrap alone needs none. A boundary acts on a particle's position, not on its rim, and only when the particle crosses it.",
    BoundaryDraft(),
    [
      .choice(
        "type", \.type,
        "edges: those of the canvas; floor: a horizontal line, below which is out of bounds; line: a segment, with room for particles on both sides."
      )
      .required,
      .choice(
        "action", \.action,
        "bounce throws particles back, kill ends their lives, wrap (of edges only) brings them in at the opposite edge."
      ),
      .optionalChoice(
        "axis", \.axis,
        "Which edges: left and right (horizontal), top and bottom (vertical), or both."
      ).defaults(to: "\"both\"").applies(to: .edges),
      .optionalNumber(
        "inset", \.inset, .points, Limits.numbers,
        "How far inside of the canvas the edges lie; negative is outside."
      ).defaults(to: "0").applies(to: .edges),
      .optionalNumber(
        "y", \.y, NumberSchema(.points, percentageBasis: .height),
        "Where it lies, from the canvas's top downwards; the canvas's lower edge if not given."
      ).applies(to: .floor),
      .optionalConstantPoint("from", \.from, "Where it begins.").required(by: .line),
      .optionalConstantPoint("to", \.to, "Where it ends.").required(by: .line),
      .optionalNumber(
        "restitution", \.restitution, .share, 0...1,
        "Share of the speed across the boundary that a bounce gives back."
      ).defaults(to: "0.5").applies(where: "action", \.action, is: .bounce),
      .optionalNumber(
        "friction", \.friction, .factor, 0...100,
        "How much a bounce brakes the speed along the boundary: by at most friction × the change of the speed across it."
      ).defaults(to: "0").applies(where: "action", \.action, is: .bounce),
    ])
}

extension PresetDecoder {
  /// Reads the boundaries of a cell, which may have as many of them as forces.
  func boundaries(_ node: JSONNode) -> [Boundary]? {
    list(node, of: "bounds", maximum: Limits.forces) { boundary($0) }
  }

  private func boundary(_ node: JSONNode) -> Boundary? {
    guard let draft = object(node, Declarations.boundary) else { return nil }
    if draft.action == .wrap, draft.type != .edges {
      report("only edges can wrap; a \(draft.type.rawValue) can bounce or kill", at: node)
    }
    let shape: Boundary.Shape
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
    return Boundary(shape, draft.action, restitution: draft.restitution ?? 0.5, friction: draft.friction ?? 0)
  }
}
