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

  /// Sets rows of weights for the nodes of a row of a level, from node −16 on: one for each kind, `rowStride` floats apart.
  typealias SetWeights = (_ level: Int, _ row: Int, _ weights: UnsafeMutablePointer<Float>, _ count: Int) -> Void

  /// Floats from one row of weights to the next.
  var rowStride: Int { sums[0].rowStride }

  /// Computes the rows of one task of a pass. All earlier passes must be finished.
  ///
  /// - Parameters:
  ///   - varies: whether the weights of a level's nodes differ.
  ///   - setWeights: sets the weights of a row.
  func perform(pass: Int, task: Int, varies: Bool, scratch: AlignedBuffer<Float>, setWeights: SetWeights) {
    let levels = passes[pass]
    // The coarser row, the weighted row, and the weights of up to three rows.
    scratch.resize(to: (2 + sums[0].planeCount) * rowStride)
    func sumRows(_ rows: Range<Int>, _ level: Int) {
      let weights = scratch.base + 2 * rowStride + SplineGrid.padding
      let count = sums[level].lastColumn + 3 + SplineGrid.padding
      for y in rows {
        let three = varies ? -1...1 : 0...0
        for distance in three {
          setWeights(level, y + distance, weights + (distance + 1) * kinds * rowStride, count)
        }
        sum(y, level, varies, weights, scratch)
      }
    }
    if isJoined(levels) {
      for level in levels { sumRows(rows(level), level) }
    } else {
      sumRows(SplineGrid.rows(ofTask: task, of: rows(levels[0])), levels[0])
    }
  }

  private var kinds: Int { sums[0].planeCount / 3 }

  /// Computes a row of `sums`.
  private func sum(
    _ y: Int, _ level: Int, _ varies: Bool, _ weights: UnsafeMutablePointer<Float>, _ scratch: AlignedBuffer<Float>
  ) {
    let (source, target) = (buffer.levels[level], sums[level])
    let count = target.lastColumn + 3
    let middle = scratch.base + SplineGrid.padding
    let product = middle + rowStride
    for plane in 0..<target.planeCount {
      let channel = plane % 3
      let rows = NodeRows(
        above: source.row(y - 1, plane: channel), here: source.row(y, plane: channel),
        below: source.row(y + 1, plane: channel))
      let first = weights + plane / 3 * rowStride
      let factors = NodeRows(
        above: first, here: first + kinds * rowStride, below: first + 2 * kinds * rowStride)
      let output = target.row(y, plane: plane)
      if varies {
        multiplyRow(rows, factors, into: product, count: count)
      } else {
        multiplyRow(rows.here, factors.here[0], into: product, count: count)
      }
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

/// Writes the coefficients of a sum of B-splines times weights that vary, from column −8 on.
///
/// The sum with the coefficients w·c is w times the sum, but for second differences: by a sixth of them, B-splines soften both. So a sixth of
/// δ²(w·c) − w·δ²c, along rows and along columns, is subtracted: of each neighbour, its coefficient times the difference of its weight.
@inline(never)
private func multiplyRow(
  _ rows: NodeRows, _ weights: NodeRows, into output: UnsafeMutablePointer<Float>, count: Int
) {
  Lanes.store(Float8(), to: output - 16)
  var column = -8
  while column < count + 8 {
    @inline(__always) func load(_ row: UnsafeMutablePointer<Float>, _ offset: Int) -> Float8 {
      Lanes.optimizerBarrier(Lanes.load(row + (column &+ offset)))
    }
    let weight = load(weights.here, 0)
    let left = load(rows.here, -1) * (load(weights.here, -1) - weight)
    let right = load(rows.here, 1) * (load(weights.here, 1) - weight)
    let above = load(rows.above, 0) * (load(weights.above, 0) - weight)
    let below = load(rows.below, 0) * (load(weights.below, 0) - weight)
    let correction = ((left + right) + (above + below)) * (1.0 / 6)
    Lanes.store(load(rows.here, 0) * weight - correction, to: output + column)
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
