import Lanes

/// State of one particle after some whole steps.
///
/// An entry identifies its particle by everything that determines the trajectory: cell and purpose, key (from which every random number
/// is hashed), time of birth and state at birth. An entry is used only if all of these are equal to the last bit, and if it does
/// not have more steps than requested. So the cache's size, the order of its entries and earlier frames can change how much is
/// computed, but never a result.
struct StateCacheEntry: BitwiseCopyable {
  /// x, y, velocity x and velocity y at birth, in pixels and seconds.
  var birthState: SIMD4<Float>
  /// x, y, velocity x and velocity y after `steps` whole steps.
  var state: SIMD4<Float>
  /// Layer-local seconds. With the purpose `.parentAtBirth`, birth time and key are the child's, the states its parent's.
  var birthTime: Double
  var key: SIMD2<UInt32>
  /// `StateCacheIdentity.cellAndPurpose`; 0 in an empty entry.
  var cellAndPurpose: UInt32
  var steps: Int32
  /// `StateCache.stamp` of the frame in which the entry was last used.
  var stamp: UInt32
  /// Age at which a boundary ends the life; infinite until the particle meets one.
  var endAge: Float
}

/// Third coordinate and velocity of a 3-D particle, beside its entry.
struct StateCacheEntryZ: BitwiseCopyable {
  /// z and velocity z at birth.
  var birthState: SIMD2<Float>
  /// z and velocity z after the entry's `steps`.
  var state: SIMD2<Float>
}

/// States of the stepped particles of one chunk; a chunk is evaluated by one thread at a time.
///
/// Root particles have an entry each, by their index. Descendants are found by their keys in a set-associative table, as in a
/// CPU's cache: a key belongs to one set of `ways` entries, of which a new key replaces the least recently used one. If all entries
/// of a set are in use in the same frame, a further particle has no entry and is integrated from its birth in every frame, until
/// the table has grown.
final class StateCache {
  /// The greatest number of entries in the table: 4 MB of `StateCacheEntry`.
  private static let maximumEntryCount = 65_536
  /// Entries of a set.
  @inline(__always) fileprivate static var ways: Int { 4 }

  private let roots = AlignedBuffer<StateCacheEntry>(count: 0)
  private let table = AlignedBuffer<StateCacheEntry>(count: 0)
  /// Parallel to `roots` and `table`, where there are 3-D particles.
  private let rootsZ = AlignedBuffer<StateCacheEntryZ>(count: 0)
  private let tableZ = AlignedBuffer<StateCacheEntryZ>(count: 0)
  /// Parallel to `table`, where bounces are recorded.
  private let bounces = AlignedBuffer<BounceRecord>(count: 0)
  /// One element: how often the current frame has asked for an entry of the table.
  private let requests = AlignedBuffer<Int>(count: 1)
  /// Number of the frame, modulo 2³².
  private var stamp: UInt32 = 0

  /// Begins a frame. Grows the table to twice the number of entries that the last frame asked for.
  ///
  /// - Parameters:
  ///   - steppedRootCount: root particles of the chunk that are stepped.
  ///   - isThreeDimensional: whether some particles are stepped in 3-D.
  ///   - recordsBounces: whether bounces are recorded, since children are born at them.
  func begin(steppedRootCount: Int, isThreeDimensional: Bool, recordsBounces: Bool) {
    stamp &+= 1
    // The last batch of eight particles may reach beyond the chunk's end.
    roots.resize(to: steppedRootCount + 8)
    let desiredCount = min(2 * requests.base[0], StateCache.maximumEntryCount)
    requests.base[0] = 0
    // A power of two times `ways`, so that a mask of hash bits chooses a set.
    var count = max(table.count, StateCache.ways)
    while count < desiredCount { count *= 2 }
    if count > table.count { table.resize(to: count) }
    if isThreeDimensional {
      rootsZ.resize(to: roots.count)
      tableZ.resize(to: table.count)
    }
    if recordsBounces { bounces.resize(to: table.count) }
  }

  var handle: StateCacheHandle {
    StateCacheHandle(
      roots: roots.base, table: table.base, setMask: UInt32(truncatingIfNeeded: table.count / StateCache.ways - 1),
      stamp: stamp, requests: requests.base, rootsZ: rootsZ.base, tableZ: tableZ.base, bounces: bounces.base)
  }
}

/// Pointers into a `StateCache` for the evaluation of its chunk in one frame.
package struct StateCacheHandle: BitwiseCopyable {
  let roots: UnsafeMutablePointer<StateCacheEntry>
  let table: UnsafeMutablePointer<StateCacheEntry>
  /// Sets of the table − 1.
  let setMask: UInt32
  /// Number of the frame, modulo 2³².
  let stamp: UInt32
  let requests: UnsafeMutablePointer<Int>
  let rootsZ: UnsafeMutablePointer<StateCacheEntryZ>
  let tableZ: UnsafeMutablePointer<StateCacheEntryZ>
  let bounces: UnsafeMutablePointer<BounceRecord>

  /// Entry for one lane's particle; the entry may still hold another particle's state. nil if the current frame uses the particle's
  /// whole set.
  @inline(__always)
  func entry(
    _ key: SIMD2<UInt32>, lane: Int, _ identity: StateCacheIdentity
  ) -> UnsafeMutablePointer<StateCacheEntry>? {
    identity.rootEntryIndex >= 0
      ? roots + identity.rootEntryIndex + lane : entry(key, cellAndPurpose: identity.cellAndPurpose)
  }

  /// Third coordinates beside an entry; only for 3-D particles.
  @inline(__always)
  func entryZ(
    of entry: UnsafeMutablePointer<StateCacheEntry>, _ identity: StateCacheIdentity
  ) -> UnsafeMutablePointer<StateCacheEntryZ> {
    identity.rootEntryIndex >= 0 ? rootsZ + (entry - roots) : tableZ + (entry - table)
  }

  /// Bounces of an entry, which must be one of `table`.
  func bounces(of entry: UnsafeMutablePointer<StateCacheEntry>) -> UnsafeMutablePointer<BounceRecord> {
    bounces + (entry - table)
  }

  /// Entry of a descendant if there is one, else the least recently used entry of its set; nil if the current frame uses the whole
  /// set.
  private func entry(_ key: SIMD2<UInt32>, cellAndPurpose: UInt32) -> UnsafeMutablePointer<StateCacheEntry>? {
    requests.pointee &+= 1
    // Multiplicative hashing: 2³² ÷ the golden ratio spreads neighbouring cells over the sets.
    let setIndex = Int((key.x ^ (cellAndPurpose &* 0x9e37_79b9)) & setMask)
    let set = table + StateCache.ways * setIndex
    var oldest = 0
    for way in 0..<StateCache.ways {
      if set[way].key == key, set[way].cellAndPurpose == cellAndPurpose { return set + way }
      // Stamps wrap around, so only differences of stamps can be compared.
      if stamp &- set[way].stamp > stamp &- set[oldest].stamp { oldest = way }
    }
    return set[oldest].stamp == stamp ? nil : set + oldest
  }
}
