import Model

/// Warnings of layers that begin when the movie is over.
enum TimeWarnings {
  /// - Parameter locator: finds where a layer's `begin` is written; copies of a layer and times that are formulas are left alone.
  static func problems(of scene: Scene, _ locator: SourceLocator) -> [SceneProblem] {
    // In a loop every clock goes round.
    guard !scene.canvas.loops else { return [] }
    return problems(of: scene.layers, in: [], end: scene.canvas.duration.double).filter { problem in
      let location = locator.find(problem.path)
      return location.remainder.isEmpty && !location.isCopy && location.node.string == nil
    }
  }

  /// - Parameters:
  ///   - path: scene path of the group that the layers lie in; empty for the scene.
  ///   - end: the time around the layers, in seconds, at which the movie ends.
  private static func problems(of layers: [Layer], in path: [ScenePathComponent], end: Double) -> [SceneProblem] {
    layers.enumerated().flatMap { index, layer -> [SceneProblem] in
      let path = path + [.layer(name: layer.name, index: index)]
      if layer.timing.begin >= end {
        return [
          SceneProblem(
            path: path + [.key("begin")],
            message: "this layer is never seen: the movie ends after \(plain(end)) s of the time around it")
        ]
      }
      guard case .group(let inner) = layer.source, layer.timing.iterationSeconds == nil else { return [] }
      return problems(of: inner, in: path, end: layer.timing.localTime(at: end))
    }
  }
}
