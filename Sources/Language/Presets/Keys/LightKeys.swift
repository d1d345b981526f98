import JSON
import Model

extension Declarations {
  static let light = ObjectFamily<Void, Light>(
    "light",
    "A light, in the same space as layers with a zPosition. It lights layers that have a material. Its values follow the canvas's time.",
    typeAbout: "Where its light comes from.",
    Light.kinds.map { light($0) })

  private static func light<Kind: LightKind>(_ kind: Kind.Type) -> ObjectFamily<Void, Light>.Kind {
    .init(kind) { light, _, _, _ in light.asLight }
  }

  static let material = Declaration<Material>(
    "material", "How a surface answers light: its own colour is what a matt surface throws back.",
    rows: { Material() })
}

extension PresetDecoder {
  /// Reads the lights of a preset.
  func lights(_ node: JSONNode, on canvas: Canvas) -> [Light] {
    if canvas.blending == .srgb {
      report("an srgb canvas holds encoded values, to which light cannot be added: it has no lights", at: node)
      return []
    }
    return list(node, of: "lights", maximum: Limits.lights) { Declarations.light.read($0, self, ()) } ?? []
  }
}
