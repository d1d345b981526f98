import Model

extension Declarations {
  static let trail = Declaration<Trail>(
    "trail",
    "A ribbon along the particle's own past, drawn below the cell's sprites, of its colour and scale. Along it places run from 0 at the particle to 1 at the end.",
    { Trail() },
    [
      .number("duration", \.duration, .seconds, 0.001...1e3, "How much of its past a particle shows."),
      Key(
        "width", .number(NumberRule(.points, 0...1e5)), "Width at the particle; it grows and shrinks with scale.",
        fixed: "the sprite's height"
      ) { node, decoder, trail in
        if let width = decoder.number(node, NumberRule(.points, 0...1e5)) { trail.width = width }
      },
      .number("taper", \.taper, .share, 0...100, "Width at the end as a share of that at the particle."),
      .curve("widthOverLength", \.widthOverLength, .factor, 0...1e3, "Multiplies the width along the ribbon."),
      Key(
        "alphaOverLength", .curve(NumberRule(.factor, 0...1)), "Multiplies opacity along the ribbon.",
        fixed: "[1, 0], or 1 with colorOverLength"
      ) { node, decoder, trail in
        if let curve = decoder.curve(node, NumberRule(.factor, 0...1)) { trail.alphaOverLength = curve }
      },
      Key("colorOverLength", .colorCurve, "Multiplies the colour along the ribbon.") { node, decoder, trail in
        if let curve = decoder.colorCurve(node) { trail.colorOverLength = curve }
      },
      Key(
        "segments", .number(NumberRule(.none, 2...256, isWhole: true)), "Straight pieces that the ribbon is drawn of.",
        default: { "\($0.segments)" }
      ) { node, decoder, trail in
        if let count = decoder.number(node, NumberRule(.none, 2...256, isWhole: true)) { trail.segments = Int(count) }
      },
      .flag(
        "linger", \.linger,
        "Whether what is left of it fades in its own time after the particle's death, or ends at once."),
      Key(
        "soft", .flag, "Whether its light falls off to both sides, or its sides are sharp.",
        fixed: "as the sprite: true for softDisc, streak and spark"
      ) { node, decoder, trail in
        if let isSoft = decoder.flag(node) { trail.isSoft = isSoft }
      },
    ])
}
