// Random numbers as a function of (seed, path, indices, channel): no generator, no state, no order.
//
// A stream (the scene's seed and the hash of a cell's path) and an index are folded into a key of 64 bits by four Feistel
// rounds, so that for one stream different indices always have different keys. A child's key is folded in the same manner from
// its parent's key. Each random number of a particle has a channel, a number that says what it is for: the key is mixed with a
// constant of the channel by two multiplications. Keys and random numbers take only 32-bit integer arithmetic on eight particles
// at once (streams are made once, with 64-bit arithmetic); the scalar functions give the same bits. Source: the round function is
// half of the multiply and xor-shift mixer found by C. Wellons, "Prospecting for Hash Functions" (2018); the counter-based idea is
// Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3" (2011). Cost for eight particles, compiled for AVX2: a key 73
// instructions, a random number 20 with its conversion to Float. Every preset's picture depends on these numbers: the results
// must never change. Known answers are tested.

/// Identifies the stream of a cell or a layer, from which all its random numbers follow: a hash of the scene's seed and of the
/// names on the way from the scene down to the cell or layer.
@usableFromInline
package struct StreamKey: Sendable, BitwiseCopyable, Equatable {
  /// The low and the high half of the hash's 64 bits.
  @usableFromInline package let lowHalf: UInt32
  @usableFromInline package let highHalf: UInt32

  /// - Parameter path: a hash of the names on the way from the scene down to the cell or layer.
  package init(seed: UInt64, path: UInt64) {
    // 2⁶⁴ ÷ the golden ratio is added because mix64(0) is 0.
    let mixed = CounterHash.mix64(CounterHash.mix64(seed &+ 0x9e37_79b9_7f4a_7c15) ^ path)
    lowHalf = UInt32(truncatingIfNeeded: mixed)
    highHalf = UInt32(truncatingIfNeeded: mixed >> 32)
  }

  /// The key of one root particle: a particle of the emitter itself, not a child of another particle.
  @inlinable @inline(__always)
  package func key(index: UInt64) -> ParticleKey {
    CounterHash.fold(ParticleKey(lowHalf: lowHalf, highHalf: highHalf), index)
  }

  /// Keys of the eight root particles firstIndex ... firstIndex + 7.
  @inlinable @inline(__always)
  package func keys(firstIndex: UInt64) -> ParticleKeys8 {
    let (low, high) = CounterHash.consecutive(firstIndex)
    return keys(low: low, high: high)
  }

  /// Keys of eight root particles; `low` and `high` are the lower and upper 32 bits of their indices.
  @inlinable @inline(__always)
  package func keys(low: UInt32x8, high: UInt32x8) -> ParticleKeys8 {
    CounterHash.fold(
      ParticleKeys8(lowHalf: UInt32x8(repeating: lowHalf), highHalf: UInt32x8(repeating: highHalf)), low, high)
  }
}

/// 64 bits that identify one particle of one scene; all its random numbers follow from them.
@usableFromInline
package struct ParticleKey: Sendable, Equatable, Hashable {
  /// The low and the high half of the 64 bits.
  @usableFromInline package var lowHalf: UInt32
  @usableFromInline package var highHalf: UInt32

  @inlinable @inline(__always)
  package init(lowHalf: UInt32, highHalf: UInt32) {
    self.lowHalf = lowHalf
    self.highHalf = highHalf
  }

  /// Key of this particle's child `index` in the child cell's stream.
  @inlinable @inline(__always)
  package func child(stream: StreamKey, index: UInt64) -> ParticleKey {
    CounterHash.fold(ParticleKey(lowHalf: lowHalf ^ stream.lowHalf, highHalf: highHalf &+ stream.highHalf), index)
  }

  /// Keys of the eight children firstIndex ... firstIndex + 7 of this one particle.
  @inlinable @inline(__always)
  package func children(stream: StreamKey, firstIndex: UInt64) -> ParticleKeys8 {
    let (low, high) = CounterHash.consecutive(firstIndex)
    return ParticleKeys8(self).child(stream: stream, low: low, high: high)
  }

  /// 32 random bits of a channel.
  @inlinable @inline(__always)
  package func bits(channel: UInt32) -> UInt32 {
    var x = (lowHalf ^ CounterHash.channelConstant(channel)) &* CounterHash.firstFactor
    x ^= x &>> 15
    x = (x &+ highHalf) &* CounterHash.secondFactor
    return x ^ (x &>> 16)
  }

  /// The random number of a channel, uniform in 0 ..< 1: a multiple of 2⁻²⁴.
  @inlinable @inline(__always)
  package func uniform(channel: UInt32) -> Float {
    Float(Int32(bitPattern: bits(channel: channel) &>> 8)) * 0x1p-24
  }
}

