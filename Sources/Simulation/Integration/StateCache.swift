import Lanes

/// State of one particle after some whole steps.
///
/// It identifies its particle by all that the path follows from: cell, key (of which every draw is a hash), birth and first
/// state. An entry is used only if all of them are equal to the last bit and its steps are not past those wanted. All else
/// about the cache (size, slots, what was drawn before) can thus change what is recomputed, never a result.
struct StateCacheEntry: BitwiseCopyable {
  /// x, y, velocity x, velocity y at birth, and after `steps` whole steps.
  var first: SIMD4<Float>
  var state: SIMD4<Float>
  var birth: Double
  var key: SIMD2<UInt32>
  /// `StateCacheKey.cell`; 0 in an empty entry.
  var cell: UInt32
  var steps: Int32
  /// Frame in which it was last used.
  var stamp: UInt32
  /// Age at which a bound ends its life, or infinity.
  var end: Float
}

/// Third coordinate and its velocity, beside the entry of a particle in space.
struct StateCacheEntryZ: BitwiseCopyable {
  /// At birth, and after the entry's steps.
  var first: SIMD2<Float>
  var state: SIMD2<Float>
}

/// States of the stepped particles of one chunk; a chunk is evaluated by one thread at a time.
///
/// Root particles have an entry each, by their index. Descendants are found by their keys in a set-associative table of four
/// ways. Where all four are in use in the same frame, a particle goes without and is integrated from its birth again, until
/// the table has grown.
final class StateCache {
  /// Entries of a table at most: 4 MB.
  private static let mostEntries = 65_536
  private static let ways = 4

  private let roots = AlignedBuffer<StateCacheEntry>(count: 0)
  private let table = AlignedBuffer<StateCacheEntry>(count: 0)
  /// Beside the roots and the table, where some are in space.
  private let rootsZ = AlignedBuffer<StateCacheEntryZ>(count: 0)
  private let tableZ = AlignedBuffer<StateCacheEntryZ>(count: 0)
  /// Beside the table, where bounces are wanted.
  private let bounces = AlignedBuffer<BounceRecord>(count: 0)
  /// Entries that the table was asked for in the present frame.
  private let requests = AlignedBuffer<Int>(count: 1)
  private var stamp: UInt32 = 0

  /// Begins a frame.
  func begin(rootCount: Int, isInSpace: Bool, logsBounces: Bool) {
    stamp &+= 1
    // The last eight particles may reach beyond the chunk's end.
    roots.reserve(rootCount + 8)
    let wanted = min(2 * requests.base[0], StateCache.mostEntries)
    requests.base[0] = 0
    var count = max(table.count, StateCache.ways)
    while count < wanted { count *= 2 }
    if count > table.count { table.reserve(count) }
    if isInSpace {
      rootsZ.reserve(roots.count)
      tableZ.reserve(table.count)
    }
    if logsBounces { bounces.reserve(table.count) }
  }

  var handle: StateCacheHandle {
    StateCacheHandle(
      roots: roots.base, table: table.base, setMask: UInt32(truncatingIfNeeded: table.count / StateCache.ways - 1),
      stamp: stamp, requests: requests.base, rootsZ: rootsZ.base, tableZ: tableZ.base, bounces: bounces.base)
  }
}

/// View of a `StateCache` for evaluation.
package struct StateCacheHandle: BitwiseCopyable {
  let roots: UnsafeMutablePointer<StateCacheEntry>
  let table: UnsafeMutablePointer<StateCacheEntry>
  let setMask: UInt32
  let stamp: UInt32
  let requests: UnsafeMutablePointer<Int>
  let rootsZ: UnsafeMutablePointer<StateCacheEntryZ>
  let tableZ: UnsafeMutablePointer<StateCacheEntryZ>
  let bounces: UnsafeMutablePointer<BounceRecord>

  /// Entry of one lane; nil where the table has none to give.
  @inline(__always)
  func entry(
    _ key: SIMD2<UInt32>, lane: Int, _ cacheKey: StateCacheKey
  ) -> UnsafeMutablePointer<StateCacheEntry>? {
    cacheKey.rootIndex >= 0 ? roots + cacheKey.rootIndex + lane : entry(key, cell: cacheKey.cell)
  }

  /// Third coordinate of an entry; for particles in space alone.
  @inline(__always)
  func entryZ(
    of entry: UnsafeMutablePointer<StateCacheEntry>, _ cacheKey: StateCacheKey
  ) -> UnsafeMutablePointer<StateCacheEntryZ> {
    cacheKey.rootIndex >= 0 ? rootsZ + (entry - roots) : tableZ + (entry - table)
  }

  /// Bounces of an entry of the table.
  func bounces(of entry: UnsafeMutablePointer<StateCacheEntry>) -> UnsafeMutablePointer<BounceRecord> {
    bounces + (entry - table)
  }

  /// Entry of a descendant, or the one to be evicted for it.
  private func entry(_ key: SIMD2<UInt32>, cell: UInt32) -> UnsafeMutablePointer<StateCacheEntry>? {
    requests.pointee &+= 1
    let set = table + 4 * Int((key.x ^ (cell &* 0x9e37_79b9)) & setMask)
    var oldest = 0
    for way in 0..<4 {
      if set[way].key == key, set[way].cell == cell { return set + way }
      // Stamps count on and on: the difference says how long ago.
      if stamp &- set[way].stamp > stamp &- set[oldest].stamp { oldest = way }
    }
    return set[oldest].stamp == stamp ? nil : set + oldest
  }
}
