extension Filter {
  /// The light of the scene on a layer with a material, as the last of the layer's own filters. It is made from `Layer.material`.
  ///
  /// A lit layer that stands still under lights that rest is lit in its own plane, before the layer is transformed: it is drawn once, whatever the
  /// camera does. Under lights that move, a flat layer is lit where it is seen, after it is transformed (`Placement.lighting`): only the
  /// pixels of the frame are lit then, not the larger picture from which the camera takes them.
  package struct Lighting: FilterDefinition {
    package let material: Material
    package let lights: [Light]
    /// The layer's transform, which says where its plane is.
    package let transform: LayerTransform?
    /// The layer's path, by which it is known that a caster is the layer itself.
    package let path: UInt64
    /// Whether shadows of other layers fall on the layer.
    package let hasShadows: Bool

    /// Whether the layer's colour alone is not enough to light a pixel.
    package var needsPasses: Bool {
      material.hasRelief || !layerLights.isEmpty || hasShadows || material.catcher
    }

    package func reach(on target: Target, during clocks: ClockRange) -> Reach {
      // Outlines just outside of the picture shape the relief inside of it.
      if material.relief != .flat {
        return .neighborhood(marginPoints: material.reliefWidth.largestMagnitude(during: clocks) + 2)
      }
      // The slopes of a formula are taken over a few pixels.
      if material.height != nil { return .neighborhood(marginPoints: 8) }
      return needsPasses ? .neighborhood(marginPoints: 0) : .pixel
    }

    /// The layers that shine, each with its index among the lights.
    package var layerLights: [(index: Int, light: LayerLight)] {
      lights.enumerated().compactMap { index, light in
        if case .layer(let light) = light { (index, light) } else { nil }
      }
    }
    /// The lights that cast shadows, but for layers, with their indices among `PreparedLights.sources`.
    package var castingLights: [(source: Int, light: Light)] { Light.casting(among: lights) }

    /// How many lights, layers included, cast shadows.
    package var shadowLightCount: Int { castingLights.count + layerLights.count { !$0.light.shadow.isZero } }

    package func spreadFactor(during clocks: ClockRange) -> Double? { 0 }
    package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double {
      // The light of each layer; at every eighth pixel the share of each light that casts shadows.
      let ofLights =
        Double(layerLights.count) * (material.hasRelief ? 12 : 5) + (hasShadows ? Double(castingLights.count) / 16 : 0)
      return ofLights + 4 * Double(material.reliefPlaneCount)
    }
    package var animatedValues: AnimatedValues {
      var values = material.animatedValues
      for (index, light) in lights.enumerated() { values.add("lights[\(index)]", light.animatedValues) }
      return values
    }
    package var isSelfAnimated: Bool { material.height?.program.readsTime ?? false }
    package var filter: Filter { Filter(self) }

    /// Whether the light never changes, wherever the eye is, apart from what other layers add and take away.
    package func isConstant(on canvas: Canvas) -> Bool {
      guard animatedValues.areConstant, !isSelfAnimated else { return false }
      guard let transform else { return true }
      // A layer in space is lit in the same way wherever the eye is, but for its highlights.
      return !material.hasHighlights && !mayTurnItsBack(transform, on: canvas)
        ? transform.isConstantInSpace : transform.isConstant
    }

    /// Whether a moving camera may see the layer's other side, which is lit in its own way.
    private func mayTurnItsBack(_ transform: LayerTransform, on canvas: Canvas) -> Bool {
      guard transform.zPosition != nil, let camera = transform.camera ?? canvas.camera, !camera.standsStill else {
        return false
      }
      let plane = LayerPlane(of: transform, at: AnimationClock(0), on: canvas)
      let count = 96
      let sides = (0...count).map { index in
        let seconds = canvas.duration.double * Double(index) / Double(count)
        return plane.local(CameraPose(camera, on: canvas, at: seconds).eye).z > 0
      }
      return sides.contains(true) && sides.contains(false)
    }
  }
}

extension Filter.Placement {
  /// Takes over the light on a layer that is about to be transformed, if it may change and the layer is flat: its relief must be drawn before.
  package mutating func takeLighting(from layer: inout Layer, on canvas: Canvas) {
    guard let light = layer.filters.last?.kind as? Filter.Lighting, !light.material.hasRelief else { return }
    let isLitByLayers = !light.layerLights.isEmpty || light.hasShadows
    if light.isConstant(on: canvas), !isLitByLayers || canvas.lightLayersAreStill { return }
    lighting = light
    layer.filters.removeLast()
  }
}

extension Layer {
  /// The light of the scene on the layer; nil for a layer without a material, or a scene without lights.
  package func lighting(on canvas: Canvas) -> Filter.Lighting? {
    guard let material, !canvas.lights.isEmpty else { return nil }
    // What a layer shows does not light itself.
    let lights = canvas.lights.filter { light in
      if case .layer(let light) = light { light.layer != name && !light.layer.hasSuffix("/" + name) } else { true }
    }
    let hasShadows =
      material.acceptsShadows && canvas.hasShadowCasters && lights.contains { $0.shadow != nil }
    return Filter.Lighting(material: material, lights: lights, transform: transform, path: path, hasShadows: hasShadows)
  }

  /// The layer with its material as a filter of its own, if there are lights, or as one of what lies below it, if it bends or mirrors that.
  /// Other particles are lit one by one.
  package func lit(on canvas: Canvas) -> Layer {
    if let body = body(on: canvas) {
      var layer = self
      layer.material = nil
      layer.backdropFilters.append(body.filter)
      return layer
    }
    guard let lighting = lighting(on: canvas) else { return self }
    if case .emitter = source { return self }
    var layer = self
    layer.material = nil
    layer.filters.append(lighting.filter)
    return layer
  }
}

extension Light {
  /// The light's animated values.
  package var animatedValues: AnimatedValues {
    switch self {
    case .ambient(let light): light.valuesOfParameters
    case .parallel(let light): light.valuesOfParameters
    case .point(let light): light.valuesOfParameters
    case .spot(let light): light.valuesOfParameters
    case .threePoint(let light): light.valuesOfParameters
    case .layer(let light): light.animatedValues
    }
  }
}
