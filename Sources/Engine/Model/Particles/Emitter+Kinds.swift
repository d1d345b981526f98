// The shapes of emitters that are given by numbers alone, each with its rows. (Presets declares those that are read from lists, files and
// texts.)

extension Emitter {
  /// A star, as an object of the preset language.
  package struct Star: DeclaredKind, Equatable {
    var points = 5
    var ratio = 0.4

    package static let name = "star"
    package static let about = "A star in the ellipse of the emitter's size, its first point at the top."
    package static let parameters: [Parameter<Self>] = [
      .constant("points", \.points, in: 2...Limits.figureCorners, "How many points it has."),
      .constant("ratio", \.ratio, .share, in: 0...1, "Inner radius as a share of the outer."),
    ]

    package init() {}
    package var shape: Shape { .star(points: points, ratio: ratio) }
  }
}
