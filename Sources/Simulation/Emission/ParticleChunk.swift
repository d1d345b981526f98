/// Consecutive births of one root cell, evaluated with all that descends from them as one piece of work.
package struct ParticleChunk: Sendable, Equatable {
  /// Index of the root cell in `EmitterProgram.cells`.
  package let cell: Int
  let root: Int
  /// Source of the births: 0 the schedule, 1 `burst`, 2 and on the entries of `bursts`.
  let source: Int
  /// Seconds added to the local time: whole periods of a loop.
  let shift: Double
  let firstNumber: UInt64
  /// Root births in the chunk, at most `EmitterProgram.chunkCapacity`.
  package let count: Int
}
