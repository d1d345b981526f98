import Lanes
import Model

/// How water colours light.
package enum WaterOptics {
  /// What is left of light in each channel after some way through water (P. Bouguer, 1729; A. Beer, 1852): tint^(way ÷ clarity).
  package static func transmission(_ tint: SIMD3<Double>, way: Double, clarity: Double) -> SIMD3<Float> {
    let exponent = way / clarity
    return SIMD3(
      Float(Lanes.pow(max(tint.x, 0), exponent)), Float(Lanes.pow(max(tint.y, 0), exponent)),
      Float(Lanes.pow(max(tint.z, 0), exponent)))
  }
}

/// A lamp of the scene as its glints show it. Slopes smaller than a sample are spread as a Gaussian; a lamp glitters where one of them mirrors it (C. Cox and
/// W. Munk, Measurement of the roughness of the sea surface from photographs of the sun's glitter, 1954).
struct WaterLamp: BitwiseCopyable {
  /// Its place is along u, along v and up.
  let source: PreparedLights.Source

  /// The light of glints, as a factor of the lamp's light.
  ///
  /// - Parameters:
  ///   - x, y: the place of the water, for lamps that stand somewhere.
  ///   - toEye: the unit vector to the eye.
  ///   - reflectance: that of the facets which mirror the lamp; nearly that of the water.
  ///   - variance: mean squares of the small slopes along u and v.
  @inline(__always)
  func glint(
    _ x: Float8, _ y: Float8, toEye: (x: Float8, y: Float8, z: Float8), _ slopeU: Float8, _ slopeV: Float8,
    reflectance: Float8, variance: (u: Float8, v: Float8)
  ) -> Float8 {
    let (toLight, arriving) = source.reaching(LaneVector(x, y, Float8()))
    // The facet that mirrors the lamp faces the half vector.
    let (hx, hy) = (toLight.x + toEye.x, toLight.y + toEye.y)
    let hz = Lanes.max(toLight.z + toEye.z, 1e-3)
    let (su, sv) = (hx / hz * -1, hy / hz * -1)
    let (du, dv) = (su - slopeU, sv - slopeV)
    let exponent = (du * du / variance.u + dv * dv / variance.v) * -0.5
    // Most of the water mirrors nothing of the lamp.
    if !Lanes.anyAbove(exponent, -14) { return Float8() }
    let steepness = 1 + su * su + sv * sv
    let spread = Lanes.sqrt(variance.u * variance.v)
    // π·F·P·sec⁴β ÷ 4cosθ, with the density of slopes P = e^… ÷ 2πσ²; light of 1 makes a white surface that faces it 1.
    let density = Lanes.select(exponent .> -14, Lanes.exp(Lanes.max(exponent, -14)) - 8.3e-7, Float8()) / (spread * 8)
    let isAbove = Lanes.select(toLight.z .> 0, arriving * reflectance, Float8())
    return isAbove * density * (steepness * steepness) / Lanes.max(toEye.z, 0.05)
  }
}
