import Model

/// Warnings of layers that begin after the end of the movie.
enum TimeWarnings {
  /// - Parameter locator: finds where a layer's `begin` is written. Copies of layers, and times given by formulas, are ignored.
  static func problems(of scene: Scene, _ locator: SourceLocator) -> [SceneProblem] {
    // A loop has no end.
    guard !scene.canvas.loops else { return [] }
    return problems(of: scene.layers, in: [], end: scene.canvas.duration.double).filter { problem in
      let location = locator.find(problem.path)
      return location.remainder.isEmpty && !location.isCopy && location.node.string == nil
    }
  }

  /// - Parameters:
  ///   - path: scene path of the group that contains the layers; empty for the scene.
  ///   - end: the end of the movie, in seconds of the clock of the layers' group or of the canvas.
  private static func problems(of layers: [Layer], in path: [ScenePathComponent], end: Double) -> [SceneProblem] {
    layers.enumerated().flatMap { index, layer -> [SceneProblem] in
      let path = path + [.layer(name: layer.name, index: index)]
      if layer.timing.begin >= end {
        return [
          SceneProblem(
            path: path + [.key("begin")],
            message: "this layer is never seen: the movie ends at \(plain(end)) s of the clock that begin refers to")
        ]
      }
      guard case .group(let inner) = layer.source, layer.timing.iterationSeconds == nil else { return [] }
      return problems(of: inner, in: path, end: layer.timing.localTime(at: end))
    }
  }
}
