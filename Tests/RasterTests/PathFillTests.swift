import Lanes
import Model
import Raster
import Testing

private typealias Point = SIMD2<Double>

/// Compares filled paths with areas known in closed form.
@Suite struct PathFillTests {
  @Test("A filled circle covers its area", arguments: [0.3, 1, 7.25, 33.4])
  func circlesHaveTheirArea(radius: Double) {
    #expect(abs(coveredArea(filled(circle(radius))) - Double.pi * radius * radius) < 0.003 * radius + 0.001)
  }

  @Test("Every pixel of a half plane has its exact area")
  func pixelsOfAHalfPlaneAreExact() {
    // All below the line y = x/4 + 10.
    let picture = coveredShares(
      filled(line([Point(0, 10), Point(104, 36), Point(104, 77), Point(0, 77)], isClosed: true)))
    for x in 0..<104 {
      for y in 0..<77 {
        // The mean, over the pixel's width, of the height below the line.
        var expected = 0.0
        for step in 0..<64 {
          let edge = (Double(x) + (Double(step) + 0.5) / 64) / 4 + 10
          expected += min(max(Double(y) + 1 - edge, 0), 1) / 64
        }
        #expect(abs(Double(picture[y * 104 + x]) - expected) < 0.002)
      }
    }
  }

  @Test("Tiles of any size give the same coverage")
  func cutsDoNotShow() {
    var path = circle(30)
    path.move(to: Point(2, 3))
    path.curve(Point(140, -30), Point(-60, 90), to: Point(99, 70))
    let list = filled(path)
    for rule in [VectorPath.FillRule.nonzero, .evenOdd] {
      let whole = coveredShares(list, rule)
      for tile in [(8, 3), (16, 16), (40, 77), (104, 5), (24, 33)] {
        #expect(coveredShares(list, rule, tile: tile) == whole)
      }
    }
  }

  @Test("Where a path overlaps itself the fill rule decides")
  func rulesTellWhatIsInside() {
    // Two squares of side 20 that wind the same way and share a square of side 10.
    var path = line([Point(10, 10), Point(30, 10), Point(30, 30), Point(10, 30)], isClosed: true)
    path.move(to: Point(20, 20))
    for corner in [Point(40, 20), Point(40, 40), Point(20, 40)] { path.line(to: corner) }
    path.close()
    #expect(abs(coveredArea(filled(path), .nonzero) - 700) < 1e-3)
    #expect(abs(coveredArea(filled(path), .evenOdd) - 600) < 1e-3)
  }

  @Test("Paths without area or outside the frame cover nothing, huge ones everything")
  func nothingIsCoveredByNothing() {
    #expect(coveredArea(PolygonList()) == 0)
    #expect(coveredArea(filled(line([Point(3, 3), Point(50, 60)], isClosed: true))) == 0)
    #expect(coveredArea(filled(line([Point(-50, -20), Point(-3, -20), Point(-3, -4)], isClosed: true))) == 0)
    // Coordinates beyond every number that the grid holds.
    let huge = coveredArea(
      filled(line([Point(-1e12, -1e12), Point(1e12, -1e12), Point(1e12, 1e12), Point(-1e12, 1e12)])))
    #expect(huge == 104 * 77)
  }
}
