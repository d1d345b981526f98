import Colorimetry
import Model
import Presets
import Testing

struct MissingValue: Error {}

/// Returns a gradient's angle, which is a number of degrees without limits; `other` are further keys of the preset.
func animatedAngle(_ text: String, in other: String = "") throws -> AnimatedNumber {
  let preset = "{ \(other) \"layers\": [ { \"gradient\": { \"angle\": \(text), \"stops\": [\"red\"] } } ] }"
  guard case .gradient(let gradient) = try load(preset).scene.layers.first?.source,
    case .angle(let angle) = gradient.shape
  else { throw MissingValue() }
  return angle
}

/// Returns the centre of a gradient.
func animatedPoint(_ text: String) throws -> AnimatedPoint {
  let preset =
    "{ \"layers\": [ { \"gradient\": { \"type\": \"radial\", \"center\": \(text), \"stops\": [\"red\"] } } ] }"
  guard case .gradient(let gradient) = try load(preset).scene.layers.first?.source,
    case .radial(let radial) = gradient.shape, let center = radial.center
  else { throw MissingValue() }
  return center
}

/// Returns the colour of a gradient's stop.
func animatedColor(_ text: String) throws -> AnimatedColor {
  let preset = "{ \"layers\": [ { \"gradient\": { \"stops\": [\(text)] } } ] }"
  guard case .gradient(let gradient) = try load(preset).scene.layers.first?.source,
    let color = gradient.stops.first?.color
  else { throw MissingValue() }
  return color
}

/// Expects an animated angle to have the given values at times in seconds.
func expectAngles(_ text: String, _ values: [(at: Double, is: Double)], within tolerance: Double = 1e-9) throws {
  let number = try animatedAngle(text)
  for (time, value) in values {
    let found = number.value(at: AnimationClock(time))
    #expect(abs(found - value) <= tolerance, "\(text) at \(time) is \(found), not \(value)")
  }
}

/// Returns the issues of an angle that begins line 2.
func angleIssues(_ text: String) -> [String] {
  issues("{ \"layers\": [ { \"gradient\": { \"stops\": [\"red\"], \"angle\":\n\(text) } } ] }")
}
