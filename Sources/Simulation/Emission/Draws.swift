import Lanes

/// Where the random draws of eight particles come from.
struct DrawKeys {
  var own: ParticleKeys8
  /// Keys of the parents in this cell's stream: the same for all children of one parent.
  var family: ParticleKeys8

  /// The index under which a family's key is folded; no child ever has it.
  @inline(__always) static var familyIndex: UInt64 { .max }
}

extension CellEvaluator {
  /// Uniform in 0 ..< 1, made once for each parent where the cell shares the group.
  @inline(__always)
  func uniform(_ channel: UInt32, _ group: SharedDraws, _ keys: DrawKeys) -> Float8 {
    if uses(.sharing), kernel.pointee.shared.rawValue & group.rawValue != 0 {
      return keys.family.uniform(channel: channel)
    }
    return keys.own.uniform(channel: channel)
  }

  /// A whole number in 0 ..< count, all equally likely (to 1 in 2²⁴).
  @inline(__always)
  func choice(of count: Int, _ channel: UInt32, _ group: SharedDraws, _ keys: DrawKeys) -> SIMD8<Int32> {
    let scaled = uniform(channel, group, keys) * Float(count)
    let chosen = Lanes.truncateInRange(scaled)
    // u·count can round up to count itself.
    let last = SIMD8<Int32>(repeating: Int32(truncatingIfNeeded: count - 1))
    return chosen.replacing(with: last, where: chosen .> last)
  }
}
