import Colorimetry
import Model

struct BlobDraft: Sendable {
  var blob: Blob
  var fill: Paint?
}

struct MetaballsDraft: Sendable {
  var metaballs: Metaballs
  var fill: Paint?
}

extension Declarations {
  private static let counts = NumberRule(.none, 0...Double(Limits.balls), isWhole: true)

  static let blob = Declaration<BlobDraft>(
    "blob", "A soft body: a closed curve round a centre whose radii differ and swell in turns.",
    { BlobDraft(blob: Blob(center: AnimatedPoint(0, 0), radius: 0, fill: .color(.constant(.white)))) },
    [
      .center(\.blob.center),
      Key("radius", .moving(lengths), "Its mean radius; 40 % of the canvas's shorter side if not given.") {
        node, decoder, draft in
        if let radius = decoder.movingNumber(node, lengths) { draft.blob.radius = radius }
      },
      Key("points", .number(points), "How many points of the outline have radii of their own.", fixed: "6") {
        node, decoder, draft in
        if let count = decoder.wholeNumber(node, points) { draft.blob.points = count }
      },
      .choice(
        "curve", \.blob.curve,
        "smooth: cubic curves through the points, smooth at each. quadratic: one control point between each two. corners: the "
          + "points pull at a curve that runs between their middles."),
      .optionalNumber(
        "control", \.blob.control, .factor, 0.5...2,
        "quadratic: how far control points lie out, in mean radii of the points beside them; where equal radii make a smooth curve if not given."
      ),
      .moving(
        "irregularity", \.blob.irregularity, .share, 0...0.9,
        "By how much of the radius each point lies in or out, by a draw of its own."),
      .moving("wobble", \.blob.wobble, .share, 0...0.9, "By how much of the radius the points move in and out."),
      .choice("motion", \.blob.motion, "noise: each point in its own way. wave: a sine that runs round."),
      .number("waveStep", \.blob.waveStep, .degrees, "wave: by how much each point is ahead of the one before."),
      .number(
        "period", \.blob.period, .seconds, 0.01...1e5,
        "When the motion has come round; in a loop the nearest time that fits into it."),
      .moving("rotation", \.blob.rotation, .degrees, "How far it is turned, clockwise."),
      .number("seed", \.blob.seed, .none, "Another number, another outline and motion; \"= i\" in copies."),
      .paint("fill", \.fill, "A colour, or a gradient over its box; white if not given."),
      .moving("softness", \.blob.softness, .points, 0...1e4, "How wide its edge fades; 0 is sharp."),
      relief(\.blob.relief),
    ])

  static let metaballs = Declaration<MetaballsDraft>(
    "metaballs", "Balls that melt into each other where they come near.",
    {
      MetaballsDraft(
        metaballs: Metaballs(
          center: AnimatedPoint(0, 0), size: AnimatedPoint(0, 0), radius: 0, fill: .color(.constant(.white))))
    },
    [
      Key("balls", .list(.object("ball")), "Balls whose places are given.") { node, decoder, draft in
        guard let list = decoder.elements(node, of: "balls", most: Limits.balls) else { return }
        draft.metaballs.balls = list.enumerated().compactMap { index, element in
          decoder.inside(index: index) {
            var ball = BallDraft()
            decoder.readObject(element, Declarations.ball, into: &ball)
            guard let center = ball.center, let radius = ball.radius else { return nil }
            return Metaballs.Ball(center: center, radius: radius, color: ball.color)
          }
        }
      },
      Key("count", .number(counts), "How many more are drawn by chance, with ways of their own.", fixed: "0") {
        node, decoder, draft in
        if let count = decoder.wholeNumber(node, counts) { draft.metaballs.count = count }
      },
      .center(\.metaballs.center),
      Key("size", .point(lengths), "Width and height of where those move; the canvas's if not given.") {
        node, decoder, draft in
        if let size = decoder.movingPoint(node, lengths) { draft.metaballs.size = size }
      },
      Key("radius", .moving(lengths), "Their radius; 10 % of the canvas's shorter side if not given.") {
        node, decoder, draft in
        if let radius = decoder.movingNumber(node, lengths) { draft.metaballs.radius = radius }
      },
      .moving("radiusRange", \.metaballs.radiusRange, .points, 0...1e5, "Width of the draw around radius."),
      .point(
        "sway", \.metaballs.sway, .share, 0...1,
        "How much of the width and of the height each one moves through: [0.1, 1] rises and sinks."),
      .number(
        "period", \.metaballs.period, .seconds, 0.01...1e5,
        "When all have come round; in a loop the nearest time that fits into it."),
      .number("seed", \.metaballs.seed, .none, "Another number, other ways."),
      .number("reach", \.metaballs.reach, .factor, 1.1...6, "At how many of its radii a ball is felt by others."),
      .paint("fill", \.fill, "A colour, or a gradient over the canvas; white if not given."),
      Key("colors", .colors, "Colours of the balls in turns, which melt as they do; in place of fill.") {
        node, decoder, draft in draft.metaballs.colors = decoder.colors(node) ?? []
      },
      .moving("softness", \.metaballs.softness, .points, 0...1e4, "How wide their edge fades; 0 is sharp."),
      relief(\.metaballs.relief),
    ])

