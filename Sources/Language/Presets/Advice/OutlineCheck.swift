import Model

/// Finds emitters whose shape, or a further shape of a `gather`, is a path on which nothing can be born, because it has no length or area, or
/// is too intricate.
enum OutlineCheck {
  static func problems(of scene: Scene) -> [SceneProblem] {
    scene.layers.enumerated().flatMap { problems(of: $1, [.layer(name: $1.name, index: $0)]) }
  }

  private static func problems(of layer: Layer, _ path: [ScenePathComponent]) -> [SceneProblem] {
    var found: [SceneProblem] = []
    if case .emitter(let emitter) = layer.source {
      if let problem = emitter.outlineProblem {
        found.append(SceneProblem(path: path + [.key("emitter"), .key("shape")], message: problem))
      }
      for (index, cell) in emitter.cells.enumerated() {
        for (item, target) in (cell.gather?.next ?? []).enumerated() {
          guard let problem = emitter.reshaped(as: target).outlineProblem else { continue }
          found.append(
            SceneProblem(
              path: path + [
                .cell(name: cell.name, index: index), .key("gather"), .key("then"), .item(item), .key("shape"),
              ], message: problem))
        }
      }
    }
    return found + layer.innerLayers.flatMap { problems(of: $0.layer, path + $0.scenePath) }
  }
}
