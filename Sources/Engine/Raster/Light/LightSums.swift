import Lanes

/// The weighted sum of the levels of a `LightBuffer`, from the coarsest to the finest that matters. Each sum is enlarged to the next finer level's nodes
/// and added to that level's.
final class LightSums: @unchecked Sendable {
  let buffer: LightBuffer
  /// For each level the sum of this level and all coarser ones: for each kind of weights three colours.
  private let sums: [SplineGrid]
  private let firstJoinedLevel: Int
  /// The levels of each pass, in the order in which they are computed.
  private var passes: [[Int]] = []
  /// The finest level that matters.
  private(set) var firstLevel = 0

  /// - Parameter kinds: number of kinds of weights by which levels are summed.
  init(_ buffer: LightBuffer, kinds: Int) {
    self.buffer = buffer
    sums = buffer.levels.map {
      SplineGrid(width: buffer.width, height: buffer.height, level: $0.level, planeCount: 3 * kinds)
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

  private var rowStride: Int { sums[0].rowStride }

  /// Computes the rows of one task of a pass. All earlier passes must be finished.
  ///
  /// - Parameter weights: the weight of each level, for each kind.
  func perform(pass: Int, task: Int, weights: [[Float]], scratch: AlignedBuffer<Float>) {
    let levels = passes[pass]
    // The coarser row and the weighted row.
    scratch.resize(to: 2 * rowStride)
    func sumRows(_ rows: Range<Int>, _ level: Int) { for y in rows { sum(y, level, weights, scratch) } }
    if isJoined(levels) {
      for level in levels { sumRows(rows(level), level) }
    } else {
      sumRows(SplineGrid.rows(ofTask: task, of: rows(levels[0])), levels[0])
    }
  }

  /// Computes a row of `sums`.
  private func sum(_ y: Int, _ level: Int, _ weights: [[Float]], _ scratch: AlignedBuffer<Float>) {
    let (source, target) = (buffer.levels[level], sums[level])
    let count = target.lastColumn + 3
    let middle = scratch.base + SplineGrid.padding
    let product = middle + rowStride
    for plane in 0..<target.planeCount {
      let output = target.row(y, plane: plane)
      multiplyRow(source.row(y, plane: plane % 3), weights[plane / 3][level], into: product, count: count)
      if level + 1 == sums.count {
        (output - SplineGrid.padding).update(from: product - SplineGrid.padding, count: count + SplineGrid.padding)
      } else {
        let coarser = sums[level + 1]
        // Shifting rounds down, also below 0.
        let half = y >> 1
        let (above, below) = (coarser.row(half, plane: plane), coarser.row(half + 1, plane: plane))
        let before = y & 1 == 0 ? coarser.row(half - 1, plane: plane) : nil
        enlargeColumns(before, above, below, into: middle, count: count / 2 + 10)
        addEnlargedRow(middle, product, into: output, count: count)
      }
    }
  }
}

/// Writes a row times a weight, from column −16 on.
@inline(never)
private func multiplyRow(
  _ row: UnsafeMutablePointer<Float>, _ weight: Float, into output: UnsafeMutablePointer<Float>, count: Int
) {
  var column = -16
  while column < count + 8 {
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

/// Writes a row plus a coarser row, enlarged; from column −16 on.
@inline(never)
private func addEnlargedRow(
  _ coarser: UnsafeMutablePointer<Float>, _ row: UnsafeMutablePointer<Float>, into output: UnsafeMutablePointer<Float>,
  count: Int
) {
  var column = -16
  while column < count {
    let (even, odd) = SplineGrid.enlarged(coarser + (column &>> 1))
    let pairs = Lanes.interleaved(even, odd)
    let target = output + column
    Lanes.store(Lanes.load(row + column) + pairs.low, to: target)
    Lanes.store(Lanes.load(row + column + 8) + pairs.high, to: target + 8)
    column &+= 16
  }
}
