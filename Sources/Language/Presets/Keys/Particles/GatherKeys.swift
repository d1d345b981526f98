import Model

extension Declarations {
  static let gather = Declaration<Gather>(
    "gather",
    "How particles come together: each begins scattered and travels to its place on the emitter's shape. Until it is released only this moves it, with motions around its path, such as sway, flutter and offsetOverLife; then it flies by its velocity and all forces, as if born there. Curves over life, rotation and spin follow its age.",
    Gather(),
    [
      .choice(
        "from", \.from,
        "Where particles begin. around: about their own places; center: about the emitter's position; canvas: anywhere on the canvas."
      ),
      .number(
        "radius", \.radius, .points, 0...1e6,
        "How far around that place particles are scattered, evenly by area; it has no effect with from \"canvas\"."),
      .number("seconds", \.seconds, .seconds, 0.001...1e5, "The age at which a particle is at its place."),
      .number(
        "stagger", \.stagger, .share, 0...0.9,
        "How long a journey may wait, at random, before it begins, as a share of the key seconds. Each journey is shorter by this share, so that all end in time."
      ),
      .value("ease", \.ease, .easing, "The timing of a journey.") { $0.easing($1) }
        .defaults(to: "\"easeInOutCubic\""),
      .number(
        "swirl", \.swirl, .degrees, -36_000...36_000, "How far a journey's way winds around its end, clockwise."),
      .optionalNumber(
        "hold", \.hold, .seconds, 0...1e5, "Time from the arrival, at the age seconds, to the release."
      )
      .defaults(to: "the rest of its life"),
    ])
}
