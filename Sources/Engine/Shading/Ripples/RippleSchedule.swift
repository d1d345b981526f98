import Lanes
import Model

/// Finds the packets of waves that are alive at a time, in closed form. There are drops that fall at a rate and at random places, and listed
/// drops.
///
/// In a loop each drop falls again in every period, and those of earlier periods are still alive. A period has a whole number of
/// random drops, at least one, so a period far shorter than a drop's lifetime has very many drops alive: lifetime ÷ period of each.
/// Every one of them is looked at. `RipplesEstimate` counts them, so that too many are refused before anything is drawn.
struct RippleSchedule {
  let ripples: Ripples
  let canvas: Canvas
  /// The source of the random numbers; the index in the stream is a drop's number in order of birth.
  let stream: StreamKey
  /// Length of the loop, after which births repeat; nil without a loop.
  let loopSeconds: Double?

  /// The channels of a drop's random numbers.
  private enum Channel {
    static let x: UInt32 = 1
    static let y: UInt32 = 2
    static let amplitude: UInt32 = 3
  }

  /// The packets alive at `time`, in seconds on the layer's clock: first those of drops that fall at the rate, then those of listed drops, each
  /// in the order of birth.
  func packets(at time: Double) -> [RipplePacket] {
    var packets: [RipplePacket] = []
    guard ripples.lifetime > 0, ripples.wavelength > 0, ripples.speed > 0 else { return [] }
    let times = DropTimes(rate: ripples.rate, lifetime: ripples.lifetime, loopSeconds: loopSeconds)
    times.forEachDrop(at: time) { number, seconds in
      appendRandomDrop(UInt64(number), age: seconds - Double(number + 1) * times.interval, to: &packets)
    }
    for drop in ripples.drops {
      let center = (x: drop.position.x * canvas.pixelsPerPoint, y: drop.position.y * canvas.pixelsPerPoint)
      times.forEachAge(ofDropAt: drop.time, at: time) {
        appendDrop(center, ripples.amplitude * drop.strength, $0, to: &packets)
      }
    }
    return packets
  }

  /// Appends the packets of drop number `index` of those that fall at the rate, if that drop is alive. `age` is in seconds.
  private func appendRandomDrop(_ index: UInt64, age: Double, to packets: inout [RipplePacket]) {
    guard age > 0, age < ripples.lifetime else { return }
    let key = stream.key(index: index)
    // Some drops fall outside of the canvas, by up to 12% of its shorter side, and send rings into it.
    let margin = 0.12 * min(canvas.widthPoints, canvas.heightPoints)
    let x = Double(key.uniform(channel: Channel.x)) * (canvas.widthPoints + 2 * margin) - margin
    let y = Double(key.uniform(channel: Channel.y)) * (canvas.heightPoints + 2 * margin) - margin
    let deviation = Double(key.uniform(channel: Channel.amplitude)) - 0.5
    appendDrop(
      (x * canvas.pixelsPerPoint, y * canvas.pixelsPerPoint), ripples.amplitude + ripples.amplitudeRange * deviation,
      age,
      to: &packets)
  }

  /// Appends the packets of a drop, if it is alive. `center` is in frame pixels, `height` in points and `age` in seconds.
  private func appendDrop(
    _ center: (x: Double, y: Double), _ height: Double, _ age: Double, to packets: inout [RipplePacket]
  ) {
    guard age > 0, age < ripples.lifetime, height != 0 else { return }
    appendPacket(center, height, age, to: &packets)
    // The cavity that the drop leaves closes and sends out a second, weaker packet.
    if ripples.rebound != 0, age > ripples.reboundDelay {
      appendPacket(center, height * ripples.rebound, age - ripples.reboundDelay, to: &packets)
    }
  }

  /// Appends one packet of waves, unless it is too low to be seen.
  private func appendPacket(
    _ center: (x: Double, y: Double), _ height: Double, _ age: Double, to packets: inout [RipplePacket]
  ) {
    let scale = canvas.pixelsPerPoint
    // The radius of the packet's front, in pixels.
    let front = max(ripples.speed * age * scale, 1e-3)
    let wavelength = ripples.wavelength * scale
    // While a packet is young its widths inside and outside of the front are reduced, by 1/w = 1/width + 1/front, so that they stay below
    // the front's radius.
    let halfWidth = max(ripples.packetWidth * scale / 2, 1e-3)
    let innerHalfWidth = Ripples.innerWidthRatio * halfWidth
    let innerWidth = innerHalfWidth * front / (innerHalfWidth + front)
    let outerWidth = halfWidth * front / (halfWidth + front)
    // The ring rises when it is young, becomes lower as its circumference grows, is damped, and fades out by the end of its life.
    let rise = min(age / Ripples.riseSeconds, 1)
    let fadeOut = 1 - (age / ripples.lifetime) * (age / ripples.lifetime)
    let relativeHeight =
      rise * rise * (3 - 2 * rise) * (fadeOut * fadeOut) / (1 + front / (2 * wavelength)).squareRoot()
    let damping = Double(Lanes.exp(Float(-ripples.decay * age)))
    // The amplitude of invisible slopes is subtracted from every packet, so that packets end early and without a step.
    let invisibleAmplitude = Ripples.invisibleSlope * wavelength / (2 * Double.pi)
    let amplitude = height * scale * relativeHeight * damping
    guard amplitude.magnitude > invisibleAmplitude else { return }
    packets.append(
      RipplePacket(
        x: center.x, y: center.y,
        amplitude: Float(amplitude > 0 ? amplitude - invisibleAmplitude : amplitude + invisibleAmplitude),
        front: Float(front), inverseInnerWidth: Float(1 / innerWidth), inverseOuterWidth: Float(1 / outerWidth),
        chirp: Float(1 / (2 * wavelength * front)), innerRadius: front - innerWidth, outerRadius: front + outerWidth))
  }
}
