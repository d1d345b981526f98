import Model

/// Warnings of layers that shine on nothing or not at all, of shadows that nothing casts or takes, and of casters without a depth.
enum ShadowWarnings {
  static func problems(of scene: Scene) -> [SceneProblem] {
    let layers = scene.allLayers
    // `LightWarnings` tells of scenes without a material.
    let surfaces = layers.filter { $0.layer.material != nil }
    guard !surfaces.isEmpty, !scene.canvas.lights.isEmpty else { return [] }
    return ofLayerLights(scene, surfaces) + ofShadows(scene, surfaces)
  }

  /// Layers that shine.
  private static func ofLayerLights(_ scene: Scene, _ surfaces: [Scene.NamedLayer]) -> [SceneProblem] {
    scene.canvas.lights.enumerated().compactMap { index, light in
      guard case .layer(let light) = light, let source = scene.layer(named: light.layer) else { return nil }
      func problem(_ message: String) -> SceneProblem {
        SceneProblem(path: [.key("lights"), .item(index), .key("layer")], message: message)
      }
      if source.layer.opacity.isZero { return problem("gives no light: this layer has an opacity of 0") }
      if surfaces.allSatisfy({ $0.scenePath == source.scenePath }) {
        return problem("lights nothing: only this layer itself has a material, and no layer lights itself")
      }
      return nil
    }
  }

  private static func ofShadows(_ scene: Scene, _ surfaces: [Scene.NamedLayer]) -> [SceneProblem] {
    let casting = scene.canvas.lights.indices.filter { scene.canvas.lights[$0].shadow != nil }
    let casters = scene.shadowCasters
    func ofCaster(_ caster: Scene.NamedLayer, _ message: String) -> SceneProblem {
      SceneProblem(path: caster.scenePath + [.key("material"), .key("castsShadows")], message: message)
    }
    if casting.isEmpty {
      return scene.hasShafts ? [] : casters.map { ofCaster($0, "has no effect: no light has a shadow above 0") }
    }
    func ofLights(_ message: String) -> [SceneProblem] {
      casting.map { SceneProblem(path: [.key("lights"), .item($0), .key("shadow")], message: message) }
    }
    // Puffs of one emitter shade each other.
    if surfaces.contains(where: \.shadesItself) { return [] }
    if casters.isEmpty { return ofLights("has no effect: no layer has a material with castsShadows") }
    let receivers = surfaces.filter { $0.layer.material?.acceptsShadows == true }
    if receivers.isEmpty || casters.count == 1 && receivers.allSatisfy({ $0.scenePath == casters[0].scenePath }) {
      return ofLights("falls on nothing: no other layer has a material that accepts shadows")
    }
    guard surfaces.contains(where: { $0.layer.transform?.zPosition != nil }) else { return [] }
    return casters.filter { !$0.hasDepth }.map {
      ofCaster($0, "the layer has no zPosition in its transform, as others have: its shadow is cast from z = 0")
    }
  }
}

extension Scene.NamedLayer {
  /// Whether it has puffs that accept each other's shadows.
  fileprivate var shadesItself: Bool {
    guard case .emitter(let emitter) = layer.source, layer.material?.acceptsShadows == true else { return false }
    func hasPuffs(_ cells: [Cell]) -> Bool { cells.contains { $0.hasPuffs || hasPuffs($0.cells) } }
    return hasPuffs(emitter.cells)
  }

  /// Whether it says how far before the canvas it lies. Emitters may say so themselves.
  fileprivate var hasDepth: Bool {
    if layer.transform?.zPosition != nil { return true }
    if case .emitter(let emitter) = layer.source { return !emitter.zPosition.isZero }
    return false
  }
}
