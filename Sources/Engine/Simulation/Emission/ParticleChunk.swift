/// Consecutive births of one root cell. One thread evaluates them and all their descendants.
package struct ParticleChunk: Sendable, Equatable {
  /// Index of the root cell in `EmitterProgram.cells`.
  package let cell: Int
  /// Index of the root cell's emission in `EmitterProgram.roots`.
  let rootIndex: Int
  /// The source of all births of the chunk.
  let source: BirthSource
  /// Seconds added to the frame's local time, a whole number of the loop's periods: the chunk shows births of the loop's first
  /// period at the shifted time. 0 where nothing loops.
  let loopShiftSeconds: Double
  /// Number of the chunk's first birth among the births of `source`; the chunk's other births follow without gaps.
  let firstNumber: UInt64
  /// Root births in the chunk, at most `EmitterProgram.chunkCapacity`.
  package let count: Int
}
