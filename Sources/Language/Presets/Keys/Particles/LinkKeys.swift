import Model

extension Declarations {
  static let links = Declaration<Links>(
    "links", "Lines between particles of the cell that are near each other, fainter the farther they are.", Links(),
    [
      .number("distance", \.distance, .points, 1...1e4, "Particles nearer to each other than this are linked."),
      .number("width", \.width, .points, 0.05...1e3, "Width of the lines."),
      .number("opacity", \.opacity, .share, 0...1, "Opacity of the shortest lines; at the distance it is 0."),
      .optionalColor("color", \.color, "Colour of the lines.").defaults(to: "the mean of both ends"),
    ])
}
