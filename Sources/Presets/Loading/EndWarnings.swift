import Model

/// Warnings of movies at whose end nothing is left to be seen: a tenth of the movie and half a second, or more.
enum EndWarnings {
  /// Share of the movie for which it may be empty at its end without a warning.
  private static let emptyShare = 0.1
  /// Seconds for which it may be so, whatever its length.
  private static let emptySeconds = 0.5

  static func problems(of scene: Scene) -> [SceneProblem] {
    let duration = scene.canvas.duration.double
    // In a loop every clock goes round.
    guard !scene.canvas.loops, let last = scene.layers.lastSeenSeconds, last > 0,
      last < min(duration * (1 - emptyShare), duration - emptySeconds)
    else { return [] }
    let share = ((1 - last / duration) * 100).rounded(.down)
    return [
      SceneProblem(
        path: [.key("canvas"), .key("duration")],
        message: "nothing is seen after \(SceneProblem.shown(last)) s, for the last \(plain(share)) % of the movie: "
          + "the lives of all particles have ended by then")
    ]
  }
}
