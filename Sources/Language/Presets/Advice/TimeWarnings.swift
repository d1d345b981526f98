import JSON
import Model

/// Warnings of layers that begin after the end of the movie.
enum TimeWarnings {
  /// Warnings of layers whose `begin` is given and is no formula. Copies of layers are ignored.
  ///
  /// - Parameter locator: finds where a layer's `begin` is written.
  static func problems(of scene: Scene, _ locator: SourceLocator) -> [SceneProblem] {
    // A loop has no end.
    guard !scene.canvas.loops else { return [] }
    return problems(of: scene.layers, in: [], end: scene.canvas.duration.double, showsEnd: false).filter { problem in
      let location = locator.find(problem.path)
      return location.remainder.isEmpty && !location.isCopy && location.node.string == nil
    }
  }

  /// - Parameters:
  ///   - path: scene path of the group that contains the layers; empty for the scene.
  ///   - end: the end of the movie, in local seconds of that group, or in seconds of the canvas for the scene.
  ///   - showsEnd: whether a frame shows that time: in a group whose clock stands still, all frames do; otherwise none does.
  private static func problems(
    of layers: [Layer], in path: [ScenePathComponent], end: Double, showsEnd: Bool
  ) -> [SceneProblem] {
    layers.enumerated().flatMap { index, layer -> [SceneProblem] in
      let path = path + [.layer(name: layer.name, index: index)]
      if showsEnd ? layer.timing.begin > end : layer.timing.begin >= end {
        return [
          SceneProblem(
            path: path + [.key("begin")],
            message: "this layer is never seen: the movie ends at \(plain(end)) s of the clock that begin refers to")
        ]
      }
      // Groups that repeat are left out: their local time starts again, so it may have been later than at the movie's end.
      guard case .group(let inner) = layer.source, layer.timing.iterationSeconds == nil else { return [] }
      return problems(
        of: inner, in: path, end: layer.timing.localTime(at: end), showsEnd: showsEnd || layer.timing.speed == 0)
    }
  }
}
