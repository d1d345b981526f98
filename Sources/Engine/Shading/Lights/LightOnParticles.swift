import Lanes
import Model
import Raster

/// The light that other layers shed on an emitter's particles, and their shadows on them, each at its own place.
package final class LightOnParticles: LightAtPlaces, @unchecked Sendable {
  private let lights: [(source: any LayerLightSource, light: LayerLight)]
  /// Colour times intensity of each.
  private var factors: [SIMD3<Float>]
  /// The shadows in the light of each; nil for none.
  private var shadows: [LayerLightShadows?]
  private let sources: [any LayerLightSource]
  private var casters: [ShadowCaster] = []
  /// The lights that cast shadows, and their indices among `PreparedLights.sources`.
  private let castingLights: [(source: Int, light: Light)]
  private var lamps: [ShadowLamp]

  package let hasField: Bool
  package let hasShadows: Bool

  /// Nil where no layer changes the light.
  package init?(_ lighting: Filter.Lighting, _ sources: [any LayerLightSource], canvas: Canvas) {
    lights = lighting.layerLights.compactMap { light in
      sources.first { $0.isLight(lighting.lights[light.index], on: canvas) }.map { ($0, light.light) }
    }
    factors = [SIMD3<Float>](repeating: SIMD3(), count: lights.count)
    shadows = [LayerLightShadows?](repeating: nil, count: lights.count)
    self.sources = lighting.casters(among: sources)
    castingLights = lighting.castingLights
    lamps = castingLights.map { ShadowLamp($0.light, at: AnimationClock(0)) }
    hasField = !lights.isEmpty
    hasShadows = !self.sources.isEmpty && !lamps.isEmpty
    if !hasField, !hasShadows { return nil }
  }

  /// Reads the lights at a time in canvas seconds. The sources must have been drawn.
  package func update(at seconds: Double) {
    let clock = AnimationClock(seconds)
    casters.removeAll(keepingCapacity: true)
    for source in sources { casters.append(ShadowCaster(source)) }
    for (index, element) in lights.enumerated() {
      factors[index] = element.light.factor(at: clock)
      shadows[index] = LayerLightShadows(element.light, of: element.source, casters: sources, at: clock)
    }
    for (index, element) in castingLights.enumerated() { lamps[index] = ShadowLamp(element.light, at: clock) }
  }

  package func field(at place: LaneVector) -> (red: LaneVector, green: LaneVector, blue: LaneVector) {
    var field = (red: LaneVector(), green: LaneVector(), blue: LaneVector())
    for (index, element) in lights.enumerated() {
      let (source, factor) = (element.source, factors[index])
      let scale = Float(source.pixelsPerPoint)
      let before = (place.z - Float(source.zPosition)) * scale
      let light = source.buffer.light(
        atX: place.x * scale - (Float(source.origin.x) + 0.5), y: place.y * scale - (Float(source.origin.y) + 0.5),
        height: Lanes.abs(before))
      // A points to the source's plane: along −z before it, along z behind it.
      let side = Lanes.select(before .> 0, Float8(repeating: -1), Float8(repeating: 1))
      var share = Float8(repeating: 1)
      if let shadows = shadows[index] {
        let gx = (light.slopeX.red + light.slopeX.green) + light.slopeX.blue
        let gy = (light.slopeY.red + light.slopeY.green) + light.slopeY.blue
        let gz = (light.facing.red + light.facing.green) + light.facing.blue
        share = shadows.shares(at: place, field: LaneVector(-gx, -gy, gz * side))
      }
      @inline(__always) func add(
        _ sum: inout LaneVector, _ factor: Float, _ facing: Float8, _ slopeX: Float8, _ slopeY: Float8
      ) {
        let factors = share * factor
        sum.x -= slopeX * factors
        sum.y -= slopeY * factors
        sum.z += facing * side * factors
      }
      add(&field.red, factor.x, light.facing.red, light.slopeX.red, light.slopeY.red)
      add(&field.green, factor.y, light.facing.green, light.slopeX.green, light.slopeY.green)
      add(&field.blue, factor.z, light.facing.blue, light.slopeX.blue, light.slopeY.blue)
    }
    return field
  }

  package func readShares(at place: LaneVector, into shares: UnsafeMutablePointer<Float>) {
    for (index, element) in castingLights.enumerated() {
      for lane in 0..<8 {
        let here = SIMD3(Double(place.x[lane]), Double(place.y[lane]), Double(place.z[lane]))
        shares[8 &* element.source &+ lane] = lamps[index].share(at: here, past: casters)
      }
    }
  }
}
