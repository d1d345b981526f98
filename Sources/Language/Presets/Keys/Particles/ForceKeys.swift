import JSON
import Model

extension Declarations {
  static let force = ObjectFamily<Void, Force>(
    "force",
    "A force, under which motion has no closed form: the cell's particles are integrated in steps of their own age. Values that are animated are read at every step, by the layer's clock. 3-D particles are pushed along z, too.",
    typeAbout:
      "What it does. The type drag grows with the square of the speed; the cell's key drag grows with the speed.",
    Force.kinds.map { force($0) })

  private static func force<Kind: DeclaredForce>(_ kind: Kind.Type) -> ObjectFamily<Void, Force>.Kind {
    .init(kind) { force, _, _, _ in force.asForce }
  }
}

extension PresetDecoder {
  /// Reads the forces of a cell.
  func forces(_ node: JSONNode) -> [Force]? {
    list(node, of: "forces", maximum: Limits.forces) { Declarations.force.read($0, self, ()) }
  }
}
