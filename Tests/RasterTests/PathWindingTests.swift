import Raster
import Testing

private typealias Point = SIMD2<Double>

/// A path that winds around a point once, without turning back, never crosses itself.
@Suite struct PathWindingTests {
  private let center = Point(50, 40)

  @Test("Stars and circles wind around their centre once")
  func starsWindOnce() {
    for points in [starred(3), starred(4), starred(10, inner: 0.3), starred(64, inner: 0.9)] {
      #expect(line(points, isClosed: true).windsOnce(around: center))
      #expect(line(points.reversed(), isClosed: true).windsOnce(around: center))
      #expect(!line(points).windsOnce(around: center), "An open line encloses nothing.")
      #expect(!line(points, isClosed: true).windsOnce(around: center + Point(90, 0)))
    }
    #expect(circle(20).windsOnce(around: Point(51.3, 37.8)))
    #expect(circle(20).windsOnce(around: Point(60, 30)))
  }

  @Test("Paths that cross themselves, turn back or meet the point do not")
  func crossingPathsDoNot() {
    // Two and three revolutions.
    #expect(!line(starred(5, step: 2), isClosed: true).windsOnce(around: center))
    #expect(!line(starred(7, step: 3), isClosed: true).windsOnce(around: center))
    // A figure eight, with the point inside one loop or the other; and a path that turns back for a while.
    let eight = [Point(20, 20), Point(80, 60), Point(80, 20), Point(20, 60)]
    #expect(!line(eight, isClosed: true).windsOnce(around: center))
    #expect(!line(eight, isClosed: true).windsOnce(around: Point(70, 40)))
    var back = starred(12)
    back.swapAt(4, 5)
    #expect(!line(back, isClosed: true).windsOnce(around: center))
    // Two rings, and an edge through the point itself.
    var two = circle(20)
    two.arc(center: Point(51.3, 37.8), radiusX: 9, radiusY: 9, from: 0, turns: 1)
    two.close()
    #expect(!two.windsOnce(around: Point(51.3, 37.8)))
    let through = [Point(50, 40), Point(70, 40), Point(70, 60), Point(50, 60)]
    #expect(!line(through, isClosed: true).windsOnce(around: center))
  }
}
