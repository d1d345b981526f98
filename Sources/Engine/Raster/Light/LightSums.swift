import Lanes

/// The weighted sum of the levels of a `LightBuffer`, from the coarsest to the finest that matters. Each sum is enlarged to the next finer level's nodes
/// and added to that level's.
final class LightSums: @unchecked Sendable {
  let buffer: LightBuffer
  /// For each level the sum of this level and all coarser ones: one or two kinds of weights, three colours each.
  private let sums: [SplineGrid]
  private let firstJoinedLevel: Int
  /// The levels of each pass, in the order in which they are computed.
  private var passes: [[Int]] = []
  /// The finest level that matters.
  private(set) var firstLevel = 0

  /// - Parameter hasTwo: whether levels are summed by two kinds of weights.
  init(_ buffer: LightBuffer, hasTwo: Bool) {
    self.buffer = buffer
    sums = buffer.levels.map {
      SplineGrid(width: buffer.width, height: buffer.height, level: $0.level, planeCount: hasTwo ? 6 : 3)
    }
    firstJoinedLevel = LightBuffer.firstJoinedLevel(buffer.levels)
    setFirstLevel(0)
  }

  /// Sets the finest level that matters. All small levels are computed in one pass, then one level in each.
  func setFirstLevel(_ level: Int) {
    firstLevel = level
    let joined = max(level, firstJoinedLevel)
    let single = (level..<min(joined, sums.count)).reversed().map { [$0] }
    passes = joined < sums.count ? [(joined..<sums.count).reversed()] + single : single
  }

  /// The sum that is read.
  var result: SplineGrid { sums[firstLevel] }

  /// The rows of a level that are computed: those that a point within a pixel of the picture reads, and that the next finer level
  /// reads.
  private func rows(_ level: Int) -> Range<Int> { -2..<sums[level].lastRow + 3 }

  private func isJoined(_ levels: [Int]) -> Bool { levels.count > 1 || levels[0] >= firstJoinedLevel }

  /// The number of tasks of each pass. The passes of the buffer must be finished.
  var taskCounts: [Int] { passes.map { isJoined($0) ? 1 : SplineGrid.taskCount(of: rows($0[0])) } }

  /// Rows of weights for the nodes of a row of a level: one or two, from column −16 on.
  typealias SetWeights = (
    _ level: Int, _ row: Int, _ first: UnsafeMutablePointer<Float>, _ second: UnsafeMutablePointer<Float>, _ count: Int
  ) -> Void

  /// Computes the rows of one task of a pass. All earlier passes must be finished.
  ///
  /// - Parameter setWeights: sets the weights of each row before it is added.
  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>, setWeights: SetWeights) {
    let levels = passes[pass]
    scratch.resize(to: 3 * sums[0].rowStride)
    if isJoined(levels) {
      for level in levels { for y in rows(level) { sum(y, level, scratch, setWeights) } }
    } else {
      for y in SplineGrid.rows(ofTask: task, of: rows(levels[0])) { sum(y, levels[0], scratch, setWeights) }
    }
  }

  /// Computes a row of `sums`.
  private func sum(_ y: Int, _ level: Int, _ scratch: AlignedBuffer<Float>, _ setWeights: SetWeights) {
    let (source, target) = (buffer.levels[level], sums[level])
    let count = target.lastColumn + 3
    let middle = scratch.base + SplineGrid.padding
    let weights = (middle + sums[0].rowStride, middle + 2 * sums[0].rowStride)
    setWeights(level, y, weights.0, weights.1, count)
    for plane in 0..<target.planeCount {
      let (row, output) = (source.row(y, plane: plane % 3), target.row(y, plane: plane))
      let weight = plane < 3 ? weights.0 : weights.1
      if level + 1 == sums.count {
        multiplyRow(row, weight, into: output, count: count)
      } else {
        let coarser = sums[level + 1]
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

/// Writes a row times weights, from column −16 on.
@inline(never)
private func multiplyRow(
  _ row: UnsafeMutablePointer<Float>, _ weights: UnsafeMutablePointer<Float>, into output: UnsafeMutablePointer<Float>,
  count: Int
) {
  var column = -16
  while column < count {
    Lanes.store(Lanes.load(row + column) * Lanes.load(weights + column), to: output + column)
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

/// Writes a row times weights, plus a coarser row, enlarged; from column −16 on.
@inline(never)
private func addEnlargedRow(
  _ coarser: UnsafeMutablePointer<Float>, _ row: UnsafeMutablePointer<Float>, _ weights: UnsafeMutablePointer<Float>,
  into output: UnsafeMutablePointer<Float>, count: Int
) {
  var column = -16
  while column < count {
    let (even, odd) = SplineGrid.enlarged(coarser + (column &>> 1))
    let pairs = Lanes.interleaved(even, odd)
    let target = output + column
    Lanes.store(Lanes.load(row + column) * Lanes.load(weights + column) + pairs.low, to: target)
    Lanes.store(Lanes.load(row + column + 8) * Lanes.load(weights + column + 8) + pairs.high, to: target + 8)
    column &+= 16
  }
}
