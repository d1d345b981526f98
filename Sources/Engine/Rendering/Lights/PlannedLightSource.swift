import Model

/// A layer that shines on others, or casts shadows on them: planned on a canvas of fewer pixels, as seen from straight in front.
package struct PlannedLightSource: Sendable {
  /// What the layer is to others.
  enum Role: Sendable {
    /// The light with this index in `Canvas.lights`.
    case light(Int)
    /// A caster of shadows, by its layer's path.
    case caster(UInt64)
  }

  /// Its index among `RenderPlan.lightSources`.
  let number: Int
  let role: Role
  let layer: PlannedLayer
  /// The canvas in the light's own pixels.
  let canvas: Canvas
  /// Whether the scene's camera sees the layer, or its particles.
  let isInSpace: Bool
  /// How far before the canvas the layer lies.
  private let z: AnimatedNumber
  /// Timings of the groups around the layer and of the layer itself, the outermost first.
  private let timings: [LayerTiming]

  /// Pixels of the light for each pixel of the frame, along both axes.
  static let rasterScale = 0.25

  init(
    number: Int, role: Role, layer: PlannedLayer, canvas: Canvas, isInSpace: Bool, z: AnimatedNumber,
    timings: [LayerTiming]
  ) {
    self.isInSpace = isInSpace
    (self.number, self.role) = (number, role)
    (self.layer, self.canvas, self.z, self.timings) = (layer, canvas, z, timings)
  }

  /// Pixels beyond the canvas, on each side, whose light reaches in: a quarter of its larger side, in whole eights.
  static func marginPixels(on canvas: Canvas) -> Int { (max(canvas.widthPixels, canvas.heightPixels) / 4 + 7) & ~7 }

  /// z of the layer in points at a time in canvas seconds.
  func zPosition(at seconds: Double) -> Double {
    z.value(at: AnimationClock(local: timings.reduce(seconds) { $1.localTime(at: $0) }, canvas: seconds))
  }
}

extension Layer {
  /// z of the plane in which the layer's light is made.
  var zPositionAsLight: AnimatedNumber {
    guard case .emitter(let emitter) = source else { return transform?.zPosition ?? 0 }
    guard let z = transform?.zPosition else { return emitter.zPosition }
    return AnimatedNumber(.sum([z.source, emitter.zPosition.source]))
  }
}
