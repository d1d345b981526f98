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
  private let casters: [any LayerLightSource]
  /// The shadows in the light of lamps; nil for none.
  private var lamps: LampShadows?

  package let hasField: Bool
  package var hasShadows: Bool { lamps != nil }

  /// Nil where no layer changes the light.
  package init?(_ lighting: Filter.Lighting, _ sources: [any LayerLightSource], canvas: Canvas) {
    lights = lighting.layerLights.compactMap { light in
      sources.first { $0.isLight(lighting.lights[light.index], on: canvas) }.map { ($0, light.light) }
    }
    factors = [SIMD3<Float>](repeating: SIMD3(), count: lights.count)
    shadows = [LayerLightShadows?](repeating: nil, count: lights.count)
    casters = lighting.casters(among: sources)
    lamps = LampShadows(lighting, from: casters)
    hasField = !lights.isEmpty
    if !hasField, lamps == nil { return nil }
  }

  /// Reads the lights at a time in canvas seconds. The sources must have been drawn.
  package func update(at seconds: Double) {
    let clock = AnimationClock(seconds)
    lamps?.update(at: seconds)
    for (index, element) in lights.enumerated() {
      factors[index] = element.light.factor(at: clock)
      shadows[index] = LayerLightShadows(element.light, of: element.source, casters: casters, at: clock)
    }
  }

  package func field(at place: LaneVector) -> (red: LaneVector, green: LaneVector, blue: LaneVector) {
    var field = (red: LaneVector(), green: LaneVector(), blue: LaneVector())
    for (index, element) in lights.enumerated() {
      let (source, factor) = (element.source, factors[index])
      let scale = Float(source.pixelsPerPoint)
      let light = LayerField(
        of: source,
        at: LaneVector(
          place.x * scale - (Float(source.origin.x) + 0.5), place.y * scale - (Float(source.origin.y) + 0.5),
          (place.z - Float(source.zPosition)) * scale))
      let share = shadows[index]?.shares(at: place, field: light.sum) ?? Float8(repeating: 1)
      field.red.add(light.red, times: share * factor.x)
      field.green.add(light.green, times: share * factor.y)
      field.blue.add(light.blue, times: share * factor.z)
    }
    return field
  }

  package func readShares(at place: LaneVector, into shares: UnsafeMutablePointer<Float>) {
    guard let lamps else { return }
    for (index, source) in lamps.sourceIndices.enumerated() {
      for lane in 0..<8 {
        let here = SIMD3(Double(place.x[lane]), Double(place.y[lane]), Double(place.z[lane]))
        shares[8 &* source &+ lane] = lamps.share(ofLamp: index, at: here)
      }
    }
  }
}
