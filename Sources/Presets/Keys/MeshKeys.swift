import Colorimetry
import Model

/// A mesh as written; the reader spreads the points evenly where none are given.
struct MeshDraft: Sendable {
  var columns: Int?
  var rows: Int?
  var points: [Mesh.Vertex]?
  var colors: [AnimatedColor] = []
  var smoothsColors = true
  var interpolation: ColorInterpolation?
  var frame: Mesh.Frame?
  var background = AnimatedColor.constant(.clear)
  /// Where the lists stand, for what is wrong with their lengths.
  var pointsNode, colorsNode: JSONNode?
}

/// A point of a mesh as written.
struct MeshPointDraft: Sendable {
  var point, leading, top, trailing, bottom: AnimatedPoint?
}

extension Declarations {
  static let mesh = Declaration<MeshDraft>(
    "mesh", "A gradient over a grid of points, each with a place and a colour.", { MeshDraft() },
    [
      count("width", \.columns, "Points in a row."),
      count("height", \.rows, "Points in a column."),
      Key(
        "points", .list(.anyOf([.point(meshUnit), .object("meshPoint")])),
        "The points row by row in the unit square of the frame: [x, y], or an object with handles; evenly spread if not given."
      ) { node, decoder, mesh in
        mesh.points = decoder.meshPoints(node)
        mesh.pointsNode = node
      },
      Key("colors", .list(.movingColor), "The colours row by row, one for each point.") { node, decoder, mesh in
        mesh.colorsNode = node
        guard let list = decoder.elements(node, of: "colours", most: mostMeshColors) else { return }
        let colors = list.enumerated().compactMap { index, element in
          decoder.inside(index: index) { decoder.movingColor(element) }
        }
        if colors.count == list.count { mesh.colors = colors }
      }.required,
      .flag("smoothsColors", \.smoothsColors, "Cubic between the colours; false is bilinear."),
      Key(
        "colorSpace", .interpolation, "The space in which the colours mix, one without hues; srgb on an srgb canvas.",
        fixed: "\"oklab\""
      ) { node, decoder, mesh in
        guard let interpolation = decoder.interpolation(node) else { return }
        if [.hsl, .hwb, .lch, .oklch].contains(interpolation.space) {
          decoder.report("a mesh mixes in a space without hues, such as oklab, srgb or linear", at: node)
        } else {
          mesh.interpolation = interpolation
        }
      },
      Key(
        "frame", .list(.moving(NumberRule(.points))),
        "The rectangle [x, y, width, height] that the points refer to; the canvas if not given."
      ) { node, decoder, mesh in mesh.frame = decoder.meshFrame(node) },
      Key("background", .movingColor, "What lies outside of the mesh; transparent if not given.") {
        node, decoder, mesh in
        if let color = decoder.movingColor(node) { mesh.background = color }
      },
    ])

  static let meshPoint = Declaration<MeshPointDraft>(
    "meshPoint", "A point of a mesh with the control points of the sides that meet in it.", { MeshPointDraft() },
    [
      meshHandle("point", \.point, "Its place.").required,
      meshHandle("leading", \.leading, "The control point towards the point on its left, a place of its own."),
      meshHandle("top", \.top, "The one towards the point above."),
      meshHandle("trailing", \.trailing, "The one towards the point on its right."),
      meshHandle("bottom", \.bottom, "The one towards the point below."),
    ])

  fileprivate static let meshUnit = NumberRule(.share, -10...10)
  /// Points in a row or column, and in all.
  fileprivate static let mostMeshPoints = 64
  fileprivate static let mostMeshColors = mostMeshPoints * mostMeshPoints

  private static func count(_ name: String, _ path: Path<MeshDraft, Int?>, _ about: String) -> Key<MeshDraft> {
    let rule = NumberRule(.none, 2...Double(mostMeshPoints), isWhole: true)
    return Key(name, .number(rule), about) { node, decoder, mesh in
      mesh[keyPath: path] = decoder.wholeNumber(node, rule)
    }.required
  }

  private static func meshHandle(
    _ name: String, _ path: Path<MeshPointDraft, AnimatedPoint?>, _ about: String
  ) -> Key<MeshPointDraft> {
    Key(name, .point(meshUnit), about) { node, decoder, point in
      point[keyPath: path] = decoder.movingPoint(node, meshUnit)
    }
  }
}

extension PresetDecoder {
  func mesh(_ node: JSONNode) -> Mesh? {
    let before = issueCount
    var draft = MeshDraft()
    readObject(node, Declarations.mesh, into: &draft)
    guard issueCount == before, let columns = draft.columns, let rows = draft.rows else { return nil }
    let count = columns * rows
    func checkCount(_ found: Int, _ what: String, _ list: JSONNode?) {
      if found != count {
        report("\(found) \(what) for \(columns) × \(rows) points; \(count) are needed", at: list ?? node)
      }
    }
    inside(key: "colors") { checkCount(draft.colors.count, "colours", draft.colorsNode) }
    if let points = draft.points { inside(key: "points") { checkCount(points.count, "points", draft.pointsNode) } }
    guard issueCount == before else { return nil }
    var vertices =
      draft.points
      ?? (0..<count).map { index in
        Mesh.Vertex(
          position: AnimatedPoint(
            AnimatedNumber(Double(index % columns) / Double(columns - 1)),
            AnimatedNumber(Double(index / columns) / Double(rows - 1))),
          color: .constant(.clear))
      }
    for index in vertices.indices { vertices[index].color = draft.colors[index] }
    let canvas = Mesh.Frame(
      x: 0, y: 0, width: AnimatedNumber(scope.width), height: AnimatedNumber(scope.height))
    return Mesh(
      columns: columns, rows: rows, vertices: vertices, smoothsColors: draft.smoothsColors,
      interpolation: draft.interpolation ?? (scope.usesSRGB ? .srgb : .oklab), frame: draft.frame ?? canvas,
      background: draft.background)
  }

  fileprivate func meshPoints(_ node: JSONNode) -> [Mesh.Vertex]? {
    guard let list = elements(node, of: "points", most: Declarations.mostMeshColors) else { return nil }
    let vertices = list.enumerated().compactMap { index, element in
      inside(index: index) { meshPoint(element) }
    }
    return vertices.count == list.count ? vertices : nil
  }

  private func meshPoint(_ unresolved: JSONNode) -> Mesh.Vertex? {
    guard let node = resolved(unresolved) else { return nil }
    let isMotion = node["keys"] != nil || node["from"] != nil || node["to"] != nil
    guard node.members != nil, !isMotion else {
      return movingPoint(node, Declarations.meshUnit).map { Mesh.Vertex(position: $0, color: .constant(.clear)) }
    }
    var draft = MeshPointDraft()
    readObject(node, Declarations.meshPoint, into: &draft)
    return draft.point.map {
      Mesh.Vertex(
        position: $0, color: .constant(.clear), leading: draft.leading, top: draft.top, trailing: draft.trailing,
        bottom: draft.bottom)
    }
  }

  fileprivate func meshFrame(_ unresolved: JSONNode) -> Mesh.Frame? {
    guard let node = resolved(unresolved), let list = elements(node, of: "lengths") else { return nil }
    guard list.count == 4 else {
      report("a frame has four lengths [x, y, width, height], not \(list.count)", at: node)
      return nil
    }
    let values = list.enumerated().compactMap { index, element in
      inside(index: index) {
        movingNumber(element, NumberRule(.points).along(index % 2 == 0 ? .horizontal : .vertical))
      }
    }
    guard values.count == 4 else { return nil }
    return Mesh.Frame(x: values[0], y: values[1], width: values[2], height: values[3])
  }
}
