import Lanes

/// The light of a `LightBuffer` on a receiver whose distance h from the sources differs from point to point, such as a floor or a tilted card: A, and, if
/// asked for, B, as `LightField` defines them.
///
/// The levels are summed as for one distance, but each node of each level is weighted for the distance at its own place (`LightSums`). So the sums are
/// S = Σ cₖ e^(−h²/2σₖ²) Nₖ, of which A is h times, and the potential on the receiver, Φ(x, y, h(x, y)). Its derivative along x is
/// −B_x − A·∂h/∂x, which gives B. The nodes of the result are as far apart as the least distance allows (`LightWeights.firstLevel`); points between
/// nodes are interpolated by cubics.
///
/// Range: planes and bent sheets that rise by up to a third of a pixel a pixel and keep their slope over about 4h. Their relief belongs into
/// normals; with waves of h/8 that are 3h long in the distance itself, A is off by 5 % and B by 11 % of the light. Error on planes: A 3 %, B 3.5 % of the
/// light that arrives. `LightBuffer.light(atX:y:height:)` is right for any form. Cost: the module's README.
package final class LightDepthField: @unchecked Sendable {
  private let buffer: LightBuffer
  /// Whether the field has B.
  package let hasSlopes: Bool
  private let depths: PaddedPlane
  /// S, then Φ.
  private let sums: LightSums
  /// For each distance of nodes A, B_x and B_y of three colours: along rows coefficients of B-splines, along columns values.
  private let fields: [SplineGrid]

  package init(_ buffer: LightBuffer, hasSlopes: Bool) {
    (self.buffer, self.hasSlopes) = (buffer, hasSlopes)
    depths = PaddedPlane(width: buffer.width, height: buffer.height, margin: 16)
    sums = LightSums(buffer, kinds: hasSlopes ? 2 : 1)
    fields = buffer.levels.map {
      SplineGrid(width: buffer.width, height: buffer.height, level: $0.level, planeCount: hasSlopes ? 9 : 3)
    }
  }

  /// Sets a distance that none is below; at least `LightBuffer.leastHeight`, which is where it begins. Must be called before the passes of a
  /// frame.
  package func setLeastDepth(_ depth: Float) {
    let height = max(depth, LightBuffer.leastHeight)
    sums.setFirstLevel(LightWeights(height: height, levelCount: buffer.levels.count).firstLevel)
  }

  /// The distances, in pixels, of receiver and sources at the pixels of a row, to be written before the passes. Those below
  /// `LightBuffer.leastHeight` count as that.
  package func depthRow(_ y: Int) -> UnsafeMutablePointer<Float> { depths.row(y) }

  private var level: Int { sums.firstLevel }
  private var field: SplineGrid { fields[level] }

  // MARK: Passes

  /// The rows of the field that are computed: those that a point within a pixel of the picture reads.
  private var rows: Range<Int> { -1..<field.lastRow + 2 }

  /// The number of tasks of each pass. The passes of the buffer must be finished.
  package var taskCounts: [Int] { sums.taskCounts + [SplineGrid.taskCount(of: rows)] }

  /// Computes the rows of one task of a pass. All earlier passes must be finished.
  package func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    guard pass < sums.taskCounts.count else {
      for y in SplineGrid.rows(ofTask: task, of: rows) { computeRow(y, scratch) }
      return
    }
    sums.perform(pass: pass, task: task, varies: true, scratch: scratch) { level, y, weights, count in
      // The distances lie where the weights of S will be.
      setDepths(y, level, weights, count: count)
      setWeights(
        weights, variance: Float(2 << (2 * level)), scale: LightWeights.scale(level: level, of: buffer.levels.count),
        into: weights, hasSlopes ? weights + sums.rowStride : nil, count: count - 8)
    }
  }

  /// Copies the distances at the nodes of a row of a level, from node −16 on. Those outside of the picture are those at its edge; those below the
  /// least are the least.
  private func setDepths(_ y: Int, _ level: Int, _ output: UnsafeMutablePointer<Float>, count: Int) {
    let source = depths.row(min(max(y << level, 0), buffer.height - 1))
    let last = buffer.width - 1
    let end = min((last >> level) + 1, count)
    for node in 0..<end { output[node] = max(source[node &<< level], LightBuffer.leastHeight) }
    (output - SplineGrid.padding).update(repeating: output[0], count: SplineGrid.padding)
    (output + end).update(repeating: max(source[last], LightBuffer.leastHeight), count: count - end)
  }

  /// Computes a row of the field from three rows of sums.
  private func computeRow(_ y: Int, _ scratch: AlignedBuffer<Float>) {
    let grid = sums.result
    let stride = grid.rowStride
    scratch.resize(to: 5 * stride)
    let count = grid.lastColumn + 4
    let memory = scratch.base + SplineGrid.padding
    let depths = NodeRows(above: memory, here: memory + stride, below: memory + 2 * stride)
    for (row, distance) in [(depths.above, -1), (depths.here, 0), (depths.below, 1)] {
      setDepths(y + distance, level, row, count: count + SplineGrid.padding)
    }
    // A, and then either part of B.
    let (facing, slopes) = (memory + 3 * stride, memory + 4 * stride)
    for channel in 0..<3 {
      func rows(_ plane: Int) -> NodeRows {
        NodeRows(
          above: grid.row(y - 1, plane: plane), here: grid.row(y, plane: plane), below: grid.row(y + 1, plane: plane))
      }
      setFacing(rows(channel), depths.here, into: facing, count: count)
      sharpenRow(facing, into: field.row(y, plane: channel), count: count)
      if hasSlopes {
        // Derivatives are differences over two nodes.
        let scale = 0.5 / Float(1 << level)
        setSlopesX(rows(3 + channel), depths, facing, scale, into: slopes, count: count)
        sharpenRow(slopes, into: field.row(y, plane: 3 + channel), count: count)
        setSlopesY(rows(3 + channel), depths, facing, scale, into: slopes, count: count)
        sharpenRow(slopes, into: field.row(y, plane: 6 + channel), count: count)
      }
    }
  }

  // MARK: Reading

  /// Number of planes that `read` writes.
  package var planeCount: Int { hasSlopes ? 9 : 3 }

  /// Reads the field as `LightField.read` does.
  package func read(
    y: Float, columns: Range<Int>, origin: Float, step: Float, into output: UnsafeMutablePointer<Float>,
    planeStride: Int, scratch: AlignedBuffer<Float>
  ) {
    let span = LightSpan(columns, origin: origin, step: step, level: level)
    scratch.resize(to: 2 * span.rowStride + span.quarterCount)
    let place = y / Float(1 << level)
    let top = place.rounded(.down)
    // Catmull and Rom's cubic through the values of four rows.
    let t = place - top
    let s = 1 - t
    let weights = SIMD4<Float>(
      -0.5 * t * s * s, s * (1 + t - 1.5 * t * t), t * (1 + s - 1.5 * s * s), -0.5 * s * t * t)
    for plane in 0..<planeCount {
      span.read(
        field.mixed(Int(top), plane, weights, span, scratch), span.values, into: output + plane * planeStride, scratch)
    }
  }
}

