import Colorimetry
import Lanes
import Model

/// A cell as written.
struct CellDraft: Sendable {
  var cell: Cell
  var isEnabled = true
  var sprites: [Sprite]?

  /// A property of the cell, for keys whose paths lead into it.
  subscript<Value>(path: CellParameter.CellPath<Value>) -> Value {
    get { cell[keyPath: path] }
    set { cell[keyPath: path] = newValue }
  }
}

extension Declarations {
  static let cell = Declaration<CellDraft>(
    "cell",
    "A kind of particle. A value with a Range is drawn evenly from value − range/2 to value + range/2 for each particle.",
    { CellDraft(cell: Cell(name: "", path: 0)) },
    [
      cellTree, cellEmission, parameters(.lifetime ..< .xAcceleration),
      cellCone, parameters(.xAcceleration ..< .swayAmplitudeX),
      cellPath, parameters(.swayAmplitudeX ..< .flutter),
      cellDrift, parameters(.flutter ..< .rotation),
      cellForces, parameters(.rotation ..< .turn),
      cellRotation, parameters(.turn ..< .stretch),
      cellAlignment, parameters(.stretch ..< .shading),
      cellBack, parameters(.shading ..< .intensity),
      cellSize, cellColor, parameters(.intensity ..< .redRange),
      cellIntensity, parameters(.redRange ..< .twinkle),
      cellColorCurves, parameters(.twinkle...),
      cellLines,
    ].flatMap { $0 })

  /// Keys of the rows of `CellParameter.all` from one birth parameter to another: a new row lies in one of the ranges above.
  private static func parameters(_ range: some RangeExpression<BirthParameter>) -> [Key<CellDraft>] {
    CellParameter.all.filter { range.contains($0.parameter) }.map { row in
      switch row.value {
      case .number(let path, _): .moving(row.name, \.[path], row.unit, row.limits, row.about)
      case .point(let path, _, _): .point(row.name, \.[path], row.unit, row.limits, row.about)
      }
    }
  }

  private static let cellTree: [Key<CellDraft>] = [
    .text("name", \.cell.name, "Its name, for --set, extends and the random draws."),
    .flag("enabled", \.isEnabled, "false leaves the cell out."),
    Key("before", .text, "With extends: the sibling that this cell goes before.") { node, decoder, _ in
      decoder.reportMisplacedOrder(node)
    },
    Key("after", .text, "With extends: the sibling that this cell goes after.") { node, decoder, _ in
      decoder.reportMisplacedOrder(node)
    },
    Key(
      "sprite",
      .anyOf([.object("sprite"), .choice(SpriteDraft.Kind.allCases.map(\.rawValue)), .list(.object("sprite"))]),
      "The particle's picture, or a list of which one is chosen for each particle.",
      fixed: "a softDisc of 64 points"
    ) { node, decoder, draft in
      if let sprites = decoder.sprites(node) { draft.cell.sprites = sprites }
    },
    .choice(
      "when", \.cell.when,
      "A child's occasion: all through its parent's life, at its birth, its death, an age of it, or each time that a border throws it back."
    ),
    .optionalNumber("age", \.cell.age, .seconds, 0...1e5, "With when: age, the parent's age in seconds."),
    .optionalNumber(
      "ageShare", \.cell.ageShare, .share, 0...1, "With when: age, the parent's age as a share of its lifetime."),
    Key(
      "bounces", .number(NumberRule(.none, 1...Double(Limits.bounces), isWhole: true)),
      "With when: bounce, how many of a parent's bounces count, from the first.",
      default: { "\($0.cell.maximumBounces)" }
    ) { node, decoder, draft in
      let rule = NumberRule(.none, 1...Double(Limits.bounces), isWhole: true)
      if let count = decoder.number(node, rule) { draft.cell.maximumBounces = Int(count) }
    },
    Key("cells", .list(.object("cell")), "Particles that this particle emits from its own place.") {
      node, decoder, draft in draft.cell.cells = decoder.cells(node, parent: draft.cell.path, depth: nil)
    },
    names("inherit", \.cell.inherit, "What is multiplied by the parent's value at this particle's birth."),
    names("shared", \.cell.shared, "Draws that all children of one parent have in common."),
  ]

