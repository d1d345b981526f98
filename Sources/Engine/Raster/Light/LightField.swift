import Lanes

/// The light of a `LightBuffer` on the points of one receiver, as a field: A = −∂Φ/∂h, the light that falls onto a surface that faces the sources'
/// plane, and, if asked for, B = −∇Φ, whose components count for surfaces that are tilted or in relief:
/// irradiance = max(0, n_z·A − n_x·B_x − n_y·B_y), for each colour.
///
/// Where the distance is the same at all points, the levels are summed once, from the coarsest to the finest that matters, which takes less time
/// the larger the distance is. `LightRow` then reads rows at any scale.
package final class LightField: @unchecked Sendable {
  private let buffer: LightBuffer
  /// Whether the field has B.
  package let hasSlopes: Bool
  /// For each level the sum of this level and all coarser ones: the planes of A, then those of Φ.
  private let sums: [SplineGrid]
  private var weights: LightWeights
  private let firstJoinedLevel: Int
  private var passes: [[Int]] = []

  package init(_ buffer: LightBuffer, hasSlopes: Bool) {
    (self.buffer, self.hasSlopes) = (buffer, hasSlopes)
    sums = buffer.levels.map {
      SplineGrid(width: buffer.width, height: buffer.height, level: $0.level, planeCount: hasSlopes ? 6 : 3)
    }
    weights = LightWeights(height: LightBuffer.leastHeight, levelCount: buffer.levels.count)
    firstJoinedLevel = LightBuffer.firstJoinedLevel(buffer.levels)
    setHeight(LightBuffer.leastHeight)
  }

  /// Sets the distance of receiver and sources in pixels of the buffer, at least `LightBuffer.leastHeight`. Must be called before the passes of a
  /// frame.
  package func setHeight(_ height: Float) {
    weights = LightWeights(height: max(height, LightBuffer.leastHeight), levelCount: buffer.levels.count)
    passes = Self.passes(from: weights.firstLevel, joinedFrom: firstJoinedLevel, count: sums.count)
  }

  /// The grid that is read.
  var result: SplineGrid { sums[weights.firstLevel] }

  // MARK: Passes

  /// Returns the levels of each pass, in the order in which they are computed: all small ones at once, then one at a time.
  private static func passes(from first: Int, joinedFrom firstJoined: Int, count: Int) -> [[Int]] {
    let joined = max(first, firstJoined)
    let single = (first..<min(joined, count)).reversed().map { [$0] }
    return joined < count ? [(joined..<count).reversed()] + single : single
  }

  /// The rows of a level that are computed: those that a point within a pixel of the picture reads, and that the next finer level
  /// reads.
  private func rows(_ level: Int) -> Range<Int> { -2..<sums[level].lastRow + 3 }

  /// The number of tasks of each pass. The passes of the buffer must be finished.
  package var taskCounts: [Int] {
    passes.map { $0.count > 1 || $0[0] >= firstJoinedLevel ? 1 : SplineGrid.taskCount(of: rows($0[0])) }
  }

  /// Computes the rows of one task of a pass. All earlier passes must be finished.
  package func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    let levels = passes[pass]
    scratch.resize(to: sums[0].rowStride)
    if levels.count > 1 || levels[0] >= firstJoinedLevel {
      for level in levels { for y in rows(level) { sum(y, level, scratch) } }
    } else {
      for y in SplineGrid.rows(ofTask: task, of: rows(levels[0])) { sum(y, levels[0], scratch) }
    }
  }

  /// Computes a row of `sums`.
  private func sum(_ y: Int, _ level: Int, _ scratch: AlignedBuffer<Float>) {
    let (source, target) = (buffer.levels[level], sums[level])
    let count = target.lastColumn + 3
    for plane in 0..<target.planeCount {
      let weight = plane < 3 ? weights.facing[level] : weights.potential[level]
      let (row, output) = (source.row(y, plane: plane % 3), target.row(y, plane: plane))
      if level + 1 == sums.count {
        multiplyRow(row, weight, into: output, count: count)
      } else {
        let coarser = sums[level + 1]
        let middle = scratch.base + SplineGrid.padding
        // Shifting rounds down, also below 0.
        let half = y >> 1
        let (above, below) = (coarser.row(half, plane: plane), coarser.row(half + 1, plane: plane))
        let before = y & 1 == 0 ? coarser.row(half - 1, plane: plane) : nil
        enlargeColumns(before, above, below, into: middle, count: count / 2 + 10)
        addEnlargedRow(middle, row, weight, into: output, count: count)
      }
    }
  }
}

/// Writes a row times a weight, from column −8 on.
@inline(never)
private func multiplyRow(
  _ row: UnsafeMutablePointer<Float>, _ weight: Float, into output: UnsafeMutablePointer<Float>, count: Int
) {
  var column = -8
  while column < count {
    Lanes.store(Lanes.load(row + column) * weight, to: output + column)
    column &+= 8
  }
}

/// Writes the row between two coarser rows, or, with a row before them, the row at the first of the two; from column −16 on.
@inline(never)
private func enlargeColumns(
  _ before: UnsafeMutablePointer<Float>?, _ row: UnsafeMutablePointer<Float>, _ after: UnsafeMutablePointer<Float>,
  into output: UnsafeMutablePointer<Float>, count: Int
) {
  var column = -16
  if let before {
    while column < count {
      let outer = Lanes.load(before + column) + Lanes.load(after + column)
      Lanes.store(outer * 0.125 + Lanes.load(row + column) * 0.75, to: output + column)
      column &+= 8
    }
  } else {
    while column < count {
      Lanes.store((Lanes.load(row + column) + Lanes.load(after + column)) * 0.5, to: output + column)
      column &+= 8
    }
  }
}

/// Writes a row times a weight, plus a coarser row, enlarged; from column −16 on.
@inline(never)
private func addEnlargedRow(
  _ coarser: UnsafeMutablePointer<Float>, _ row: UnsafeMutablePointer<Float>, _ weight: Float,
  into output: UnsafeMutablePointer<Float>, count: Int
) {
  var column = -16
  while column < count {
    let (even, odd) = SplineGrid.enlarged(coarser + (column &>> 1))
    let pairs = Lanes.interleaved(even, odd)
    let target = output + column
    Lanes.store(Lanes.load(row + column) * weight + pairs.low, to: target)
    Lanes.store(Lanes.load(row + column + 8) * weight + pairs.high, to: target + 8)
    column &+= 16
  }
}
