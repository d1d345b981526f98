import Lanes

/// Identity of eight particles' states in a `StateCache`.
struct StateCacheKey {
  /// Birth and key of the particles, or of the children for whose births a parent is followed.
  let births: Double8
  let keys: ParticleKeys8
  /// Flat index of the cell + 1, with the bit of the purpose.
  let cell: UInt32
  /// For root particles, the first one's index in the chunk; −1 where the table is searched.
  let rootIndex: Int

  /// Reason for which a path is followed; each has states of its own.
  enum Purpose: UInt32 {
    case particle = 0
    case bounces = 0x2000_0000
    case trail = 0x4000_0000
    case parentAtBirth = 0x8000_0000
  }

  init(births: Double8, keys: ParticleKeys8, purpose: Purpose, cell: Int, rootIndex: Int = -1) {
    self.births = births
    self.keys = keys
    self.cell = UInt32(truncatingIfNeeded: cell + 1) | purpose.rawValue
    self.rootIndex = rootIndex
  }

  /// Only states of the particles themselves are found by their index.
  init(_ batch: SpawnBatch, purpose: Purpose, cell: Int) {
    self.init(
      births: batch.birthTimes, keys: batch.keys.own, purpose: purpose, cell: cell,
      rootIndex: purpose == .particle ? batch.rootIndex : -1)
  }
}
