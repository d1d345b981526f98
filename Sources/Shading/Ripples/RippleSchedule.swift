import Lanes
import Model

/// The drops that are alive at a time, in closed form.
struct RippleSchedule {
  let ripples: Ripples
  let canvas: Canvas
  let stream: StreamKey
  /// Local seconds after which births repeat; nil without a loop.
  let period: Double?

  /// Slopes up to this cannot be seen.
  private static let invisibleSlope = 0.003

  /// Channels of the random draws.
  private enum Channel {
    static let x: UInt32 = 1
    static let y: UInt32 = 2
    static let amplitude: UInt32 = 3
  }

  /// The drops alive at local time `time`: those of the schedule, then those that are listed, each in the order of birth.
  func drops(at time: Double) -> [RippleDrop] {
    var drops: [RippleDrop] = []
    let lifetime = ripples.lifetime
    guard lifetime > 0, ripples.wavelength > 0, ripples.speed > 0 else { return [] }
    if ripples.rate > 0 {
      if let period {
        // A whole number of drops in a loop.
        let count = max(1, (ripples.rate * period).rounded())
        let interval = period / count
        for loop in loops(at: time, period, lifetime) {
          let phase = time - Double(loop) * period
          // Born in (phase − lifetime, phase] and within the loop. One more at each end, then each age is tested.
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
        for loop in loops(at: time - drop.time, period, lifetime) {
          append(center, ripples.amplitude * drop.strength, time - drop.time - Double(loop) * period, to: &drops)
        }
      } else {
        append(center, ripples.amplitude * drop.strength, time - drop.time, to: &drops)
      }
    }
    return drops
  }

  /// The passes of a loop whose births can be alive, oldest first.
  private func loops(at time: Double, _ period: Double, _ lifetime: Double) -> ClosedRange<Int> {
    let last = (time / period).rounded(.down)
    let first = ((time - lifetime) / period).rounded(.down) - 1
    return Int(first)...Int(last)
  }

  private func append(_ index: UInt64, age: Double, to drops: inout [RippleDrop]) {
    guard age > 0, age < ripples.lifetime else { return }
    let key = stream.key(index: index)
    // Drops outside of the canvas send rings into it.
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
    // The cavity that the drop leaves closes and sends out a second, weaker packet.
    if ripples.rebound != 0, age > ripples.reboundDelay {
      add(center, height * ripples.rebound, age - ripples.reboundDelay, to: &drops)
    }
  }

  private func add(_ center: (x: Double, y: Double), _ height: Double, _ age: Double, to drops: inout [RippleDrop]) {
    let scale = canvas.pixelsPerPoint
    let front = max(ripples.speed * age * scale, 1e-3)
    let wavelength = ripples.wavelength * scale
    // A young packet is narrower: no wider than its radius.
    let width = max(ripples.packet * scale / 2, 1e-3)
    let inside = 1.3 * width * front / (1.3 * width + front)
    let outside = width * front / (width + front)
    // The ring rises at first, spreads over its circumference, is damped, and fades out by its end.
    let rise = min(age / 0.12, 1)
    let fadeOut = 1 - (age / ripples.lifetime) * (age / ripples.lifetime)
    let share = rise * rise * (3 - 2 * rise) * (fadeOut * fadeOut) / (1 + front / (2 * wavelength)).squareRoot()
    let damping = Double(Lanes.exp(Float(-ripples.decay * age)))
    // The invisible slope is subtracted from all, so that a packet ends early and without a step.
    let invisible = RippleSchedule.invisibleSlope * wavelength / (2 * Double.pi)
    let amplitude = height * scale * share * damping
    guard amplitude.magnitude > invisible else { return }
    drops.append(
      RippleDrop(
        x: center.x, y: center.y, amplitude: Float(amplitude > 0 ? amplitude - invisible : amplitude + invisible),
        front: Float(front), innerSteepness: Float(1 / inside), outerSteepness: Float(1 / outside),
        chirp: Float(1 / (2 * wavelength * front)), innerRadius: front - inside, outerRadius: front + outside))
  }
}
