import Colorimetry
import JSON
import Model

/// Metaballs as written. `fill` is nil if the preset does not give it; then `metaballs.fill` keeps its default.
struct MetaballsDraft: Sendable {
  var metaballs: Metaballs
  var fill: Paint?
}

/// An element of the key `balls` as written.
struct BallDraft: Sendable {
  var center: AnimatedPoint?
  var radius: AnimatedNumber?
  var color: LinearColor?
}

extension Declarations {
  static let metaballs = Declaration<MetaballsDraft>(
    "metaballs", "Balls that melt into each other where they come near.",
    defaults: { scope in
      MetaballsDraft(
        metaballs: Metaballs(
          center: scope.center, size: AnimatedPoint(AnimatedNumber(scope.width), AnimatedNumber(scope.height)),
          radius: AnimatedNumber(0.1 * min(scope.width, scope.height)), fill: .color(.constant(.white))))
    },
    [
      .value(
        "balls", \.metaballs.balls, .list(.object(Declarations.ball)), "Balls whose positions are given."
      ) { decoder, node in
        decoder.list(node, of: "balls", maximum: Limits.balls) { decoder.ball($0) }
      },
      .whole(
        "count", \.metaballs.count, 0...Limits.balls,
        "How many random balls there are besides those of balls; each moves on its own."),
      .animatedPoint("center", \.metaballs.center, "The centre of the box in which random balls move.").defaults(
        to: "the canvas's centre"
      ).effective(beside: "count"),
      .animatedPair(
        "size", \.metaballs.size, .points, 0...1e5,
        "Width and height of the box in which random balls move, or one number for both."
      )
      .defaults(to: "the canvas's size").effective(beside: "count"),
      .animatedNumber("radius", \.metaballs.radius, .points, 0...1e5, "The radius of random balls.")
        .defaults(to: "10 % of the canvas's shorter side").effective(beside: "count"),
      .animatedNumber(
        "radiusRange", \.metaballs.radiusRange, .points, 0...1e5,
        "Each radius is random, from radius − radiusRange/2 to radius + radiusRange/2."
      ).effective(beside: "count"),
      .animatedPoint(
        "sway", \.metaballs.sway, .share, 0...1,
        "The shares of the box's width and height that each random ball moves through: with [0.1, 1] it rises and sinks."
      ).effective(beside: "count"),
      .number(
        "period", \.metaballs.period, .seconds, 0.01...1e5,
        "The time after which all motion repeats; in a loop, the nearest time that goes into the loop a whole number of times."
      ),
      .number("seed", \.metaballs.seed, .none, "Another number gives other movements."),
      .number("reach", \.metaballs.reach, .factor, 1.1...6, "How far a ball's field reaches, in radii of the ball."),
      .paint("fill", \.fill, "A colour, or a gradient over the canvas; white if not given."),
      .value(
        "colors", \.metaballs.colors, .colors,
        "Colours that the balls take in turn, and which blend where balls melt into each other; in place of fill."
      ) { $0.colors($1) },
      .animatedNumber(
        "softness", \.metaballs.softness, .points, 0...1e4, "The whole width over which the edge fades; 0 is sharp."),
      .optionalObject("relief", \.metaballs.relief, Declarations.relief, "Light and shade; none if not given."),
    ])

  static let ball = Declaration<BallDraft>(
    "ball", "A ball among metaballs.", BallDraft(),
    [
      .optionalAnimatedPoint("center", \.center, "Its middle.").required,
      .optionalAnimatedNumber("radius", \.radius, .points, 0...1e5, "Its radius.").required,
      .optionalColor("color", \.color, "Its colour; the next of colors if not given."),
    ])
}

extension PresetDecoder {
  /// Reads the metaballs of a layer; nil after reporting an issue.
  func metaballs(_ node: JSONNode) -> Metaballs? {
    guard var draft = object(node, Declarations.metaballs) else { return nil }
    if draft.metaballs.balls.isEmpty, draft.metaballs.count == 0 {
      report("needs balls, or a count of them", at: node)
      return nil
    }
    let hasColors = !draft.metaballs.colors.isEmpty || draft.metaballs.balls.contains { $0.color != nil }
    if hasColors, draft.fill != nil {
      report("colours of balls and fill cannot be combined", at: node)
      return nil
    }
    // A ball's own colour is used only if `colors` is not empty. Balls without one are white then.
    if hasColors, draft.metaballs.colors.isEmpty { draft.metaballs.colors = [.white] }
    if let fill = draft.fill { draft.metaballs.fill = fill }
    return draft.metaballs
  }

  /// Reads an element of the key `balls`; nil after reporting an issue.
  fileprivate func ball(_ node: JSONNode) -> Metaballs.Ball? {
    guard let ball = object(node, Declarations.ball), let center = ball.center, let radius = ball.radius else {
      return nil
    }
    return Metaballs.Ball(center: center, radius: radius, color: ball.color)
  }
}
