import JSON
import Model

extension PresetDecoder {
  /// Reads an emitter's shape: its name, or an object.
  ///
  /// - Parameter shapes: the shapes that a name alone can stand for.
  func emitterShape(
    _ unresolved: JSONNode, among shapes: [(name: String, shape: Emitter.Shape)]
  ) -> Emitter.Shape? {
    guard let node = resolved(unresolved) else { return nil }
    if node.members != nil { return Declarations.emitterShape.read(node, self, ()) }
    return choice(node, among: shapes.map(\.name)).flatMap { name in shapes.first { $0.name == name }?.shape }
  }

  /// Reads the emitter of a layer.
  ///
  /// - Parameter layerPath: path hash of the layer, from which the path hashes of its cells follow.
  func emitter(_ node: JSONNode, layerPath: UInt64) -> Emitter? {
    let issueCountBefore = issueCount
    var draft = EmitterDraft(emitter: Emitter(), layerPath: layerPath)
    // An emitter without the key `cells` gets a plain cell, and other defaults of mode, position and size than usual, so that
    // something is visible. The keys that the emitter states replace these defaults.
    if node.members?.contains(where: { $0.key == "cells" }) == false {
      draft.emitter.mode = .outline
      draft.emitter.position = scope.center
      draft.emitter.size = AnimatedPoint(50, 50)
      draft.emitter.cells = [PresetDecoder.plainCell(in: layerPath)]
    }
    readObject(node, Declarations.emitter, into: &draft)
    reportTooManySortedSprites(draft.emitter, at: node)
    reportColorsWithoutPicture(draft.emitter, at: node)
    return issueCount == issueCountBefore ? draft.emitter : nil
  }

  /// Reports cells that take colours from the picture of the emitter's shape if the shape has none.
  private func reportColorsWithoutPicture(_ emitter: Emitter, at node: JSONNode) {
    let shape = node["shape"].flatMap { resolved($0) }
    // Words have a picture only if they contain emoji, which may depend on a knob, so they are not reported.
    guard shape?["file"] == nil, shape?["words"] == nil,
      emitter.cells.contains(where: { cell in
        // Likewise words, which are paths without emoji, among the shapes of a gather.
        let mayMeetPicture = cell.gather?.next.contains { if case .path = $0.shape { true } else { false } } ?? false
        return cell.colorFrom == .picture && !mayMeetPicture && !emitter.hasPicture(for: cell)
      })
    else { return }
    report(
      "colorFrom \"picture\" needs a picture as the emitter's shape, {\"type\": \"image\", \"file\": \"logo.png\"}",
      at: node["shape"] ?? node)
  }

  /// Reports an emitter that sorts the particles of all cells together, if the cells have too many sprites in all. Particles that
  /// are sorted together are drawn in one batch with one list of sprites, which has the same limit as the list of one cell.
  private func reportTooManySortedSprites(_ emitter: Emitter, at node: JSONNode) {
    guard emitter.renderMode.sortsParticles else { return }
    func countSprites(of cells: [Cell]) -> Int {
      cells.reduce(0) { $0 + max($1.sprites.count, 1) + countSprites(of: $1.cells) }
    }
    let count = countSprites(of: emitter.cells)
    if count > Limits.spritesOfCell {
      report(
        "renderMode \"\(emitter.renderMode.rawValue)\" sorts cells with \(count) sprites together; at most \(Limits.spritesOfCell) are allowed",
        at: node["renderMode"] ?? node)
    }
  }

  /// The cell of an emitter without `cells`: small white dots that fly in all directions and fade.
  private static func plainCell(in layerPath: UInt64) -> Cell {
    var cell = Cell(name: "", cellPath: PathHash.child(of: layerPath, at: 0))
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
