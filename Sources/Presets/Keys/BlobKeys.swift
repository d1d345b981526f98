import Colorimetry
import Model

/// A blob as written. Its fill is nil if it is not given.
struct BlobDraft: Sendable {
  var blob: Blob
  var fill: Paint?
}

extension Declarations {
  static let blob = Declaration<BlobDraft>(
    "blob", "A soft body: a closed curve round a centre whose radii differ and swell by turns.",
    in: { scope in
      let radius = AnimatedNumber(0.4 * min(scope.width, scope.height))
      return BlobDraft(blob: Blob(center: scope.center, radius: radius, fill: .color(.constant(.white))))
    },
    [
      .animatedPoint("center", \.blob.center, "Its middle.").defaults(to: "the canvas's centre"),
      .animatedNumber("radius", \.blob.radius, .points, 0...1e5, "Its mean radius.")
        .defaults(to: "40 % of the canvas's shorter side"),
      .whole("points", \.blob.points, 3...64, "How many points of the outline have radii of their own."),
      .choice(
        "curve", \.blob.curve,
        "smooth: cubic curves through the points, smooth at each. quadratic: one control point between each two. corners: the "
          + "points pull at a curve that runs between their middles."),
      .optionalNumber(
        "control", \.blob.control, .factor, 0.5...2,
        "How far control points lie out, in mean radii of the points beside them; where equal radii make a smooth curve if not given."
      ).applies(where: "curve", \.blob.curve, is: .quadratic),
      .animatedNumber(
        "irregularity", \.blob.irregularity, .share, 0...0.9,
        "How far points lie inside or outside of the mean radius, as a share of it: each at random."),
      .animatedNumber(
        "wobble", \.blob.wobble, .share, 0...0.9, "By how much of the radius the points move in and out."),
      .choice("motion", \.blob.motion, "noise: each point moves on its own. wave: a sine that runs round."),
      .number("waveStep", \.blob.waveStep, .degrees, "wave: by how much each point is ahead of the one before."),
      .number(
        "period", \.blob.period, .seconds, 0.01...1e5,
        "When the motion has come round; in a loop the nearest time that fits into it."),
      .animatedNumber("rotation", \.blob.rotation, .degrees, "How far it is rotated, clockwise."),
      .number("seed", \.blob.seed, .none, "Another number, another outline and motion; \"= i\" in copies."),
      .paint("fill", \.fill, "A colour, or a gradient over its box; white if not given."),
      .animatedNumber("softness", \.blob.softness, .points, 0...1e4, "How wide its edge fades; 0 is sharp."),
      .optionalObject("relief", \.blob.relief, Declarations.relief, "Light and shade; none if not given."),
    ])

  static let relief = Declaration<Relief>(
    "relief", "Light and shade of a body that bulges towards the eye.", Relief(),
    [
      .animatedNumber("lightAngle", \.lightAngle, .degrees, "Where the light comes from, clockwise from the right."),
      .animatedNumber("lightHeight", \.lightHeight, .degrees, 0...90, "The light's angle above the picture."),
      .animatedNumber("light", \.light, .share, 0...4, "How much of the lit side takes the light's colour."),
      .animatedNumber("shade", \.shade, .share, 0...4, "How much of the far side takes the shade's colour."),
      .color("lightColor", \.lightColor, "Colour of the light."),
      .color("shadeColor", \.shadeColor, "Colour of the shade."),
      .animatedNumber("rim", \.rim, .share, 0...1, "Strength of a line of light inside the edge."),
      .animatedNumber("rimWidth", \.rimWidth, .share, 0.001...1, "Width of the rim, as a share of the body."),
      .animatedNumber("gloss", \.gloss, .share, 0...1, "Strength of the lamp's mirror image."),
      .animatedNumber("shininess", \.shininess, .none, 1...1_000, "How small the mirror image is."),
      .animatedNumber(
        "roundness", \.roundness, .share, 0...1, "0 is flat in the middle and round at the edge, 1 a ball."),
      .animatedNumber(
        "hollow", \.hollow, .share, 0...1, "How much clearer the middle is than the edge: 1 is a bubble."),
    ])
}

extension PresetDecoder {
  func blob(_ node: JSONNode) -> Blob? {
    guard var draft = object(node, Declarations.blob) else { return nil }
    if let fill = draft.fill { draft.blob.fill = fill }
    return draft.blob
  }
}
