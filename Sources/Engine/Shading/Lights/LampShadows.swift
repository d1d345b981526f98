import Model
import Raster

/// The lamps of a scene that cast shadows, and the layers that stand in their light on the way to one receiver, at one time.
struct LampShadows {
  /// The index of each lamp among `PreparedLights.sources`.
  let sourceIndices: [Int]
  private let lights: [Light]
  private let sources: [any LayerLightSource]
  private var lamps: [ShadowLamp] = []
  private var casters: [ShadowCaster] = []

  /// Nil where no shadow of a lamp falls on the receiver.
  ///
  /// - Parameter sources: the layers that cast shadows on it.
  init?(_ lighting: Filter.Lighting, from sources: [any LayerLightSource]) {
    let casting = lighting.castingLights
    if sources.isEmpty || casting.isEmpty { return nil }
    (sourceIndices, lights, self.sources) = (casting.map(\.source), casting.map(\.light), sources)
  }

  /// Grows with each change of a caster.
  var changeCount: Int { sources.reduce(0) { $0 + $1.changeCount } }

  /// Reads lamps and casters at a time in canvas seconds. The casters must have been drawn.
  mutating func update(at seconds: Double) {
    let clock = AnimationClock(seconds)
    casters.removeAll(keepingCapacity: true)
    for source in sources { casters.append(ShadowCaster(source)) }
    lamps.removeAll(keepingCapacity: true)
    for light in lights { lamps.append(ShadowLamp(light, at: clock)) }
  }

  /// The share of a lamp's light that reaches a place in points.
  func share(ofLamp index: Int, at place: SIMD3<Double>) -> Float {
    var share: Float = 1
    for caster in casters { share *= lamps[index].share(at: place, past: caster) }
    return share
  }
}