  static let ball = Declaration<BallDraft>(
    "ball", "A ball among metaballs.", { BallDraft() },
    [
      Key("center", .point(NumberRule(.points)), "Its middle.") { node, decoder, ball in
        ball.center = decoder.movingPoint(node, NumberRule(.points))
      }.required,
      Key("radius", .moving(lengths), "Its radius.") { node, decoder, ball in
        ball.radius = decoder.movingNumber(node, lengths)
      }.required,
      Key("color", .color, "Its colour; the next of colors if not given.") { node, decoder, ball in
        ball.color = decoder.color(node)
      },
    ])

  static let relief = Declaration<Relief>(
    "relief", "Light and shade of a body that bulges towards the eye.", { Relief() },
    [
      .moving("lightAngle", \.lightAngle, .degrees, "Where the light comes from, clockwise from the right."),
      .moving("lightHeight", \.lightHeight, .degrees, 0...90, "The light's angle above the picture."),
      .moving("light", \.light, .share, 0...4, "How much of the lit side takes the light's colour."),
      .moving("shade", \.shade, .share, 0...4, "How much of the far side takes the shade's colour."),
      .color("lightColor", \.lightColor, "Colour of the light."),
      .color("shadeColor", \.shadeColor, "Colour of the shade."),
      .moving("rim", \.rim, .share, 0...1, "Strength of a line of light inside the edge."),
      .moving("rimWidth", \.rimWidth, .share, 0.001...1, "Its width, as a share of the body."),
      .moving("gloss", \.gloss, .share, 0...1, "Strength of the lamp's mirror image."),
      .moving("shininess", \.shininess, .none, 1...1_000, "How small that is."),
      .moving("roundness", \.roundness, .share, 0...1, "0 is flat in the middle and round at the edge, 1 a ball."),
      .moving("hollow", \.hollow, .share, 0...1, "How much clearer the middle is than the edge: 1 is a bubble."),
    ])

  private static let lengths = NumberRule(.points, 0...1e5)
  private static let points = NumberRule(.none, 3...64, isWhole: true)

  private static func relief<Target>(_ path: Path<Target, Relief?>) -> Key<Target> {
    Key("relief", .object("relief"), "Light and shade; none if not given.") { node, decoder, draft in
      var relief = Relief()
      decoder.readObject(node, Declarations.relief, into: &relief)
      draft[keyPath: path] = relief
    }
  }
}

struct BallDraft: Sendable {
  var center: AnimatedPoint?
  var radius: AnimatedNumber?
  var color: LinearColor?
}

extension Key {
  fileprivate static func center(_ path: Path<Target, AnimatedPoint>) -> Key {
    Key("center", .point(NumberRule(.points)), "Its middle; that of the canvas if not given.") {
      node, decoder, target in
      if let center = decoder.movingPoint(node, NumberRule(.points)) { target[keyPath: path] = center }
    }
  }
}

extension PresetDecoder {
  private var middle: AnimatedPoint {
    AnimatedPoint(AnimatedNumber(scope.width / 2), AnimatedNumber(scope.height / 2))
  }

  func blob(_ node: JSONNode) -> Blob? {
    let before = issueCount
    let radius = AnimatedNumber(0.4 * min(scope.width, scope.height))
    var draft = BlobDraft(blob: Blob(center: middle, radius: radius, fill: .color(.constant(.white))))
    readObject(node, Declarations.blob, into: &draft)
    if draft.blob.control != nil, draft.blob.curve != .quadratic {
      report("control means nothing to a \(draft.blob.curve.rawValue) curve", at: node)
    }
    if let fill = draft.fill { draft.blob.fill = fill }
    return issueCount == before ? draft.blob : nil
  }

  func metaballs(_ node: JSONNode) -> Metaballs? {
    let before = issueCount
    let size = AnimatedPoint(AnimatedNumber(scope.width), AnimatedNumber(scope.height))
    let radius = AnimatedNumber(0.1 * min(scope.width, scope.height))
    var draft = MetaballsDraft(
      metaballs: Metaballs(center: middle, size: size, radius: radius, fill: .color(.constant(.white))))
    readObject(node, Declarations.metaballs, into: &draft)
    guard issueCount == before else { return nil }
    if draft.metaballs.balls.isEmpty, draft.metaballs.count == 0 {
      report("needs balls, or a count of them", at: node)
      return nil
    }
    let hasColors = !draft.metaballs.colors.isEmpty || draft.metaballs.balls.contains { $0.color != nil }
    if hasColors, draft.fill != nil {
      report("colours of balls and fill exclude each other", at: node)
      return nil
    }
    if hasColors, draft.metaballs.colors.isEmpty { draft.metaballs.colors = [.white] }
    if let fill = draft.fill { draft.metaballs.fill = fill }
    return draft.metaballs
  }
}
