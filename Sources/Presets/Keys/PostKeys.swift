import Model

extension Declarations {
  static let post = Declaration<Post>(
    "post", "What happens to the light after the last layer.", Post(),
    [
      .filters(\.canvasFilters, "What is done to the whole canvas, one after the other, before the bloom."),
      .optionalObject("bloom", \.bloom, Declarations.bloom, "Light that spills around what is bright."),
      .choice("toneMap", \.toneMap, "How light above white is brought back into the picture."),
      .animatedNumber("exposure", \.exposure, .stops, -16...16, "The light is multiplied by 2 to this power."),
    ])

  static let bloom = Declaration<Filter.Bloom>(
    "bloom", "A glow of everything brighter than the threshold.", Filter.Bloom(),
    [
      .animatedNumber("threshold", \.threshold, .none, 0...1e4, "Only light above this glows; 1 is paper white."),
      .number("radius", \.radius, .points, 0...2_000, "The largest standard deviation of the glow."),
      .animatedNumber("strength", \.strength, .factor, 0...100, "How much of the glow is added."),
      .animatedNumber(
        "tail", \.tail, .factor, 0...4, bloomTailSentence
      ),
      .flag("scatters", \.scatters, bloomScattersSentence),
    ])

  // Sentences of keys that the canvas's bloom and the filter bloom share.
  static let bloomTailSentence =
    "Each doubling of the glow's width has this many times the light of the one before. 1 makes a tail like 1/r²; above 1 the glow is a wide haze, below 1 it is tight."
  static let bloomScattersSentence =
    "Takes the glow's light away from where it comes from, as a lens does: the picture keeps its energy."
}
