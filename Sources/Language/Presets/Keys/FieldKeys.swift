import Model

// The fields: layers whose pixels are computed from their places. Their rows are in Model; the keys of `field` are in
// FormulaFieldKeys.swift.

extension Declarations {
  static let fieldSources: [Key<LayerDraft>] = [
    .source("ripples", Declarations.ripples, "drops on water, as light and shade; its successor is water.") {
      .ripples($0)
    },
    .source("water", Declarations.water, "the surface of water over the layers below.") { .water($0) },
    .source("noise", Declarations.noise, "a field of noise.") { .noise($0) },
    .source("aurora", Declarations.aurora, "curtains of light.") { .aurora($0) },
    .source("flame", Declarations.flame, "a flame.") { .flame($0) },
    .source("rays", Declarations.lightRays, "rays of light.") { .rays($0) },
    .source("pattern", Declarations.pattern, "a pattern that repeats over a plane.") { .pattern($0) },
    .source("field", .object(Declarations.formulaField), "a formula for each pixel.") { node, decoder, _ in
      decoder.formulaField(node).map { .field($0) }
    },
    .source("stars", Declarations.stars, "stars that twinkle.") { .stars($0) },
  ]

  static let noise = Declaration<Noise>("noise", "A field of noise, coloured by its value.", rows: { Noise() })
  static let aurora = Declaration<Aurora>(
    "aurora", "Curtains of light with swaying hems and rays.", rows: { Aurora() })
  static let flame = Declaration<Flame>(
    "flame", "A flame: sheets of glowing gas, hotter inside than at their rims.", rows: { Flame() })
  static let lightRays = Declaration<LightRays>(
    "rays", "Rays of light that fan out from a point.", rows: { LightRays() })
  static let pattern = Declaration<Pattern>(
    "pattern", "A pattern that repeats over a plane, flat or in perspective.", rows: { Pattern() })
  static let stars = Declaration<Stars>("stars", "Stars that twinkle.", rows: { Stars() })

  static let ripples = Declaration<Ripples>(
    "ripples",
    "Drops on water: damped rings that interfere and are lit from one side. The source water is its successor: it bends and mirrors what lies below, and its rings are those of real drops.",
    rows: { Ripples() },
    and: [
      .value(
        "drops", \.drops, .list(.object(Declarations.drop)),
        "Drops at given positions and times, besides the random ones."
      ) { decoder, node in
        decoder.list(node, of: "drops") { decoder.object($0, Declarations.drop) }
      }
    ])

  static let drop = Declaration<Ripples.Drop>(
    "drop", "One drop.", rows: { Ripples.Drop(time: 0, at: PlanePoint(0, 0)) })
}
