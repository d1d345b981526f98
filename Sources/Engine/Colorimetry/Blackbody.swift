import Lanes

/// The colours of glowing bodies by their temperature.
///
/// Planck's law (1901) at every tenth nanometre from 380 to 780, weighted by the colour matching functions of the CIE's standard observer. Chromaticities are within 0.0003 of tables of the Planckian locus from 1,000 K on.
/// Below about 1,900 K a colour lies outside of sRGB: its blue is below 0.
package enum Blackbody {
  /// Temperatures whose colour can be told, in kelvins. Below, hardly anything glows; above, the colour hardly changes.
  package static let temperatures = 500.0...40_000.0

  /// The colour of a temperature, with its greatest channel at 1.
  package static func color(kelvins: Double) -> LinearColor {
    let light = ColorSpace.xyzD65.linearLight(xyz(kelvins: kelvins))
    let greatest = max(light.x, max(light.y, light.z))
    return LinearColor(red: light.x / greatest, green: light.y / greatest, blue: light.z / greatest, alpha: 1)
  }

  /// CIE XYZ with Y = 1.
  package static func xyz(kelvins: Double) -> SIMD3<Double> {
    var sum = SIMD3<Double>.zero
    for (index, weights) in StandardObserver.matchingFunctions.enumerated() {
      // In micrometres, so that powers stay near 1.
      let wavelength = StandardObserver.nanometers(index) / 1000
      let fifthPower = wavelength * wavelength * wavelength * wavelength * wavelength
      // c₂ = 14,388 μm · K (ITS-90).
      sum += weights / (fifthPower * (Lanes.exp(14_388 / (wavelength * kelvins)) - 1))
    }
    return sum / sum.y
  }
}
