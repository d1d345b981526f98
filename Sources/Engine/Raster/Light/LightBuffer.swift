import Lanes

/// The light that a plane of sources sheds on receivers before or behind it, at any distance and any normal.
///
/// A source of strength I at the distance d = √(r² + h²) from a point of a Lambert surface, h in front of it and r to the side, adds
/// I·max(0, n · l)/d² to its irradiance (l: the direction to the source). Apart from the maximum, that is n · ∇(I/d): the field of Newton's
/// potential. And 1/d is a sum of Gaussians, because d⁻¹ = 2/√π ∫ e^(−d²s²) ds, by the trapezoid rule in log s:
///
///     1/d ≈ Σ cₖ e^(−h²/2σₖ²) e^(−r²/2σₖ²),  σₖ = √2·2ᵏ,  cₖ = (2/√π)·ln 2/(√2·σₖ).
///
/// (Sums of Gaussians for 1/r: G. Beylkin and L. Monzón, On approximation of functions by exponential sums, 2005; B-spline pyramids: M. Unser,
/// A. Aldroubi and M. Eden, The L₂ polynomial spline pyramid, 1993.) So one pyramid of the emission, whose level k is blurred by σₖ, serves all
/// distances: only the weights of the levels change (`LightWeights`). The distance may be the same for all points of a receiver (`LightField`), or be
/// anything (`light(atX:y:height:)`).
///
/// Level k is kept as cubic B-splines 2ᵏ pixels apart (`SplineGrid`), which add a variance of ⅓ squared node to that of their coefficients, 5/3: with
/// the sum 2 the errors of the grid stay below 1.5 % of the light. (Nodes σₖ apart cost 40 % less, and the errors were 6 %.)
/// The weights of a level add up to 1.
///
/// Units: distances are pixels of the buffer; light is divided by 2π, so an endless even glow of 1 gives a level receiver the
/// irradiance 1 at any distance. Beyond the buffer there is no emission; no light is mirrored at its edges.
///
/// Range: h from `leastHeight` up to a third of the buffer's larger side, or 100 pixels if that is more. Error against the sum over all sources: for level receivers at most
/// 3 %, of which 2 % are the ripple of the sum over log d; for tilted ones at most 3.5 % of the light that arrives from all sides, which is more of
/// the sum where sources before and behind the surface cancel (a source behind is subtracted, not hidden). Cost: the module's README.
///
/// The calls of a frame: rows of emission are written, then every task of every pass, then fields and points. No bit depends on the order of
/// tasks in a pass.
package final class LightBuffer: @unchecked Sendable {
  /// The least distance of sources and receiver, in pixels: below it a source would be smaller than the pixel that it was written to.
  package static let leastHeight: Float = 3

  /// Size in pixels of the buffer.
  package let width: Int
  package let height: Int
  private let emission: SplineGrid
  /// The levels, the finest first.
  let levels: [SplineGrid]
  /// Where the nodes of each level lie, and cₖ, for loops over all levels of a point.
  let levelNodes: AlignedBuffer<SplineGrid.Nodes>
  let levelScales: AlignedBuffer<Float>
  /// The levels from this one on are so small that one task computes them all.
  private let firstJoinedLevel: Int

  /// - Parameter channelCount: 3 for light; 1 where only `blurred` and lines are read.
  package init(width: Int, height: Int, channelCount: Int = 3) {
    (self.width, self.height) = (width, height)
    emission = SplineGrid(width: width, height: height, level: 0, planeCount: channelCount)
    var levels = [SplineGrid(width: width, height: height, level: 0, planeCount: channelCount)]
    // Small buffers, too, have levels wide enough for receivers that are 100 pixels away.
    while 1 << (levels.count - 1) < max(width / 2, height / 2, 128) {
      levels.append(SplineGrid(width: width, height: height, level: levels.count, planeCount: channelCount))
    }
    self.levels = levels
    (levelNodes, levelScales) = (AlignedBuffer(count: levels.count), AlignedBuffer(count: levels.count))
    for (index, level) in levels.enumerated() {
      levelNodes[index] = level.nodes
      levelScales[index] = LightWeights.scale(level: index, of: levels.count)
    }
    firstJoinedLevel = Self.firstJoinedLevel(levels)
  }

  /// The first level, after level 0, that a single task computes together with all coarser ones.
  static func firstJoinedLevel(_ levels: [SplineGrid]) -> Int {
    let rowLimit = 64
    return max(levels.firstIndex { $0.rows.count <= rowLimit } ?? levels.count, 1)
  }

  /// The `width` values of emission of a row in linear light; channels are 0 red, 1 green, 2 blue. Up to 16 floats behind them may be written
  /// too; they are ignored.
  package func row(_ y: Int, channel: Int) -> UnsafeMutablePointer<Float> {
    precondition(y >= 0 && y < height, "Row \(y) lies outside a light buffer of \(height) rows.")
    return emission.row(y, plane: channel)
  }

  // MARK: Passes

  /// The number of tasks of each pass: the levels from the finest on, then all small ones at once.
  package var taskCounts: [Int] {
    levels[..<firstJoinedLevel].map { SplineGrid.taskCount(of: $0.rows) } + (firstJoinedLevel < levels.count ? [1] : [])
  }

  /// Computes the rows of one task of a pass. All earlier passes must be finished.
  package func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    // Two rows, of the even and of the odd columns, each with a padding.
    scratch.resize(to: levels[0].rowStride + 8 * SplineGrid.padding)
    scratch.fill(with: 0)
    if pass == firstJoinedLevel {
      for level in firstJoinedLevel..<levels.count { for y in levels[level].rows { halve(y, level, scratch) } }
    } else {
      for y in SplineGrid.rows(ofTask: task, of: levels[pass].rows) {
        if pass == 0 { spread(y, scratch) } else { halve(y, pass, scratch) }
      }
    }
  }

  /// Computes a row of level 0.
  private func spread(_ y: Int, _ scratch: AlignedBuffer<Float>) {
    let level = levels[0]
    let sums = scratch.base + SplineGrid.padding
    withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>.self, capacity: 9) { rows in
      guard let first = rows.baseAddress else { return }
      for plane in 0..<emission.planeCount {
        for index in 0..<9 { first[index] = emission.row(y + index - 4, plane: plane) }
        spreadRows(first, into: sums, count: width)
        // What a caller may have written behind the row.
        (sums + width).update(repeating: 0, count: SplineGrid.padding)
        for index in 0..<9 { first[index] = sums + (index - 4 - 8) }
        spreadRows(first, into: level.row(y, plane: plane) - 8, count: width + 2 * 8)
      }
    }
  }

  /// Computes a row of a level from the next finer one.
  private func halve(_ y: Int, _ index: Int, _ scratch: AlignedBuffer<Float>) {
    let (level, finer) = (levels[index], levels[index - 1])
    let count = finer.lastColumn + 1 + SplineGrid.margin
    let halfCount = (count + 15) / 16 * 8
    let evens = scratch.base + 2 * SplineGrid.padding
    let odds = evens + halfCount + 3 * SplineGrid.padding
    // What a finer level left between and behind the sums.
    (evens + halfCount).update(repeating: 0, count: 3 * SplineGrid.padding)
    (odds + halfCount).update(repeating: 0, count: SplineGrid.padding)
    withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>.self, capacity: 15) { rows in
      guard let first = rows.baseAddress else { return }
      for plane in 0..<emission.planeCount {
        for index in 0..<15 { first[index] = finer.row(2 * y + index - 7, plane: plane) }
        halveColumns(first, evens: evens, odds: odds, count: count)
        halveRow(
          evens: evens, odds: odds, into: level.row(y, plane: plane), count: level.lastColumn + 1 + SplineGrid.margin)
      }
    }
  }
}

