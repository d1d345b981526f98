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
        nameKey(\.name),
        .text("layer", \.layer, "The name of the layer that shines; in a group also as \"group/layer\".").required,
        .animatedColor("color", \.color, "Factor of the layer's own colours."),
        .animatedNumber(
          "intensity", \.intensity, .factor, 0...1e5,
          "Factor of its light: at 1 an endless white layer lights a surface that faces it white. Small things need hundreds."
        ),
        .animatedNumber(
          "shadow", \.shadow, .share, 0...1,
          "How dark the shadows are of layers that stand between it and what it lights; 0: it casts none."),
        .animatedNumber(
          "size", \.size, .degrees, 1...120,
          "How wide it is seen: the wider, the softer its shadows."
        )
        .effective(beside: "shadow"),
      ])
  }

  private static func light<Kind: LightKind>(_ kind: Kind.Type) -> ObjectFamily<Void, Light>.Kind {
    .init(Declaration(Kind.name, Kind.about, rows: { Kind() }, and: [nameKey(\.name)])) { light, _, _, _ in
      light.asLight
    }
  }

  private static func nameKey<Kind>(_ path: Property<Kind, String>) -> Key<Kind> {
    .text("name", path, "The light's name, for --set and extends, and by which a layer of shafts names a lamp.").role(
      .identity)
  }

  static let shafts = Declaration<Shafts>(
    "shafts",
    "Light that lamps scatter in the air, and the shadows in it: a halo around a lamp, the beam of a spotlight, the sun's rays between trees. What has a material with castsShadows stands in the light's way, whatever its depth. Blend it with add, below what stands before the light.",
    rows: { Shafts() },
    and: [
      .text(
        "light", \.light,
        "The name of the lamp whose light is seen: a point, spot or parallel light; without it that of all.")
    ])

  static let material = Declaration<MaterialDraft>(
    "material", "How a surface answers light: its own colour is what a matt surface throws back.", MaterialDraft(),
    Material.parameters.map { Key($0).within(\.material) } + [
      .fieldFormula(
        "height", \.height,
        "How high each place of the surface is, in points: a formula like a field's, whose random numbers are those of the layer's own field. It is added to the form of relief."
      ),
      .optional(
        "environment", \.material.environment, .object(Declarations.formulaField),
        "What it mirrors in place of the picture around it: a field that paints how a mirror ball would look here, with p from -1 to 1 over the ball's disc. In its formulas direction is the unit vector that is mirrored there: x to the right, y down, z to the eye. Where its alpha is below 1, the picture is mirrored too. The smoother the surface (roughness), the sharper."
      ) { $0.environment($1) }.effective(beside: "transmission", "reflection"),
      .formulaFunctions("functions", \.functions).effective(beside: "height"),
      .formulaNames("let", \.definitions).effective(beside: "height"),
    ])
}

/// A material, as it is written in a preset.
struct MaterialDraft: Sendable {
  /// The values of the rows.
  var material = Material()
  /// The formula of the height.
  var height: JSONNode?
  /// The object `functions`, which defines functions that `height` may call.
  var functions: JSONNode?
  /// The object `let`, which defines names that `height` may use.
  var definitions: JSONNode?
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

  /// Reads what a material mirrors.
  fileprivate func environment(_ node: JSONNode) -> FormulaField? {
    formulaField(
      node,
      given: [
        "direction":
          "vec3(2 * sqrt(max(0, 1 - dot(p, p))) * p, 2 * max(0, 1 - dot(p, p)) - 1)"
      ])
  }

  /// Reads a layer's material.
  func material(_ node: JSONNode) -> Material? {
    guard let draft = object(node, Declarations.material) else { return nil }
    var material = draft.material
    if let height = draft.height {
      guard let heights = numbers([("height", height)], draft.functions, draft.definitions, of: "a height") else {
        return nil
      }
      material.height = HeightFormula(
        formula: height.string ?? "", program: heights.program, values: heights.values)
    }
    return material
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
