import Lanes

/// The lights of a scene at one time, in the pixels of what they light: a layer's own plane, with z before it towards the side from which the
/// layer is seen, or the space of particles.
@usableFromInline
package struct PreparedLights: Sendable {
  /// A light other than the ambient one.
  @usableFromInline
  package struct Source: BitwiseCopyable, Sendable {
    /// Where the light is; for parallel light the unit vector to it.
    @usableFromInline package var place: SIMD3<Float>
    /// Whether `place` is a direction.
    @usableFromInline package var isParallel: Bool
    /// Colour times intensity.
    @usableFromInline package var light: SIMD3<Float>
    /// Square of the distance up to which the light does not become weaker; infinite if it never does.
    @usableFromInline package var squaredRadius: Float
    /// The axis of a spotlight's cone, a unit vector away from the light.
    @usableFromInline package var axis = SIMD3<Float>()
    /// The cosine of half the cone's angle at its edge, and 1 ÷ how much larger it is where the cone begins to fade; with 0 the light has no
    /// cone.
    @usableFromInline package var edgeCosine: Float = -2
    @usableFromInline package var inverseFade: Float = 0
  }

  /// The sum of all ambient light.
  package let ambient: SIMD3<Float>
  package let sources: [Source]
  /// Where the eye is, or with `isEyeFar` the unit vector to it.
  package let eye: SIMD3<Float>
  package let isEyeFar: Bool

  /// The lights on a layer.
  ///
  /// - Parameters:
  ///   - transform: the layer's; nil for one that lies on the canvas.
  ///   - clock: the layer's. Lights follow the canvas's clock.
  ///   - canvas: in whose pixels the layer is drawn.
  package init(_ lights: [Light], on transform: LayerTransform?, at clock: AnimationClock, canvas: Canvas) {
    let plane = LayerPlane(of: transform, at: clock, on: canvas)
    var eye = SIMD3(0.0, 0, 1)
    let isEyeFar = transform?.zPosition == nil
    if !isEyeFar {
      let camera = canvas.camera ?? transform?.camera ?? .standard(on: canvas)
      eye = plane.local(CameraPose(camera, on: canvas, at: clock.canvas).eye) * canvas.pixelsPerPoint
    } else {
      eye = PreparedLights.unit(plane.localDirection(eye))
    }
    // The side that is seen is the lit one: a sheet that is turned shows its back.
    let side = SIMD3(1.0, 1, eye.z < 0 ? -1 : 1)
    self.init(
      lights, at: clock.canvas, canvas: canvas, eye: SIMD3<Float>(eye * side), isEyeFar: isEyeFar,
      place: { plane.local($0) * canvas.pixelsPerPoint * side }, direction: { plane.localDirection($0) * side })
  }

  /// - Parameters:
  ///   - seconds: canvas seconds.
  ///   - eye: where the eye is, or with `isEyeFar` the unit vector to it.
  ///   - place: from a place in points to the pixels of what is lit.
  ///   - direction: the same for vectors, of any length.
  package init(
    _ lights: [Light], at seconds: Double, canvas: Canvas, eye: SIMD3<Float>, isEyeFar: Bool,
    place toPixels: (SIMD3<Double>) -> SIMD3<Double>, direction toDirection: (SIMD3<Double>) -> SIMD3<Double>
  ) {
    let canvasClock = AnimationClock(seconds)
    (self.eye, self.isEyeFar) = (eye, isEyeFar)
    var ambient = SIMD3<Float>()
    var sources: [Source] = []
    sources.reserveCapacity(lights.reduce(0) { $0 + $1.partCount })
    func light(_ color: AnimatedColor, _ intensity: AnimatedNumber) -> SIMD3<Float> {
      let value = color.value(at: canvasClock)
      return SIMD3<Float>(SIMD3(value.red, value.green, value.blue) * intensity.value(at: canvasClock))
    }
    func place(_ point: AnimatedPoint, _ z: AnimatedNumber) -> SIMD3<Double> {
      toPixels(SIMD3(point.x.value(at: canvasClock), point.y.value(at: canvasClock), z.value(at: canvasClock)))
    }
    func squaredRadius(_ falloff: Light.Falloff, _ radius: AnimatedNumber) -> Float {
      guard falloff == .inverseSquare else { return .infinity }
      let pixels = radius.value(at: canvasClock) * canvas.pixelsPerPoint
      return Float(pixels * pixels)
    }
    func add(_ given: Light) {
      switch given {
      case .ambient(let given): ambient += light(given.color, given.intensity)
      case .parallel(let given):
        let direction = PreparedLights.unit(toDirection(given.direction(at: canvasClock)))
        sources.append(
          Source(
            place: SIMD3<Float>(direction), isParallel: true, light: light(given.color, given.intensity),
            squaredRadius: .infinity))
      case .point(let given):
        sources.append(
          Source(
            place: SIMD3<Float>(place(given.position, given.zPosition)), isParallel: false,
            light: light(given.color, given.intensity), squaredRadius: squaredRadius(given.falloff, given.radius)))
      case .spot(let given):
        let from = place(given.position, given.zPosition)
        let axis = PreparedLights.unit(place(given.target, given.targetZ) - from)
        let half = given.coneAngle.value(at: canvasClock) / 720
        let edge = Lanes.sincosTurns(half).cos
        let inner = Lanes.sincosTurns(half * (1 - min(max(given.feather.value(at: canvasClock), 0), 1))).cos
        var source = Source(
          place: SIMD3<Float>(from), isParallel: false, light: light(given.color, given.intensity),
          squaredRadius: squaredRadius(given.falloff, given.radius))
        source.axis = SIMD3<Float>(axis)
        source.edgeCosine = Float(edge)
        // Without a feather the edge is still a little soft, so that it shows no steps.
        source.inverseFade = Float(1 / max(inner - edge, 1e-3))
        sources.append(source)
      // Layers shine by their buffers, three-point lights by their parts.
      case .layer, .threePoint: break
      }
    }
    for light in lights { light.forEachPart(add) }
    self.ambient = ambient
    self.sources = sources
  }

  /// A vector with a length of 1.
  package static func unit(_ v: SIMD3<Double>) -> SIMD3<Double> {
    let length = ((v.x * v.x + v.y * v.y) + v.z * v.z).squareRoot()
    return length > 1e-12 ? v / length : SIMD3(0, 0, 1)
  }
}

extension Light.Parallel {
  /// The unit vector to the light, in space.
  package func direction(at clock: AnimationClock) -> SIMD3<Double> {
    let (sine, cosine) = Lanes.sincosTurns(angle.value(at: clock) / 360)
    let (rise, run) = Lanes.sincosTurns(elevation.value(at: clock) / 360)
    return SIMD3(sine * run, -cosine * run, rise)
  }
}
