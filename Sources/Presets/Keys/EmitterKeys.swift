import Model

/// An emitter as written.
struct EmitterDraft: Sendable {
  var emitter: Emitter
  var path: UInt64
  var hasCells = false
}

extension Declarations {
  private static let shapeNames = ["point", "line", "rectangle", "circle", "ellipse", "ring", "cuboid", "sphere"]

  static let emitter = Declaration<EmitterDraft>(
    "emitter",
    "Where particles are born, and factors for all of its cells. Values are read at a particle's birth and held.",
    { EmitterDraft(emitter: Emitter(), path: 0) },
    [
      Key(
        "shape", .anyOf([.choice(shapeNames), .object("polygonShape")]),
        "Where births happen. line: x ± width/2; rectangle: ± width/2, ± height/2; circle: radius = width; ellipse: radii width/2, height/2; ring: radii width (outer) and height (inner); cuboid: a rectangle with depth; sphere: radius = width; or a polygon with its points.",
        fixed: "\"point\""
      ) { node, decoder, draft in
        if let shape = decoder.emitterShape(node, shapeNames) { draft.emitter.shape = shape }
      },
      .choice("mode", \.emitter.mode, "Which part of the shape gives birth."),
      .point("position", \.emitter.position, "The shape's centre."),
      .point("size", \.emitter.size, "The shape's width and height; see shape."),
      .moving("zPosition", \.emitter.zPosition, .points, "Depth of the shape's centre; larger is nearer to the eye."),
      .moving("depth", \.emitter.depth, .points, "The shape's extent in z, half to each side."),
      .choice(
        "renderMode", \.emitter.renderMode,
        "The order of drawing: cell by cell, or all cells' particles by age or by depth; additive is blend \"add\"."),
      .moving("birthRate", \.emitter.birthRate, .factor, 0...1e6, "Multiplies every cell's birthRate."),
      .moving("lifetime", \.emitter.lifetime, .factor, 0...1e5, "Multiplies every cell's lifetime."),
      .moving("velocity", \.emitter.velocity, .factor, "Multiplies every cell's velocity."),
      .moving("scale", \.emitter.scale, .factor, -1e3...1e3, "Multiplies every cell's scale."),
      .moving("spin", \.emitter.spin, .factor, "Multiplies every cell's spin."),
      .optionalNumber("shutter", \.emitter.shutter, .degrees, 0...720, "Motion blur, in place of the canvas's."),
      Key(
        "cells", .list(.object("cell")),
        "The kinds of particles. Without any, a plain fountain of white dots shows where the emitter is."
      ) { node, decoder, draft in
        draft.hasCells = true
        draft.emitter.cells = decoder.cells(node, parent: draft.path, depth: 1)
      },
    ])

  static let polygonShape = Declaration<PolygonDraft>(
    "polygonShape", "An emitter shape of one's own.", { PolygonDraft() },
    [
      Key("type", .choice(["polygon"]), "polygon.") { node, decoder, _ in _ = decoder.choice(node, among: ["polygon"]) }
        .required,
      Key(
        "points", .list(.point(NumberRule(.points))), "At least three corners, relative to position; closed."
      ) { node, decoder, draft in
        guard let list = decoder.elements(node, of: "points [x, y]") else { return }
        draft.points = list.enumerated().compactMap { index, element in
          decoder.inside(index: index) { decoder.constantPoint(element, NumberRule(.points)) }
        }
        if list.count < 3 { decoder.report("a polygon needs at least three points, not \(list.count)", at: node) }
      }.required,
    ])
}

struct PolygonDraft: Sendable {
  var points: [PlanePoint] = []
}

extension PresetDecoder {
  func emitterShape(_ unresolved: JSONNode, _ names: [String]) -> Emitter.Shape? {
    guard let node = resolved(unresolved) else { return nil }
    if node.members != nil {
      let before = issueCount
      var draft = PolygonDraft()
      readObject(node, Declarations.polygonShape, into: &draft)
      return issueCount == before ? .polygon(draft.points) : nil
    }
    switch choice(node, among: names) {
    case "point": return .point
    case "line": return .line
    case "rectangle": return .rectangle
    case "circle": return .circle
    case "ellipse": return .ellipse
    case "ring": return .ring
    case "cuboid": return .cuboid
    case "sphere": return .sphere
    default: return nil
    }
  }

  func emitter(_ node: JSONNode, path: UInt64) -> Emitter? {
    let before = issueCount
    var draft = EmitterDraft(emitter: Emitter(), path: path)
    // An emitter without cells is the catalogue's plain one; what is written beside changes it.
    if node.members?.contains(where: { $0.key == "cells" }) == false {
      draft.emitter.mode = .outline
      draft.emitter.position = AnimatedPoint(AnimatedNumber(scope.width / 2), AnimatedNumber(scope.height / 2))
      draft.emitter.size = AnimatedPoint(50, 50)
      draft.emitter.cells = [PresetDecoder.plainCell(in: path)]
    }
    readObject(node, Declarations.emitter, into: &draft)
    reportCrowdedOrder(draft.emitter, at: node)
    return issueCount == before ? draft.emitter : nil
  }

  /// Particles that are sorted share one list of sprites.
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
    var cell = Cell(name: "", path: PathHash.child(of: path, at: 0))
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
