import Lanes
import Model

/// One random variable of a cell's particles, uniform in 0 ..< 1: its channel, and whether all children of one parent have
/// the same value.
struct RandomVariable: BitwiseCopyable {
  /// Hash of the channel (`CounterHash.channelConstant`).
  private let channelConstant: UInt32
  private let isShared: Bool

  init(channel: UInt32, isShared: Bool) {
    channelConstant = CounterHash.channelConstant(channel)
    self.isShared = isShared
  }

  /// Values of eight particles, in 0 ..< 1.
  ///
  /// - Parameter mayBeShared: false for cells without `CellFeature.sharedRandom`: `isShared` is then not tested.
  @inline(__always)
  func uniform(_ keys: RandomKeys, mayBeShared: Bool) -> Float8 {
    if mayBeShared, isShared { return keys.perParent.uniform(channelConstant: channelConstant) }
    return keys.perParticle.uniform(channelConstant: channelConstant)
  }
}

/// Keys from which the random numbers of eight particles are hashed.
struct RandomKeys {
  /// Keys of the particles themselves.
  var perParticle: ParticleKeys8
  /// For each particle, the key that it shares with its siblings in the cell. Variables of the groups in `Cell.shared` are hashed
  /// from it. Meaningful only for cells with `CellFeature.sharedRandom`.
  var perParent: ParticleKeys8

  /// Index that takes the place of a child's `BirthIndex` in the shared key; no child has this index.
  @inline(__always) static var sharedIndex: UInt64 { .max }
}

extension ParticleKeys8 {
  /// Random numbers of eight particles, uniform in 0 ..< 1.
  @inline(__always)
  func uniform(_ channel: RandomChannel) -> Float8 { uniform(channel: channel.rawValue) }
}

extension CellEvaluator {
  /// Birth parameter with its random part: value + range·(u − ½), u uniform in 0 ..< 1.
  @_transparent
  func randomized(
    _ value: BirthParameter, range: BirthParameter, _ parameters: UnsafePointer<Float8>, _ keys: RandomKeys
  ) -> Float8 {
    var result = parameters[value]
    addRandom(of: range, to: &result, parameters, keys)
    return result
  }

  /// Adds range·(u − ½), u uniform in 0 ..< 1, where the cell has the range.
  @_transparent
  func addRandom(
    of range: BirthParameter, to value: inout Float8, _ parameters: UnsafePointer<Float8>, _ keys: RandomKeys
  ) {
    if mayBeNonzero(range) { value += parameters[range] * (uniform(of: range, keys) - 0.5) }
  }

  /// The random numbers, in 0 ..< 1, that belong to a range.
  @_transparent
  func uniform(of range: BirthParameter, _ keys: RandomKeys) -> Float8 {
    kernel.pointee.randomVariables[range.rawValue].uniform(keys, mayBeShared: has(.sharedRandom))
  }

  /// Random index in 0 ..< count. The probabilities of the indices differ by at most 2⁻²⁴.
  @inline(__always)
  func choice(of count: Int, _ variable: RandomVariable, _ keys: RandomKeys) -> Int32x8 {
    let scaled = variable.uniform(keys, mayBeShared: has(.sharedRandom)) * Float(count)
    let chosen = Lanes.truncateInRange(scaled)
    // u·count can round up to count itself.
    let last = Int32x8(repeating: Int32(truncatingIfNeeded: count - 1))
    return chosen.replacing(with: last, where: chosen .> last)
  }
}

extension UnsafePointer where Pointee == Float8 {
  /// A birth parameter of eight particles, in an array by `BirthParameter.rawValue`.
  @inline(__always)
  subscript(parameter: BirthParameter) -> Float8 { self[parameter.rawValue] }
}
