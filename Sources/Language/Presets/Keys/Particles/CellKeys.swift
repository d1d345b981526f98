import Colorimetry
import Lanes
import Model

/// A cell as written.
struct CellDraft: Sendable {
  var cell: Cell
  var isEnabled = true
}

extension CellDraft {
  /// A property of the cell, so that a key of a `CellDraft` can use a key path of a `Cell`.
  subscript<Value>(path: CellParameter.CellKeyPath<Value>) -> Value {
    get { cell[keyPath: path] }
    set { cell[keyPath: path] = newValue }
  }
}

extension Declarations {
  /// The keys of a cell under the headings of the reference: the numbers of `CellParameter.all`, with the other keys of the same
  /// topics between them.
  static let cell = Declaration<CellDraft>(
    "cell",
    "A kind of particle. Where a key has a sibling of its name with Range, each particle has a random value from value − range/2 to value + range/2: evenly, unless distribution says otherwise.",
    CellDraft(cell: Cell(name: "", cellPath: PathHash.notComputed)),
    [
      Key.named("cell", name: \.cell.name, isEnabled: \.isEnabled).under(.identity),
      [distribution, cluster].under(.births),
      cellSprite.under(.size), cellChildren.under(.children),
      (cellEmission + parameters(.lifetime ..< .velocity)).under(.births),
      (parameters(.velocity ..< .xAcceleration) + cellEmissionCone).under(.launch),
      (parameters(.xAcceleration ..< .swayAmplitudeX) + cellTrajectory + parameters(.swayAmplitudeX ..< .flutter)
        + cellDrift + parameters(.flutter ..< .rotation)).under(.motion),
      cellForces.under(.forces),
      (parameters(.rotation ..< .turn) + cellRotation + parameters(.turn ..< .stretch) + cellAlignment).under(
        .rotation),
      parameters(.stretch ..< .tumble).under(.size), parameters(.tumble ..< .shading).under(.rotation),
      (cellBack + parameters(.shading ..< .scale)).under(.color),
      (parameters(.scale ..< .intensity) + cellSize).under(.size),
      (cellColor + parameters(.intensity ..< .redRange) + cellIntensity + parameters(.redRange ..< .twinkle)
        + cellColorCurves + parameters(.twinkle...)).under(.color),
      cellLines.under(.lines),
    ].flatMap { $0 })

  /// Keys for the rows of `CellParameter.all` whose parameters lie in a range. The cases of `BirthParameter` have the order of
  /// the rows, and the ranges in `cell` cover all rows without gaps, so a new row needs no change here.
  private static func parameters(_ range: some RangeExpression<BirthParameter>) -> [Key<CellDraft>] {
    CellParameter.all.filter { range.contains($0.parameter) }.map { row in
      let key: Key<CellDraft> =
        switch row.property {
        case .number(let path, _): .animatedNumber(row.name, \.[path], row.unit, row.limits, row.about)
        case .point(let path, _, _): .animatedPoint(row.name, \.[path], row.unit, row.limits, row.about)
        }
      return key.changed { $0.companions = row.companions }
    }
  }

  private static let cellSprite: [Key<CellDraft>] = [
    .value(
      "sprite", \.cell.sprites,
      .anyOf([
        .object(Declarations.sprite), .choice(Declarations.sprite.names),
        .list(.object(Declarations.sprite)),
      ]), "The particle's picture, or a list from which one is chosen for each particle."
    ) { $0.sprites($1) }.defaults(to: "a softDisc of 64 points")
  ]

  private static let cellChildren: [Key<CellDraft>] = [
    .choice(
      "when", \.cell.when,
      "When a child is born: all through its parent's life, at the parent's birth or death, at an age of the parent, or each time that a boundary throws the parent back."
    ),
    .optionalNumber("age", \.cell.age, .seconds, 0...1e5, "The parent's age in seconds.")
      .applies(where: "when", \.cell.when, is: .age),
    .optionalNumber("ageShare", \.cell.ageShare, .share, 0...1, "The parent's age as a share of its lifetime.")
      .applies(where: "when", \.cell.when, is: .age),
    .whole(
      "bounces", \.cell.maximumBounces, 1...Limits.bounces,
      "How many of a parent's bounces, from the first on, have children born."
    ).applies(where: "when", \.cell.when, is: .bounce),
    Key(
      "cells", .list(.object(Declarations.cell)), "Particles that this particle emits from its own position."
    ) { node, decoder, draft in
      draft.cell.cells = decoder.cells(node, parent: draft.cell.cellPath)
    },
    nameSet("inherit", \.cell.inherit, "Properties that are multiplied by the parent's at this particle's birth."),
    nameSet(
      "shared", \.cell.shared,
      "Random numbers that all children of one parent, or all particles of a cluster, have in common."),
  ]

