import Colorimetry
import Lanes
import Model

/// A cell as written.
struct CellDraft: Sendable {
  var cell: Cell
  var isEnabled = true
}

extension Declarations {
  static let cell = Declaration<CellDraft>(
    "cell",
    "A kind of particle. A value with a Range is drawn evenly from value − range/2 to value + range/2 for each particle.",
    CellDraft(cell: Cell(name: "", path: 0)),
    Key.siblings("cell", name: \.cell.name, isEnabled: \.isEnabled) + cellTree + cellEmission + cellMotion + cellForces
      + cellTurn + cellSize + cellColor)

  private static let cellTree: [Key<CellDraft>] = [
    .value(
      "sprite", \.cell.sprites,
      .anyOf([
        .object(Declarations.sprite), .choice(SpriteDraft.Kind.allCases.map(\.rawValue)),
        .list(.object(Declarations.sprite)),
      ]), "The particle's picture, or a list of which one is chosen for each particle."
    ) { $0.sprites($1) }.defaults(to: "a softDisc of 64 points"),
    .choice(
      "when", \.cell.when,
      "When a child is born: all through its parent's life, at its birth, its death, an age of it, or each time that a border throws it back."
    ),
    .optionalNumber("age", \.cell.age, .seconds, 0...1e5, "The parent's age in seconds.")
      .applies(where: "when", \.cell.when, is: .age),
    .optionalNumber("ageShare", \.cell.ageShare, .share, 0...1, "The parent's age as a share of its lifetime.")
      .applies(where: "when", \.cell.when, is: .age),
    .whole(
      "bounces", \.cell.mostBounces, 1...Limits.bounces, "How many of a parent's bounces count, from the first."
    ).applies(where: "when", \.cell.when, is: .bounce),
    Key(
      "cells", .list(.object(Declarations.cell)), "Particles that this particle emits from its own position."
    ) { node, decoder, draft in
      draft.cell.cells = decoder.cells(node, parent: draft.cell.path)
    },
    names("inherit", \.cell.inherit, "What is multiplied by the parent's value at this particle's birth."),
    names("shared", \.cell.shared, "Draws that all children of one parent have in common."),
  ]

  private static let cellEmission: [Key<CellDraft>] = [
    .moving("birthRate", \.cell.birthRate, .particlesPerSecond, 0...1e7, "Births a second."),
    .moving("burst", \.cell.burst, .particles, 0...1e7, "Births at once when the emission begins."),
    .value(
      "bursts", \.cell.bursts,
      .list(.anyOf([.list(.number(NumberRule(.seconds))), .object(Declarations.burst)])),
      "Births at once at times after the emission's beginning: [time, count] or {\"time\", \"count\"}."
    ) { $0.bursts($1) },
    .number("birthJitter", \.cell.birthJitter, .share, 0...1, "0: even intervals; 1: anywhere in the interval."),
    .number("beginTime", \.cell.beginTime, .seconds, 0...1e6, "From the trigger to the start of the emission."),
    .optionalNumber("duration", \.cell.duration, .seconds, 0...1e6, "Length of the emission; unlimited if not given."),
    .moving("lifetime", \.cell.lifetime, .seconds, 0...1e5, "How long a particle is seen."),
    .moving("lifetimeRange", \.cell.lifetimeRange, .seconds, 0...1e5, "Width of the draw."),
  ]

