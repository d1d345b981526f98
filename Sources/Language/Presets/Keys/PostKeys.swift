import JSON
import Model

extension Declarations {
  static let post = Declaration<Post>(
    "post", "What happens to the light after the last layer.", Post(),
    [
      .filters(\.canvasFilters, "What is done to the whole canvas, one after the other, before the bloom."),
      .optionalObject("bloom", \.bloom, Declarations.bloom, "Light that spills around what is bright."),
      .choice("toneMap", \.toneMap, "How light above white is brought back into the picture."),
      .number(
        "toe", \.toe, .factor, 0...0.1,
        "Light that the curve neutral takes off, which deepens shadows; its published form has 0.04."),
      .choice(
        "gamut", \.gamut,
        "What becomes of colours that a screen cannot show, which oklch, display-p3 or a temperature can name."),
      .optional(
        "look", \.look, .anyOf([.choice(Look.Kind.allCases.map(\.rawValue)), .object(Declarations.look)]),
        "A named set of effects, which is added to the others: film is a glow with a long tail and a red halo, the curve filmic, and grain."
      ) { decoder, node in
        if let name = decoder.resolved(node)?.string {
          return decoder.choice(JSONNode(.string(name), at: node.origin)).map { Look($0) }
        }
        return decoder.object(node, Declarations.look)
      },
      .animatedNumber("exposure", \.exposure, .stops, -16...16, "The light is multiplied by 2 to this power."),
    ])

  static let bloom = Declaration<Filter.Bloom>(
    "bloom", "A glow of everything brighter than the threshold.", rows: { Filter.Bloom() })

  static let look = Declaration<Look>(
    "look", "A named set of effects on the finished light, and how strong its parts are.", Look(),
    [
      .choice("type", \.type, "Which set."),
      .number("glow", \.glow, .factor, 0...10, "How much light spills around what is bright, if post has no bloom."),
      .number("halation", \.halation, .factor, 0...10, "How strong the red halo within the glow is."),
      .number("grain", \.grain, .factor, 0...10, "How strong the grain is."),
    ])
}