  private static let cellEmission: [Key<CellDraft>] = [
    .moving("birthRate", \.cell.birthRate, .particlesPerSecond, 0...1e7, "Births a second."),
    .moving("burst", \.cell.burst, .particles, 0...1e7, "Births at once when the emission begins."),
    Key(
      "bursts", .list(.anyOf([.list(.number(NumberRule(.seconds))), .object("burst")])),
      "Births at once at times after the emission's beginning: [time, count] or {\"time\", \"count\"}."
    ) { node, decoder, draft in
      if let bursts = decoder.bursts(node) { draft.cell.bursts = bursts }
    },
    .number("birthJitter", \.cell.birthJitter, .share, 0...1, "0: even intervals; 1: anywhere in the interval."),
    .number("beginTime", \.cell.beginTime, .seconds, 0...1e6, "From the occasion to the start of the emission."),
    .optionalNumber("duration", \.cell.duration, .seconds, 0...1e6, "Length of the emission; unlimited if not given."),
  ]

  private static let cellCone: [Key<CellDraft>] = [
    Key(
      "cone", .choice(Cell.Cone.allCases.map(\.rawValue)),
      "How emissionRange is filled: flat, evenly by angle in the plane; solid, evenly in space.",
      fixed: "\"solid\" for particles in space (a depth, a latitude), else \"flat\""
    ) { node, decoder, draft in
      if let cone: Cell.Cone = decoder.choice(node) { draft.cell.cone = cone }
    }
  ]

  private static let cellPath: [Key<CellDraft>] = [
    Key("travelEase", .easing, "How travel goes over life.", fixed: "\"linear\"") { node, decoder, draft in
      if let easing = decoder.easing(node) { draft.cell.travelEase = easing }
    },
    Key("offsetOverLife", .pointCurve(NumberRule(.points)), "Offsets that are added to the place, over life.") {
      node, decoder, draft in
      if let curve = decoder.pointCurve(node, NumberRule(.points)) { draft.cell.offsetOverLife = curve }
    },
    .curve(
      "depthOverLife", \.cell.depthOverLife, .points, Limits.numbers, "Lengths that are added to z, over life."),
    .curve(
      "velocityOverLife", \.cell.velocityOverLife, .factor, -1e3...1e3,
      "Multiplies the velocity of birth over life: [1, 0] brakes to a halt. Not with drag or forces."),
    .optionalNumber(
      "shutter", \.cell.shutter, .degrees, 0...720,
      "Motion blur, in place of the emitter's and the canvas's; 0 for particles that rest costs least."),
  ]

  private static let cellDrift: [Key<CellDraft>] = [
    .number("driftScale", \.cell.driftScale, .points, 0.1...1e5, "The size of its swirls."),
    .number("driftFrequency", \.cell.driftFrequency, .hertz, 0...100, "How fast they change."),
    .number("driftFade", \.cell.driftFade, .seconds, 0...1e4, "In how long drift grows from nothing at birth."),
  ]

  private static let cellForces: [Key<CellDraft>] = [
    Key(
      "forces", .list(.object("force")),
      "Forces without a closed form; particles in space feel them in space. They are stepped, which costs more; the picture stays as exact."
    ) { node, decoder, draft in
      if let forces = decoder.forces(node) { draft.cell.forces = forces }
    },
    Key(
      "bounds", .list(.object("bound")), "Borders that throw particles back, end their lives or bring them in opposite."
    ) { node, decoder, draft in
      if let bounds = decoder.bounds(node) { draft.cell.bounds = bounds }
    },
    .number(
      "step", \.cell.step, .seconds, 0.0002...0.1,
      "With forces or bounds: the time of one step along a particle's path, at most 2/drag; finer costs more."),
  ]

  private static let cellRotation: [Key<CellDraft>] = [
    .curve(
      "spinOverLife", \.cell.spinOverLife, .factor, -1e3...1e3,
      "Multiplies spin, tumbleSpeed and tiltSpeed over life."),
    .curve(
      "rotationOverLife", \.cell.rotationOverLife, .degrees, Limits.numbers,
      "Angles that are added to the turn, over life."),
  ]

