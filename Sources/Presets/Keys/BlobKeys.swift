import Colorimetry
import JSON
import Model

/// A blob as written. `fill` is nil if the preset does not give it; then `blob.fill` keeps its default.
struct BlobDraft: Sendable {
  var blob: Blob
  var fill: Paint?
}

extension Declarations {
  static let blob = Declaration<BlobDraft>(
    "blob",
    "A soft, blobby figure: a closed curve around a centre, whose points lie at different distances and move in and out.",
    defaults: { scope in
      let radius = AnimatedNumber(0.4 * min(scope.width, scope.height))
      return BlobDraft(blob: Blob(center: scope.center, radius: radius, fill: .color(.constant(.white))))
    },
    [
      .animatedPoint("center", \.blob.center, "Its middle.").defaults(to: "the canvas's centre"),
      .animatedNumber("radius", \.blob.radius, .points, 0...1e5, "Its mean radius.")
        .defaults(to: "40 % of the canvas's shorter side"),
      .whole(
        "points", \.blob.points, 3...64,
        "The number of points that the outline leads through or near, each at its own distance from the centre."),
      .choice(
        "curve", \.blob.curve,
        "smooth: cubic curves through the points, smooth at each. quadratic: curves through the points with one control point "
          + "between each two. corners: curves from midpoint to midpoint, with the points as control points."),
      // With another curve, `control` is refused (`applies`). With another motion, `waveStep` is only warned of (`effective`).
      .optionalNumber(
        "control", \.blob.control, .factor, 0.5...2,
        "A control point's distance from the centre ÷ the mean of the distances from the centre of the two points beside it. If not given, the curves join without corners where the points are equally far from the centre."
      ).applies(where: "curve", \.blob.curve, is: .quadratic),
      .animatedNumber(
        "irregularity", \.blob.irregularity, .share, 0...0.9,
        "The random deviation of each point's radius, as a share of the mean radius."),
      .animatedNumber(
        "wobble", \.blob.wobble, .share, 0...0.9, "How far the points move in and out, as a share of the mean radius."),
      .choice("motion", \.blob.motion, "noise: each point moves on its own. wave: a sine travels around the outline."),
      .number(
        "waveStep", \.blob.waveStep, .degrees,
        "With motion wave: the phase by which each point is ahead of the one before."
      ).effective(where: "motion", \.blob.motion, is: .wave),
      .number(
        "period", \.blob.period, .seconds, 0.01...1e5,
        "The time after which the motion repeats; in a loop, the nearest time that goes into the loop a whole number of times."
      ),
      .animatedNumber("rotation", \.blob.rotation, .degrees, "How far it is rotated, clockwise."),
      .number(
        "seed", \.blob.seed, .none, "Another number gives another outline and motion; \"= i\" gives each copy its own."),
      .paint("fill", \.fill, "A colour, or a gradient over its box; white if not given."),
      .animatedNumber(
        "softness", \.blob.softness, .points, 0...1e4, "The whole width over which its edge fades; 0 is sharp."),
      .optionalObject("relief", \.blob.relief, Declarations.relief, "Light and shade; none if not given."),
    ])

  static let relief = Declaration<Relief>(
    "relief", "Light and shade of a body that bulges towards the eye.", Relief(),
    [
      .animatedNumber("lightAngle", \.lightAngle, .degrees, "Where the light comes from, clockwise from the right."),
      .animatedNumber("lightHeight", \.lightHeight, .degrees, 0...90, "The light's angle above the canvas's plane."),
      .animatedNumber("light", \.light, .share, 0...4, "How strongly the lit side takes the light's colour."),
      .animatedNumber(
        "shade", \.shade, .share, 0...4, "How strongly the side away from the light takes the shade's colour."),
      .color("lightColor", \.lightColor, "Colour of the light."),
      .color("shadeColor", \.shadeColor, "Colour of the shade."),
      .animatedNumber("rim", \.rim, .share, 0...1, "Strength of a line of light inside the edge."),
      .animatedNumber("rimWidth", \.rimWidth, .share, 0.001...1, "Width of the rim, as a share of the body."),
      .animatedNumber("gloss", \.gloss, .share, 0...1, "Strength of the highlight, the light's reflection."),
      .animatedNumber(
        "shininess", \.shininess, .none, 1...1_000, "Sharpness of the highlight: the larger, the smaller it is."),
      .animatedNumber(
        "roundness", \.roundness, .share, 0...1, "0: flat in the middle, round at the edge; 1: a ball."),
      .animatedNumber(
        "hollow", \.hollow, .share, 0...1, "How transparent the middle is: 0 is opaque, 1 a bubble."),
    ])
}

extension PresetDecoder {
  /// Reads the blob of a layer.
  func blob(_ node: JSONNode) -> Blob? {
    guard var draft = object(node, Declarations.blob) else { return nil }
    if let fill = draft.fill { draft.blob.fill = fill }
    return draft.blob
  }
}
