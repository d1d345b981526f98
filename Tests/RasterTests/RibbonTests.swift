import Lanes
import Model
import Raster
import Testing

@Suite struct RibbonTests {
  private typealias Point = TestRibbon.Point

  /// The alpha of a ribbon of white light alone on a tile, row by row.
  private func draw(
    _ points: [Point], isSoft: Bool = false, core: Float = 0, blend: BlendMode = .normal, width: Int = 128,
    height: Int = 96,
    left: Int = 0, top: Int = 0
  ) -> [[Float]] {
    let buffer = TileBuffer(width: width, height: height)
    let tile = buffer.tile(at: PixelRect(x: left, y: top, width: width, height: height))
    TestRibbon(points, isSoft: isSoft, core: core).draw(blend: blend, into: tile)
    return (0..<height).map { row in (0..<width).map { tile.row(row, plane: 3)[$0] } }
  }

  private func alphaSum(_ rows: [[Float]]) -> Double { rows.reduce(0) { $0 + $1.reduce(0) { $0 + Double($1) } } }

  /// Points on a circle's arc.
  private func arc(_ radius: Float, turns: Float, count: Int, halfWidth: Float = 4) -> [Point] {
    (0..<count).map { index in
      let turn = Lanes.sincosTurns(Double(turns) * Double(index) / Double(count - 1))
      return Point(x: 64 + radius * Float(turn.cos), y: 48 + radius * Float(turn.sin), halfWidth: halfWidth)
    }
  }

  @Test(
    "A straight ribbon has the light of its area", arguments: [0, 0.07, 0.125, 0.21, 0.25],
    [0.75, 1.3, 3, 9] as [Float])
  func straightArea(turns: Double, halfWidth: Float) {
    let turn = Lanes.sincosTurns(turns)
    let (dx, dy) = (Float(turn.cos) * 30, Float(turn.sin) * 30)
    let ends = [
      Point(x: 60.3 - dx, y: 45.6 - dy, halfWidth: halfWidth), Point(x: 60.3 + dx, y: 45.6 + dy, halfWidth: halfWidth),
    ]
    let expectedArea = Double(60 * 2 * halfWidth) + Double.pi * Double(halfWidth * halfWidth)
    #expect(abs(alphaSum(draw(ends)) / expectedArea - 1) < 0.025)
    guard halfWidth >= 1.5 else { return }
    // ∫(1 − v²)² over the width is 16/15; over a disc π/3.
    let soft = Double(60 * halfWidth) * 16 / 15 + Double.pi * Double(halfWidth * halfWidth) / 3
    #expect(abs(alphaSum(draw(ends, isSoft: true)) / soft - 1) < 0.025)
  }

  @Test(
    "A ribbon with a hot core is 1 in its middle, half as bright at the core's edge, and keeps its light where the core is thin",
    arguments: [0, 0.07, 0.21] as [Double])
  func hotCore(turns: Double) {
    let turn = Lanes.sincosTurns(turns)
    /// Alpha over a length of 60 px in the middle of a ribbon.
    func light(halfWidth: Float, core: Float) -> Double {
      let (dx, dy) = (Float(turn.cos) * 30, Float(turn.sin) * 30)
      func sum(_ length: Float) -> Double {
        alphaSum(
          draw(
            [
              Point(x: 60.3 - dx * length, y: 45.6 - dy * length, halfWidth: halfWidth),
              Point(x: 60.3 + dx * length, y: 45.6 + dy * length, halfWidth: halfWidth),
            ], isSoft: true, core: core))
      }
      return sum(1) - sum(0.5)
    }
    /// ∫ (1 − v²)²·c²/(c² + v²) dv by the midpoint rule, times the half width and 30 px.
    func expected(_ halfWidth: Double, _ core: Double) -> Double {
      let count = 100_000
      return 30 * halfWidth
        * (0..<count).reduce(0.0) { sum, index in
          let v = 2 * (Double(index) + 0.5) / Double(count) - 1
          let inside = 1 - v * v
          return sum + 2 * inside * inside * core * core / (core * core + v * v) / Double(count)
        }
    }
    #expect(abs(light(halfWidth: 20, core: 0.2) / expected(20, 0.2) - 1) < 0.02)
    #expect(abs(light(halfWidth: 12, core: 0.1) / expected(12, 0.1) - 1) < 0.02)
    // Cores of 0.15 and 0.3 px.
    #expect(abs(light(halfWidth: 3, core: 0.1) / expected(3, 0.1) - 1) < 0.25)
    #expect(abs(light(halfWidth: 3, core: 0.05) / expected(3, 0.05) - 1) < 0.3)
    let rows = draw(
      [Point(x: 20.5, y: 40.5, halfWidth: 20), Point(x: 110.5, y: 40.5, halfWidth: 20)], isSoft: true, core: 0.25)
    #expect(abs(rows[40][64] - 1) < 1e-5)
    // 5 of 20 px from the middle: (1 − 1/16)² ÷ 2.
    #expect(abs(rows[45][64] - 0.43945) < 1e-3)
    #expect(rows[61][64] == 0)
  }

