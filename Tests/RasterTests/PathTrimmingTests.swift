import Model
import Raster
import Testing

private typealias Point = SIMD2<Double>

@Suite struct PathTrimmingTests {
  @Test("A path that is emptied begins at the origin again")
  func emptiedPathsBeginAtTheOrigin() {
    var used = line([Point(3, 4), Point(50, 60)])
    used.restart(tolerance: 0.01, reach: 0)
    var fresh = FlattenedPath()
    used.line(to: Point(10, 0))
    fresh.line(to: Point(10, 0))
    #expect(used == fresh && used.contours[0].start == Point(0, 0))
  }

  @Test("A trimmed path has its share of the length")
  func trimmedPathsHaveTheirShareOfTheLength() {
    let path = circle(20)
    for (start, end, share) in [(0.1, 0.35, 0.25), (0.8, 1.2, 0.4), (-0.1, 0.1, 0.2), (3, 3.5, 0.5), (0.4, 0.4, 0)] {
      let section = path.trimmed(from: start, to: end)
      #expect(abs(section.length - share * path.length) < 1e-9 * path.length)
      #expect(section.contours.count == (share > 0 ? 1 : 0))
    }
    #expect(path.trimmed(from: 0.3, to: 1.3) == path)
    #expect(path.trimmed(from: 0.5, to: 0.4).chords.isEmpty)
    // An open path starts again at its beginning.
    let open = line([Point(0, 0), Point(10, 0)])
    #expect(open.trimmed(from: 0.8, to: 1.1).contours.count == 2)
  }

  @Test("A path without length lies on a dash or in a gap")
  func dotsAreDashedToo() {
    // A contour without a length is all dash or all gap.
    let dot = line([Point(20, 20), Point(20, 20)])
    let style = StrokeStyle(width: 10, cap: .square)
    #expect(abs(coveredArea(stroked(dot.dashed([18, 3], phase: -113), style)) - 100) < 0.01)
    #expect(dot.dashed([18, 3], phase: 19).contours.isEmpty)
    #expect(abs(coveredArea(stroked(dot.dashed([0, 3], phase: 3), style)) - 100) < 0.01)
  }

  @Test("Where the caps of dashes overlap they cover once")
  func dashesThatOverlapCoverOnce() {
    // Square caps lengthen dashes by 9 px and fill the gaps: the bar's slanted edges must be as smooth as those of a solid line.
    let bar = line([Point(12, 20), Point(90, 56)])
    let style = StrokeStyle(width: 18, cap: .square)
    let whole = coveredShares(stroked(bar, style))
    let dashes = coveredShares(stroked(bar.dashed([0.5, 4.3, 1.1, 2.4], phase: 104), style))
    // Only the ends may differ. The sum of `along` is a scalar product, which grows from 0 at the bar's start to 94.6 at its end.
    let direction = Point(78, 36) / Point(78, 36).x.magnitude
    var worst: Float = 0
    for y in 0..<77 {
      for x in 0..<104 {
        let along = (Point(Double(x), Double(y)) - Point(12, 20)) * direction
        guard along.x + along.y > 12, along.x + along.y < 72 else { continue }
        worst = max(worst, abs(whole[y * 104 + x] - dashes[y * 104 + x]))
      }
    }
    #expect(worst < 0.004)
  }

  @Test("Dashes repeat along a closed path and join across its beginning")
  func dashesRepeatAndCloseUp() {
    let path = line([Point(10, 10), Point(50, 10), Point(50, 50), Point(10, 50)], isClosed: true)
    let dashes = path.dashed([12, 4], phase: 0)
    #expect(dashes.contours.count == 10)
    #expect(abs(dashes.length - 120) < 1e-9)
    // Half a dash before the first corner and half a dash behind it are one.
    let shifted = path.dashed([12, 4], phase: 6)
    #expect(shifted.contours.count == 10)
    #expect(abs(shifted.length - 120) < 1e-9)
    #expect(path.dashed([5], phase: 0).contours.count == 16)
    #expect(path.dashed([0, 20], phase: 0).contours.count == 8)
    // Without gaps, or with too many to be visible, the line is solid.
    #expect(path.dashed([0, 0], phase: 3) == path)
    #expect(path.dashed([7, 0], phase: 3) == path)
    #expect(path.dashed([1e-6, 1e-6], phase: 0) == path)
  }
}
