import Lanes
import Model
import Raster

extension WaterView: DrawnFilter {
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    water.line == nil
      ? WaterFromAboveFilter(self, canvas: canvas, input: input)
      : WaterInPerspectiveFilter(self, canvas: canvas, input: input)
  }

  func inputNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { water.line == nil ? 1.4 : 1 }

  /// Measured with all waves; drops by their number, for those of the usual size.
  func pixelNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double {
    let drops = mostRings
    let samplesPerPixel: Double
    var nanoseconds: Double
    if let line = water.line {
      // Above the line nothing is done.
      let share = min(max(1 - line / canvas.heightPoints, 0), 1)
      (samplesPerPixel, nanoseconds) = (0.25 * share, 6.5 * share)
    } else {
      (samplesPerPixel, nanoseconds) = (1.0 / 16, water.caustics.isZero ? 6 : 7.5)
      nanoseconds += Double(canvas.lights.count) * 4
    }
    // A drop's rings cover a tenth of the picture on average.
    nanoseconds += drops * (0.1 * samplesPerPixel * 3 + 25_000 / Double(canvas.widthPixels * canvas.heightPixels))
    return nanoseconds
  }
}

/// The values of water in one frame.
struct WaterValues {
  /// In pixels.
  var depth = 0.0
  var clarity = 1.0
  var tint = SIMD3<Double>()
  var color = SIMD3<Float>()
  var index: Float = 1.333
  var reflectivity: Float = 1
  /// The mean square of slopes that are too small to be drawn.
  var variance: Float = 0
  var sky = SIMD3<Float>()
  var caustics: Float = 0

  init() {}

  init(_ water: Water, at clock: AnimationClock, pixelsPerPoint: Double) {
    func color(_ color: AnimatedColor) -> SIMD3<Double> {
      let value = color.value(at: clock)
      return SIMD3(value.red, value.green, value.blue)
    }
    depth = max(water.depth.value(at: clock), 0) * pixelsPerPoint
    clarity = max(water.clarity.value(at: clock), 1e-3) * pixelsPerPoint
    tint = color(water.tint)
    self.color = SIMD3<Float>(color(water.color))
    index = Float(max(water.refraction.value(at: clock), 1))
    reflectivity = Float(max(water.reflectivity.value(at: clock), 0))
    let roughness = max(water.roughness.value(at: clock), 1e-3)
    variance = Float(roughness * roughness)
    sky = SIMD3<Float>(color(water.sky))
    caustics = Float(max(water.caustics.value(at: clock), 0))
  }
}

extension WaterLamp {
  /// The lamps of a scene.
  ///
  /// - Parameters:
  ///   - place: from a place in points to the water's pixels: along u, along v, up.
  ///   - direction: the same for vectors.
  static func lamps(
    of canvas: Canvas, at seconds: Double, place: (SIMD3<Double>) -> SIMD3<Double>,
    direction: (SIMD3<Double>) -> SIMD3<Double>
  ) -> [WaterLamp] {
    if canvas.lights.isEmpty { return [] }
    return PreparedLights(
      canvas.lights, at: seconds, canvas: canvas, eye: .zero, isEyeFar: true, place: place, direction: direction
    ).sources.map { WaterLamp(source: $0) }
  }
}
