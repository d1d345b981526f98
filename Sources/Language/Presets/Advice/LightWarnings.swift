import Model

/// Warnings of lights that light nothing, of materials without lights, and of keys of a material that act on no particle.
enum LightWarnings {
  static func problems(of scene: Scene) -> [SceneProblem] {
    var surfaces: [(path: [ScenePathComponent], material: Material)] = []
    for (index, layer) in scene.layers.enumerated() {
      collect(layer, [.layer(name: layer.name, index: index)], into: &surfaces)
    }
    if scene.canvas.lights.isEmpty {
      // What lets light through or mirrors is drawn without lights, too.
      return surfaces.filter { !$0.material.seesBackdrop }.map {
        SceneProblem(path: $0.path + [.key("material")], message: "has no effect: the preset has no lights")
      }
    }
    guard surfaces.isEmpty, !scene.hasShafts, !scene.hasWater else {
      return scene.layers.enumerated().flatMap { index, layer in
        ofParticles(layer, [.layer(name: layer.name, index: index)])
      }
    }
    return [
      SceneProblem(
        path: [.key("lights")],
        message: "light nothing: no layer has a material, and without one a layer keeps its own colours")
    ]
  }

  /// Keys of emitters' materials without an effect: particles have no relief of their own.
  private static func ofParticles(_ layer: Layer, _ path: [ScenePathComponent]) -> [SceneProblem] {
    var problems = layer.innerLayers.flatMap { ofParticles($0.layer, path + $0.scenePath) }
    if case .emitter = layer.source, let material = layer.material, !material.seesBackdrop {
      let keys = [
        ("relief", material.relief != .flat), ("height", material.height != nil), ("catcher", material.catcher),
      ]
      for (key, isGiven) in keys where isGiven {
        problems.append(
          SceneProblem(
            path: path + [.key("material"), .key(key)],
            message: "has no effect on particles; put the emitter into a group, and give the material to the group"))
      }
    }
    return problems
  }

  /// The materials of a layer and of those in it, with the layers' paths.
  private static func collect(
    _ layer: Layer, _ path: [ScenePathComponent],
    into surfaces: inout [(path: [ScenePathComponent], material: Material)]
  ) {
    if let material = layer.material { surfaces.append((path, material)) }
    for inner in layer.innerLayers { collect(inner.layer, path + inner.scenePath, into: &surfaces) }
  }
}
