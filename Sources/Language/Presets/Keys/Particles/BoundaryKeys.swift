import JSON
import Model

extension Declarations {
  static let boundary = ObjectFamily<Void, Boundary>(
    "bound",
    "A boundary for particles. With bounce or kill, the cell's particles are integrated in steps; wrap alone needs none. A boundary acts on a particle's position, not on its rim, and only when the particle crosses it.",
    typeAbout: "What it is.", Boundary.kinds.map { boundary($0) })

  private static func boundary<Kind: DeclaredBoundary>(_ kind: Kind.Type) -> ObjectFamily<Void, Boundary>.Kind {
    .init(kind) { written, decoder, node, _ in
      guard let boundary = written.asBoundary else {
        decoder.report("a line needs from and to, two different points", at: node)
        return nil
      }
      if case .edges = boundary.shape { return boundary }
      if boundary.action == .wrap {
        decoder.report("only edges can wrap; a \(Kind.name) can bounce or kill", at: node)
        return nil
      }
      return boundary
    }
  }
}

extension PresetDecoder {
  /// Reads the boundaries of a cell, which may have as many of them as forces.
  func boundaries(_ node: JSONNode) -> [Boundary]? {
    list(node, of: "bounds", maximum: Limits.forces) { Declarations.boundary.read($0, self, ()) }
  }
}