// The weights below are those nearest to a Gaussian's that have a sum of 1, the Gaussian's second and fourth moments and, for halving, the
// same sum over even and odd distances, so that an even glow stays even. The middle one of the
// rows is the one whose place is computed.

/// Writes the sums of nine rows by weights with the variance 5/3, in whole vectors.
@inline(never)
private func spreadRows(
  _ rows: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, into output: UnsafeMutablePointer<Float>, count: Int
) {
  var column = 0
  while column < count {
    @inline(__always) func pair(_ distance: Int) -> Float8 {
      Lanes.optimizerBarrier(Lanes.load(rows[4 &- distance] + column))
        + Lanes.optimizerBarrier(Lanes.load(rows[4 &+ distance] + column))
    }
    let inner = Lanes.load(rows[4] + column) * 0.310_380_55 + pair(1) * 0.228_930_47
    let outer = pair(3) * 0.020_972_826 + pair(4) * 0.003_001_810_5
    Lanes.store((inner + pair(2) * 0.091_904_61) + outer, to: output + column)
    column &+= 8
  }
}

/// The weights of the distances 0 to 7, with the variance 5 in squared nodes of the finer level.
private let halvingWeights = SIMD8<Float>(
  0.179_671_73, 0.162_188_75, 0.119_314_99, 0.071_221_72, 0.035_492_03, 0.014_752_504, 0.005_357_115_5, 0.001_837_032_8)

