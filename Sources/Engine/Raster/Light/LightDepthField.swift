import Lanes

/// The light of a `LightBuffer` on a receiver whose distance h from the sources differs from point to point, such as a floor or a tilted card: A, and, if
/// asked for, B, as `LightField` defines them.
///
/// The levels are summed as for one distance, but each node of each level is weighted for the distance at its own place, which changes the light
/// little as long as h changes smoothly: over the nodes' distance 2ᵏ by less than about 2ᵏ/3. So the sums are S = Σ cₖ e^(−h²/2σₖ²) Nₖ, of which A is
/// h times, and the potential on the receiver, Φ(x, y, h(x, y)). Its derivative along x is −B_x − A·∂h/∂x, which gives B.
///
/// The nodes of the result are as far apart as the least distance allows (`LightWeights.firstLevel`). Points between nodes are
/// interpolated by cubics. Relief finer than the nodes is not seen by the distance, only by normals.
///
/// Cost: the module's README.
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
    sums = LightSums(buffer, hasTwo: hasSlopes)
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
    sums.perform(pass: pass, task: task, scratch: scratch) { level, y, facing, potential, count in
      // The distances lie where the weights of S will be.
      setDepths(y, level, facing, count: count + SplineGrid.padding)
      setWeights(
        facing, scale: LightWeights.scale(level: level, of: buffer.levels.count), variance: Float(2 << (2 * level)),
        facing: facing, potential: potential, count: count + SplineGrid.padding)
    }
  }

  /// Copies the distances at the nodes of a row of a level, from node −16 on. Those outside of the picture are those at its edge.
  private func setDepths(_ y: Int, _ level: Int, _ output: UnsafeMutablePointer<Float>, count: Int) {
    let source = depths.row(min(max(y << level, 0), buffer.height - 1))
    let last = buffer.width - 1
    let end = min((last >> level) + 1, count)
    (output - SplineGrid.padding).update(repeating: source[0], count: SplineGrid.padding)
    if level == 0 {
      output.update(from: source, count: end)
    } else {
      for node in 0..<end { output[node] = source[node &<< level] }
    }
    (output + end).update(repeating: source[last], count: count - end)
  }

  /// Computes a row of the field from three rows of sums.
  private func computeRow(_ y: Int, _ scratch: AlignedBuffer<Float>) {
    let grid = sums.result
    let stride = grid.rowStride
    scratch.resize(to: 6 * stride)
    let count = grid.lastColumn + 4
    let memory = scratch.base + SplineGrid.padding
    // Distances in this row, above and below; then A, B_x and B_y.
    let (here, above, below) = (memory, memory + stride, memory + 2 * stride)
    for (row, distance) in [(here, 0), (above, -1), (below, 1)] {
      setDepths(y + distance, level, row, count: count + SplineGrid.padding)
    }
    let values = (memory + 3 * stride, memory + 4 * stride, memory + 5 * stride)
    // Derivatives are differences over two nodes.
    let slopeScale = 0.5 / Float(1 << level)
    for channel in 0..<3 {
      func rows(_ plane: Int) -> NodeRows {
        NodeRows(
          above: grid.row(y - 1, plane: plane), here: grid.row(y, plane: plane), below: grid.row(y + 1, plane: plane))
      }
      setFacing(rows(channel), here, into: values.0, count: count)
      sharpenRow(values.0, into: field.row(y, plane: channel), count: count)
      if hasSlopes {
        let potential = rows(3 + channel)
        let depths = NodeRows(above: above, here: here, below: below)
        setSlopes(potential, depths, values.0, slopeScale, into: values.1, values.2, count: count)
        sharpenRow(values.1, into: field.row(y, plane: 3 + channel), count: count)
        sharpenRow(values.2, into: field.row(y, plane: 6 + channel), count: count)
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

/// A row of nodes and its neighbours.
private struct NodeRows {
  let above: UnsafeMutablePointer<Float>
  let here: UnsafeMutablePointer<Float>
  let below: UnsafeMutablePointer<Float>
}

/// Writes the weights of a level for the distance h of each node: c·e^(−h²/2σ²), and σ² times that.
@inline(never)
private func setWeights(
  _ depth: UnsafeMutablePointer<Float>, scale: Float, variance: Float, facing: UnsafeMutablePointer<Float>,
  potential: UnsafeMutablePointer<Float>, count: Int
) {
  var column = -16
  let exponent = -0.5 / variance
  while column < count {
    let h = Lanes.max(Lanes.load(depth + column), LightBuffer.leastHeight)
    let gaussian = Lanes.exp(h * h * exponent) * scale
    Lanes.store(gaussian, to: facing + column)
    Lanes.store(gaussian * variance, to: potential + column)
    column &+= 8
  }
}

/// Writes A at the nodes, from column −8 on: the values of B-splines, of which (1, 4, 1)/6 in both directions are the weights, times h.
@inline(never)
private func setFacing(
  _ rows: NodeRows, _ depth: UnsafeMutablePointer<Float>, into output: UnsafeMutablePointer<Float>, count: Int
) {
  var column = -8
  while column < count {
    @inline(__always) func vertical(_ offset: Int) -> Float8 {
      let at = column &+ offset
      return (Lanes.load(rows.above + at) + Lanes.load(rows.below + at)) * (1.0 / 6) + Lanes.load(rows.here + at) * (2.0 / 3)
    }
    let value = (vertical(-1) + vertical(1)) * (1.0 / 6) + vertical(0) * (2.0 / 3)
    Lanes.store(value * Lanes.max(Lanes.load(depth + column), LightBuffer.leastHeight), to: output + column)
    column &+= 8
  }
}

/// Writes B at the nodes, from column −8 on: −1 times the derivatives of the potential on the receiver, less A times those of the distance.
@inline(never)
private func setSlopes(
  _ rows: NodeRows, _ depths: NodeRows, _ facing: UnsafeMutablePointer<Float>, _ scale: Float,
  into x: UnsafeMutablePointer<Float>, _ y: UnsafeMutablePointer<Float>, count: Int
) {
  var column = -8
  while column < count {
    @inline(__always) func load(_ row: UnsafeMutablePointer<Float>, _ offset: Int) -> Float8 {
      Lanes.optimizerBarrier(Lanes.load(row + (column &+ offset)))
    }
    @inline(__always) func vertical(_ offset: Int) -> Float8 {
      (load(rows.above, offset) + load(rows.below, offset)) * (1.0 / 6) + load(rows.here, offset) * (2.0 / 3)
    }
    @inline(__always) func difference(_ offset: Int) -> Float8 { load(rows.above, offset) - load(rows.below, offset) }
    /// Distances below the least are the least.
    @inline(__always) func depth(_ row: UnsafeMutablePointer<Float>, _ offset: Int) -> Float8 {
      Lanes.max(load(row, offset), LightBuffer.leastHeight)
    }
    let a = Lanes.load(facing + column)
    let alongX = vertical(-1) - vertical(1)
    let depthX = depth(depths.here, 1) - depth(depths.here, -1)
    Lanes.store((alongX - a * depthX) * scale, to: x + column)
    let alongY = (difference(-1) + difference(1)) * (1.0 / 6) + difference(0) * (2.0 / 3)
    let depthY = depth(depths.below, 0) - depth(depths.above, 0)
    Lanes.store((alongY - a * depthY) * scale, to: y + column)
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
