import Model

/// Warnings of movies whose effect has ended more than half a second, and more than a tenth of the movie, before the movie does. Backdrops do
/// not count.
enum EndWarnings {
  /// The share of the movie that may be empty at its end without a warning.
  private static let emptyShare = 0.1
  /// The seconds that may be empty at the end of any movie without a warning.
  private static let emptySeconds = 0.5

  static func problems(of scene: Scene) -> [SceneProblem] {
    let duration = scene.canvas.duration.double
    // A loop has no end.
    guard !scene.canvas.loops, let last = scene.layers.lastSeenSeconds, last > 0,
      last < min(duration * (1 - emptyShare), duration - emptySeconds)
    else { return [] }
    let share = ((1 - last / duration) * 100).rounded(.down)
    return [
      SceneProblem(
        path: [.key("canvas"), .key("duration")],
        message:
          "nothing of the effect is seen after \(SceneProblem.shown(last)) s, for the last \(plain(share)) % of the movie"
      )
    ]
  }
}
