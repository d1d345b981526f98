import JSON
import Model

/// Finds layers of water whose place, or the layer around them, does not fit.
enum WaterCheck {
  static func problems(of scene: Scene) -> [SceneProblem] {
    scene.layers.enumerated().flatMap { problems(of: $1, [.layer(name: $1.name, index: $0)], scene) }
  }

  /// The names of all layers of particles.
  private static func emitters(in layers: [Layer]) -> [String] {
    layers.flatMap { layer -> [String] in
      if case .emitter = layer.source { return [layer.name] }
      return emitters(in: layer.innerLayers.map(\.layer))
    }
  }

  /// Why there is no emitter whose particles meet the water; nil if there is one.
  private static func impactProblem(_ name: String, _ scene: Scene) -> String? {
    let names = emitters(in: scene.layers).filter { !$0.isEmpty }
    if names.contains(name) { return nil }
    let there =
      names.isEmpty ? "no layer of particles has a name" : "there are \(listed(names.map(quoted), conjunction: "and"))"
    return "no layer of particles has the name \(quoted(name)): \(there)"
  }

  private static func problems(of layer: Layer, _ path: [ScenePathComponent], _ scene: Scene) -> [SceneProblem] {
    let canvas = scene.canvas
    var found: [SceneProblem] = []
    if case .water(let water) = layer.source {
      let key = path + [.key("water")]
      if canvas.blending == .srgb {
        found.append(
          SceneProblem(path: key, message: "an srgb canvas holds encoded values, of which water cannot mirror a share"))
      }
      if let line = water.line {
        if line >= canvas.heightPoints {
          found.append(
            SceneProblem(
              path: key + [.key("line")],
              message:
                "the water reaches from the line to the lower edge, and \(SceneProblem.numberText(line)) is not above it: the canvas is \(SceneProblem.numberText(canvas.heightPoints)) points high"
            ))
        }
        if let horizon = water.horizon, horizon > line {
          found.append(
            SceneProblem(
              path: key + [.key("horizon")],
              message:
                "\(SceneProblem.numberText(horizon)) lies below the line, \(SceneProblem.numberText(line)): water is seen only below its horizon"
            ))
        }
      }
      if !water.impacts.isEmpty, let message = impactProblem(water.impacts, scene) {
        found.append(SceneProblem(path: key + [.key("impacts")], message: message))
      }
      if layer.blend != .normal {
        found.append(
          SceneProblem(
            path: path + [.key("blend")],
            message: "water takes the place of what lies below it, and is not blended with it"
          ))
      }
      if layer.transform?.zPosition != nil {
        found.append(
          SceneProblem(
            path: path + [.key("transform"), .key("zPosition")],
            message: "water is seen where it lies on the canvas, by line and horizon, so it has no place in depth"))
      }
    }
    return found + layer.innerLayers.flatMap { problems(of: $0.layer, path + $0.scenePath, scene) }
  }
}
