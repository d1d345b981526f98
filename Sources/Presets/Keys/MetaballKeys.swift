import Colorimetry
import Model

/// Metaballs as written. Their fill is nil if it is not given.
struct MetaballsDraft: Sendable {
  var metaballs: Metaballs
  var fill: Paint?
}

/// A ball as written.
struct BallDraft: Sendable {
  var center: AnimatedPoint?
  var radius: AnimatedNumber?
  var color: LinearColor?
}

extension Declarations {
  static let metaballs = Declaration<MetaballsDraft>(
    "metaballs", "Balls that melt into each other where they come near.",
    in: { scope in
      MetaballsDraft(
        metaballs: Metaballs(
          center: scope.center, size: AnimatedPoint(AnimatedNumber(scope.width), AnimatedNumber(scope.height)),
          radius: AnimatedNumber(0.1 * min(scope.width, scope.height)), fill: .color(.constant(.white))))
    },
    [
      .value(
        "balls", \.metaballs.balls, .list(.object(Declarations.ball)), "Balls whose positions are given."
      ) { decoder, node in
        decoder.list(node, of: "balls", most: Limits.balls) { decoder.ball($0) }
      },
      .whole(
        "count", \.metaballs.count, 0...Limits.balls,
        "How many more there are at random positions, each moving on its own."),
      .animatedPoint("center", \.metaballs.center, "Middle of where those move.").defaults(to: "the canvas's centre"),
      .animatedPoint("size", \.metaballs.size, .points, 0...1e5, "Width and height of where those move.")
        .defaults(to: "the canvas's size"),
      .animatedNumber("radius", \.metaballs.radius, .points, 0...1e5, "Their radius.")
        .defaults(to: "10 % of the canvas's shorter side"),
      .animatedNumber(
        "radiusRange", \.metaballs.radiusRange, .points, 0...1e5,
        "Each radius is random, from radius − radiusRange/2 to radius + radiusRange/2."),
      .animatedPoint(
        "sway", \.metaballs.sway, .share, 0...1,
        "How much of the width and of the height each one moves through: [0.1, 1] rises and sinks."),
      .number(
        "period", \.metaballs.period, .seconds, 0.01...1e5,
        "When all have come round; in a loop the nearest time that fits into it."),
      .number("seed", \.metaballs.seed, .none, "Another number, other movements."),
      .number("reach", \.metaballs.reach, .factor, 1.1...6, "At how many of its radii a ball is felt by others."),
      .paint("fill", \.fill, "A colour, or a gradient over the canvas; white if not given."),
      .value(
        "colors", \.metaballs.colors, .colors,
        "Colours of the balls by turns, which melt as they do; in place of fill."
      ) { $0.colors($1) },
      .animatedNumber("softness", \.metaballs.softness, .points, 0...1e4, "How wide their edge fades; 0 is sharp."),
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
  func metaballs(_ node: JSONNode) -> Metaballs? {
    guard var draft = object(node, Declarations.metaballs) else { return nil }
    if draft.metaballs.balls.isEmpty, draft.metaballs.count == 0 {
      report("needs balls, or a count of them", at: node)
      return nil
    }
    let hasColors = !draft.metaballs.colors.isEmpty || draft.metaballs.balls.contains { $0.color != nil }
    if hasColors, draft.fill != nil {
      report("colours of balls and fill exclude each other", at: node)
      return nil
    }
    // Balls without a colour beside balls with one are white.
    if hasColors, draft.metaballs.colors.isEmpty { draft.metaballs.colors = [.white] }
    if let fill = draft.fill { draft.metaballs.fill = fill }
    return draft.metaballs
  }

  fileprivate func ball(_ node: JSONNode) -> Metaballs.Ball? {
    guard let ball = object(node, Declarations.ball), let center = ball.center, let radius = ball.radius else {
      return nil
    }
    return Metaballs.Ball(center: center, radius: radius, color: ball.color)
  }
}