  private static let cellAlignment: [Key<CellDraft>] = [
    .flag("alignToMotion", \.cell.alignToMotion, "The sprite's x axis follows the velocity.")
  ]

  private static let cellBack: [Key<CellDraft>] = [
    Key("backColor", .color, "Colour of a flat sprite's back.", fixed: "that of its front") { node, decoder, draft in
      if let color = decoder.color(node) { draft.cell.backColor = color }
    }
  ]

  private static let cellSize: [Key<CellDraft>] = [
    .curve("scaleOverLife", \.cell.scaleOverLife, .factor, 0...1e3, "Multiplies scale over life.")
  ]

  private static let cellColor: [Key<CellDraft>] = [
    Key("color", .movingColor, "The particle's colour.", fixed: "\"white\"") { node, decoder, draft in
      if let color = decoder.movingColor(node) { draft.cell.color = color }
    },
    Key("colors", .colors, "Colours of which one is chosen for each particle, in place of color.") {
      node, decoder, draft in
      if let colors = decoder.colors(node) { draft.cell.colors = colors }
    },
  ]

  private static let cellIntensity: [Key<CellDraft>] = [
    .curve("intensityOverLife", \.cell.intensityOverLife, .factor, 0...1e3, "Multiplies intensity over life.")
  ]

  private static let cellColorCurves: [Key<CellDraft>] = [
    .curve("alphaOverLife", \.cell.alphaOverLife, .factor, 0...1, "Multiplies opacity over life."),
    Key("colorOverLife", .colorCurve, "Multiplies the colour over life.") { node, decoder, draft in
      if let curve = decoder.colorCurve(node) { draft.cell.colorOverLife = curve }
    },
    Key("interpolation", .interpolation, "The colour space of colorOverLife.", fixed: "\"srgb-linear\"") {
      node, decoder, draft in
      if let interpolation = decoder.interpolation(node) { draft.cell.interpolation = interpolation }
    },
  ]

  private static let cellLines: [Key<CellDraft>] = [
    Key("links", .object("links"), "Lines to the cell's other particles near by.") { node, decoder, draft in
      var links = Links()
      decoder.readObject(node, Declarations.links, into: &links)
      draft.cell.links = links
    },
    Key("trail", .object("trail"), "A ribbon along each particle's own past.") { node, decoder, draft in
      var trail = Trail()
      decoder.readObject(node, Declarations.trail, into: &trail)
      draft.cell.trail = trail
    },
  ]

  static let burst = Declaration<Cell.Burst>(
    "burst", "Births at once.", { Cell.Burst(time: 0, count: 0) },
    [
      .number("time", \.time, .seconds, 0...1e6, "When, after the emission's beginning."),
      .number("count", \.count, .particles, 0...1e7, "How many."),
    ])

  private static func names<Name: RawRepresentable & CaseIterable & Hashable & Sendable>(
    _ name: String, _ path: Path<CellDraft, Set<Name>>, _ about: String
  ) -> Key<CellDraft> where Name.RawValue == String {
    let all = Name.allCases.map(\.rawValue)
    let text: @Sendable (CellDraft) -> String? = { draft in
      let names = Name.allCases.filter { draft[keyPath: path].contains($0) }.map { "\"\($0.rawValue)\"" }
      return "[" + names.joined(separator: ", ") + "]"
    }
    return Key(name, .list(.choice(all)), about, default: text) { node, decoder, draft in
      guard let list = decoder.elements(node, of: "names") else { return }
      var set: Set<Name> = []
      for (index, element) in list.enumerated() {
        let value: Name? = decoder.inside(index: index) { decoder.choice(element) }
        if let value { set.insert(value) }
      }
      draft[keyPath: path] = set
    }
  }
}

extension Key {
  static func point(
    _ name: String, _ path: Path<Target, AnimatedPoint>, _ unit: NumberRule.Unit, _ about: String
  ) -> Key {
    .point(name, path, unit, Limits.numbers, about)
  }

  static func point(_ name: String, _ path: Path<Target, AnimatedPoint>, _ about: String) -> Key {
    .point(name, path, .points, Limits.numbers, about)
  }
}
