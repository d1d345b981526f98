import JSON
import Model

extension PresetDecoder {
  /// Reads the preset's camera.
  func camera(_ node: JSONNode, on canvas: Canvas) -> Camera {
    var camera = Camera.standard(on: canvas)
    readObject(node, Declarations.camera, into: &camera)
    let given = ["focus", "focusLayer", "focusPoint"].filter { node[$0] != nil }
    if given.count > 1 {
      inside(key: given[1]) {
        report(
          "\(listed(given, conjunction: "and")) are given; one of them says what is in focus",
          at: node[given[1]] ?? node)
      }
    }
    return camera
  }

  /// Reports that no layer in space has the name that the camera's key `focusLayer` gives.
  func reportMissingFocusLayer(_ camera: JSONNode, _ scene: Scene) {
    let paths = scene.layersInSpace.map(\.path)
    let found =
      paths.isEmpty
      ? "no layer with a name has a zPosition" : "those with a zPosition are \(listed(paths, conjunction: "and"))"
    inside(key: "focusLayer") {
      report(
        "no layer with a zPosition has this name: \(found)",
        at: camera["focusLayer"] ?? camera)
    }
  }
}
