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
      .choice("gamut", \.gamut, "What becomes of colours that a screen cannot show, which oklch, display-p3 or a temperature can name."),
      .animatedNumber("exposure", \.exposure, .stops, -16...16, "The light is multiplied by 2 to this power."),
    ])

  static let bloom = Declaration<Filter.Bloom>(
    "bloom", "A glow of everything brighter than the threshold.", rows: { Filter.Bloom() })
}