  private static let cellEmission: [Key<CellDraft>] = [
    .animatedNumber("birthRate", \.cell.birthRate, .particlesPerSecond, 0...1e7, "Births a second."),
    .animatedNumber("burst", \.cell.burst, .particles, 0...1e7, "Births at once at the start of the emission."),
    Key(
      "bursts", .list(.anyOf([.list(.number(NumberSchema(.seconds))), .object(Declarations.burst)])),
      "Births at once: [time, count] or {\"time\", \"count\"} at times after the start of the emission, {\"at\": \"beats\", \"count\"} with the preset's sound."
    ) { node, decoder, draft in decoder.readBursts(node, into: &draft.cell) },
    .number(
      "birthJitter", \.cell.birthJitter, .share, 0...1,
      "0: births at even intervals; 1: each birth anywhere in its interval."
    ).effective(beside: "birthRate"),
    .number(
      "beginTime", \.cell.beginTime, .seconds, 0...1e6,
      "Time from the layer's begin, or for a child from the event that when names, to the start of the emission."),
    .optionalNumber("duration", \.cell.duration, .seconds, 0...1e6, "Length of the emission; unlimited if not given."),
  ]

  private static let cellEmissionCone: [Key<CellDraft>] = [
    .choice(
      "emissionFrom", \.cell.emissionFrom,
      "What emissionLongitude is measured from, in cells of an emitter: the canvas's x axis; the outward normal of the emitter's shape at the place of birth; or its tangent, clockwise or as a path is drawn. Inside of a shape the normal points away from the emitter's position."
    ),
    .optionalChoice(
      "cone", \.cell.cone,
      "How emissionRange is filled: flat, evenly by angle in the plane; solid, evenly over a solid angle."
    ).defaults(to: "\"solid\" for 3-D particles (a depth, a latitude), else \"flat\"")
      .effective(beside: "emissionRange"),
  ]

  private static let cellTrajectory: [Key<CellDraft>] = [
    .optionalObject(
      "gather", \.cell.gather, Declarations.gather,
      "How particles, in cells of an emitter, come together on its shape before they fly."),
    .value("travelEase", \.cell.travelEase, .easing, "The timing curve of travel over life.") { $0.easing($1) }
      .defaults(to: "\"linear\"").effective(beside: "travel", "travelRange", "turn", "turnRange"),
    .value(
      "offsetOverLife", \.cell.offsetOverLife, .pointCurve(NumberSchema(.points)),
      "Offsets that are added to the position, over life."
    ) { $0.pointCurve($1, NumberSchema(.points)) },
    .curve(
      "depthOverLife", \.cell.depthOverLife, .points, Limits.numbers, "Lengths that are added to z, over life."),
    .curve(
      "velocityOverLife", \.cell.velocityOverLife, .factor, -1e3...1e3,
      "Multiplies the velocity at birth, over life: [1, 0] brakes to a halt. Not with drag or forces."),
    .optionalNumber(
      "shutter", \.cell.shutter, .degrees, 0...720,
      "The shutter of motion blur, in place of the emitter's and the canvas's; 0, for particles that hardly move, costs least."
    ),
  ]

  private static let cellDrift: [Key<CellDraft>] = [
    .number("driftScale", \.cell.driftScale, .points, 0.1...1e5, "The size of the swirls of drift.")
      .effective(beside: "driftAmplitude"),
    .number("driftFrequency", \.cell.driftFrequency, .hertz, 0...100, "How often a second the swirls change.")
      .effective(beside: "driftAmplitude"),
    .number("driftFade", \.cell.driftFade, .seconds, 0...1e4, "The time in which drift grows from 0 to its full size.")
      .effective(beside: "driftAmplitude"),
  ]