  private static let cellMotion: [Key<CellDraft>] = [
    .moving("velocity", \.cell.velocity, .pointsPerSecond, "Speed at birth."),
    .moving("velocityRange", \.cell.velocityRange, .pointsPerSecond, "Width of the draw."),
    .moving(
      "emissionLongitude", \.cell.emissionLongitude, .degrees,
      "Direction of birth: 0 right, 90 down; a child's is relative to its parent's direction."),
    .moving("emissionRange", \.cell.emissionRange, .degrees, "The whole angle of the cone around it."),
    .moving(
      "emissionLatitude", \.cell.emissionLatitude, .degrees, -180...180,
      "Out of the canvas's plane, towards the eye; 90 flies straight at it."),
    .optionalChoice(
      "cone", \.cell.cone,
      "How emissionRange is filled: flat, evenly by angle in the plane; solid, evenly in space."
    ).defaults(to: "\"solid\" for particles in space (a depth, a latitude), else \"flat\""),
    .moving("xAcceleration", \.cell.xAcceleration, .pointsPerSecondSquared, Limits.accelerations, "To the right."),
    .moving("yAcceleration", \.cell.yAcceleration, .pointsPerSecondSquared, Limits.accelerations, "Downwards."),
    .moving("zAcceleration", \.cell.zAcceleration, .pointsPerSecondSquared, Limits.accelerations, "Towards the eye."),
    .moving(
      "drag", \.cell.drag, .perSecond, 0...1e3, "Share of the velocity against the air that is lost in a second."),
    .moving("dragRange", \.cell.dragRange, .perSecond, 0...2e3, "Width of the draw."),
    .point("wind", \.cell.wind, .pointsPerSecond, "Velocity of the air; it acts through drag."),
    .moving(
      "inheritVelocity", \.cell.inheritVelocity, .factor, -100...100, "Share of the parent's velocity that is added."),
    .moving(
      "travel", \.cell.travel, .points, "Distance along the direction of birth by the end of life, besides all else."),
    .moving("travelRange", \.cell.travelRange, .points, "Width of the draw."),
    .value("travelEase", \.cell.travelEase, .easing, "How travel goes over life.") { $0.easing($1) }
      .defaults(to: "\"linear\""),
    .value(
      "offsetOverLife", \.cell.offsetOverLife, .pointCurve(NumberRule(.points)),
      "Offsets that are added to the position, over life."
    ) { $0.pointCurve($1, NumberRule(.points)) },
    .curve(
      "depthOverLife", \.cell.depthOverLife, .points, Limits.numbers, "Lengths that are added to z, over life."),
    .curve(
      "velocityOverLife", \.cell.velocityOverLife, .factor, -1e3...1e3,
      "Multiplies the velocity of birth over life: [1, 0] brakes to a halt. Not with drag or forces."),
    .optionalNumber(
      "shutter", \.cell.shutter, .degrees, 0...720,
      "Motion blur, in place of the emitter's and the canvas's; 0 for static particles costs least."),
    .point("swayAmplitude", \.cell.swayAmplitude, "How far it swings to each side, across and down."),
    .point("swayAmplitudeRange", \.cell.swayAmplitudeRange, "Width of the draws."),
    .point("swayFrequency", \.cell.swayFrequency, .hertz, -1e3...1e3, "Swings a second, across and down."),
    .point("swayFrequencyRange", \.cell.swayFrequencyRange, .hertz, 0...2e3, "Width of the draws."),
    .moving("swayPhase", \.cell.swayPhase, .degrees, "Where in its swing a particle begins."),
    .moving("swayPhaseRange", \.cell.swayPhaseRange, .degrees, "Width of the draw; one for both directions."),
    .moving(
      "driftAmplitude", \.cell.driftAmplitude, .points, 0...1e5,
      "About how far swirling air displaces a particle from its path, for smoke and dust: no steps are needed."),
    .number("driftScale", \.cell.driftScale, .points, 0.1...1e5, "The size of its swirls."),
    .number("driftFrequency", \.cell.driftFrequency, .hertz, 0...100, "How fast they change."),
    .number("driftFade", \.cell.driftFade, .seconds, 0...1e4, "In how long drift grows from nothing at birth."),
    .moving(
      "flutter", \.cell.flutter, .points, 0...1e5,
      "How far a tumbling particle, paper or a leaf, swoops to each side with every revolution of its tumble."),
    .moving("flutterRange", \.cell.flutterRange, .points, 0...1e5, "Width of the draw."),
    .moving(
      "flutterLift", \.cell.flutterLift, .share, -10...10,
      "How far it falls ahead and back meanwhile, as a share of flutter: slow where the swoop turns."),
  ]