/// The keys of eight particles.
@usableFromInline
package struct ParticleKeys8: Sendable, BitwiseCopyable, Equatable {
  /// The halves of the keys: lane i belongs to particle i.
  @usableFromInline package var lowHalf: UInt32x8
  @usableFromInline package var highHalf: UInt32x8

  @inlinable @inline(__always)
  package init(lowHalf: UInt32x8, highHalf: UInt32x8) {
    self.lowHalf = lowHalf
    self.highHalf = highHalf
  }

  /// The key of one particle in all eight lanes.
  @inlinable @inline(__always)
  package init(_ key: ParticleKey) {
    lowHalf = UInt32x8(repeating: key.lowHalf)
    highHalf = UInt32x8(repeating: key.highHalf)
  }

  /// The key of the particle in a lane, 0 ..< 8.
  @inlinable @inline(__always)
  package subscript(lane: Int) -> ParticleKey {
    get { ParticleKey(lowHalf: lowHalf[lane], highHalf: highHalf[lane]) }
    set {
      lowHalf[lane] = newValue.lowHalf
      highHalf[lane] = newValue.highHalf
    }
  }

  /// Keys of one child of each lane's particle; `low` and `high` are the halves of the children's 64-bit indices.
  @inlinable @inline(__always)
  package func child(stream: StreamKey, low: UInt32x8, high: UInt32x8) -> ParticleKeys8 {
    CounterHash.fold(ParticleKeys8(lowHalf: lowHalf ^ stream.lowHalf, highHalf: highHalf &+ stream.highHalf), low, high)
  }

  /// 32 random bits of a channel for each particle.
  @inlinable @inline(__always)
  package func bits(channel: UInt32) -> UInt32x8 { bits(channelConstant: CounterHash.channelConstant(channel)) }

  /// 32 random bits for each particle, of a channel that is given by its `CounterHash.channelConstant`.
  @inlinable @inline(__always)
  package func bits(channelConstant: UInt32) -> UInt32x8 {
    var x = (lowHalf ^ channelConstant) &* CounterHash.firstFactor
    x ^= x &>> 15
    x = (x &+ highHalf) &* CounterHash.secondFactor
    return x ^ (x &>> 16)
  }

  /// The random number of a channel for each particle, uniform in 0 ..< 1: a multiple of 2⁻²⁴.
  @inlinable @inline(__always)
  package func uniform(channel: UInt32) -> Float8 { uniform(channelConstant: CounterHash.channelConstant(channel)) }

  /// The random number of the channel with this `CounterHash.channelConstant` for each particle, uniform in 0 ..< 1: a multiple of 2⁻²⁴.
  @inlinable @inline(__always)
  package func uniform(channelConstant: UInt32) -> Float8 {
    Lanes.float(unsafeBitCast(bits(channelConstant: channelConstant) &>> 8, to: Int32x8.self)) * 0x1p-24
  }

  /// The random number of a channel for each particle, uniform in −½ ..< ½: by such numbers Core Animation multiplies the range
  /// of a cell's number.
  @inlinable @inline(__always)
  package func centred(channel: UInt32) -> Float8 { uniform(channel: channel) - 0.5 }
}

