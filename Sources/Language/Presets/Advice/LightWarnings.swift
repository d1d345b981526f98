import Model

/// Warnings of lights that light nothing, of materials without lights, of puffs that nothing lights, and of keys of a material that act on no
/// particle.
enum LightWarnings {
  static func problems(of scene: Scene) -> [SceneProblem] {
    var surfaces: [(path: [ScenePathComponent], material: Material)] = []
    for (index, layer) in scene.layers.enumerated() {
      collect(layer, [.layer(name: layer.name, index: index)], into: &surfaces)
    }
    if scene.canvas.lights.isEmpty {
      return surfaces.flatMap(unlit) + unlitPuffs(scene)
    }
    guard surfaces.isEmpty, !scene.hasShafts, !scene.hasWater else {
      return scene.layers.enumerated().flatMap { index, layer in
        ofParticles(layer, [.layer(name: layer.name, index: index)])
      } + unlitPuffs(scene)
    }
    return [
      SceneProblem(
        path: [.key("lights")],
        message: "light nothing: no layer has a material, and without one a layer keeps its own colours")
    ]
  }

  /// A material without lights, or its keys that need them: what lets light through or mirrors is drawn without lights, too.
  private static func unlit(_ path: [ScenePathComponent], _ material: Material) -> [SceneProblem] {
    let reason = "has no effect: the preset has no lights"
    let path = path + [.key("material")]
    if !material.seesBackdrop { return [SceneProblem(path: path, message: reason)] }
    let keys = [("specular", material.specular.isZero), ("glints", material.glints.isZero)]
    return keys.filter { !$0.1 }.map { SceneProblem(path: path + [.key($0.0)], message: reason) }
  }

  /// Puffs of emitters that no light reaches.
  private static func unlitPuffs(_ scene: Scene) -> [SceneProblem] {
    let hasLights = !scene.canvas.lights.isEmpty
    return scene.allLayers.flatMap { named -> [SceneProblem] in
      guard case .emitter(let emitter) = named.layer.source, named.layer.material == nil || !hasLights else {
        return []
      }
      return puffs(emitter.cells, named.scenePath).map { path in
        SceneProblem(
          path: path + [.key("sprite")],
          message: hasLights
            ? "a puff without light has a flat colour: the layer needs a material"
            : "a puff without light has a flat colour: the preset needs lights, and the layer a material")
      }
    }
  }

  /// The paths of the cells with puffs.
  private static func puffs(_ cells: [Cell], _ path: [ScenePathComponent]) -> [[ScenePathComponent]] {
    cells.enumerated().flatMap { index, cell -> [[ScenePathComponent]] in
      let own = path + [.cell(name: cell.name, index: index)]
      return (cell.sprites.contains { $0.shape.puff != nil } ? [own] : []) + puffs(cell.cells, own)
    }
  }

  /// Keys of emitters' materials without an effect: particles have no relief of their own.
  private static func ofParticles(_ layer: Layer, _ path: [ScenePathComponent]) -> [SceneProblem] {
    var problems = layer.innerLayers.flatMap { ofParticles($0.layer, path + $0.scenePath) }
    if case .emitter = layer.source, let material = layer.material, !material.seesBackdrop {
      let keys = [
        ("relief", material.relief != .flat), ("height", material.height != nil), ("catcher", material.catcher),
        ("glints", !material.glints.isZero),
      ]
      for (key, isGiven) in keys where isGiven {
        problems.append(
          SceneProblem(
            path: path + [.key("material"), .key(key)],
            message: "has no effect on particles; put the emitter into a group, and give the material to the group"))
      }
    }
    if case .emitter(let emitter) = layer.source, let material = layer.material, !emitter.cells.isEmpty,
      areSheets(emitter.cells)
    {
      let keys = [
        ("lightThrough", material.lightThrough.isZero, "translucency"), ("specular", material.specular.isZero, "gloss"),
      ]
      for (key, isUnset, ofSprite) in keys where !isUnset {
        problems.append(
          SceneProblem(
            path: path + [.key("material"), .key(key)],
            message: "has no effect on sheets, whose sprites have the key \(ofSprite)"))
      }
    }
    return problems
  }

  /// Whether all cells and their children draw sheets.
  private static func areSheets(_ cells: [Cell]) -> Bool {
    cells.allSatisfy { $0.hasSheets && areSheets($0.cells) }
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
