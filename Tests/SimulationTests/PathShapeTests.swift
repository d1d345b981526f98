import Lanes
import Model
import Simulation
import TestSupport
import Testing

/// Births on shapes that are paths: stars, regular polygons, hearts and paths of any kind.
@Suite struct PathShapeTests {
  private typealias Place = (x: Double, y: Double)

  private func places(
    _ shape: Emitter.Shape, _ mode: Emitter.Mode, width: AnimatedNumber = 0, height: AnimatedNumber = 0
  ) -> [Place] {
    var emitter = Stage.emitter([], shape: shape, mode: mode)
    emitter.size = AnimatedPoint(width, height)
    emitter.position = AnimatedPoint(1000, 1000)
    emitter.cells = [
      Stage.cell {
        $0.birthRate = 0
        $0.burst = AnimatedNumber(Double(sampleCount))
      }
    ]
    return Stage.program(emitter).particles(at: 0.5)[0].map { (Double($0.x) - 1000, Double($0.y) - 1000) }
  }

  /// Returns the share of a closed polygon's perimeter at which each place lies; expects every place to lie on a side.
  private func perimeterShares(of places: [Place], on corners: [(Double, Double)]) -> [Double] {
    let sides = zip(corners, corners.dropFirst() + corners.prefix(1)).map { ($0, $1) }
    let lengths = sides.map { from, to in
      ((to.0 - from.0) * (to.0 - from.0) + (to.1 - from.1) * (to.1 - from.1)).squareRoot()
    }
    let perimeter = lengths.reduce(0, +)
    return places.map { place in
      var (sideStart, nearest, leastSquaredDistance) = (0.0, 0.0, Double.infinity)
      for ((from, to), length) in zip(sides, lengths) {
        let (dx, dy) = ((to.0 - from.0) / length, (to.1 - from.1) / length)
        let along = max(0, min(length, (place.x - from.0) * dx + (place.y - from.1) * dy))
        let (x, y) = (from.0 + along * dx - place.x, from.1 + along * dy - place.y)
        if x * x + y * y < leastSquaredDistance {
          (leastSquaredDistance, nearest) = (x * x + y * y, sideStart + along)
        }
        sideStart += length
      }
      #expect(leastSquaredDistance < 1e-5)
      return nearest / perimeter
    }
  }

  /// Corners clockwise from the top; every second one is at `ratio` of the full radius.
  private func corners(_ count: Int, width: Double, height: Double, ratio: Double = 1) -> [(Double, Double)] {
    (0..<count).map { corner in
      let (sine, cosine) = Lanes.sincosTurns(Double(corner) / Double(count))
      let radius = corner % 2 == 0 ? 1 : ratio
      return (sine * width / 2 * radius, -cosine * height / 2 * radius)
    }
  }

  @Test("Outlines of stars and polygons are uniform by length") func outlinesAreUniformByLength() {
    let star = corners(10, width: 120, height: 60, ratio: 0.4)
    expectUniform(
      perimeterShares(of: places(.star(points: 5, ratio: 0.4), .outline, width: 120, height: 60), on: star), "star")
    let triangle = corners(3, width: 90, height: 90)
    expectUniform(
      perimeterShares(of: places(.regularPolygon(sides: 3), .outline, width: 90, height: 90), on: triangle),
      "triangle")
  }

  @Test("Outlines are uniform by length while their proportions change") func outlinesOfChangingProportions() {
    // The size is 120 × 30, but a width that is a sum is not a constant: it is read at each birth.
    let width = AnimatedNumber(.sum([.constant(120)]))
    let star = corners(10, width: 120, height: 30, ratio: 0.5)
    expectUniform(
      perimeterShares(of: places(.star(points: 5, ratio: 0.5), .outline, width: width, height: 30), on: star),
      "squeezed star")
  }

