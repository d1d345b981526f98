import Colorimetry
import JSON
import Model

/// A mesh as written. Points and colours are listed row by row: the index of a vertex is `row * columns + column`.
struct MeshDraft: Sendable {
  var columns: Int?
  var rows: Int?
  /// Vertices, whose colours are not yet set; nil for evenly spaced ones.
  var points: [Mesh.Vertex]?
  var colors: [AnimatedColor] = []
  var smoothsColors = true
  var interpolation: ColorInterpolation?
  /// The rectangle of whose width and height the points' coordinates are shares; nil for the canvas.
  var frame: Mesh.Frame?
  var background = AnimatedColor.constant(.clear)
  /// The nodes of the two lists, at which a wrong number of elements is reported.
  var pointsNode, colorsNode: JSONNode?
}

/// A point of a mesh with its handles (Bézier control points) as written; a handle that is not given is nil.
struct MeshPointDraft: Sendable {
  var point, leading, top, trailing, bottom: AnimatedPoint?
}

extension Declarations {
  static let mesh = Declaration<MeshDraft>(
    "mesh", "A gradient over a grid of points, each with a position and a colour.", MeshDraft(),
    [
      .optionalWhole("width", \.columns, 2...maximumMeshSide, "Points in a row.").required,
      .optionalWhole("height", \.rows, 2...maximumMeshSide, "Points in a column.").required,
      Key(
        "points", .list(.anyOf([.animatedPoint(meshCoordinates), .object(Declarations.meshPoint)])),
        "The points row by row, as shares of the frame's width and height: [x, y], or an object with handles; evenly spread if not given."
      ) { node, decoder, mesh in
        mesh.points = decoder.list(node, of: "points", maximum: maximumMeshPoints) { decoder.meshPoint($0) }
        mesh.pointsNode = node
      },
      Key("colors", .list(.animatedColor), "The colours row by row, one for each point.") { node, decoder, mesh in
        mesh.colors = decoder.list(node, of: "colours", maximum: maximumMeshPoints) { decoder.animatedColor($0) } ?? []
        mesh.colorsNode = node
      }.required,
      .flag("smoothsColors", \.smoothsColors, "Whether colours are interpolated cubically; false: bilinearly."),
      .optional(
        "colorSpace", \.interpolation, .interpolation,
        "The space in which the colours mix, one without hues; on an srgb canvas the default is srgb."
      ) { decoder, node in
        guard let interpolation = decoder.interpolation(node) else { return nil }
        if interpolation.isSpline {
          decoder.report("spline is for stops; smoothsColors says how a mesh is smoothed", at: node)
          return nil
        }
        if interpolation.space.hueIndex == nil { return interpolation }
        decoder.report("a mesh mixes in a space without hues, such as oklab, srgb or linear", at: node)
        return nil
      }
      .defaults(to: "\"oklab\""),
      .optional(
        "frame", \.frame, .list(.animatedNumber(NumberSchema(.points))),
        "The rectangle [x, y, width, height] that the points refer to; the canvas if not given."
      ) { $0.meshFrame($1) },
      .animatedColor("background", \.background, "What lies outside of the mesh; transparent if not given."),
    ])

  static let meshPoint = Declaration<MeshPointDraft>(
    "meshPoint", "A point of a mesh with the control points of the sides that meet in it.", MeshPointDraft(),
    [
      pointKey("point", \.point, "Its position.").required,
      pointKey(
        "leading", \.leading,
        "The control point towards the point on its left; like point, a position in the unit square of the frame."),
      pointKey("top", \.top, "The control point towards the point above."),
      pointKey("trailing", \.trailing, "The control point towards the point on its right."),
      pointKey("bottom", \.bottom, "The control point towards the point below."),
    ])

