import JSON
import Model

/// Warnings of movies at whose end nothing of the effect is seen for more than half a second and more than a tenth of the movie.
/// Backdrops do not count as parts of the effect.
enum EndWarnings {
  /// The share of the movie that may be empty at its end without a warning.
  private static let emptyShare = 0.1
  /// The seconds that may be empty at the end of any movie without a warning.
  private static let emptySeconds = 0.5

  static func problems(of scene: Scene) -> [SceneProblem] {
    let duration = scene.canvas.duration.double
    // A loop has no end.
    guard !scene.canvas.loops, let lastSeen = scene.layers.lastSeenSeconds, lastSeen > 0,
      lastSeen < min(duration * (1 - emptyShare), duration - emptySeconds)
    else { return [] }
    let emptyPercent = ((1 - lastSeen / duration) * 100).rounded(.down)
    return [
      SceneProblem(
        path: [.key("canvas"), .key("duration")],
        message:
          "the effect cannot be seen after \(SceneProblem.numberText(lastSeen)) s, for the last \(plain(emptyPercent)) % of the movie"
      )
    ]
  }
}
