import Lanes

/// The light of a `LightBuffer` on the points of one receiver, all at the same distance from the sources, as a field: A = −∂Φ/∂h, the light that falls
/// onto a surface that faces the sources' plane, and, if asked for, B = −∇Φ, whose components count for surfaces that are tilted or in relief:
/// irradiance = max(0, n_z·A − n_x·B_x − n_y·B_y), for each colour. The normal's z points to the sources.
///
/// The levels are summed once (`LightSums`), which takes less time the larger the distance is: the nodes of the result are farther apart. `read` reads
/// rows of a receiver that has four times the buffer's pixels.
package final class LightField: @unchecked Sendable {
  /// Whether the field has B.
  package let hasSlopes: Bool
  /// A, then Φ.
  private let sums: LightSums
  private var weights: LightWeights

  package init(_ buffer: LightBuffer, hasSlopes: Bool) {
    self.hasSlopes = hasSlopes
    sums = LightSums(buffer, kinds: hasSlopes ? 2 : 1)
    weights = LightWeights(height: LightBuffer.leastHeight, levelCount: buffer.levels.count)
  }

  /// Sets the distance of receiver and sources in pixels of the buffer, at least `LightBuffer.leastHeight`, which is where it begins. Must be called
  /// before the passes of a frame.
  package func setHeight(_ height: Float) {
    weights = LightWeights(height: max(height, LightBuffer.leastHeight), levelCount: sums.buffer.levels.count)
    sums.setFirstLevel(weights.firstLevel)
  }

  /// The grid that is read.
  var result: SplineGrid { sums.result }

  /// The number of tasks of each pass. The passes of the buffer must be finished.
  package var taskCounts: [Int] { sums.taskCounts }

  /// Computes the rows of one task of a pass. All earlier passes must be finished.
  package func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    sums.perform(
      pass: pass, task: task, weights: hasSlopes ? [weights.facing, weights.potential] : [weights.facing],
      scratch: scratch)
  }
}
