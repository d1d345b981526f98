/// A filter that takes each pixel of the picture from another place: waves, glass, mirrors.
package protocol DisplacementFilterKind: DeclaredFilter {
  /// By what share red is moved less far than green, and blue farther; 0 moves all colours alike.
  var dispersion: AnimatedNumber { get }
  /// Whether red, green and blue are taken from different places.
  var takesColorsApart: Bool { get }
  /// The greatest distance in points, without dispersion, between a pixel and the place that it is taken from; 0 for shapes that take no
  /// pixels from beyond the picture.
  func reachPoints(during clocks: ClockRange) -> Double
  /// Whether the displacement never changes a pixel.
  var isConstantIdentity: Bool { get }
}

extension DisplacementFilterKind {
  package var dispersion: AnimatedNumber { 0 }
  package var takesColorsApart: Bool { !dispersion.isZero }

  package func reach(on target: Filter.Target, during clocks: ClockRange) -> Filter.Reach {
    target.neighborhood(
      marginPoints: reachPoints(during: clocks) * (1 + dispersion.largestMagnitude(during: clocks)))
  }

  /// The picture itself, as four Floats a pixel.
  package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double { 4 * 4 }

  package var readsInputInFinish: Bool { false }

  /// How many pixels around a pixel a kind reads that moves pixels by at most its reach: as far as it spreads light.
  func displacedReadPixels(on canvas: Canvas, during clocks: ClockRange) -> Int {
    let points = reachPoints(during: clocks) * (1 + dispersion.largestMagnitude(during: clocks))
    return Int((Filter.displacedSpreadFactor * points * canvas.pixelsPerPoint).rounded(.up)) + 4
  }
}

extension Filter {
  /// A pixel is the mean of a parallelogram around the place that it is taken from (`DisplacedRow` in Raster). Its two sides lead to
  /// the places of neighbouring pixels, each up to twice the reach away, and half of each side may lie beyond the reach.
  static let displacedSpreadFactor = 3.0

  /// The most points by which the input of water, a height map or a swirl is made larger than the output, on each side, without
  /// dispersion.
  static let maximumDisplacementPoints = 400.0
}

extension Parameter {
  static func dispersion(_ name: String, _ path: Path<AnimatedNumber>) -> Parameter {
    .animated(
      name, path, .share, in: 0...1,
      "By what share red is moved less far than green, and blue farther: this gives fringes of colour.")
  }

  /// How much the waves of a displacement brighten the picture.
  static func light(_ name: String, _ path: Path<AnimatedNumber>, _ about: String) -> Parameter {
    .animated(name, path, .share, in: 0...4, about)
  }
}