/// Returns the sum of the middle and of pairs at equal distances by the weights, in a fixed order.
@inline(__always)
private func weightedSum(_ weights: SIMD8<Float>, _ middle: Float8, pair: (Int) -> Float8) -> Float8 {
  let near: Float8 = middle * weights[0] + pair(1) * weights[1]
  let middling: Float8 = pair(2) * weights[2] + pair(3) * weights[3]
  let far: Float8 = pair(4) * weights[4] + pair(5) * weights[5]
  let farthest: Float8 = pair(6) * weights[6] + pair(7) * weights[7]
  return (near + middling) + (far + farthest)
}

/// Writes the sums of fifteen rows to two rows, one for the even columns and one for the odd ones, from column −16 on.
@inline(never)
private func halveColumns(
  _ rows: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, evens: UnsafeMutablePointer<Float>,
  odds: UnsafeMutablePointer<Float>, count: Int
) {
  let weights = halvingWeights
  var column = -16
  while column < count {
    @inline(__always) func sum(_ column: Int) -> Float8 {
      weightedSum(weights, Lanes.load(rows[7] + column)) { distance in
        Lanes.load(rows[7 &- distance] + column) + Lanes.load(rows[7 &+ distance] + column)
      }
    }
    let (first, second) = (sum(column), sum(column &+ 8))
    // Shifting keeps the sign.
    Lanes.store(Lanes.evens(first, second), to: evens + (column &>> 1))
    Lanes.store(Lanes.odds(first, second), to: odds + (column &>> 1))
    column &+= 16
  }
}

/// Writes the sums of fifteen neighbouring columns, for every other column, from column −8 on.
@inline(never)
private func halveRow(
  evens: UnsafeMutablePointer<Float>, odds: UnsafeMutablePointer<Float>, into output: UnsafeMutablePointer<Float>,
  count: Int
) {
  let weights = halvingWeights
  var column = -8
  while column < count {
    @inline(__always) func load(_ row: UnsafeMutablePointer<Float>, _ offset: Int) -> Float8 {
      Lanes.optimizerBarrier(Lanes.load(row + (column &+ offset)))
    }
    let sum = weightedSum(weights, load(evens, 0)) { distance in
      let half = distance &>> 1
      return distance & 1 == 0
        ? load(evens, -half) + load(evens, half) : load(odds, -half &- 1) + load(odds, half)
    }
    Lanes.store(sum, to: output + column)
    column &+= 8
  }
}
