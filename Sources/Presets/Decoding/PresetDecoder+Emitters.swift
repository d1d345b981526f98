import Model

extension PresetDecoder {
  func emitterShape(
    _ unresolved: JSONNode, among shapes: [(name: String, shape: Emitter.Shape)]
  ) -> Emitter.Shape? {
    guard let node = resolved(unresolved) else { return nil }
    if node.members != nil { return object(node, Declarations.polygonShape).map { .polygon($0.points) } }
    return choice(node, among: shapes.map(\.name)).flatMap { name in shapes.first { $0.name == name }?.shape }
  }

  func emitter(_ node: JSONNode, path: UInt64) -> Emitter? {
    let before = issueCount
    var draft = EmitterDraft(emitter: Emitter(), path: path)
    // An emitter without cells has a plain one, so that its position is seen; other keys change it.
    if node.members?.contains(where: { $0.key == "cells" }) == false {
      draft.emitter.mode = .outline
      draft.emitter.position = scope.center
      draft.emitter.size = AnimatedPoint(50, 50)
      draft.emitter.cells = [PresetDecoder.plainCell(in: path)]
    }
    readObject(node, Declarations.emitter, into: &draft)
    reportCrowdedOrder(draft.emitter, at: node)
    return issueCount == before ? draft.emitter : nil
  }

  /// Reports emitters whose sorted cells have too many sprites together: they share one list.
  private func reportCrowdedOrder(_ emitter: Emitter, at node: JSONNode) {
    guard emitter.renderMode.sorts else { return }
    func count(_ cells: [Cell]) -> Int { cells.reduce(0) { $0 + max($1.sprites.count, 1) + count($1.cells) } }
    let sprites = count(emitter.cells)
    if sprites > Limits.spritesOfCell {
      report(
        "renderMode \"\(emitter.renderMode.rawValue)\" sorts cells with \(sprites) sprites together; at most \(Limits.spritesOfCell) are allowed",
        at: node["renderMode"] ?? node)
    }
  }

  private static func plainCell(in path: UInt64) -> Cell {
    var cell = Cell(name: "", cellPath: PathHash.child(of: path, at: 0))
    cell.birthRate = 50
    cell.lifetime = 3
    cell.velocity = 100
    cell.velocityRange = 50
    cell.emissionRange = 360
    cell.scaleRange = 0.5
    cell.alphaSpeed = -0.5
    return cell
  }
}
