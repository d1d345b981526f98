import Lanes

/// A particle's state after some whole steps.
///
/// It names its particle by all that its path follows from: cell, key (of which every draw is a hash), birth and first
/// state. An entry is used only if all of them are the same to the last bit and its steps are not past those wanted; all
/// else about the cache (size, places, what was drawn before) can thus change what is recomputed, never a result.
struct StateCacheEntry: BitwiseCopyable {
  /// x, y, velocity x, velocity y at birth, and after `steps` whole steps.
  var first: SIMD4<Float>
  var state: SIMD4<Float>
  var birth: Double
  var key: SIMD2<UInt32>
  /// The cell's flat index + 1; 0 in an empty entry.
  var cell: UInt32
  var steps: Int32
  /// The frame in which it was last used.
  var stamp: UInt32
  /// The age at which a border ends its life, or infinity.
  var end: Float
}

/// The third coordinate and its velocity, beside the entry of a particle in space.
struct IntegratorStateZ: BitwiseCopyable {
  /// At birth, and after the entry's steps.
  var first: SIMD2<Float>
  var state: SIMD2<Float>
}

/// The entries of one chunk; a chunk is evaluated by one thread at a time.
///
/// Root particles have a place each. What descends from them is found by its key in sets of four; where all four are in
/// use in the same frame, a particle goes without and is followed from its birth again, until the table has grown.
final class StateCache {
  /// Entries of a table at most: 4 MB.
  private static let mostEntries = 65_536
  private static let ways = 4

  private let roots = AlignedBuffer<StateCacheEntry>(count: 0)
  private let table = AlignedBuffer<StateCacheEntry>(count: 0)
  /// Of the same places as those of the roots and the table, where some are in space.
  private let rootDepths = AlignedBuffer<IntegratorStateZ>(count: 0)
  private let depths = AlignedBuffer<IntegratorStateZ>(count: 0)
  /// Of the same places as the table's, where bounces are asked for.
  private let bounces = AlignedBuffer<BounceRecord>(count: 0)
  /// Entries that the table was asked for in the frame at hand.
  private let asked = AlignedBuffer<Int>(count: 1)
  private var stamp: UInt32 = 0

  /// Begins a frame.
  func begin(rootCount: Int, isInSpace: Bool, logsBounces: Bool) {
    stamp &+= 1
    // The last eight particles may reach beyond the chunk's end.
    roots.reserve(rootCount + 8)
    let wanted = min(2 * asked.base[0], StateCache.mostEntries)
    asked.base[0] = 0
    var count = max(table.count, StateCache.ways)
    while count < wanted { count *= 2 }
    if count > table.count { table.reserve(count) }
    if isInSpace {
      rootDepths.reserve(roots.count)
      depths.reserve(table.count)
    }
    if logsBounces { bounces.reserve(table.count) }
  }

  var view: StateCacheHandle {
    StateCacheHandle(
      roots: roots.base, table: table.base, setMask: UInt32(truncatingIfNeeded: table.count / StateCache.ways - 1),
      stamp: stamp, asked: asked.base, rootDepths: rootDepths.base, depths: depths.base, bounces: bounces.base)
  }
}

/// A cache as evaluation sees it.
package struct StateCacheHandle: BitwiseCopyable {
  let roots: UnsafeMutablePointer<StateCacheEntry>
  let table: UnsafeMutablePointer<StateCacheEntry>
  let setMask: UInt32
  let stamp: UInt32
  let asked: UnsafeMutablePointer<Int>
  let rootDepths: UnsafeMutablePointer<IntegratorStateZ>
  let depths: UnsafeMutablePointer<IntegratorStateZ>
  let bounces: UnsafeMutablePointer<BounceRecord>

  /// The depth of an entry; to be read and written for particles in space alone.
  @inline(__always)
  func depth(of entry: UnsafeMutablePointer<StateCacheEntry>, _ names: StateCacheKey) -> UnsafeMutablePointer<
    IntegratorStateZ
  > {
    names.rootPlace >= 0 ? rootDepths + (entry - roots) : depths + (entry - table)
  }

  /// The bounces of an entry of the table.
  func bounces(of entry: UnsafeMutablePointer<StateCacheEntry>) -> UnsafeMutablePointer<BounceRecord> {
    bounces + (entry - table)
  }

  /// The entry of a descendant, or the one to be given up for it.
  func entry(_ key: SIMD2<UInt32>, cell: UInt32) -> UnsafeMutablePointer<StateCacheEntry>? {
    asked.pointee &+= 1
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

/// The caches of an emitter's chunks, from frame to frame.
///
/// A chunk is known by its root, the source of its births, its turn of a loop and its first number; chunks of stepped
/// emitters begin at multiples of the chunk's size, so that a particle is in the same one all its life. Caches of chunks
/// that are no longer in sight serve the next.
package final class StateCaches {
  private struct Place {
    var root = -1
    var source = 0
    var shift = 0.0
    var block: UInt64 = 0
    let cache = StateCache()
    var frame = 0
  }

  private let program: EmitterProgram
  private var places: [Place] = []
  /// For each chunk of the frame, the index of its place.
  private var indices: [Int] = []
  private var frame = 0

  /// - Returns: nil where none of the program's cells is stepped.
  package init?(program: EmitterProgram) {
    guard program.isStepped else { return nil }
    self.program = program
  }

  /// Finds the caches of a frame's chunks.
  package func begin(_ chunks: [ParticleChunk]) {
    frame += 1
    indices.removeAll(keepingCapacity: true)
    // Chunks come in the order of the frame before: the search goes on where the last one ended.
    var start = 0
    for chunk in chunks {
      let index = place(of: chunk, from: start)
      indices.append(index ?? -1)
      if let index {
        places[index].frame = frame
        start = index + 1
      }
    }
    // The rest take over what nobody claimed.
    var free = 0
    for (chunk, index) in zip(chunks, indices.indices) where indices[index] < 0 {
      while free < places.count, places[free].frame == frame { free += 1 }
      if free == places.count { places.append(Place()) }
      let size = UInt64(program.roots[chunk.root].chunkSize)
      places[free].root = chunk.root
      places[free].source = chunk.source
      places[free].shift = chunk.shift
      places[free].block = chunk.firstNumber / size
      places[free].frame = frame
      indices[index] = free
    }
    for (chunk, index) in zip(chunks, indices) {
      places[index].cache.begin(
        rootCount: program.isSteppedRoot(chunk) ? program.roots[chunk.root].chunkSize : 0,
        isInSpace: program.stepsInSpace, logsBounces: program.logsBounces)
    }
  }

  private func place(of chunk: ParticleChunk, from start: Int) -> Int? {
    let block = chunk.firstNumber / UInt64(program.roots[chunk.root].chunkSize)
    for offset in places.indices {
      let index = start + offset < places.count ? start + offset : start + offset - places.count
      let place = places[index]
      if place.block == block, place.root == chunk.root, place.source == chunk.source, place.shift == chunk.shift,
        place.frame < frame
      {
        return index
      }
    }
    return nil
  }

  /// The cache of the frame's chunk with this index.
  package func view(ofChunk index: Int) -> StateCacheHandle { places[indices[index]].cache.view }
}