  /// Coordinates of points and handles as shares of the frame: 0 is its left or top side, 1 the opposite side. Points outside of
  /// 0...1 lie outside of the frame.
  fileprivate static let meshCoordinates = NumberSchema(.share, -10...10)
  /// The most points in a row or column.
  private static let maximumMeshSide = 64
  /// The most points in all.
  private static let maximumMeshPoints = maximumMeshSide * maximumMeshSide

  /// A key for a point or a handle.
  private static func pointKey(
    _ name: String, _ path: Property<MeshPointDraft, AnimatedPoint?>, _ about: String
  ) -> Key<MeshPointDraft> {
    .optionalAnimatedPoint(name, path, meshCoordinates.unit, meshCoordinates.range, about)
  }
}

extension PresetDecoder {
  /// Reads the mesh of a layer; nil after reporting an issue, such as a list without an element for each vertex.
  func mesh(_ node: JSONNode) -> Mesh? {
    guard let draft = object(node, Declarations.mesh), let columns = draft.columns, let rows = draft.rows else {
      return nil
    }
    let issueCountBefore = issueCount
    let vertexCount = columns * rows
    // Reports a list of `found` elements unless there is one for each vertex; `what` is what the message calls the elements.
    func checkCount(_ found: Int, _ what: String, _ list: JSONNode?) {
      if found != vertexCount {
        report("\(found) \(what) for \(columns) × \(rows) points; \(vertexCount) are needed", at: list ?? node)
      }
    }
    inside(key: "colors") { checkCount(draft.colors.count, "colours", draft.colorsNode) }
    if let points = draft.points { inside(key: "points") { checkCount(points.count, "points", draft.pointsNode) } }
    guard issueCount == issueCountBefore else { return nil }
    var vertices =
      draft.points
      ?? (0..<vertexCount).map { index in
        Mesh.Vertex(
          position: AnimatedPoint(
            AnimatedNumber(Double(index % columns) / Double(columns - 1)),
            AnimatedNumber(Double(index / columns) / Double(rows - 1))),
          color: .constant(.clear))
      }
    for index in vertices.indices { vertices[index].color = draft.colors[index] }
    let canvasFrame = Mesh.Frame(
      x: 0, y: 0, width: AnimatedNumber(scope.width), height: AnimatedNumber(scope.height))
    return Mesh(
      columns: columns, rows: rows, vertices: vertices, smoothsColors: draft.smoothsColors,
      interpolation: draft.interpolation ?? scope.defaultInterpolation, frame: draft.frame ?? canvasFrame,
      background: draft.background)
  }

  /// Reads a vertex, whose colour is set later: `[x, y]`, an animation of a point, or an object with handles.
  fileprivate func meshPoint(_ unresolved: JSONNode) -> Mesh.Vertex? {
    guard let node = resolved(unresolved) else { return nil }
    let mayHaveHandles = node.members != nil && !isAnimation(node)
    guard mayHaveHandles else {
      return animatedPoint(node, Declarations.meshCoordinates).map {
        Mesh.Vertex(position: $0, color: .constant(.clear))
      }
    }
    guard let draft = object(node, Declarations.meshPoint), let position = draft.point else { return nil }
    return Mesh.Vertex(
      position: position, color: .constant(.clear), leading: draft.leading, top: draft.top, trailing: draft.trailing,
      bottom: draft.bottom)
  }

  /// Reads a rectangle `[x, y, width, height]`, each of which may be animated.
  fileprivate func meshFrame(_ unresolved: JSONNode) -> Mesh.Frame? {
    guard let node = resolved(unresolved), let list = elements(node, of: "lengths") else { return nil }
    guard list.count == 4 else {
      report("a frame has four lengths [x, y, width, height], not \(list.count)", at: node)
      return nil
    }
    let values = list.enumerated().compactMap { index, element in
      inside(index: index) {
        animatedNumber(element, NumberSchema(.points).percentages(of: index % 2 == 0 ? .width : .height))
      }
    }
    guard values.count == 4 else { return nil }
    return Mesh.Frame(x: values[0], y: values[1], width: values[2], height: values[3])
  }
}
