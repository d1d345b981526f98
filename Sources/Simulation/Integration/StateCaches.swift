/// State caches of an emitter's chunks, from frame to frame.
///
/// A chunk is identified by its root, its birth source, its shift by periods of a loop, and its first number ÷ the chunk's size:
/// chunks of stepped emitters do not cross multiples of that size, so that a particle is in the same chunk all its life. Caches
/// of chunks that are no longer visible are given to new chunks.
package final class StateCaches {
  /// A cache, and the chunk that it belongs to (fields of `ParticleChunk`).
  private struct ChunkCache {
    var root = -1
    var source = BirthSource.schedule
    var loopShiftSeconds = 0.0
    /// First number ÷ the chunk's size.
    var number: UInt64 = 0
    let cache = StateCache()
    /// `StateCaches.frame` of the last frame that had the chunk.
    var frame = 0
  }

  private let program: EmitterProgram
  private var caches: [ChunkCache] = []
  /// For each chunk of the frame, the index of its cache.
  private var indices: [Int] = []
  /// Frames that were begun.
  private var frame = 0

  /// - Returns: nil where none of the program's cells is stepped.
  package init?(program: EmitterProgram) {
    guard program.isStepped else { return nil }
    self.program = program
  }

  /// Begins a frame: finds the cache of each of its chunks, or gives the chunk one.
  package func begin(_ chunks: [ParticleChunk]) {
    frame += 1
    indices.removeAll(keepingCapacity: true)
    // Chunks come in the order of the frame before: each search begins after the cache that the last one found.
    var start = 0
    for chunk in chunks {
      let index = cacheIndex(of: chunk, from: start)
      indices.append(index ?? -1)
      if let index {
        caches[index].frame = frame
        start = index + 1
      }
    }
    // Chunks without a cache take over those that no chunk of this frame has.
    var free = 0
    for (chunk, index) in zip(chunks, indices.indices) where indices[index] < 0 {
      while free < caches.count, caches[free].frame == frame { free += 1 }
      if free == caches.count { caches.append(ChunkCache()) }
      let size = UInt64(program.roots[chunk.root].chunkSize)
      caches[free].root = chunk.root
      caches[free].source = chunk.source
      caches[free].loopShiftSeconds = chunk.loopShiftSeconds
      caches[free].number = chunk.firstNumber / size
      caches[free].frame = frame
      indices[index] = free
    }
    for (chunk, index) in zip(chunks, indices) {
      caches[index].cache.begin(
        rootCount: program.isSteppedRoot(chunk) ? program.roots[chunk.root].chunkSize : 0,
        isThreeDimensional: program.stepsIn3D, logsBounces: program.logsBounces)
    }
  }

  /// Index of a chunk's cache, searched from `start` to the end, then from 0 to `start`; nil if there is none.
  private func cacheIndex(of chunk: ParticleChunk, from start: Int) -> Int? {
    let number = chunk.firstNumber / UInt64(program.roots[chunk.root].chunkSize)
    for offset in caches.indices {
      let index = start + offset < caches.count ? start + offset : start + offset - caches.count
      let cache = caches[index]
      if cache.number == number, cache.root == chunk.root, cache.source == chunk.source,
        cache.loopShiftSeconds == chunk.loopShiftSeconds,
        cache.frame < frame
      {
        return index
      }
    }
    return nil
  }

  /// Cache of the frame's chunk with this index.
  package func handle(ofChunk index: Int) -> StateCacheHandle { caches[indices[index]].cache.handle }
}
