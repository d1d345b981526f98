import Lanes
import Model
import Raster

/// The shadows of other layers on a layer: for each light that casts any, the share of its light that arrives, at every eighth pixel along both axes.
///
/// From each point of the receiver the ray to the light is followed to the plane of each caster. There the caster's alpha is blurred by as much as
/// the light is wide as seen from the point: a disc of radius r has the variance r²/4, and a slanted cut through its cone more. So shadows are sharp where a caster touches the receiver,
/// and soften with the distance. A caster that is turned counts as if it faced the canvas, at the z of its anchor.
final class ShadowsOnLayer: @unchecked Sendable {
  private let casters: [any LayerLightSource]
  /// The lights that cast shadows, and their indices among `PreparedLights.sources`.
  private let lights: [(source: Int, light: Light)]
  private let transform: LayerTransform?
  private let canvas: Canvas
  private let input: PixelRect
  private var plane: LayerPlane
  private var seconds = 0.0
  /// The shares, light by light and row by row.
  private let shares: AlignedBuffer<Float>
  private let columnCount: Int
  private let rowCount: Int

  private static let spacing = 8

  /// Nil where no shadow falls on the layer.
  init?(
    _ lighting: Filter.Lighting, casters: [any LayerLightSource], canvas: Canvas, input: PixelRect
  ) {
    let casting = lighting.castingLights
    guard lighting.hasShadows, !casters.isEmpty, !casting.isEmpty else { return nil }
    (self.casters, lights, transform) = (casters, casting, lighting.transform)
    (self.canvas, self.input) = (canvas, input)
    plane = LayerPlane(of: transform, at: AnimationClock(0), on: canvas)
    columnCount = ((input.width + Self.spacing - 1) / Self.spacing + 2 + 7) / 8 * 8
    rowCount = (input.height + Self.spacing - 1) / Self.spacing + 2
    shares = AlignedBuffer(count: lights.count * columnCount * rowCount + 16)
  }

  var changeCount: Int { casters.reduce(0) { $0 + $1.changeCount } }
  var taskCounts: [Int] { [rowCount] }

  func update(at clock: AnimationClock) {
    plane = LayerPlane(of: transform, at: clock, on: canvas)
    seconds = clock.canvas
  }

  /// Computes a row of shares of each light.
  func perform(task row: Int) {
    let clock = AnimationClock(seconds)
    let y = Double(input.y + row * Self.spacing) / canvas.pixelsPerPoint
    for (index, element) in lights.enumerated() {
      let lamp = ShadowLamp(element.light, at: clock)
      let output = shares.base + (index * rowCount + row) * columnCount
      for column in 0..<columnCount {
        let x = Double(input.x + column * Self.spacing) / canvas.pixelsPerPoint
        let place = plane.origin + plane.alongX * x + plane.alongY * y
        var share: Float = 1
        for caster in casters {
          guard let shadow = lamp.shadow(at: place, of: caster.zPosition) else { continue }
          share *= 1 - lamp.darkness * min(max(alpha(shadow, of: caster), 0), 1)
        }
        output[column] = share
      }
    }
  }

  /// A caster's alpha as the light sees it from a point of the receiver.
  private func alpha(_ shadow: ShadowLamp.Shadow, of caster: any LayerLightSource) -> Float {
    let scale = caster.pixelsPerPoint
    func read(_ shift: Double) -> Float {
      caster.buffer.blurred(
        0, atX: Float((shadow.x + shadow.stretch.x * shift) * scale - Double(caster.origin.x) - 0.5),
        y: Float((shadow.y + shadow.stretch.y * shift) * scale - Double(caster.origin.y) - 0.5),
        sigma: Float(shadow.sigma * scale))
    }
    // Three points with the weights ¼, ½, ¼, √2 deviations apart, have the variance of one.
    if shadow.stretch == .zero { return read(0) }
    return (read(-1.414_213_562) + read(1.414_213_562)) * 0.25 + read(0) * 0.5
  }

  /// Writes the shares of the light with each index of `PreparedLights.sources` at eight pixels, eight floats for each; those of lights without
  /// shadows are left.
  func read(x: Int, y: Int, into output: UnsafeMutablePointer<Float>) {
    let place = max(Float(y - input.y) + 0.5, 0) / Float(Self.spacing)
    let upper = min(Int(place), rowCount - 2)
    let lower = place - Float(upper)
    let left = min(max((x - input.x) / Self.spacing, 0), columnCount - 2)
    let right = (Lanes.laneNumbers + 0.5) * (1 / Float(Self.spacing))
    for (index, element) in lights.enumerated() {
      let row = shares.base + ((index * rowCount + upper) * columnCount + left)
      let (a, b) = (row[0], row[1])
      let (c, d) = (row[columnCount], row[columnCount + 1])
      let (first, last) = (a + (c - a) * lower, b + (d - b) * lower)
      Lanes.store(right * (last - first) + first, to: output + 8 * element.source)
    }
  }
}

/// A light at one time, as it casts shadows, in points.
private struct ShadowLamp {
  /// Where the lamp is, or the unit vector to it.
  private var place = SIMD3<Double>()
  private var isParallel = false
  /// The lamp's radius in points; for parallel light the tangent of half of its angle.
  private var radius = 0.0
  private(set) var darkness: Float = 0

  init(_ light: Light, at clock: AnimationClock) {
    func value(_ number: AnimatedNumber) -> Double { number.value(at: clock) }
    func place(_ point: AnimatedPoint, _ z: AnimatedNumber) -> SIMD3<Double> {
      SIMD3(value(point.x), value(point.y), value(z))
    }
    switch light {
    case .parallel(let light):
      isParallel = true
      self.place = light.direction(at: clock)
      radius = Lanes.tan(value(light.size) / 2 * 3.141_592_653_589_793 / 180)
    case .point(let light): (self.place, radius) = (place(light.position, light.zPosition), value(light.size))
    case .spot(let light): (self.place, radius) = (place(light.position, light.zPosition), value(light.size))
    case .ambient, .layer: break
    }
    darkness = Float(light.shadow.map(value) ?? 0)
  }

  /// Where the ray from a place to the light meets a caster's plane.
  struct Shadow {
    let x: Double
    let y: Double
    /// The deviation of the blur there, in points.
    let sigma: Double
    /// The deviation, as a vector, by which oblique light blurs more in its own direction: a slanted cut through a cone is longer than wide.
    let stretch: SIMD2<Double>
  }

  /// The longest stretch, as a multiple of the blur's deviation.
  private static let longestStretch = 4.0

  /// Where the ray from a place to the light meets a caster's plane; nil where the plane does not lie between them.
  func shadow(at point: SIMD3<Double>, of z: Double) -> Shadow? {
    let way = isParallel ? place : place - point
    // A caster in the receiver's own plane hides what it shadows.
    guard abs(way.z) > 1e-9 else { return nil }
    let share = (z - point.z) / way.z
    guard share > 1e-6, isParallel || share < 1 else { return nil }
    let sigma = radius * share / 2
    let (level, squared) = (way.x * way.x + way.y * way.y, way.z * way.z)
    // 1 ÷ sin² − 1 of the light's elevation before the plane.
    let excess = min((level / squared).squareRoot(), Self.longestStretch) * sigma
    let length = level.squareRoot()
    return Shadow(
      x: point.x + way.x * share, y: point.y + way.y * share, sigma: sigma,
      stretch: excess < 0.15 * sigma || length == 0
        ? .zero : SIMD2(way.x / length * excess, way.y / length * excess))
  }
}
