import Lanes
import Model

/// One uniform draw of a cell's particles: its channel, and whether all children of one parent share it.
struct RandomDraw: BitwiseCopyable {
  private let channelConstant: UInt32
  private let isShared: Bool

  init(channel: UInt32, isShared: Bool) {
    channelConstant = CounterHash.channelConstant(channel)
    self.isShared = isShared
  }

  /// Uniform in 0 ..< 1.
  @inline(__always)
  func uniform(_ keys: DrawKeys, mayBeShared: Bool) -> Float8 {
    if mayBeShared, isShared { return keys.family.uniform(channelConstant: channelConstant) }
    return keys.own.uniform(channelConstant: channelConstant)
  }
}

/// Keys that the random draws of eight particles are hashed from.
struct DrawKeys {
  var own: ParticleKeys8
  /// Keys of the parents in this cell's stream, equal for all children of one parent.
  var family: ParticleKeys8

  /// Index under which a family's key is folded; no child ever has it.
  @inline(__always) static var familyIndex: UInt64 { .max }
}

extension ParticleKeys8 {
  @inline(__always)
  func uniform(_ channel: DrawChannel) -> Float8 { uniform(channel: channel.rawValue) }
}

extension CellEvaluator {
  /// Value of a birth parameter with its range: value + range·(u − ½), u uniform in 0 ..< 1.
  @_transparent
  func drawn(
    _ value: BirthParameter, range: BirthParameter, _ parameters: UnsafePointer<Float8>, _ keys: DrawKeys
  ) -> Float8 {
    var drawn = parameters[value]
    addDraw(of: range, to: &drawn, parameters, keys)
    return drawn
  }

  /// Adds range·(u − ½), u uniform in 0 ..< 1, where the cell has the range.
  @_transparent
  func addDraw(
    of range: BirthParameter, to value: inout Float8, _ parameters: UnsafePointer<Float8>, _ keys: DrawKeys
  ) {
    if reads(range) { value += parameters[range] * (uniform(of: range, keys) - 0.5) }
  }

  /// Uniform draw that a range multiplies, in 0 ..< 1.
  @_transparent
  func uniform(of range: BirthParameter, _ keys: DrawKeys) -> Float8 {
    kernel.pointee.draws[range.rawValue].uniform(keys, mayBeShared: uses(.sharedDraws))
  }

  /// Whole number in 0 ..< count, all equally likely (to 1 in 2²⁴).
  @inline(__always)
  func choice(of count: Int, _ draw: RandomDraw, _ keys: DrawKeys) -> Int32x8 {
    let scaled = draw.uniform(keys, mayBeShared: uses(.sharedDraws)) * Float(count)
    let chosen = Lanes.truncateInRange(scaled)
    // u·count can round up to count itself.
    let last = Int32x8(repeating: Int32(truncatingIfNeeded: count - 1))
    return chosen.replacing(with: last, where: chosen .> last)
  }
}

extension UnsafePointer where Pointee == Float8 {
  @inline(__always)
  subscript(parameter: BirthParameter) -> Float8 { self[parameter.rawValue] }
}
