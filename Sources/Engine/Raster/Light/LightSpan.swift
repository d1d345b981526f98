import Lanes

/// The part of a row of a `LightField` that the points origin + column/4 need, and how they are read.
struct LightSpan {
  private let columns: Range<Int>
  /// The first node that is mixed, and the number of nodes. Halving the distance of nodes spoils less than two nodes at either end.
  let firstNode: Int
  let nodeCount: Int
  /// Floats of a row of memory for nodes a pixel apart.
  let rowStride: Int
  /// The weights of nodes a pixel apart for values, and for −1 times their derivatives, at points a quarter of a pixel apart.
  let values: QuarterWeights
  let slopes: QuarterWeights
  /// The pixel of the first of those points, counted from the first node.
  private let firstPixel: Int

  /// - Parameter level: the nodes of the field are 2^level pixels apart.
  init(_ columns: Range<Int>, origin: Float, level: Int) {
    self.columns = columns
    let spacing = Float(1 << level)
    let (first, last) = (origin + 0.25 * Float(columns.lowerBound), origin + 0.25 * Float(columns.upperBound))
    firstNode = Int((first / spacing).rounded(.down)) - 4
    nodeCount = (Int((last / spacing).rounded(.down)) + 8 - firstNode + 7) / 8 * 8
    rowStride = nodeCount << level + 32
    // The whole pixels are counted apart, so that rounding does not depend on the columns.
    let quarters = (origin * 4).rounded(.down)
    let firstQuarter = Int(quarters) + columns.lowerBound - firstNode << (level + 2)
    firstPixel = firstQuarter >> 2
    (values, slopes) = QuarterWeights.valuesAndSlopes(
      from: Float(firstQuarter & 3) * 0.25 + (origin * 4 - quarters) * 0.25)
  }

  /// Floats of memory that reading a row needs.
  var memoryCount: Int { 2 * rowStride }

  /// Reads the points of a row of nodes a pixel apart.
  func read(
    _ row: UnsafeMutablePointer<Float>, _ weights: QuarterWeights, into output: UnsafeMutablePointer<Float>
  ) {
    weights.read(row + firstPixel, into: output, count: columns.count)
  }
}

extension SplineGrid {
  /// Returns a row, mixed from four rows of a plane, at nodes a pixel apart.
  func mixed(
    _ top: Int, _ plane: Int, _ weights: SIMD4<Float>, _ span: LightSpan, _ memory: UnsafeMutablePointer<Float>
  ) -> UnsafeMutablePointer<Float> {
    var (row, other) = (memory + 8, memory + 8 + span.rowStride)
    // The nodes whose coefficients are known.
    let first = max(span.firstNode, -2)
    let count = min(span.firstNode + span.nodeCount, lastColumn + 3) - first
    if count <= 0 {
      row.update(repeating: 0, count: span.nodeCount)
    } else {
      func node(_ y: Int) -> UnsafeMutablePointer<Float> { self.row(y, plane: plane) + first }
      let offset = first - span.firstNode
      row.update(repeating: 0, count: offset)
      let rows = (node(top - 1), node(top), node(top + 1), node(top + 2))
      SplineGrid.mix(rows, weights, into: row + offset, count: count)
      (row + (offset + count)).update(repeating: 0, count: span.nodeCount - offset - count)
    }
    var nodeCount = span.nodeCount
    for _ in 0..<level {
      // The nodes before and after those that are known do not count: see `LightSpan.firstNode`.
      (row[-1], row[nodeCount]) = (0, 0)
      SplineGrid.enlarge(row, into: other, count: nodeCount)
      (row, other) = (other, row)
      nodeCount *= 2
    }
    return row
  }
}

/// The weights of four B-splines at four points a quarter of their distance apart.
struct QuarterWeights {
  /// For each point, the weights of the four nodes around it, and the second of these nodes.
  private var weights = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
  private var nodes = (0, 0, 0, 0)

  /// - Parameter start: the first point, in nodes.
  /// - Returns: the weights for values, and those for −1 times the derivatives by the distance in nodes.
  static func valuesAndSlopes(from start: Float) -> (QuarterWeights, QuarterWeights) {
    func weights(_ point: Int) -> (node: Int, values: SIMD4<Float>, slopes: SIMD4<Float>) {
      let position = start + Float(point) * 0.25
      let node = position.rounded(.down)
      let (v, d) = SplineGrid.weights(Float8(repeating: position - node))
      return (
        Int(node), SIMD4(v.0[0], v.1[0], v.2[0], v.3[0]), SIMD4(-d.0[0], -d.1[0], -d.2[0], -d.3[0])
      )
    }
    let points = (weights(0), weights(1), weights(2), weights(3))
    let nodes = (points.0.node, points.1.node, points.2.node, points.3.node)
    return (
      QuarterWeights(
        weights: (points.0.values, points.1.values, points.2.values, points.3.values), nodes: nodes),
      QuarterWeights(
        weights: (points.0.slopes, points.1.slopes, points.2.slopes, points.3.slopes), nodes: nodes)
    )
  }

  /// Reads `count` points of a row of nodes, in whole vectors: four points for each node.
  @inline(never)
  func read(_ row: UnsafeMutablePointer<Float>, into output: UnsafeMutablePointer<Float>, count: Int) {
    let (a, b, c, d) = weights
    let rows = (row + (nodes.0 - 1), row + (nodes.1 - 1), row + (nodes.2 - 1), row + (nodes.3 - 1))
    var (node, column) = (0, 0)
    while column < count {
      @inline(__always) func sum(_ row: UnsafeMutablePointer<Float>, _ w: SIMD4<Float>) -> Float8 {
        @inline(__always) func load(_ offset: Int) -> Float8 {
          Lanes.optimizerBarrier(Lanes.load(row + (node &+ offset)))
        }
        return (load(0) * w.x + load(3) * w.w) + (load(1) * w.y + load(2) * w.z)
      }
      let even = Lanes.interleaved(sum(rows.0, a), sum(rows.2, c))
      let odd = Lanes.interleaved(sum(rows.1, b), sum(rows.3, d))
      let (first, second) = (Lanes.interleaved(even.low, odd.low), Lanes.interleaved(even.high, odd.high))
      let target = output + column
      Lanes.store(first.low, to: target)
      if column &+ 8 < count { Lanes.store(first.high, to: target + 8) }
      if column &+ 16 < count { Lanes.store(second.low, to: target + 16) }
      if column &+ 24 < count { Lanes.store(second.high, to: target + 24) }
      node &+= 8
      column &+= 32
    }
  }
}
