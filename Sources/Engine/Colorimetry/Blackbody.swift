import Lanes

/// The colours of glowing bodies by their temperature.
///
/// Planck's law (1901) at every tenth nanometre from 380 to 780, weighted by the colour matching functions of the CIE's standard observer
/// of 1931 (ISO/CIE 11664-1, rounded to four digits). Chromaticities are within 0.0003 of tables of the Planckian locus from 1,000 K on.
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
    for (index, weights) in matchingFunctions.enumerated() {
      // In micrometres, so that powers stay near 1.
      let wavelength = 0.38 + 0.01 * Double(index)
      let fifthPower = wavelength * wavelength * wavelength * wavelength * wavelength
      // c₂ = 14,388 μm · K (ITS-90).
      sum += weights / (fifthPower * (Lanes.exp(14_388 / (wavelength * kelvins)) - 1))
    }
    return sum / sum.y
  }

  /// x̄, ȳ and z̄ from 380 nm on.
  private static let matchingFunctions: [SIMD3<Double>] = [
    [0.0014, 0, 0.0065], [0.0042, 0.0001, 0.0201], [0.0143, 0.0004, 0.0679], [0.0435, 0.0012, 0.2074],
    [0.1344, 0.004, 0.6456], [0.2839, 0.0116, 1.3856], [0.3483, 0.023, 1.7471], [0.3362, 0.038, 1.7721],
    [0.2908, 0.06, 1.6692], [0.1954, 0.091, 1.2876], [0.0956, 0.139, 0.813], [0.032, 0.208, 0.4652],
    [0.0049, 0.323, 0.272], [0.0093, 0.503, 0.1582], [0.0633, 0.71, 0.0782], [0.1655, 0.862, 0.0422],
    [0.2904, 0.954, 0.0203], [0.4334, 0.995, 0.0087], [0.5945, 0.995, 0.0039], [0.7621, 0.952, 0.0021],
    [0.9163, 0.87, 0.0017], [1.0263, 0.757, 0.0011], [1.0622, 0.631, 0.0008], [1.0026, 0.503, 0.0003],
    [0.8544, 0.381, 0.0002], [0.6424, 0.265, 0], [0.4479, 0.175, 0], [0.2835, 0.107, 0], [0.1649, 0.061, 0],
    [0.0874, 0.032, 0], [0.0468, 0.017, 0], [0.0227, 0.0082, 0], [0.0114, 0.0041, 0], [0.0058, 0.0021, 0],
    [0.0029, 0.001, 0], [0.0014, 0.0005, 0], [0.0007, 0.0003, 0], [0.0003, 0.0001, 0], [0.0002, 0.0001, 0],
    [0.0001, 0, 0], [0, 0, 0],
  ]
}
