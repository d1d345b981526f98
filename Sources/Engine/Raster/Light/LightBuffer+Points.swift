import Lanes

/// The light at eight points: for each colour A, and both components of B (`LightField`).
package struct PointLight {
  package var facing = (red: Float8(), green: Float8(), blue: Float8())
  package var slopeX = (red: Float8(), green: Float8(), blue: Float8())
  package var slopeY = (red: Float8(), green: Float8(), blue: Float8())
}

extension LightBuffer {
  /// The light at eight points, each at its own distance from the sources, for particles and receivers of any form. All levels are read
  /// as B-splines with their exact derivatives, and weighted for each point. All passes must be finished.
  ///
  /// Cost: about 0.1 µs a point (`Light` in the module's README).
  ///
  /// - Parameters:
  ///   - x: position in pixels, from the centre of the buffer's first pixel; `y` likewise. Points outside are moved to the edge.
  ///   - height: the distance from the plane of the sources in pixels, at least `leastHeight`.
  package func light(atX x: Float8, y: Float8, height: Float8) -> PointLight {
    let h = Lanes.max(height, Self.leastHeight)
    // Twelve sums for each colour: A, B_x and B_y of the points i and i + 4, still one for each of four columns.
    var sums = PairSums()
    let column = Lanes.clamp(x, -1, Float(width))
    let row = Lanes.clamp(y, -1, Float(self.height))
    let (nodes, scales) = (levelNodes.base, levelScales.base)
    for index in 0..<levelNodes.count {
      let level = nodes[index]
      let scale = 1 / Float(1 << index)
      // c·e^(−h²/2σ²), where σ² = 2 ÷ scale². For B this is multiplied by σ², and by `scale`, because derivatives are by node.
      let gaussian = Lanes.exp(h * h * (-0.25 * scale * scale)) * scales[index]
      let (px, py) = (column * scale, row * scale)
      let (left, top) = (Lanes.floor(px), Lanes.floor(py))
      let (wx, dx) = SplineGrid.weights(px - left)
      let (wy, dy) = SplineGrid.weights(py - top)
      let offsets =
        (Lanes.truncateInRange(top) &- 1) &* Int32(truncatingIfNeeded: level.rowStride)
        &+ (Lanes.truncateInRange(left) &- 1)
      sums.add(
        level, offsets, columns: (wx, dx), rows: (wy, dy), facing: gaussian * h,
        potential: gaussian * (-2 / scale))
    }
    return sums.light
  }
}

/// The sums over levels for eight points. In each vector the four columns of point i are in the low half, those of point i + 4 in the high half.
private struct PairSums {
  private typealias Colors = (Float8, Float8, Float8)
  private typealias Points = (Colors, Colors, Colors, Colors)
  private static let zero: Points = (
    (.zero, .zero, .zero), (.zero, .zero, .zero), (.zero, .zero, .zero), (.zero, .zero, .zero)
  )
  private var facing = zero
  private var slopeX = zero
  private var slopeY = zero

