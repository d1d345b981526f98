import Lanes
import Model
import Raster

/// The lights of a scene at one time, in the pixels of a layer's own plane: x and y in the plane, z before it, towards the side from which the
/// layer is seen.
struct PreparedLights: Sendable {
  /// A light other than the ambient one.
  struct Source: BitwiseCopyable {
    /// Where the light is; for parallel light the unit vector to it.
    var place: SIMD3<Float>
    /// Whether `place` is a direction.
    var isParallel: Bool
    /// Colour times intensity.
    var light: SIMD3<Float>
    /// Square of the distance up to which the light does not become weaker; infinite if it never does.
    var squaredRadius: Float
    /// The axis of a spotlight's cone, a unit vector away from the light.
    var axis = SIMD3<Float>()
    /// The cosine of half the cone's angle at its edge, and 1 ÷ how much larger it is where the cone begins to fade; with 0 the light has no
    /// cone.
    var edgeCosine: Float = -2
    var inverseFade: Float = 0
  }

  /// The sum of all ambient light.
  let ambient: SIMD3<Float>
  let sources: [Source]
  /// Where the eye is, or with `isEyeFar` the unit vector to it.
  let eye: SIMD3<Float>
  let isEyeFar: Bool

  /// - Parameters:
  ///   - transform: the layer's; nil for one that lies on the canvas.
  ///   - clock: the layer's. Lights follow the canvas's clock.
  ///   - canvas: in whose pixels the layer is drawn.
  init(_ lights: [Light], on transform: LayerTransform?, at clock: AnimationClock, canvas: Canvas) {
    let plane = LayerPlane(of: transform, at: clock, on: canvas)
    let canvasClock = AnimationClock(clock.canvas)
    var eye = SIMD3(0.0, 0, 1)
    isEyeFar = transform?.zPosition == nil
    if !isEyeFar {
      let camera = canvas.camera ?? transform?.camera ?? .standard(on: canvas)
      eye = plane.local(CameraPose(camera, on: canvas, at: clock.canvas).eye) * canvas.pixelsPerPoint
    } else {
      eye = PreparedLights.unit(plane.localDirection(eye))
    }
    // The side that is seen is the lit one: a sheet that is turned shows its back.
    let side = SIMD3(1.0, 1, eye.z < 0 ? -1 : 1)
    self.eye = SIMD3<Float>(eye * side)
    var ambient = SIMD3<Float>()
    var sources: [Source] = []
    func light(_ color: AnimatedColor, _ intensity: AnimatedNumber) -> SIMD3<Float> {
      let value = color.value(at: canvasClock)
      return SIMD3<Float>(SIMD3(value.red, value.green, value.blue) * intensity.value(at: canvasClock))
    }
    func place(_ point: AnimatedPoint, _ z: AnimatedNumber) -> SIMD3<Double> {
      plane.local(
        SIMD3(point.x.value(at: canvasClock), point.y.value(at: canvasClock), z.value(at: canvasClock)))
        * canvas.pixelsPerPoint * side
    }
    func squaredRadius(_ falloff: Light.Falloff, _ radius: AnimatedNumber) -> Float {
      guard falloff == .inverseSquare else { return .infinity }
      let pixels = radius.value(at: canvasClock) * canvas.pixelsPerPoint
      return Float(pixels * pixels)
    }
    for case let given in lights {
      switch given {
      case .ambient(let given): ambient += light(given.color, given.intensity)
      case .parallel(let given):
        let (angle, elevation) = (given.angle.value(at: canvasClock), given.elevation.value(at: canvasClock))
        let (sine, cosine) = Lanes.sincosTurns(angle / 360)
        let (rise, run) = Lanes.sincosTurns(elevation / 360)
        let direction = PreparedLights.unit(plane.localDirection(SIMD3(sine * run, -cosine * run, rise)))
        sources.append(
          Source(
            place: SIMD3<Float>(direction * side), isParallel: true, light: light(given.color, given.intensity),
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
      }
    }
    self.ambient = ambient
    self.sources = sources
  }

  private static func unit(_ v: SIMD3<Double>) -> SIMD3<Double> {
    let length = ((v.x * v.x + v.y * v.y) + v.z * v.z).squareRoot()
    return length > 1e-12 ? v / length : SIMD3(0, 0, 1)
  }
}
