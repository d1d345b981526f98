import JSON
import Model

extension Declarations {
  static let light = ObjectFamily<Void, Light>(
    "light",
    "A light, in the same space as layers with a zPosition. It lights layers that have a material. Its values follow the canvas's time.",
    typeAbout: "Where its light comes from.",
    Light.kinds.map { light($0) } + [.init(layerLight()) { light, _, _, _ in .layer(light) }])

  /// The kind whose layer is named by text, which no row can hold.
  private static func layerLight() -> Declaration<LayerLight> {
    Declaration(
      "layer",
      "What a layer, group or emitter shows shines on others: sparks on the wall they fly past, a flame on stones, a screen on a desk. Layers and particles with a material take it.",
      LayerLight(),
      [
        .text("layer", \.layer, "The name of the layer that shines; in a group also as \"group/layer\".").required,
        .animatedColor("color", \.color, "Factor of the layer's own colours."),
        .animatedNumber(
          "intensity", \.intensity, .factor, 0...1e5,
          "Factor of its light: at 1 an endless white layer lights a surface that faces it white. Small things need hundreds."
        ),
      ])
  }

  private static func light<Kind: LightKind>(_ kind: Kind.Type) -> ObjectFamily<Void, Light>.Kind {
    .init(kind) { light, _, _, _ in light.asLight }
  }

  static let material = Declaration<Material>(
    "material", "How a surface answers light: its own colour is what a matt surface throws back.",
    rows: { Material() })
}

extension PresetDecoder {
  /// Reports layers that shall shine and do not exist. One that is switched off gives no light.
  ///
  /// - Parameter layers: the list of layers; nil for none.
  func checkLayerLights(_ scene: Scene, _ node: JSONNode, _ layers: JSONNode?) {
    for (index, light) in scene.canvas.lights.enumerated() {
      guard case .layer(let light) = light, scene.layer(named: light.layer) == nil else { continue }
      if hasLayer(light.layer.split(separator: "/", omittingEmptySubsequences: false)[...], in: layers) { continue }
      let names = scene.namedLayers.map(\.path)
      let found = names.isEmpty ? "no layer has a name" : "there are \(listed(names, conjunction: "and"))"
      inside(name: nil, index: index) {
        inside(key: "layer") { report("no layer has this name: \(found)", at: node) }
      }
    }
  }

  /// Reads the lights of a preset.
  func lights(_ node: JSONNode, on canvas: Canvas) -> [Light] {
    if canvas.blending == .srgb {
      report(
        "an srgb canvas holds encoded values, to which light cannot be added: leave out the lights, or \"blending\": \"srgb\" of the canvas",
        at: node)
      return []
    }
    return list(node, of: "lights", maximum: Limits.lights) { Declarations.light.read($0, self, ()) } ?? []
  }

  /// Whether a list of layers, or a group in it, has a layer with a name, after the names of groups around it, even if it is switched off.
  private func hasLayer(_ names: ArraySlice<Substring>, in layers: JSONNode?) -> Bool {
    layers?.elements?.contains { layer in
      let isNamed = layer["name"]?.string.map { $0 == names.first ?? "" } ?? false
      return isNamed && (names.count == 1 || hasLayer(names.dropFirst(), in: layer["group"]))
        || hasLayer(names, in: layer["group"])
    } ?? false
  }
}