  /// Adds a level.
  ///
  /// - Parameters:
  ///   - offsets: distances in floats from the level's origin to the upper left of the 4 × 4 nodes of each point.
  ///   - columns: the weights of the columns, and those for the derivative; `rows` likewise.
  ///   - facing: the level's weight for A, `potential` that for B.
  @inline(__always)
  mutating func add(
    _ level: SplineGrid.Nodes, _ offsets: Int32x8,
    columns: (values: (Float8, Float8, Float8, Float8), slopes: (Float8, Float8, Float8, Float8)),
    rows: (values: (Float8, Float8, Float8, Float8), slopes: (Float8, Float8, Float8, Float8)),
    facing facingWeight: Float8, potential: Float8
  ) {
    let (c, d) = (columns.values, columns.slopes)
    let values = Lanes.transposedHalves(c.0, c.1, c.2, c.3)
    let slopes = Lanes.transposedHalves(d.0, d.1, d.2, d.3)
    let facings = Lanes.repeatedFourTimesInHalves(facingWeight)
    let potentials = Lanes.repeatedFourTimesInHalves(potential)
    let y = (
      Lanes.repeatedFourTimesInHalves(rows.values.0), Lanes.repeatedFourTimesInHalves(rows.values.1),
      Lanes.repeatedFourTimesInHalves(rows.values.2), Lanes.repeatedFourTimesInHalves(rows.values.3)
    )
    let dy = (
      Lanes.repeatedFourTimesInHalves(rows.slopes.0), Lanes.repeatedFourTimesInHalves(rows.slopes.1),
      Lanes.repeatedFourTimesInHalves(rows.slopes.2), Lanes.repeatedFourTimesInHalves(rows.slopes.3)
    )
    let stride = level.rowStride
    @inline(__always) func addPair(
      _ lane: Int, _ values: Float8, _ slopes: Float8, _ facing: Float8, _ potential: Float8,
      _ y: (Float8, Float8, Float8, Float8), _ dy: (Float8, Float8, Float8, Float8), _ a: inout Colors,
      _ bx: inout Colors,
      _ by: inout Colors
    ) {
      let (first, second) = (level.origin + Int(offsets[lane]), level.origin + Int(offsets[lane &+ 4]))
      let (ax, bxWeight, byWeight) = (values * facing, slopes * potential, values * potential)
      @inline(__always) func addColor(_ plane: Int, _ a: inout Float8, _ bx: inout Float8, _ by: inout Float8) {
        let (p, q) = (first + plane &* level.planeStride, second + plane &* level.planeStride)
        let (r0, r1) = (Lanes.fours(p, q), Lanes.fours(p + stride, q + stride))
        let (r2, r3) = (Lanes.fours(p + 2 &* stride, q + 2 &* stride), Lanes.fours(p + 3 &* stride, q + 3 &* stride))
        let value = (r0 * y.0 + r3 * y.3) + (r1 * y.1 + r2 * y.2)
        let slope = (r0 * dy.0 + r3 * dy.3) + (r1 * dy.1 + r2 * dy.2)
        a += value * ax
        bx += value * bxWeight
        by += slope * byWeight
      }
      addColor(0, &a.0, &bx.0, &by.0)
      addColor(1, &a.1, &bx.1, &by.1)
      addColor(2, &a.2, &bx.2, &by.2)
    }
    addPair(
      0, values.0, slopes.0, facings.0, potentials.0, (y.0.0, y.1.0, y.2.0, y.3.0), (dy.0.0, dy.1.0, dy.2.0, dy.3.0),
      &facing.0, &slopeX.0, &slopeY.0)
    addPair(
      1, values.1, slopes.1, facings.1, potentials.1, (y.0.1, y.1.1, y.2.1, y.3.1), (dy.0.1, dy.1.1, dy.2.1, dy.3.1),
      &facing.1, &slopeX.1, &slopeY.1)
    addPair(
      2, values.2, slopes.2, facings.2, potentials.2, (y.0.2, y.1.2, y.2.2, y.3.2), (dy.0.2, dy.1.2, dy.2.2, dy.3.2),
      &facing.2, &slopeX.2, &slopeY.2)
    addPair(
      3, values.3, slopes.3, facings.3, potentials.3, (y.0.3, y.1.3, y.2.3, y.3.3), (dy.0.3, dy.1.3, dy.2.3, dy.3.3),
      &facing.3, &slopeX.3, &slopeY.3)
  }

  var light: PointLight {
    @inline(__always) func total(_ points: Points) -> (red: Float8, green: Float8, blue: Float8) {
      @inline(__always) func sum(_ a: Float8, _ b: Float8, _ c: Float8, _ d: Float8) -> Float8 {
        // Transposed, lane i of the four vectors has the four columns of point i.
        let columns = Lanes.transposedHalves(a, b, c, d)
        return (columns.0 + columns.3) + (columns.1 + columns.2)
      }
      return (
        sum(points.0.0, points.1.0, points.2.0, points.3.0), sum(points.0.1, points.1.1, points.2.1, points.3.1),
        sum(points.0.2, points.1.2, points.2.2, points.3.2)
      )
    }
    return PointLight(facing: total(facing), slopeX: total(slopeX), slopeY: total(slopeY))
  }
}