  private static let cellForces: [Key<CellDraft>] = [
    .value(
      "forces", \.cell.forces, .list(.object(Declarations.force)),
      "Forces without a closed form; particles in space feel them in space. They are integrated in steps, which costs more; the picture stays as exact."
    ) { $0.forces($1) },
    .value(
      "bounds", \.cell.bounds, .list(.object(Declarations.bound)),
      "Borders that throw particles back, end their lives or bring them in opposite."
    ) { $0.bounds($1) },
    .number(
      "step", \.cell.step, .seconds, 0.0002...0.1,
      "With forces or bounds: the time of one step along a particle's path, at most 2/drag; finer costs more."),
  ]

  private static let cellTurn: [Key<CellDraft>] = [
    .moving("rotation", \.cell.rotation, .degrees, "Rotation at birth, clockwise."),
    .moving("rotationRange", \.cell.rotationRange, .degrees, "Width of the draw."),
    .moving("spin", \.cell.spin, .degreesPerSecond, "Speed of rotation."),
    .moving("spinRange", \.cell.spinRange, .degreesPerSecond, "Width of the draw."),
    .curve(
      "spinOverLife", \.cell.spinOverLife, .factor, -1e3...1e3,
      "Multiplies spin, tumbleSpeed and tiltSpeed over life."),
    .curve(
      "rotationOverLife", \.cell.rotationOverLife, .degrees, Limits.numbers,
      "Angles that are added to the rotation, over life."),
    .moving("turn", \.cell.turn, .degrees, "Rotation made by the end of life, eased by travelEase; adds to spin."),
    .moving("turnRange", \.cell.turnRange, .degrees, "Width of the draw."),
    .flag("alignToMotion", \.cell.alignToMotion, "The sprite's x axis follows the velocity."),
    .moving(
      "stretch", \.cell.stretch, .seconds, 0...100, "The sprite lies along its motion and is longer by speed × this."),
    .moving("tumble", \.cell.tumble, .degrees, "Rotation about the sprite's own x axis at birth."),
    .moving("tumbleRange", \.cell.tumbleRange, .degrees, "Width of the draw."),
    .moving("tumbleSpeed", \.cell.tumbleSpeed, .degreesPerSecond, "Speed of tumbling."),
    .moving("tumbleSpeedRange", \.cell.tumbleSpeedRange, .degreesPerSecond, "Width of the draw."),
    .moving("tilt", \.cell.tilt, .degrees, "Rotation about the sprite's own y axis at birth."),
    .moving("tiltRange", \.cell.tiltRange, .degrees, "Width of the draw."),
    .moving("tiltSpeed", \.cell.tiltSpeed, .degreesPerSecond, "Speed of tilting."),
    .moving("tiltSpeedRange", \.cell.tiltSpeedRange, .degreesPerSecond, "Width of the draw."),
    .optionalColor("backColor", \.cell.backColor, "Colour of a flat sprite's back.")
      .defaults(to: "that of its front"),
    .moving(
      "shading", \.cell.shading, .share, 0...1,
      "Share of its light that a flat sprite loses as it rotates away from the lamp."),
    .moving(
      "backShade", \.cell.backShade, .factor, 0...100, "Light of a tumbling sprite's back as a share of its front's."),
    .moving(
      "glint", \.cell.glint, .factor, 0...1e3, "White light that is added when a tumbling sprite faces the lamp."),
  ]