  /// Small differences are allowed: the slanted sides of a whole ribbon are slightly steeper than those of its segments.
  @Test("Joints between the segments of a ribbon do not show", arguments: [false, true])
  func jointsDoNotShow(isSoft: Bool) {
    func line(_ count: Int) -> [[Float]] {
      draw(
        (0..<count).map { index in
          let share = Float(index) / Float(count - 1)
          return Point(x: 10.2 + 100 * share, y: 20.7 + 55 * share, halfWidth: 7 - 6 * share, gain: 1 - share)
        }, isSoft: isSoft)
    }
    let whole = line(2)
    for count in [3, 8, 25, 200] {
      let parts = line(count)
      var worst: Float = 0
      for (row, other) in zip(whole, parts) { for (a, b) in zip(row, other) { worst = max(worst, abs(a - b)) } }
      #expect(worst < 0.012, "\(count) points")
    }
  }

  @Test("A bent ribbon has neither gaps nor pixels that are covered twice")
  func bendsAreWhole() {
    for count in [9, 24, 90] {
      for (rows, blend) in [BlendMode.normal, .add].map({ (draw(arc(30, turns: 0.9, count: count), blend: $0), $0) }) {
        var inside = 0
        for (y, row) in rows.enumerated() {
          for (x, alpha) in row.enumerated() {
            let (dx, dy) = (Float(x) + 0.5 - 64, Float(y) + 0.5 - 48)
            let (radius, angle) = (
              (dx * dx + dy * dy).squareRoot(), Lanes.atan2(y: Double(dy), x: Double(dx)) / 2 / .pi
            )
            #expect(alpha <= 1)
            // Only pixels that are farther from the sides than the chords of nine points cut off.
            if abs(radius - 30) < 1, angle > 0.02 || angle < -0.12 {
              inside += 1
              #expect(alpha == 1, "\(blend), \(count) points, (\(x), \(y))")
            }
          }
        }
        #expect(inside > 250)
      }
    }
  }

  @Test("A ribbon that turns back on itself covers no more than once")
  func turningBack() {
    let there = [Point(x: 20, y: 40), Point(x: 90, y: 40), Point(x: 20, y: 42)]
    let rows = draw(there, blend: .add)
    #expect(rows.allSatisfy { $0.allSatisfy { $0 <= 1 } })
    let alone = alphaSum(draw([Point(x: 20, y: 40), Point(x: 90, y: 40)]))
    #expect(alphaSum(rows) > alone && alphaSum(rows) < alone * 1.2)
  }

  @Test("Where a ribbon crosses itself the brighter part stays whole")
  func crossing() {
    var loop = [
      Point(x: 20, y: 48), Point(x: 100, y: 48), Point(x: 100, y: 10), Point(x: 60, y: 10), Point(x: 60, y: 90),
    ]
    for index in loop.indices { loop[index].gain = 1 - Float(index) * 0.2 }
    let rows = draw(loop)
    let straight = draw(Array(loop[0..<2]))
    for x in 25..<90 { for y in 45..<51 { #expect(abs(rows[y][x] - straight[y][x]) < 1e-6) } }
    #expect(abs(rows[80][60] - 0.25) < 0.03)
  }

  @Test("Ribbons do not depend on tiles")
  func tiles() {
    for isSoft in [false, true] {
      var points = arc(36, turns: 1.7, count: 31, halfWidth: 5)
      for index in points.indices {
        points[index].x += Float(index) * 0.7 - 10
        points[index].gain = 1 - Float(index) / 31
      }
      let whole = draw(points, isSoft: isSoft)
      for (top, left) in [(0, 0), (32, 64), (64, 24), (16, 88)] {
        let part = draw(points, isSoft: isSoft, width: 40, height: 32, left: left, top: top)
        for row in 0..<32 { #expect(part[row] == Array(whole[top + row][left..<left + 40])) }
      }
    }
  }

  @Test("Every block that a ribbon covers is marked")
  func marking() {
    let points = arc(30, turns: 0.8, count: 12, halfWidth: 1.5)
    let rows = draw(points)
    let buffer = TileBuffer(width: 128, height: 96)
    let dirty = DirtyBlocks()
    dirty.reset(width: 128, height: 96)
    TestRibbon(points).markDirty(tile: buffer.tile, dirty: dirty)
    for (y, row) in rows.enumerated() {
      for (x, alpha) in row.enumerated() where alpha != 0 { #expect(dirty[y / 2] >> UInt64(x / 8) & 1 == 1) }
    }
    #expect(dirty.markedShare < 0.5)
  }
}
