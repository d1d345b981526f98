import Lanes
import Model

/// Working memory of one thread for `EmitterProgram.evaluate`; it serves any program.
package final class EvaluationScratch: @unchecked Sendable {
  /// A block for each level of the tree of cells.
  let blocks = AlignedBuffer<Block>(count: 0)
  /// Memory in which ribbons are traced (`TracedPoints`).
  let trail = AlignedBuffer<Float8>(count: 0)
  /// Owns what the blocks point to.
  private var memory = EmitterProgramMemory()
  private var levels = 0

  package init() {}

  /// - Parameters:
  ///   - levels: number of levels of the tree of cells.
  ///   - trailFloat8Count: the largest `TrailParameters.float8Count` of the program's cells.
  func reserve(levels: Int, trailFloat8Count: Int) {
    trail.resize(to: max(trailFloat8Count, trail.count))
    guard levels > self.levels else { return }
    self.levels = levels
    memory = EmitterProgramMemory()
    blocks.resize(to: levels)
    for level in 0..<levels { blocks.base[level] = Block(in: memory) }
  }
}
