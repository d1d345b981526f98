import JSON
import Model

extension Declarations {
  static let blob = Declaration<Blob>(
    "blob",
    "A soft, blobby figure: a closed curve around a centre, whose points lie at different distances and move in and out.",
    rows: { Blob() },
    and: [.optionalObject("relief", \.relief, Declarations.relief, "Light and shade; none if not given.")])

  static let relief = Declaration<Relief>(
    "relief", "Light and shade of a body that bulges towards the eye.", rows: { Relief() })

  static let metaballs = Declaration<Metaballs>(
    "metaballs", "Balls that melt into each other where they come near.", rows: { Metaballs() },
    and: [
      .value("balls", \.balls, .list(.object(Declarations.ball)), "Balls whose positions are given.") {
        decoder, node in
        decoder.list(node, of: "balls", maximum: Limits.balls) { decoder.object($0, Declarations.ball) }
      },
      .optionalObject("relief", \.relief, Declarations.relief, "Light and shade; none if not given."),
    ])

  static let ball = Declaration<Metaballs.Ball>(
    "ball", "A ball among metaballs.", rows: { Metaballs.Ball(center: AnimatedPoint(0, 0), radius: 0) })
}

extension PresetDecoder {
  /// Reads the metaballs of a layer; nil after reporting an issue.
  func metaballs(_ node: JSONNode) -> Metaballs? {
    guard var metaballs = object(node, Declarations.metaballs) else { return nil }
    if metaballs.balls.isEmpty, metaballs.count == 0 {
      report("needs balls, or a count of them", at: node)
      return nil
    }
    let hasColors = !metaballs.colors.isEmpty || metaballs.balls.contains { $0.color != nil }
    if hasColors, resolved(node)?["fill"] != nil {
      report("colours of balls and fill cannot be combined", at: node)
      return nil
    }
    // A ball's own colour is used only if `colors` is not empty. Balls without one are white then.
    if hasColors, metaballs.colors.isEmpty { metaballs.colors = [.white] }
    return metaballs
  }
}
