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
/// Random drops fall at irregular times, one in each interval of 1 ÷ rate seconds. The random numbers follow from a drop's number alone.
struct DropSchedule {
  let drops: Water.Drops
  let plane: WaterPlane
  let pixelsPerPoint: Double
  /// The index in the stream is a drop's number in order of birth.
  let stream: StreamKey
  let times: DropTimes

  private enum Channel {
    static let time: UInt32 = 1
    static let x: UInt32 = 2
    static let y: UInt32 = 3
    static let size: UInt32 = 4
  }

  /// Appends the drops that are seen at `time`, seconds of the layer: the random ones, then the listed ones, each in the order in which they fell.
  func append(at time: Double, to fallen: inout ContiguousArray<FallenDrop>) {
    func add(_ place: (u: Double, v: Double), age: Double, size: Double) {
      guard age > 0, age < drops.lifetime else { return }
      fallen.append(FallenDrop(u: place.u, v: place.v, age: age, radius: size * pixelsPerPoint))
    }
    times.forEachDrop(at: time) { number, seconds in
      let key = stream.key(index: UInt64(number))
      let age = seconds - (Double(number) + Double(key.uniform(channel: Channel.time))) * times.interval
      let place = plane.place(
        random: Double(key.uniform(channel: Channel.x)), Double(key.uniform(channel: Channel.y)))
      let spread = Double(key.uniform(channel: Channel.size)) * 2 - 1
      add(place, age: age, size: drops.size * Lanes.exp2(spread * drops.sizeRange))
    }
    for drop in drops.listed {
      let place = plane.place(x: drop.position.x * pixelsPerPoint, y: drop.position.y * pixelsPerPoint)
      times.forEachAge(ofDropAt: drop.time, at: time) { add(place, age: $0, size: drops.size * drop.size) }
    }
  }
}
