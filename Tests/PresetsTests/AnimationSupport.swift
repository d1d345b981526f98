import Colorimetry
import Model
import Presets
import Testing

struct MissingValue: Error {}

/// A gradient's angle: a number without limits, in degrees.
func animatedAngle(_ text: String, in other: String = "") throws -> AnimatedNumber {
  let preset = "{ \(other) \"layers\": [ { \"gradient\": { \"angle\": \(text), \"stops\": [\"red\"] } } ] }"
  guard case .gradient(let gradient) = try load(preset).scene.layers.first?.source,
    case .angle(let angle) = gradient.shape
  else { throw MissingValue() }
  return angle
}

/// The centre of a gradient.
func animatedPoint(_ text: String) throws -> AnimatedPoint {
  let preset =
    "{ \"layers\": [ { \"gradient\": { \"type\": \"radial\", \"center\": \(text), \"stops\": [\"red\"] } } ] }"
  guard case .gradient(let gradient) = try load(preset).scene.layers.first?.source,
    case .radial(let radial) = gradient.shape, let center = radial.center
  else { throw MissingValue() }
  return center
}

/// A stop of a gradient.
func animatedColor(_ text: String) throws -> AnimatedColor {
  let preset = "{ \"layers\": [ { \"gradient\": { \"stops\": [\(text)] } } ] }"
  guard case .gradient(let gradient) = try load(preset).scene.layers.first?.source,
    let color = gradient.stops.first?.color
  else { throw MissingValue() }
  return color
}

/// Expects an angle to have values at times.
func expectAngles(_ text: String, _ values: [(at: Double, is: Double)], within error: Double = 1e-9) throws {
  let number = try animatedAngle(text)
  for (time, value) in values {
    let found = number.value(at: AnimationClock(time))
    #expect(abs(found - value) <= error, "\(text) at \(time) is \(found), not \(value)")
  }
}

/// The issues of an angle that stands alone on line 2.
func angleIssues(_ text: String) -> [String] {
  issues("{ \"layers\": [ { \"gradient\": { \"stops\": [\"red\"], \"angle\":\n\(text) } } ] }")
}
