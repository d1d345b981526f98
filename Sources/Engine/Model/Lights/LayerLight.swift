import Colorimetry

/// A layer, a group or an emitter as a light: what it shows shines on other layers with a material.
///
/// Its light is that of the layer's plane: each of its pixels is a source that shines to all sides, at the layer's `zPosition`. The layer shines in its
/// own colours, without its material: so no light depends on itself.
public struct LayerLight: Sendable, Equatable {
  /// The layer's name, or with the groups around it "group/layer".
  public var layer: String
  /// The light's own name; empty for none.
  public var name = ""
  /// Factor of the layer's colours.
  public var color: AnimatedColor
  /// Factor of the layer's light: at 1 an endless even layer of white lights a surface that faces it white.
  public var intensity: AnimatedNumber
  /// How dark the shadows are, 0 to 1, of layers between this one and what it lights.
  public var shadow: AnimatedNumber = 0
  /// Degrees across the light as it is seen from what it lights, which softens its shadows.
  public var size: AnimatedNumber = 20

  /// A layer as a light.
  public init(layer: String = "", color: AnimatedColor = .constant(.white), intensity: AnimatedNumber = 1) {
    (self.layer, self.color, self.intensity) = (layer, color, intensity)
  }

  /// Colour times intensity.
  package func factor(at clock: AnimationClock) -> SIMD3<Float> {
    let color = color.value(at: clock)
    return SIMD3<Float>(SIMD3(color.red, color.green, color.blue) * intensity.value(at: clock))
  }

  package var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    values.add("color", color)
    values.add("intensity", intensity)
    values.add("shadow", shadow)
    values.add("size", size)
    return values
  }
}

extension Scene {
  /// A layer of the scene with the groups around it.
  package struct NamedLayer {
    /// "group/layer".
    package let path: String
    package let scenePath: [ScenePathComponent]
    package let layer: Layer
    /// The timings of the groups around it, the outermost first.
    package let groupTimings: [LayerTiming]
  }

  /// All layers that cast shadows, in groups too.
  package var shadowCasters: [NamedLayer] { allLayers.filter { $0.layer.material?.castsShadows == true } }

  /// Finds out how many layers cast shadows, and whether they stand still.
  package mutating func findShadowCasters() {
    canvas.casterCount = shadowCasters.count
    canvas.lightLayersAreStill = lightLayersAreStill
  }

  /// Whether all layers that shine or cast shadows are known to be seen at all times and to stand still in space.
  package var lightLayersAreStill: Bool {
    let shining = canvas.lights.compactMap { light in
      if case .layer(let light) = light { layer(named: light.layer) } else { nil }
    }
    return (shining + shadowCasters).allSatisfy {
      $0.groupTimings.isEmpty && $0.layer.timing.begin <= 0 && $0.layer.timing.duration == nil
        && $0.layer.standsStill(inSpace: true)
    }
  }

  /// All layers with a name, in groups too.
  package var namedLayers: [NamedLayer] { allLayers.filter { !$0.layer.name.isEmpty } }

  /// All layers, in groups too.
  package var allLayers: [NamedLayer] {
    func collect(_ layers: [Layer], in groups: [NamedLayer], into found: inout [NamedLayer]) {
      for (index, layer) in layers.enumerated() {
        let group = groups.last
        let named = NamedLayer(
          path: (group.map { $0.path + "/" } ?? "") + layer.name,
          scenePath: (group?.scenePath ?? []) + [.layer(name: layer.name, index: index)], layer: layer,
          groupTimings: groups.map(\.layer.timing))
        found.append(named)
        if case .group(let children) = layer.source { collect(children, in: groups + [named], into: &found) }
      }
    }
    var found: [NamedLayer] = []
    collect(layers, in: [], into: &found)
    return found
  }

  /// The layer with a name, or a path as "group/layer"; nil if there is none.
  package func layer(named name: String) -> NamedLayer? {
    namedLayers.first { $0.path == name } ?? namedLayers.first { $0.path.hasSuffix("/" + name) }
  }
}

extension Layer {
  /// The layer as it shines on others: without its material and its place in space, seen from straight in front.
  package var asLightSource: Layer {
    var layer = withParticlesInSpace
    layer.material = nil
    layer.backdropFilters = []
    layer.blend = layer.drawnBlend == .add ? .add : .normal
    if var transform = layer.transform {
      (transform.zPosition, transform.camera) = (nil, nil)
      layer.transform = transform
    }
    if case .group(let children) = layer.source { layer.source = .group(children.map(\.asLightSource)) }
    return layer
  }
}