/// Writes the weights of a level for the distance h of each node, from node −16 on: g = c·e^(−h²/2σ²) for S, and, if there is a row for it, g·σ² for Φ.
@inline(never)
private func setWeights(
  _ depth: UnsafeMutablePointer<Float>, variance: Float, scale: Float, into output: UnsafeMutablePointer<Float>,
  _ potential: UnsafeMutablePointer<Float>?, count: Int
) {
  let exponent = -0.5 / variance
  var column = -16
  while column < count {
    let h = Lanes.load(depth + column)
    let gaussian = Lanes.exp(h * h * exponent) * scale
    Lanes.store(gaussian, to: output + column)
    if let potential { Lanes.store(gaussian * variance, to: potential + column) }
    column &+= 8
  }
}

/// Writes A at the nodes, from node −8 on: S times h.
@inline(never)
private func setFacing(
  _ sums: NodeRows, _ depth: UnsafeMutablePointer<Float>, into output: UnsafeMutablePointer<Float>, count: Int
) {
  var column = -8
  while column < count {
    Lanes.store(sums.values(column) * Lanes.load(depth + column), to: output + column)
    column &+= 8
  }
}

/// Writes B_x at the nodes, from node −8 on: −1 times the derivative of the potential on the receiver, less A times that of the distance.
@inline(never)
private func setSlopesX(
  _ potential: NodeRows, _ depths: NodeRows, _ facing: UnsafeMutablePointer<Float>, _ scale: Float,
  into output: UnsafeMutablePointer<Float>, count: Int
) {
  var column = -8
  while column < count {
    let rise = Lanes.load(depths.here + column + 1) - Lanes.load(depths.here + column - 1)
    Lanes.store((potential.slopesX(column) - Lanes.load(facing + column) * rise) * scale, to: output + column)
    column &+= 8
  }
}

/// Writes B_y at the nodes, from node −8 on.
@inline(never)
private func setSlopesY(
  _ potential: NodeRows, _ depths: NodeRows, _ facing: UnsafeMutablePointer<Float>, _ scale: Float,
  into output: UnsafeMutablePointer<Float>, count: Int
) {
  var column = -8
  while column < count {
    let rise = Lanes.load(depths.below + column) - Lanes.load(depths.above + column)
    Lanes.store((potential.slopesY(column) - Lanes.load(facing + column) * rise) * scale, to: output + column)
    column &+= 8
  }
}

/// Writes coefficients of B-splines that are near to given values at the nodes, from column −8 on: (8·v[i] − v[i − 1] − v[i + 1])/6.
@inline(never)
private func sharpenRow(_ row: UnsafeMutablePointer<Float>, into output: UnsafeMutablePointer<Float>, count: Int) {
  var column = -8
  while column < count {
    let at = row + column
    let outer = Lanes.optimizerBarrier(Lanes.load(at - 1)) + Lanes.optimizerBarrier(Lanes.load(at + 1))
    Lanes.store(Lanes.load(at) * (4.0 / 3) - outer * (1.0 / 6), to: output + column)
    column &+= 8
  }
}
