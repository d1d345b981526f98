import Model

extension Declarations {
  static let trail = Declaration<Trail>(
    "trail",
    "A ribbon along the particle's own past, in the particle's colour and scale, drawn below the cell's sprites. Locations along the ribbon run from 0 at the particle to 1 at the end.",
    Trail(),
    [
      .number("duration", \.duration, .seconds, 0.001...1e3, "How much of its past a particle shows."),
      .optionalNumber(
        "width", \.width, .points, 0...1e5, "Width at the particle; it grows and shrinks with scale."
      ).defaults(to: "the sprite's height"),
      .number("taper", \.taper, .share, 0...100, "Width at the end as a share of that at the particle."),
      .curve("widthOverLength", \.widthOverLength, .factor, 0...1e3, "Multiplies the width along the ribbon."),
      .curve("alphaOverLength", \.alphaOverLength, .factor, 0...1, "Multiplies opacity along the ribbon.")
        .defaults(to: "[1, 0], or 1 with colorOverLength"),
      .colorCurve("colorOverLength", \.colorOverLength, "Multiplies the colour along the ribbon."),
      .whole("segments", \.segments, 2...256, "How many straight pieces the ribbon is drawn of."),
      .flag(
        "linger", \.lingers,
        "Whether the ribbon stays after the particle's death until it has faded; false: it ends with the particle."),
      .optional("soft", \.isSoft, .flag, "Whether its light falls off to both sides; false: its sides are sharp.") {
        $0.flag($1)
      }
      .defaults(to: "as the sprite: true for softDisc, hotDisc, streak and spark"),
      .optionalNumber(
        "core", \.core, .share, 0.01...1,
        "A hot core: the share of the half width at which half of the light is left. Beyond it light falls off steeply and then slowly to its soft sides, as that of a hotDisc."
      ).defaults(to: "none: an even fall-off").effective(where: "soft", is: ["true"]) {
        $0.isSoft == false ? "false" : "true"
      },
    ])
}