  @Test("Areas with holes are filled uniformly") func areasWithHolesAreFilledUniformly() {
    // A frame of 40 × 20 around a hole of 20 × 10, counted in four parts: left, right, above and below.
    let outer = [(-20.0, -10.0), (20, -10), (20, 10), (-20, 10)]
    let inner = [(-10.0, -5.0), (10, -5), (10, 5), (-10, 5)]
    for path in [
      VectorPath(polygons: [outer, inner], .evenOdd), VectorPath(polygons: [outer, inner.reversed()], .nonzero),
    ] {
      let found = places(.path(path), .volume)
      #expect(found.count == sampleCount)
      #expect(found.allSatisfy { abs($0.x) < 20.001 && abs($0.y) < 10.001 })
      #expect(found.allSatisfy { abs($0.x) > 9.999 || abs($0.y) > 4.999 })
      let left = found.filter { $0.x < -10 }.count
      let right = found.filter { $0.x > 10 }.count
      let above = found.filter { abs($0.x) <= 10 && $0.y < 0 }.count
      let below = found.filter { abs($0.x) <= 10 && $0.y > 0 }.count
      // Areas of 200, 200, 100 and 100.
      let expected = [200, 200, 100, 100].map { Double(sampleCount) * $0 / 600 }
      // Chi-square with 3 degrees of freedom, p = 0.001.
      #expect(chiSquare([left, right, above, below], expected: expected) < 16.3)
      // Within a part the density is uniform as well.
      let part = found.filter { $0.x > 10 }
      let bins = (0..<8).map { bin in part.filter { Int(($0.y + 10) / 2.5) == bin }.count }
      // Chi-square with 7 degrees of freedom, p = 0.001.
      #expect(chiSquare(bins, expected: bins.map { _ in Double(part.count) / 8 }) < 24.3)
    }
    // Where the inner contour winds the same way as the outer, the nonzero rule fills it.
    let whole = places(.path(VectorPath(polygons: [outer, inner])), .surface)
    #expect(whole.contains { abs($0.x) < 9 && abs($0.y) < 4 })
  }

  @Test("Stars are filled by area") func starsAreFilled() {
    let found = places(.star(points: 4, ratio: 0.5), .volume, width: 100, height: 100)
    let outline = ShapeOutline(VectorPath.star(points: 4, ratio: 0.5))
    #expect(found.allSatisfy { outline.isInside(SIMD2($0.x, $0.y) / 50.01) })
    // All four spikes have the same area.
    let turns = found.map { place -> Double in
      let turns = Lanes.atan2(y: place.y, x: place.x) / (2 * Double.pi) + 0.125
      return turns < 0 ? turns + 1 : turns
    }
    let spikes = (0..<4).map { spike in turns.filter { Int($0 * 4) == spike }.count }
    // Chi-square with 3 degrees of freedom, p = 0.001.
    #expect(chiSquare(spikes, expected: spikes.map { _ in Double(sampleCount) / 4 }) < 16.3)
  }

  @Test("Hearts lie in the box of their size, on and within their outline") func hearts() {
    let outline = ShapeOutline(VectorPath.heart)
    let inside = places(.heart, .volume, width: 200, height: 100)
    #expect(inside.allSatisfy { outline.isInside(SIMD2($0.x / 100.1, $0.y / 50.05)) || abs($0.x) < 1 })
    // The two halves are mirror images.
    let left = inside.filter { $0.x < 0 }.count
    #expect(abs(left - sampleCount / 2) < 300)
    let edge = places(.heart, .outline, width: 200, height: 100)
    #expect(edge.contains { $0.x > 99.9 } && edge.contains { $0.x < -99.9 })
    #expect(edge.allSatisfy { abs($0.x) < 100.01 && $0.y < 46.6 && $0.y > -43.8 })
  }

  @Test("In the mode points births are at the corners of a path") func cornersOfPaths() {
    let points = places(.star(points: 5, ratio: 0.4), .points, width: 100, height: 100)
    #expect(Set(points.map { "\($0.x) \($0.y)" }).count == 10)
  }

  @Test("A path with a size is centred and fits into it") func pathsWithASize() {
    // A box of 40 × 10 whose middle is (120, 205).
    let box = VectorPath(polygons: [[(100, 200), (140, 200), (140, 210), (100, 210)]])
    let plain = places(.path(box), .volume)
    #expect(plain.allSatisfy { $0.x > 99.9 && $0.x < 140.1 && $0.y > 199.9 && $0.y < 210.1 })
    // The largest copy of the box that fits into 80 × 60 is twice as large.
    for width in [AnimatedNumber(80), AnimatedNumber(.sum([.constant(80)]))] {
      let sized = places(.path(box), .volume, width: width, height: 60)
      expectUniform(sized.map { ($0.x + 40) / 80 }, "width")
      expectUniform(sized.map { ($0.y + 10) / 20 }, "height")
    }
  }
}
