import Model

/// What a layer costs that shines on others or casts shadows on them, besides the layer itself: it is drawn once more, smaller, and its pixels are
/// spread over all distances.
package struct LightEstimate: Sendable, Equatable {
  /// What the layer is to others.
  package enum Role: Sendable, Equatable {
    /// A light, by its index in the list of lights.
    case light(Int)
    /// A caster of shadows.
    case caster
  }

  package let role: Role
  /// The layer's name with the groups around it; unnamed ones by index.
  package let layer: String
  /// Seconds of one core.
  package let seconds: Double
  /// Bytes for all frames that are drawn concurrently.
  package let bytes: Double

  /// The estimate's name in a table: "light of sparks", "shadow of card".
  package var name: String {
    switch role {
    case .light: "light of \(layer)"
    case .caster: "shadow of \(layer)"
    }
  }
}

extension Scene {
  /// The canvas, with the number of its casters of shadows if any light has shadows.
  var costedCanvas: Canvas {
    var canvas = canvas
    canvas.casterCount = castersThatCount.count
    canvas.lightLayersAreStill = lightLayersAreStill
    return canvas
  }

  /// The layers that cast shadows, if a light makes any or shafts show them.
  private var castersThatCount: [NamedLayer] {
    canvas.lights.contains { $0.shadow != nil } || hasShafts ? shadowCasters : []
  }

  /// Pixels of a layer's light: a quarter of the frame's along both axes, and as many beyond them as the margin has.
  private var lightSourcePixels: Double {
    let (width, height) = (Double(canvas.widthPixels) / 4, Double(canvas.heightPixels) / 4)
    let margin = max(width, height) / 4
    return (width + 2 * margin) * (height + 2 * margin)
  }

  /// Bytes of the pyramids of all layers that shine or cast shadows, for one frame.
  var lightSourceBytes: Double {
    let shining = canvas.lights.count { if case .layer = $0 { true } else { false } }
    return Double(shining + castersThatCount.count) * lightSourcePixels * CostTable.lightPixelBytes
  }

  /// The costs of the layers that shine, then of those that cast shadows.
  func lightEstimates(_ layers: [LayerEstimate], concurrentFrames: Int) -> [LightEstimate] {
    func estimate(_ named: NamedLayer, _ role: LightEstimate.Role) -> LightEstimate {
      let inner = layers.filter { $0.scenePath.starts(with: named.scenePath) }
      let spreading = lightSourcePixels * CostTable.lightPixel * 1e-9
      let pyramid = lightSourcePixels * CostTable.lightPixelBytes * Double(concurrentFrames)
      return LightEstimate(
        role: role, layer: named.scenePath.scenePathName,
        seconds: inner.reduce(spreading) { $0 + $1.secondsAsLightSource },
        bytes: inner.reduce(pyramid) { $0 + $1.bytesAsLightSource(concurrentFrames: concurrentFrames) })
    }
    let shining = canvas.lights.enumerated().compactMap { index, light -> LightEstimate? in
      guard case .layer(let light) = light, let named = layer(named: light.layer) else { return nil }
      return estimate(named, .light(index))
    }
    return shining + castersThatCount.map { estimate($0, .caster) }
  }
}

extension LayerEstimate {
  /// Seconds for which the layer is drawn once more, with a sixteenth of its pixels and without its material. Its particles are as many.
  fileprivate var secondsAsLightSource: Double {
    let unlit = max(seconds - materialSeconds, 0)
    let ofParticles = min(particles.maximumAtOnce { $0.nanoseconds($1) } * 1e-9, unlit)
    return ofParticles + (unlit - ofParticles) / 16
  }

  /// Bytes that this takes for frames that are drawn concurrently: its buffers are smaller, its particles and what all frames share are not.
  fileprivate func bytesAsLightSource(concurrentFrames: Int) -> Double {
    particles.reduce(Double(concurrentFrames) * frameBytes / 16 + sharedBytes) {
      $0 + $1.bytes(concurrentFrames: concurrentFrames)
    }
  }
}
