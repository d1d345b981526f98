import Model

/// Warnings of lights that light nothing, and of materials without lights.
enum LightWarnings {
  static func problems(of scene: Scene) -> [SceneProblem] {
    var paths: [[ScenePathComponent]] = []
    for (index, layer) in scene.layers.enumerated() {
      collect(layer, [.layer(name: layer.name, index: index)], into: &paths)
    }
    if scene.canvas.lights.isEmpty {
      return paths.map {
        SceneProblem(path: $0 + [.key("material")], message: "has no effect: the preset has no lights")
      }
    }
    guard paths.isEmpty else { return [] }
    return [
      SceneProblem(
        path: [.key("lights")],
        message: "light nothing: no layer has a material, and without one a layer keeps its own colours")
    ]
  }

  /// The paths of the layers with a material.
  private static func collect(_ layer: Layer, _ path: [ScenePathComponent], into paths: inout [[ScenePathComponent]]) {
    if layer.material != nil { paths.append(path) }
    for inner in layer.innerLayers { collect(inner.layer, path + inner.scenePath, into: &paths) }
  }
}
