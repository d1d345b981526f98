import Model
import Shading

extension Filter.Displacement {
  /// Nanoseconds of one core for a pixel, as in `CostTable`: finding the place that it is taken from, and reading the picture
  /// there.
  func pixelNanoseconds(during clocks: ClockRange) -> Double {
    let findingNanoseconds: Double =
      switch shape {
      case .mirror, .lens, .colorPlanes, .chromaticAberration: 0
      case .wave, .kaleidoscope: 4
      case .circleWave, .ripple, .bubble, .barrel: 7
      // A pixel in the middle of a swirl is the mean of many pixels of the picture.
      case .swirl: 30
      case .water: 24
      case .turbulence(let noise): 13 * Double(noise.octaves)
      // Without drawing the map.
      case .map: 8
      case .heightMap: 14
      case .formula(let formula):
        FormulaField.pixelNanoseconds(additions: formula.program.costInAdditionsPerPixel)
      }
    var readingNanoseconds = 6.0
    if case .kaleidoscope(let mirrors) = shape {
      // Up to eight samples along each side of a pixel.
      let leastZoom = max(mirrors.zoom.valueRange(during: clocks).lowerBound, 0.125)
      if leastZoom < 1 { readingNanoseconds += 12 / (leastZoom * leastZoom) }
    }
    let takesColorsApart: Bool =
      switch shape {
      case .colorPlanes, .chromaticAberration: true
      default: !dispersion.isZero
      }
    // Red, green and blue are read at three places.
    return findingNanoseconds + (takesColorsApart ? 2.5 : 1) * readingNanoseconds
  }
}
