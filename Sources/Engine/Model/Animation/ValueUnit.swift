/// Unit of a number in the preset language. The raw value is its text in the JSON Schema and the reference, where "a second"
/// stands for "per second".
package enum ValueUnit: String, Sendable {
  case none = ""
  case points
  case pointsPerSecond = "points a second"
  case pointsPerSecondSquared = "points a second squared"
  case degrees
  case degreesPerSecond = "degrees a second"
  case seconds
  case perSecond = "per second"
  case perSecondSquared = "per second squared"
  case perPoint = "per point"
  case particlesPerSecond = "particles a second"
  case particles
  case framesPerSecond = "frames a second"
  case hertz
  case share = "a share"
  case factor = "a factor"
  /// Photographic stops: each doubles the light.
  case stops
  case pixels
  case nanometers

  /// Factor from the unit to the simulation's, in which lengths are pixels and angles are turns (1 turn = 360°).
  package func simulationFactor(pixelsPerPoint: Double) -> Double {
    switch self {
    case .points, .pointsPerSecond, .pointsPerSecondSquared: pixelsPerPoint
    case .perPoint: 1 / pixelsPerPoint
    case .degrees, .degreesPerSecond: 1.0 / 360
    case .none, .seconds, .perSecond, .perSecondSquared, .particlesPerSecond, .particles, .framesPerSecond, .hertz,
      .share, .factor, .stops, .pixels, .nanometers:
      1
    }
  }
}
