/// State caches of an emitter's chunks, from frame to frame.
///
/// A chunk is identified by its root, its birth source, its shift by periods of a loop, and the number of its first birth
/// (`ParticleChunk.firstNumber`) ÷ the chunk's size: chunks of stepped emitters do not cross multiples of that size, so that a particle
/// is in the same chunk all its life. Caches of chunks that are no longer visible are given to new chunks.
package final class StateCaches {
  /// A cache, and the chunk that it belongs to (fields of `ParticleChunk`).
  private struct ChunkCache {
    var rootIndex = -1
    var source = BirthSource.schedule
    var loopShiftSeconds = 0.0
    /// `firstNumber` ÷ the chunk's size.
    var chunkNumber: UInt64 = 0
    let cache = StateCache()
    /// `StateCaches.frameNumber` of the last frame that had the chunk.
    var lastFrameNumber = 0
  }

  private let program: EmitterProgram
  private var caches: [ChunkCache] = []
  /// For each chunk of the frame, the index of its cache in `caches`.
  private var cacheIndices: [Int] = []
  /// Counts the frames that have begun.
  private var frameNumber = 0

  /// - Returns: nil where none of the program's cells is stepped.
  package init?(program: EmitterProgram) {
    guard program.isStepped else { return nil }
    self.program = program
  }

  /// Begins a frame: finds the cache of each of its chunks, or assigns one.
  package func begin(_ chunks: [ParticleChunk]) {
    frameNumber += 1
    cacheIndices.removeAll(keepingCapacity: true)
    // Chunks mostly come in the same order as in the frame before, so each search begins after the cache found last.
    var start = 0
    for chunk in chunks {
      let index = cacheIndex(of: chunk, from: start)
      cacheIndices.append(index ?? -1)
      if let index {
        caches[index].lastFrameNumber = frameNumber
        start = index + 1
      }
    }
    // Chunks without a cache get one that no chunk of this frame uses, or a new one.
    var freeIndex = 0
    for (chunk, position) in zip(chunks, cacheIndices.indices) where cacheIndices[position] < 0 {
      while freeIndex < caches.count, caches[freeIndex].lastFrameNumber == frameNumber { freeIndex += 1 }
      if freeIndex == caches.count { caches.append(ChunkCache()) }
      let size = UInt64(program.roots[chunk.rootIndex].chunkSize)
      caches[freeIndex].rootIndex = chunk.rootIndex
      caches[freeIndex].source = chunk.source
      caches[freeIndex].loopShiftSeconds = chunk.loopShiftSeconds
      caches[freeIndex].chunkNumber = chunk.firstNumber / size
      caches[freeIndex].lastFrameNumber = frameNumber
      cacheIndices[position] = freeIndex
    }
    for (chunk, index) in zip(chunks, cacheIndices) {
      caches[index].cache.begin(
        steppedRootCount: program.steppedRootCount(chunk), isThreeDimensional: program.stepsIn3D,
        recordsBounces: program.recordsBounces)
    }
  }

  /// Index of a chunk's cache, searched from `start` to the end, then from 0 to `start`; nil if there is none.
  private func cacheIndex(of chunk: ParticleChunk, from start: Int) -> Int? {
    let chunkNumber = chunk.firstNumber / UInt64(program.roots[chunk.rootIndex].chunkSize)
    for offset in caches.indices {
      let index = start + offset < caches.count ? start + offset : start + offset - caches.count
      let cache = caches[index]
      if cache.chunkNumber == chunkNumber, cache.rootIndex == chunk.rootIndex, cache.source == chunk.source,
        cache.loopShiftSeconds == chunk.loopShiftSeconds,
        cache.lastFrameNumber < frameNumber
      {
        return index
      }
    }
    return nil
  }

  /// Pointers into the cache of a chunk, by the chunk's index among those given to `begin`.
  package func handle(ofChunk index: Int) -> StateCacheHandle { caches[cacheIndices[index]].cache.handle }
}
