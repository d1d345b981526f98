import Model

/// Finds emitters whose shape is a path on which nothing can be born, because it has no length or area, or is too intricate.
enum OutlineCheck {
  static func problems(of scene: Scene) -> [SceneProblem] {
    scene.layers.enumerated().flatMap { problems(of: $1, [.layer(name: $1.name, index: $0)]) }
  }

  private static func problems(of layer: Layer, _ path: [ScenePathComponent]) -> [SceneProblem] {
    var found: [SceneProblem] = []
    if case .emitter(let emitter) = layer.source, let problem = emitter.outlineProblem {
      found.append(SceneProblem(path: path + [.key("emitter"), .key("shape")], message: problem))
    }
    return found + layer.innerLayers.flatMap { problems(of: $0.layer, path + $0.scenePath) }
  }
}
