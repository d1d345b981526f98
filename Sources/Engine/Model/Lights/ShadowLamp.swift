import Lanes

/// A light at one time, as it casts shadows, in points.
package struct ShadowLamp: Sendable {
  /// Where the lamp is, or the unit vector to it.
  private var place = SIMD3<Double>()
  private var isParallel = false
  /// The lamp's radius in points; for parallel light the tangent of half of its angle.
  private var radius = 0.0
  package private(set) var darkness: Float = 0

  package init(_ light: Light, at clock: AnimationClock) {
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
    case .ambient, .layer, .threePoint: break
    }
    darkness = Float(light.shadow.map(value) ?? 0)
  }

  /// Light from a direction.
  ///
  /// - Parameters:
  ///   - direction: the unit vector to the light.
  ///   - degrees: across the light as it is seen.
  package init(from direction: SIMD3<Double>, degrees: Double, darkness: Float) {
    (place, isParallel, self.darkness) = (direction, true, darkness)
    radius = Lanes.tan(min(degrees, 160) / 2 * 3.141_592_653_589_793 / 180)
  }

  /// Where the ray from a place to the light meets a caster's plane.
  package struct Shadow {
    package let x: Double
    package let y: Double
    /// The deviation of the blur there, in points.
    package let sigma: Double
    /// The deviation, as a vector, by which oblique light blurs more in its own direction: a slanted cut through a cone is longer than wide.
    package let stretch: SIMD2<Double>
  }

  /// The longest stretch, as a multiple of the blur's deviation.
  private static let longestStretch = 4.0

  /// Where the ray from a place to the light meets a caster's plane; nil where the plane does not lie between them.
  package func shadow(at point: SIMD3<Double>, of z: Double) -> Shadow? {
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