  private static let cellForces: [Key<CellDraft>] = [
    .value(
      "forces", \.cell.forces, .list(.object(Declarations.force)),
      "Forces, under which motion has no closed form: the particles are integrated in steps, which costs more. They push 3-D particles along z, too."
    ) { $0.forces($1) },
    .value(
      "bounds", \.cell.bounds, .list(.object(Declarations.boundary)),
      "Boundaries that throw particles back, end their lives or bring them in at the opposite edge."
    ) { $0.boundaries($1) },
    .number(
      "step", \.cell.step, .seconds, 0.0002...0.1,
      "With forces or bounds: the time of one integration step, at most 2/drag; shorter steps cost more."
    ).effective(beside: "forces", "bounds"),
  ]

  private static let cellRotation: [Key<CellDraft>] = [
    .curve(
      "spinOverLife", \.cell.spinOverLife, .factor, -1e3...1e3,
      "Multiplies spin, tumbleSpeed and tiltSpeed over life."
    ).effective(beside: "spin", "spinRange", "tumbleSpeed", "tumbleSpeedRange", "tiltSpeed", "tiltSpeedRange"),
    .curve(
      "rotationOverLife", \.cell.rotationOverLife, .degrees, Limits.numbers,
      "Angles that are added to the rotation, over life."),
  ]

  private static let cellAlignment: [Key<CellDraft>] = [
    .flag("alignToMotion", \.cell.alignToMotion, "The sprite's x axis follows the velocity.")
  ]

  private static let cellBack: [Key<CellDraft>] = [
    .optionalColor("backColor", \.cell.backColor, "Colour of the back of a flat sprite or a sheet.")
      .defaults(to: "that of its front")
      .effective(
        beside: "tumble", "tumbleRange", "tumbleSpeed", "tumbleSpeedRange", "tilt", "tiltRange", "tiltSpeed",
        "tiltSpeedRange"
      )
      // Bent, a sheet shows its back.
      .needingNoCompanions { $0.cell.hasSheets }
  ]

  private static let cellSize: [Key<CellDraft>] = [
    .curve("scaleOverLife", \.cell.scaleOverLife, .factor, 0...1e3, "Multiplies scale over life.")
  ]

  private static let cellColor: [Key<CellDraft>] = [
    .animatedColor("color", \.cell.color, "The particle's colour.").defaults(to: "\"white\"")
      .replaced(by: "colors"),
    .value(
      "colors", \.cell.colors, .colors, "Colours from which one is chosen for each particle, in place of color."
    ) { $0.colors($1) },
    .choice("colorFrom", \.cell.colorFrom, "What multiplies color at a particle's birth."),
    .optional(
      "colorByPlace", \.cell.colorByPlace, .object(Declarations.colorByPlace),
      "In cells of an emitter: multiplies color by that of a gradient across the emitter's shape, or of a formula, at the place of birth."
    ) { $0.placeColors($1) },
  ]

  private static let cellIntensity: [Key<CellDraft>] = [
    .curve(
      "intensityOverLife", \.cell.intensityOverLife, .factor, 0...1e3,
      "Multiplies intensity over life: light, not opacity.")
  ]

  private static let cellColorCurves: [Key<CellDraft>] = [
    .curve(
      "alphaOverLife", \.cell.alphaOverLife, .factor, 0...1,
      "Multiplies opacity over life: what is faint keeps its colour."),
    .colorCurve("colorOverLife", \.cell.colorOverLife, "Multiplies the colour over life."),
    .value("interpolation", \.cell.interpolation, .interpolation, "The colour space of colorOverLife.") {
      $0.interpolation($1)
    }
    .defaults(to: "\"srgb-linear\"").effective(beside: "colorOverLife"),
  ]

  private static let cellLines: [Key<CellDraft>] = [
    .optionalObject("links", \.cell.links, Declarations.links, "Lines to other particles of the cell that are near."),
    .optionalObject("trail", \.cell.trail, Declarations.trail, "A ribbon along each particle's own past."),
  ]

  /// A key for a set of cases of an enumeration, written as a list of their names.
  private static func nameSet<Name: RawRepresentable & CaseIterable & Hashable & Sendable>(
    _ name: String, _ path: Property<CellDraft, Set<Name>>, _ about: String
  ) -> Key<CellDraft> where Name.RawValue == String {
    let allNames = Name.allCases.map(\.rawValue)
    let defaultText: @Sendable (Set<Name>) -> String? = { defaultCases in
      let names = allNames.filter { name in defaultCases.contains { $0.rawValue == name } }
      return "[" + names.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    }
    return .value(name, path, .list(.choice(allNames)), about, default: defaultText) { decoder, node in
      decoder.list(node, of: "names") { decoder.choice($0) }.map { Set($0) }
    }
  }
}
