import Lanes
import Model

/// One drop at one time: its ring packet in pixels of the water's plane.
///
/// A packet is A·E(x)·cos 2πqr²: r from the place of the drop, x = (r − front)/width, E(x) = (1 − x²)³. The waves are
/// `wavelength` long at the front, longer inside and shorter outside, and run at half the packet's speed, so that
/// rings are born at its outer edge, drift through it and die at the inner one: the dispersion of small waves.
struct RippleDrop: Sendable, Equatable {
  /// Frame pixels; y is not yet foreshortened.
  var x: Double
  var y: Double
  /// Pixels.
  var amplitude: Float
  var front: Float
  /// 1 / width of the packet inside and outside its front.
  var innerSteepness: Float
  var outerSteepness: Float
  /// Turns per square pixel.
  var chirp: Float
  /// The annulus outside of which the water is exactly flat.
  var innerRadius: Double
  var outerRadius: Double
  /// Whether its waves may turn from light to shade within a pixel.
  var isSteep = false

  /// The greatest second derivative of its height along the radius, per pixel, whatever the wave's phase; to a few percent.
  var greatestCurvature: Float {
    var greatest: Float = 0
    for step in -8...8 {
      let u = Float(step) / 9
      let steepness = u < 0 ? innerSteepness : outerSteepness
      let inside = 1 - u * u
      let rate = 4 * Float.pi * chirp
      let waveNumber = rate * max(front + u / steepness, 0)
      let envelope = inside * inside * inside
      let slope = -6 * u * (inside * inside) * steepness
      let curvature = (24 * (u * u) * inside - 6 * (inside * inside)) * (steepness * steepness)
      let inPhase = curvature - envelope * waveNumber * waveNumber
      let outOfPhase = 2 * slope * waveNumber + envelope * rate
      greatest = max(greatest, inPhase * inPhase + outOfPhase * outOfPhase)
    }
    return amplitude.magnitude * greatest.squareRoot()
  }
}

/// Which drops are alive at a time: a schedule in closed form.
struct RippleSchedule {
  let ripples: Ripples
  let canvas: Canvas
  let stream: StreamKey
  /// Local seconds after which everything repeats (births are folded); nil without a loop.
  let period: Double?

  private static let invisibleSlope = 0.003

  private enum Channel {
    static let x: UInt32 = 1
    static let y: UInt32 = 2
    static let amplitude: UInt32 = 3
  }

  /// The drops alive at local time `time`, scheduled ones first, each kind in the order of birth.
  func drops(at time: Double) -> [RippleDrop] {
    var drops: [RippleDrop] = []
    let lifetime = ripples.lifetime
    guard lifetime > 0, ripples.wavelength > 0, ripples.speed > 0 else { return [] }
    if ripples.rate > 0 {
      if let period {
        // A whole number of drops a turn.
        let count = max(1, (ripples.rate * period).rounded())
        let interval = period / count
        for turn in turns(at: time, period, lifetime) {
          let phase = time - Double(turn) * period
          // Born in (phase − lifetime, phase] and within the turn; one more at each end, then each age is tested.
          let first = max(0, ((phase - lifetime) / interval).rounded(.down) - 2)
          let last = min(count - 1, (phase / interval).rounded(.down) + 1)
          guard first <= last else { continue }
          for index in Int(first)...Int(last) {
            append(UInt64(index), age: phase - Double(index + 1) * interval, to: &drops)
          }
        }
      } else {
        let last = (time * ripples.rate).rounded(.down)
        let first = max(0, ((time - lifetime) * ripples.rate).rounded(.down) - 2)
        if first <= last {
          for index in Int(first)...Int(last) {
            append(UInt64(index), age: time - Double(index + 1) / ripples.rate, to: &drops)
          }
        }
      }
    }
    for drop in ripples.drops {
      let center = (x: drop.x * canvas.pixelsPerPoint, y: drop.y * canvas.pixelsPerPoint)
      if let period {
        for turn in turns(at: time - drop.time, period, lifetime) {
          append(center, ripples.amplitude * drop.strength, time - drop.time - Double(turn) * period, to: &drops)
        }
      } else {
        append(center, ripples.amplitude * drop.strength, time - drop.time, to: &drops)
      }
    }
    return drops
  }

  /// The turns of a loop whose births can be alive, oldest first.
  private func turns(at time: Double, _ period: Double, _ lifetime: Double) -> ClosedRange<Int> {
    let last = (time / period).rounded(.down)
    let first = ((time - lifetime) / period).rounded(.down) - 1
    return Int(first)...Int(last)
  }

  private func append(_ index: UInt64, age: Double, to drops: inout [RippleDrop]) {
    guard age > 0, age < ripples.lifetime else { return }
    let key = stream.key(index: index)
    // Drops outside the picture send rings into it.
    let margin = 0.12 * min(canvas.widthPoints, canvas.heightPoints)
    let x = Double(key.uniform(channel: Channel.x)) * (canvas.widthPoints + 2 * margin) - margin
    let y = Double(key.uniform(channel: Channel.y)) * (canvas.heightPoints + 2 * margin) - margin
    let draw = Double(key.uniform(channel: Channel.amplitude)) - 0.5
    append(
      (x * canvas.pixelsPerPoint, y * canvas.pixelsPerPoint), ripples.amplitude + ripples.amplitudeRange * draw, age,
      to: &drops)
  }

  private func append(_ center: (x: Double, y: Double), _ height: Double, _ age: Double, to drops: inout [RippleDrop]) {
    guard age > 0, age < ripples.lifetime, height != 0 else { return }
    add(center, height, age, to: &drops)
    // The cavity that the drop leaves closes and raises a second, weaker packet.
    if ripples.rebound != 0, age > ripples.reboundDelay {
      add(center, height * ripples.rebound, age - ripples.reboundDelay, to: &drops)
    }
  }

  private func add(_ center: (x: Double, y: Double), _ height: Double, _ age: Double, to drops: inout [RippleDrop]) {
    let scale = canvas.pixelsPerPoint
    let front = max(ripples.speed * age * scale, 1e-3)
    let wavelength = ripples.wavelength * scale
    // A young packet is as wide as it is large.
    let width = max(ripples.packet * scale / 2, 1e-3)
    let inside = 1.3 * width * front / (1.3 * width + front)
    let outside = width * front / (width + front)
    // The ring rises in its first moments, spreads over its circumference, is damped, and ends in nothing.
    let rise = min(age / 0.12, 1)
    let rest = 1 - (age / ripples.lifetime) * (age / ripples.lifetime)
    let share = rise * rise * (3 - 2 * rise) * (rest * rest) / (1 + front / (2 * wavelength)).squareRoot()
    let damping = Double(Lanes.exp(Float(-ripples.decay * age)))
    // Slopes that nobody can see are taken off all of them, so that a packet ends early and without a step.
    let invisible = RippleSchedule.invisibleSlope * wavelength / (2 * Double.pi)
    let amplitude = height * scale * share * damping
    guard amplitude.magnitude > invisible else { return }
    drops.append(
      RippleDrop(
        x: center.x, y: center.y, amplitude: Float(amplitude > 0 ? amplitude - invisible : amplitude + invisible),
        front: Float(front),
        innerSteepness: Float(1 / inside), outerSteepness: Float(1 / outside),
        chirp: Float(1 / (2 * wavelength * front)), innerRadius: front - inside, outerRadius: front + outside))
  }
}
