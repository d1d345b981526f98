import Model

/// Finds keys that act on no body: on a layer that lets light through, or mirrors what is around it.
enum BodyCheck {
  static func problems(of scene: Scene) -> [SceneProblem] {
    scene.layers.enumerated().flatMap { problems(of: $1, [.layer(name: $1.name, index: $0)]) }
  }

  private static func problems(of layer: Layer, _ path: [ScenePathComponent]) -> [SceneProblem] {
    var found: [SceneProblem] = []
    if let material = layer.material, material.seesBackdrop {
      if layer.blend != .normal {
        found.append(
          SceneProblem(
            path: path + [.key("blend")],
            message: "a body of glass or metal takes the place of what lies below it, and is not blended with it"))
      }
      if material.catcher {
        found.append(
          SceneProblem(
            path: path + [.key("material"), .key("catcher")],
            message: "a body of glass or metal is seen itself, so it cannot only catch shadows"))
      }
    }
    return found + layer.innerLayers.flatMap { problems(of: $0.layer, path + $0.scenePath) }
  }
}
