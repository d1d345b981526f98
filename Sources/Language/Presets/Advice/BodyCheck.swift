import Model

/// Finds keys of a material that act on nothing, or do not fit: on bodies, which let light through or mirror what is around them, and on particles.
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
    if let material = layer.material, !material.seesBackdrop, !material.glints.isZero, case .emitter = layer.source {
      found.append(
        SceneProblem(
          path: path + [.key("material"), .key("glints")],
          message:
            "particles are lit one by one and have no facets; give them \"flicker\", or put them into a group with the material"
        ))
    }
    return found + layer.innerLayers.flatMap { problems(of: $0.layer, path + $0.scenePath) }
  }
}
