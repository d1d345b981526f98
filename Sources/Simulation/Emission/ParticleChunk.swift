/// Consecutive births of one root cell, evaluated with all that descends from them as one piece of work.
package struct ParticleChunk: Sendable, Equatable {
  /// Index of the root cell in `EmitterProgram.cells`.
  package let cell: Int
  /// Index of the root cell's emission in `EmitterProgram.roots`.
  let root: Int
  let source: BirthSource
  /// Seconds added to the frame's local time, a whole number of the loop's periods: the births of the loop's first period are
  /// seen at that time. 0 where nothing loops.
  let loopShiftSeconds: Double
  /// Number in `source` of the first birth; the others follow it without gaps.
  let firstNumber: UInt64
  /// Root births in the chunk, at most `EmitterProgram.chunkCapacity`.
  package let count: Int
}