  private static let cellSize: [Key<CellDraft>] = [
    .moving("scale", \.cell.scale, .factor, -1e3...1e3, "Multiplies the sprite's size."),
    .moving("scaleRange", \.cell.scaleRange, .factor, 0...2e3, "Width of the draw."),
    .moving("scaleSpeed", \.cell.scaleSpeed, .perSecond, -1e3...1e3, "Growth of scale."),
    .curve("scaleOverLife", \.cell.scaleOverLife, .factor, 0...1e3, "Multiplies scale over life."),
  ]

  private static let cellColor: [Key<CellDraft>] = [
    .movingColor("color", \.cell.color, "The particle's colour.").defaults(to: "\"white\""),
    .value(
      "colors", \.cell.colors, .colors, "Colours of which one is chosen for each particle, in place of color."
    ) { $0.colors($1) },
    .moving("intensity", \.cell.intensity, .factor, 0...1e5, "Multiplies the colour's light: a spark at 6 glows."),
    .moving("intensityRange", \.cell.intensityRange, .factor, 0...2e5, "Width of the draw."),
    .curve("intensityOverLife", \.cell.intensityOverLife, .factor, 0...1e3, "Multiplies intensity over life."),
    .moving("redRange", \.cell.redRange, .none, 0...1e4, "Width of the draw of red."),
    .moving("greenRange", \.cell.greenRange, .none, 0...1e4, "Width of the draw of green."),
    .moving("blueRange", \.cell.blueRange, .none, 0...1e4, "Width of the draw of blue."),
    .moving("alphaRange", \.cell.alphaRange, .share, 0...2, "Width of the draw of opacity."),
    .moving("redSpeed", \.cell.redSpeed, .perSecond, -1e4...1e4, "Change of red."),
    .moving("greenSpeed", \.cell.greenSpeed, .perSecond, -1e4...1e4, "Change of green."),
    .moving("blueSpeed", \.cell.blueSpeed, .perSecond, -1e4...1e4, "Change of blue."),
    .moving("alphaSpeed", \.cell.alphaSpeed, .perSecond, -1e4...1e4, "Change of opacity: −0.5 fades in two seconds."),
    .curve("alphaOverLife", \.cell.alphaOverLife, .factor, 0...1, "Multiplies opacity over life."),
    .colorCurve("colorOverLife", \.cell.colorOverLife, "Multiplies the colour over life."),
    .value("interpolation", \.cell.interpolation, .interpolation, "The colour space of colorOverLife.") {
      $0.interpolation($1)
    }
    .defaults(to: "\"srgb-linear\""),
    .moving("twinkle", \.cell.twinkle, .share, 0...1, "Flicker: the greatest share of light that is taken away."),
    .moving("twinkleFrequency", \.cell.twinkleFrequency, .hertz, 0...1e3, "Flickers a second."),
    .optionalObject("links", \.cell.links, Declarations.links, "Lines to the cell's other particles near by."),
    .optionalObject("trail", \.cell.trail, Declarations.trail, "A ribbon along each particle's own past."),
  ]

  static let burst = Declaration<Cell.Burst>(
    "burst", "Births at once.", Cell.Burst(time: 0, count: 0),
    [
      .number("time", \.time, .seconds, 0...1e6, "When, after the emission's beginning."),
      .number("count", \.count, .particles, 0...1e7, "How many."),
    ])

  private static func names<Name: RawRepresentable & CaseIterable & Hashable & Sendable>(
    _ name: String, _ path: Property<CellDraft, Set<Name>>, _ about: String
  ) -> Key<CellDraft> where Name.RawValue == String {
    let all = Name.allCases.map(\.rawValue)
    let text: @Sendable (Set<Name>) -> String? = { names in
      "[" + all.filter { Name(rawValue: $0).map(names.contains) ?? false }.map { "\"\($0)\"" }.joined(separator: ", ")
        + "]"
    }
    return .value(name, path, .list(.choice(all)), about, default: text) { decoder, node in
      decoder.list(node, of: "names") { decoder.choice($0) }.map { Set($0) }
    }
  }
}
