import JSON
import Model

/// An emitter as written.
struct EmitterDraft: Sendable {
  var emitter: Emitter
  /// Path hash of the emitter's layer, from which the path hashes of its cells follow.
  var layerPath: UInt64
}

extension Declarations {
  /// Shapes that a preset may give by a name alone; a star and a polygon then have these settings.
  static let namedShapes: [(name: String, shape: Emitter.Shape)] = [
    ("point", .point), ("line", .line), ("rectangle", .rectangle), ("circle", .circle), ("ellipse", .ellipse),
    ("ring", .ring), ("cuboid", .cuboid), ("sphere", .sphere), ("heart", .heart),
    ("star", .star(points: 5, ratio: 0.4)),
    ("polygon", .regularPolygon(sides: 6)),
  ]

  static let emitter = Declaration<EmitterDraft>(
    "emitter",
    "Where particles are born, and factors for all of its cells. A particle reads these values once, at its birth.",
    EmitterDraft(emitter: Emitter(), layerPath: PathHash.notComputed),
    [
      .value(
        "shape", \.emitter.shape,
        .anyOf([.choice(namedShapes.map(\.name)), .object(Declarations.emitterShape)]),
        "Where births happen. line: x ± width/2; rectangle: ± width/2, ± height/2; circle: its radius (not its diameter) is the width; ellipse: diameters width, height; ring: its radii are the width (outer) and the height (inner); cuboid: a rectangle with depth; sphere: its radius is the width; heart: in the box width × height; star, of five points, and polygon, of six sides: diameters width, height; or a polygon, star, path or picture with settings."
      ) { $0.emitterShape($1, among: namedShapes) }.defaults(to: "\"point\""),
      .choice(
        "mode", \.emitter.mode,
        "Where on the shape births happen: on its corners, evenly along its outline, or evenly over its area or in its volume."
      ),
      .animatedPoint("position", \.emitter.position, "The shape's centre."),
      .animatedPair(
        "size", \.emitter.size, .points, Limits.numbers,
        "The shape's width and height, or one number for both. As in Core Animation they are diameters of an ellipse, a star and a polygon, but radii of a circle, a ring and a sphere; see shape."
      ),
      .animatedNumber(
        "zPosition", \.emitter.zPosition, .points, "Depth of the shape's centre; larger is nearer to the eye."),
      .animatedNumber("depth", \.emitter.depth, .points, "The shape's extent in z, half to each side."),
      .choice(
        "renderMode", \.emitter.renderMode,
        "The order of drawing: cell by cell (unordered), or all cells' particles by age or by depth; additive: cell by cell, and a layer of blend \"normal\" is composited by \"add\"."
      ),
      .animatedNumber("birthRate", \.emitter.birthRate, .factor, 0...1e6, "Multiplies every cell's birthRate."),
      .animatedNumber("lifetime", \.emitter.lifetime, .factor, 0...1e5, "Multiplies every cell's lifetime."),
      .animatedNumber("velocity", \.emitter.velocity, .factor, "Multiplies every cell's velocity."),
      .animatedNumber("scale", \.emitter.scale, .factor, -1e3...1e3, "Multiplies every cell's scale."),
      .animatedNumber("spin", \.emitter.spin, .factor, "Multiplies every cell's spin."),
      .optionalNumber(
        "shutter", \.emitter.shutter, .degrees, 0...720, "The shutter of motion blur, in place of the canvas's."),
      Key(
        "cells", .list(.object(Declarations.cell)),
        "The kinds of particles. Without this key, a plain fountain of white dots shows where the emitter is."
      ) { node, decoder, draft in
        draft.emitter.cells = decoder.cells(node, parent: draft.layerPath)
      },
    ])
}
