import Lanes

/// Identity of eight particles' states in a `StateCache`.
struct StateCacheIdentity {
  /// Birth times in layer-local seconds and keys of the particles; for `.parentAtBirth`, of the children.
  let birthTimes: Double8
  let keys: ParticleKeys8
  /// Index of the cell in `EmitterProgram.cells`, plus 1, with the bit of the purpose; never 0, which marks an empty entry.
  let cellAndPurpose: UInt32
  /// For root particles, the index of the first of the eight in `StateCacheHandle.roots`; −1 where the table is searched by key.
  let rootEntryIndex: Int

  /// Reason for which a trajectory is integrated. Each reason needs other ages and so has entries of its own. Raw values are bits
  /// above the indices of cells.
  enum Purpose: UInt32 {
    /// The particle as it is drawn.
    case particle = 0
    /// The particle's bounces, for the births of children (`BounceLog`).
    case bounces = 0x2000_0000
    /// The tail of the particle's trail.
    case trail = 0x4000_0000
    /// The parent at the birth of a child.
    case parentAtBirth = 0x8000_0000
  }

  init(birthTimes: Double8, keys: ParticleKeys8, purpose: Purpose, cell: Int, rootEntryIndex: Int = -1) {
    self.birthTimes = birthTimes
    self.keys = keys
    self.cellAndPurpose = UInt32(truncatingIfNeeded: cell + 1) | purpose.rawValue
    self.rootEntryIndex = rootEntryIndex
  }

  /// Identity of the particles of a batch. Only for `.particle` are the states of root particles found by index.
  init(_ batch: SpawnBatch, purpose: Purpose, cell: Int) {
    self.init(
      birthTimes: batch.birthTimes, keys: batch.keys.perParticle, purpose: purpose, cell: cell,
      rootEntryIndex: purpose == .particle ? batch.rootEntryIndex : -1)
  }
}
