import Lanes
import Model

/// A drop whose rings are seen, in pixels of the water's plane.
struct FallenDrop: BitwiseCopyable {
  var u: Double
  var v: Double
  /// Seconds since it fell.
  var age: Double
  /// Radius of its crater in pixels.
  var radius: Double
}

/// Finds the drops whose rings are seen at a time, in closed form.
///
/// Random drops fall at irregular times: one in each interval of 1 ÷ rate seconds. In a loop the intervals divide the loop, and drops of earlier periods
/// are still seen. The random numbers follow from a drop's number alone.
struct DropSchedule {
  let drops: Water.Drops
  let plane: WaterPlane
  let pixelsPerPoint: Double
  /// The index in the stream is a drop's number in order of birth.
  let stream: StreamKey
  let loopSeconds: Double?

  private enum Channel {
    static let time: UInt32 = 1
    static let x: UInt32 = 2
    static let y: UInt32 = 3
    static let size: UInt32 = 4
  }

  /// Appends the drops that are seen at `time`, seconds of the layer: the random ones, then the listed ones, each in the order in which they fell.
  func append(at time: Double, to fallen: inout ContiguousArray<FallenDrop>) {
    let lifetime = drops.lifetime
    if drops.rate > 0 {
      if let loopSeconds {
        let count = drops.count(inLoopOf: loopSeconds)
        for period in periods(at: time, loopSeconds) {
          appendRandom(
            at: time - Double(period) * loopSeconds, interval: loopSeconds / count, last: count - 1, to: &fallen)
        }
      } else {
        appendRandom(at: time, interval: 1 / drops.rate, last: .infinity, to: &fallen)
      }
    }
    for drop in drops.listed {
      let place = plane.place(x: drop.position.x * pixelsPerPoint, y: drop.position.y * pixelsPerPoint)
      let radius = drops.size * drop.size * pixelsPerPoint
      let first = time - drop.time
      if let loopSeconds {
        for period in periods(at: first, loopSeconds) {
          let age = first - Double(period) * loopSeconds
          if age > 0, age < lifetime { fallen.append(FallenDrop(u: place.u, v: place.v, age: age, radius: radius)) }
        }
      } else if first > 0, first < lifetime {
        fallen.append(FallenDrop(u: place.u, v: place.v, age: first, radius: radius))
      }
    }
  }

  /// The periods of the loop in which drops that are still seen may have fallen, oldest first.
  private func periods(at time: Double, _ loopSeconds: Double) -> ClosedRange<Int> {
    let last = (time / loopSeconds).rounded(.down)
    let first = ((time - drops.lifetime) / loopSeconds).rounded(.down) - 1
    return Int(limiting: first)...Int(limiting: last)
  }

  /// Appends random drops; drop n falls between n and n + 1 intervals.
  private func appendRandom(
    at time: Double, interval: Double, last: Double, to fallen: inout ContiguousArray<FallenDrop>
  ) {
    let first = max(0, ((time - drops.lifetime) / interval).rounded(.down) - 1)
    let end = min(last, (time / interval).rounded(.down))
    guard first <= end else { return }
    for index in Int(limiting: first)...Int(limiting: end) {
      let key = stream.key(index: UInt64(index))
      let age = time - (Double(index) + Double(key.uniform(channel: Channel.time))) * interval
      guard age > 0, age < drops.lifetime else { continue }
      let place = plane.place(
        random: Double(key.uniform(channel: Channel.x)), Double(key.uniform(channel: Channel.y)))
      let spread = Double(key.uniform(channel: Channel.size)) * 2 - 1
      let size = drops.size * Lanes.exp2(spread * drops.sizeRange)
      fallen.append(FallenDrop(u: place.u, v: place.v, age: age, radius: size * pixelsPerPoint))
    }
  }
}
