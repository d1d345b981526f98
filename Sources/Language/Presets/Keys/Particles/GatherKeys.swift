import JSON
import Lanes
import Model

extension Declarations {
  static let gather = Declaration<Gather>(
    "gather",
    "How particles come together: each begins scattered and travels to its place on the emitter's shape, then to its places on further shapes. Until it is released only this moves it, with motions around its path, such as sway, flutter and offsetOverLife; then it flies by its velocity and all forces, as if born where it is. Curves over life, rotation and spin follow its age.",
    Gather(), gatherStart + journeyKeys(stagger: \.stagger, ease: \.ease, swirl: \.swirl, hold: \.hold) + [gatherNext])

  private static let gatherStart: [Key<Gather>] = [
    .choice(
      "from", \.from,
      "Where particles begin. around: about their own places; center: about the emitter's position; canvas: anywhere on the canvas."
    ),
    .number(
      "radius", \.radius, .points, 0...1e6,
      "How far around that place particles are scattered, evenly by area; it has no effect with from \"canvas\"."),
    .number("seconds", \.seconds, .seconds, 0.001...1e5, "The age at which a particle is at its place."),
  ]

  private static let gatherNext = Key<Gather>.value(
    "then", \.next, .list(.object(gatherTarget)),
    "Further shapes, at most \(Limits.gatherShapes - 1), on which the same particles come together in turn before they are released."
  ) { decoder, node in
    decoder.list(node, of: "shapes after the first", maximum: Limits.gatherShapes - 1) {
      decoder.object($0, gatherTarget)
    }
  }

  private static let gatherTarget = Declaration<GatherTarget>(
    "gatherTarget",
    "A further shape on which gathering particles come together. Each has a place at random on it. With colorFrom \"picture\" its colour changes on the way to that of a picture, on other shapes to the cell's own; with colorByPlace to that of its place.",
    GatherTarget(), targetPlace + journeyKeys(stagger: \.stagger, ease: \.ease, swirl: \.swirl, hold: \.hold))

  private static let targetPlace: [Key<GatherTarget>] = [
    .value(
      "shape", \.shape, .anyOf([.choice(namedShapes.map(\.name)), .object(emitterShape)]),
      "The shape, as an emitter's."
    ) { $0.emitterShape($1, among: namedShapes) }.required,
    .optionalChoice("mode", \.mode, "Where on the shape the places are.").defaults(to: "that of the emitter"),
    .optional("position", \.position, .constantPoint(NumberSchema(.points)), "The shape's centre.") {
      $0.constantPoint($1, NumberSchema(.points))
    }.defaults(to: "that of the emitter"),
    .optional(
      "size", \.size, .anyOf([.number(sizeSchema), .constantPoint(sizeSchema)]),
      "The shape's width and height, or one number for both, as an emitter's size."
    ) { $0.targetSize($1, sizeSchema) }.defaults(to: "that of the emitter; of words, pictures and paths their own"),
    .number(
      "seconds", \.seconds, .seconds, 0.001...1e5,
      "The time from the end of the hold before until every particle is at its place."),
  ]

  private static let sizeSchema = NumberSchema(.points, Limits.numbers)

  /// The keys that all journeys have.
  private static func journeyKeys<Target>(
    stagger: Property<Target, Double>, ease: Property<Target, Easing>, swirl: Property<Target, Double>,
    hold: Property<Target, Double?>
  ) -> [Key<Target>] {
    [
      .number(
        "stagger", stagger, .share, 0...0.9,
        "How long a journey may wait, at random, before it begins, as a share of the key seconds. Each journey is shorter by this share, so that all end in time."
      ),
      .value("ease", ease, .easing, "The timing of a journey.") { $0.easing($1) }
        .defaults(to: "\"easeInOutCubic\""),
      .number(
        "swirl", swirl, .degrees, -36_000...36_000, "How far a journey's way winds around its end, clockwise."),
      .optionalNumber(
        "hold", hold, .seconds, 0...1e5, "Time from the arrival to the next journey or the release."
      )
      .defaults(to: "0 before a further shape; after the last the rest of its life"),
    ]
  }
}

extension PresetDecoder {
  /// Reads a size of two numbers, or of one that counts for both.
  fileprivate func targetSize(_ unresolved: JSONNode, _ schema: NumberSchema) -> PlanePoint? {
    guard let node = resolved(unresolved) else { return nil }
    if isPoint(node) { return constantPoint(node, schema) }
    return number(node, schema).map { PlanePoint($0, $0) }
  }
}
