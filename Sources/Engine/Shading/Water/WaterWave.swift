import Lanes
import Model

/// Waves on deep water: ω² = g·k + (σ/ρ)·k³ (W. Thomson, Hydrokinetic solutions and observations, 1871), for clean water at 20 °C. The slowest waves are
/// 1.7 cm long and travel at 23 cm a second.
enum WaveDispersion {
  /// g in metres a second squared.
  static let gravity = 9.81
  /// σ/ρ, surface tension ÷ density, in cubic metres a second squared.
  static let tension = 7.28e-5
  /// Kinematic viscosity in square metres a second: a wave's height falls as e^(−2νk²t) (H. Lamb, Hydrodynamics, 1932, § 348).
  static let viscosity = 1e-6

  /// ω in radians a second, for a wave number in radians a metre.
  static func angularFrequency(_ k: Double) -> Double { Lanes.sqrt(k * (gravity + tension * (k * k))) }

  /// dω/dk in metres a second, at which groups of waves travel.
  static func groupVelocity(_ k: Double) -> Double {
    let frequency = angularFrequency(k)
    return frequency > 0 ? (gravity + 3 * tension * (k * k)) / (2 * frequency) : 0
  }
}

/// A wave of one length and direction, in pixels of the water's plane: height = amplitude · cos(2π · turns(u, v, t)).
package struct WaterWave: BitwiseCopyable {
  /// Turns in a pixel along both axes of the plane.
  package var turnsU = 0.0
  package var turnsV = 0.0
  /// In pixels.
  package var amplitude = 0.0
  /// Cycles a second.
  package var frequency = 0.0
  /// Turns at the time 0.
  var phase = 0.0
}

extension WaterWave {
  /// The channels of a wave's random numbers.
  private enum Channel {
    static let length: UInt32 = 1
    static let direction: UInt32 = 2
    static let phase: UInt32 = 3
  }

  /// Long waves: ten, from the longest to about a third of it, within the spread around their direction.
  package static func swell(_ swell: Water.Swell, _ water: Water, stream: StreamKey, pixelsPerPoint: Double)
    -> [WaterWave]
  {
    guard swell.height > 0 else { return [] }
    let count = 10
    let waves = (0..<count).map { index in
      let key = stream.key(index: UInt64(index))
      let octave = -(Double(index) + Double(key.uniform(channel: Channel.length))) * 1.6 / Double(count)
      let turn = Double(key.uniform(channel: Channel.direction)) + Double(key.uniform(channel: Channel.phase + 1)) - 1
      return wave(
        length: swell.wavelength * Lanes.exp2(octave), direction: swell.direction + turn * swell.spread,
        weight: Lanes.exp2(octave * 1.2), key, water, pixelsPerPoint)
    }
    return scaled(waves, height: swell.height * pixelsPerPoint)
  }

  /// Short waves: sixteen, from one and a half times the length to a third of it, in all directions; those against the wind are lower.
  package static func chop(_ chop: Water.Chop, _ water: Water, stream: StreamKey, pixelsPerPoint: Double) -> [WaterWave]
  {
    guard chop.height > 0 else { return [] }
    let count = 16
    let waves = (0..<count).map { index in
      let key = stream.key(index: UInt64(1000 + index))
      let octave = 0.6 - (Double(index) + Double(key.uniform(channel: Channel.length))) * 2.2 / Double(count)
      let turns = Double(key.uniform(channel: Channel.direction)) - 0.5
      let withWind = Lanes.sincosTurns(turns / 2).cos
      return wave(
        length: chop.wavelength * Lanes.exp2(octave), direction: chop.direction + 360 * turns,
        weight: Lanes.exp2(octave * 1.4) * (0.3 + 0.7 * withWind), key, water, pixelsPerPoint)
    }
    return scaled(waves, height: chop.height * pixelsPerPoint)
  }

  /// - Parameters:
  ///   - length: from crest to crest, in points.
  ///   - direction: degrees, clockwise from the right.
  private static func wave(
    length: Double, direction: Double, weight: Double, _ key: ParticleKey, _ water: Water, _ pixelsPerPoint: Double
  ) -> WaterWave {
    let (sine, cosine) = Lanes.sincosTurns(direction / 360)
    let turns = 1 / (length * pixelsPerPoint)
    let frequency = WaveDispersion.angularFrequency(2 * Double.pi / length * water.scale) / (2 * Double.pi)
    return WaterWave(
      turnsU: cosine * turns, turnsV: sine * turns, amplitude: weight, frequency: frequency,
      phase: Double(key.uniform(channel: Channel.phase)))
  }

  /// The waves with amplitudes of which four root mean squares are `height`: a wave has the mean square a²/2.
  private static func scaled(_ waves: [WaterWave], height: Double) -> [WaterWave] {
    let square = waves.reduce(0) { $0 + $1.amplitude * $1.amplitude / 2 }
    let factor = height / (4 * Lanes.sqrt(square))
    return waves.map { wave in
      var wave = wave
      wave.amplitude *= factor
      return wave
    }
  }
}
