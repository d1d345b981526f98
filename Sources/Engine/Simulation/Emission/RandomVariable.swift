import Lanes
import Model

/// One random variable of a cell's particles: its channel, whether all children of one parent have the same value, and its
/// distribution.
struct RandomVariable: BitwiseCopyable {
  /// Hash of the channel (`CounterHash.channelConstant`).
  private let channelConstant: UInt32
  private let isShared: Bool
  private let distribution: Distribution

  init(channel: UInt32, isShared: Bool, distribution: Distribution = .uniform) {
    channelConstant = CounterHash.channelConstant(channel)
    self.isShared = isShared
    self.distribution = distribution
  }

  /// Values of eight particles before the distribution acts on them: uniform in 0 ..< 1.
  ///
  /// - Parameter mayBeShared: false for cells without `CellFeature.sharedRandom`: `isShared` is then not tested.
  @inline(__always)
  func uniform(_ keys: RandomKeys, mayBeShared: Bool) -> Float8 {
    if mayBeShared, isShared { return keys.perParent.uniform(channelConstant: channelConstant) }
    return keys.perParticle.uniform(channelConstant: channelConstant)
  }

  /// Values of eight particles in −½...½, by the distribution.
  ///
  /// - Parameter mayBeShaped: false for cells without `CellFeature.shapedRandom`: `distribution` is then not tested.
  @inline(__always)
  func centred(_ keys: RandomKeys, mayBeShared: Bool, mayBeShaped: Bool) -> Float8 {
    let values = uniform(keys, mayBeShared: mayBeShared)
    if mayBeShaped, distribution != .uniform { return distribution.quantile(values) }
    return values - 0.5
  }

  /// Values of eight particles in 0...1, by the distribution: how far they are from a middle that lies at 0.
  @inline(__always)
  func distance(_ keys: RandomKeys, mayBeShared: Bool, mayBeShaped: Bool) -> Float8 {
    let values = uniform(keys, mayBeShared: mayBeShared)
    guard mayBeShaped, distribution != .uniform else { return values }
    let centred = distribution.quantile(values)
    return distribution == .normal ? Lanes.abs(centred) * 2 : centred + 0.5
  }
}

/// Keys from which the random numbers of eight particles are hashed.
struct RandomKeys {
  /// Keys of the particles themselves.
  var perParticle: ParticleKeys8
  /// For each particle, the key that it shares with its siblings in the cell; for a root particle, with its cluster. Variables of the
  /// groups in `Cell.shared` are hashed from it. Meaningful only for cells with `CellFeature.sharedRandom` or `.clustered`.
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
  /// Birth parameter with its random part (`addRandom`).
  @_transparent
  func randomized(
    _ value: BirthParameter, range: BirthParameter, _ parameters: UnsafePointer<Float8>, _ keys: RandomKeys
  ) -> Float8 {
    var result = parameters[value]
    addRandom(of: range, to: &result, parameters, keys)
    return result
  }

  /// Adds range·s, where the cell has the range; s is in −½...½ and has the range's distribution.
  @_transparent
  func addRandom(
    of range: BirthParameter, to value: inout Float8, _ parameters: UnsafePointer<Float8>, _ keys: RandomKeys
  ) {
    if mayBeNonzero(range) {
      let variable = kernel.pointee.randomVariables[range.rawValue]
      value +=
        parameters[range]
        * variable.centred(keys, mayBeShared: has(.sharedRandom), mayBeShaped: has(.shapedRandom))
    }
  }

  /// The random numbers, uniform in 0 ..< 1, that belong to a range.
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
