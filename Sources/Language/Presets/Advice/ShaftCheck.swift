import JSON
import Model

/// Finds layers of shafts without a lamp, or in a place where the picture's lines of sight are not those of the camera.
enum ShaftCheck {
  static func problems(of scene: Scene) -> [SceneProblem] {
    scene.layers.enumerated().flatMap { problems(of: $1, [.layer(name: $1.name, index: $0)], scene.canvas) }
  }

  private static func problems(of layer: Layer, _ path: [ScenePathComponent], _ canvas: Canvas) -> [SceneProblem] {
    var found: [SceneProblem] = []
    if case .shafts(let shafts) = layer.source {
      let key = path + [.key("shafts")]
      if canvas.blending == .srgb {
        found.append(
          SceneProblem(path: key, message: "an srgb canvas holds encoded values, to which light cannot be added"))
      } else if let message = lampProblem(shafts, canvas) {
        found.append(SceneProblem(path: shafts.light.isEmpty ? key : key + [.key("light")], message: message))
      }
      if layer.transform?.zPosition != nil {
        found.append(
          SceneProblem(
            path: path + [.key("transform"), .key("zPosition")],
            message: "shafts are all the light between the eye and the scene, so they have no place in depth"))
      }
    }
    return found + layer.innerLayers.flatMap { problems(of: $0.layer, path + $0.scenePath, canvas) }
  }

  /// Why there is no lamp whose light is seen; nil if there is one.
  private static func lampProblem(_ shafts: Shafts, _ canvas: Canvas) -> String? {
    if !shafts.lamps(of: canvas.lights).isEmpty { return nil }
    let lamps = canvas.lights.filter { $0.lampSize != nil }
    if lamps.isEmpty {
      return "shows the light of lamps, and the preset's lights have no point, spot or parallel light"
    }
    if canvas.lights.contains(where: { $0.name == shafts.light }) {
      return "the light \(quoted(shafts.light)) is no lamp: shafts need a point, spot or parallel light"
    }
    let names = lamps.map(\.name).filter { !$0.isEmpty }
    let there =
      names.isEmpty ? "none of the lamps has a name" : "there are \(listed(names.map(quoted), conjunction: "and"))"
    return "no lamp has the name \(quoted(shafts.light)): \(there)"
  }
}
