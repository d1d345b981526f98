import Model

/// Finds emitters whose shape is a path on which nothing can be born: without length, without area, or too intricate.
enum OutlineCheck {
  static func problems(of scene: Scene) -> [SceneProblem] { problems(of: scene.layers, in: []) }

  private static func problems(of layers: [Layer], in path: [ScenePathComponent]) -> [SceneProblem] {
    layers.enumerated().flatMap { index, layer -> [SceneProblem] in
      let path = path + [.layer(name: layer.name, index: index)]
      switch layer.source {
      case .group(let inner): return problems(of: inner, in: path)
      case .emitter(let emitter):
        guard let problem = emitter.outlineProblem else { return [] }
        return [SceneProblem(path: path + [.key("emitter"), .key("shape")], message: problem)]
      default: return []
      }
    }
  }
}