/// The integer functions that keys and random numbers are made of; see the top of this file.
@usableFromInline
package enum CounterHash {
  /// The two odd factors of the 32-bit mixer, in the order in which they are applied.
  @inlinable @inline(__always) package static var firstFactor: UInt32 { 0x7feb_352d }
  @inlinable @inline(__always) package static var secondFactor: UInt32 { 0x846c_a68b }

  /// David Stafford's variant 13 of the murmur finaliser: a bijection of 64 bits.
  @inlinable
  package static func mix64(_ value: UInt64) -> UInt64 {
    var x = value
    x = (x ^ (x &>> 30)) &* 0xbf58_476d_1ce4_e5b9
    x = (x ^ (x &>> 27)) &* 0x94d0_49bb_1331_11eb
    return x ^ (x &>> 31)
  }

  /// A constant of a channel, unrelated to the constants of other channels; computed at compile time if the channel is a literal.
  @inlinable @inline(__always)
  package static func channelConstant(_ channel: UInt32) -> UInt32 {
    // The factor is 2³² ÷ the golden ratio. 1 is added because the mixer leaves 0 as 0.
    var x = (channel &+ 1) &* 0x9e37_79b9
    x = (x ^ (x &>> 16)) &* firstFactor
    x = (x ^ (x &>> 15)) &* secondFactor
    return x ^ (x &>> 16)
  }

  /// The low and high halves of the eight 64-bit numbers from `first` on.
  @inlinable @inline(__always)
  package static func consecutive(_ first: UInt64) -> (low: UInt32x8, high: UInt32x8) {
    let base = UInt32x8(repeating: UInt32(truncatingIfNeeded: first))
    let low = base &+ UInt32x8(0, 1, 2, 3, 4, 5, 6, 7)
    let high = UInt32x8(repeating: UInt32(truncatingIfNeeded: first &>> 32))
    // A carry into the high half is possible only where the low half wraps; the test is one scalar comparison.
    guard UInt32(truncatingIfNeeded: first) > UInt32.max - 7 else { return (low, high) }
    return (low, high.replacing(with: high &+ 1, where: low .< base))
  }

  /// The function of a Feistel round: half of the mixer, a bijection of 32 bits.
  @inlinable @inline(__always)
  package static func round(_ x: UInt32) -> UInt32 {
    let y = (x ^ (x &>> 16)) &* firstFactor
    return y ^ (y &>> 15)
  }

  /// The function of a Feistel round (half of the mixer, a bijection of 32 bits) in each lane.
  @inlinable @inline(__always)
  package static func round(_ x: UInt32x8) -> UInt32x8 {
    let y = (x ^ (x &>> 16)) &* firstFactor
    return y ^ (y &>> 15)
  }

  /// Folds an index into `base`, a key of 64 bits, by four Feistel rounds. Different indices give different keys for the same
  /// base, and different bases give different keys for the same index.
  @inlinable @inline(__always)
  package static func fold(_ base: ParticleKey, _ index: UInt64) -> ParticleKey {
    // Each half of the index is multiplied by a large odd number, so that no two values of that half have the same product.
    var u = UInt32(truncatingIfNeeded: index) &* 0x9e37_79b1 &+ base.lowHalf
    var v = UInt32(truncatingIfNeeded: index &>> 32) &* 0x85eb_ca77 ^ base.highHalf
    v = v &+ round(u)
    u = u ^ round(v)
    v = v &+ round(u)
    u = u ^ round(v)
    return ParticleKey(lowHalf: u, highHalf: v)
  }

  /// Folds an index into a base in each lane by four Feistel rounds; `low` and `high` are the halves of the indices.
  @inlinable @inline(__always)
  package static func fold(_ base: ParticleKeys8, _ low: UInt32x8, _ high: UInt32x8) -> ParticleKeys8 {
    var u = low &* 0x9e37_79b1 &+ base.lowHalf
    var v = high &* 0x85eb_ca77 ^ base.highHalf
    v = v &+ round(u)
    u = u ^ round(v)
    v = v &+ round(u)
    u = u ^ round(v)
    return ParticleKeys8(lowHalf: u, highHalf: v)
  }
}
