import Model

extension Declarations {
  static let post = Declaration<Post>(
    "post", "What happens to the light after the last layer.", { Post() },
    [
      Key("bloom", .object("bloom"), "Light that spills around what is bright.") { node, decoder, post in
        var bloom = Filter.Bloom()
        decoder.readObject(node, Declarations.bloom, into: &bloom)
        post.bloom = bloom
      },
      .choice("toneMap", \.toneMap, "How light above white is brought back into the picture."),
      .moving("exposure", \.exposure, .stops, -16...16, "The light is multiplied by 2 to this power."),
    ])

  static let bloom = Declaration<Filter.Bloom>(
    "bloom", "A glow of everything brighter than the threshold.", { Filter.Bloom() },
    [
      .moving("threshold", \.threshold, .none, 0...1e4, "Only light above this glows; 1 is paper white."),
      .number("radius", \.radius, .points, 0...2_000, "The largest standard deviation of the glow."),
      .moving("strength", \.strength, .factor, 0...100, "How much of the glow is added."),
    ])
}
