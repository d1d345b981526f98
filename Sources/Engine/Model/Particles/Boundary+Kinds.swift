// The boundaries that presets may name, each with its rows.

/// A kind of boundary, as an object of the preset language.
package protocol DeclaredBoundary: DeclaredKind, Equatable {
  /// What all kinds have in common. Its shape is that of a kind with all defaults.
  var common: Boundary { get set }
  /// Geometry of the boundary; nil if it has no extent.
  var shape: Boundary.Shape? { get }
}

extension DeclaredBoundary {
  /// The value as an element of a list of boundaries; nil if it has no extent.
  package var asBoundary: Boundary? {
    shape.map { shape in
      var boundary = common
      boundary.shape = shape
      return boundary
    }
  }

  /// The rows that all kinds have, around those of one kind.
  fileprivate static func rows(_ own: [Parameter<Self>]) -> [Parameter<Self>] {
    [.choice("action", \.common.action, "What happens to particles that cross it.")] + own + [
      .constant(
        "restitution", \.common.restitution, .share, in: 0...1,
        "Share of the speed across the boundary that a bounce gives back."
      ).applies(where: "action", \.common.action, is: .bounce),
      .constant(
        "friction", \.common.friction, .factor, in: 0...100,
        "How much a bounce brakes the speed along the boundary: by at most friction × the change of the speed across it."
      ).applies(where: "action", \.common.action, is: .bounce),
    ]
  }
}

extension Boundary {
  /// The kinds that presets may name, in the order of the reference.
  package static let kinds: [any DeclaredBoundary.Type] = [Edges.self, Floor.self, Line.self]

  /// The edges of the canvas.
  struct Edges: DeclaredBoundary {
    var common = Boundary(.edges(.both, inset: 0), .bounce)
    var axis = Axis.both
    var inset = 0.0

    static let name = "edges"
    static let about = "Edges of the canvas."
    static let parameters = rows([
      .choice("axis", \.axis, "Which edges."),
      .constant(
        "inset", \.inset, .points, "How far inside of the canvas the edges lie; negative is outside."),
    ])
    var shape: Shape? { .edges(axis, inset: inset) }
  }

  /// A horizontal line.
  struct Floor: DeclaredBoundary {
    var common = Boundary(.floor(y: 0), .bounce)
    var y = 0.0

    static let name = "floor"
    static let about = "A horizontal line, below which is out of bounds."
    static let parameters = rows([
      .constant("y", \.y, .points, "Where it lies, from the canvas's top downwards.")
        .percentages(of: .height).defaults(to: 1, of: .height)
    ])
    var shape: Shape? { .floor(y: y) }
  }

  /// A segment.
  struct Line: DeclaredBoundary {
    var common = Boundary(.line(from: PlanePoint(0, 0), to: PlanePoint(0, 0)), .bounce)
    var from = PlanePoint(0, 0)
    var to = PlanePoint(0, 0)

    static let name = "line"
    static let about = "A segment, with room for particles on both sides."
    static let parameters = rows([
      .constant("from", \.from, .points, "Where it begins.").required,
      .constant("to", \.to, .points, "Where it ends.").required,
    ])
    var shape: Shape? { from == to ? nil : .line(from: from, to: to) }
  }
}
