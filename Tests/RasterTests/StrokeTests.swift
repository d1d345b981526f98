import Lanes
import Model
import Raster
import Testing

private typealias Point = SIMD2<Double>

/// Compares strokes with areas known in closed form.
@Suite struct StrokeTests {
  private let pi = Double.pi

  @Test("A stroked line has the area of its length and its caps")
  func linesHaveTheAreaOfTheirCaps() {
    let path = line([Point(20, 20.3), Point(80, 50)])
    let length = path.length
    #expect(abs(coveredArea(stroked(path, StrokeStyle(width: 6))) - 6 * length) < 0.05)
    #expect(abs(coveredArea(stroked(path, StrokeStyle(width: 6, cap: .square))) - 6 * (length + 6)) < 0.05)
    #expect(abs(coveredArea(stroked(path, StrokeStyle(width: 6, cap: .round))) - (6 * length + 9 * pi)) < 0.05)
  }

  @Test("A stroked circle has the area of its ring", arguments: [0.02, 0.3, 1.5, 8, 23, 30])
  func ringsHaveTheirArea(width: Double) {
    // The widest stroke covers the circle's middle.
    let path = circle(12, reach: width / 2)
    let outer = 12 + width / 2
    let expected = width < 24 ? 2 * pi * 12 * width : pi * outer * outer
    // Corners lie on a grid of 1/1024 px.
    #expect(abs(coveredArea(stroked(path, StrokeStyle(width: width))) - expected) < 0.08 + 0.0005 * expected)
  }

  @Test("Miter, bevel and round joins have their area")
  func joinsHaveTheirArea() {
    let square = line([Point(30, 20), Point(70, 20), Point(70, 60), Point(30, 60)], isClosed: true)
    let frame = 4.0 * 40 * 8
    #expect(abs(coveredArea(stroked(square, StrokeStyle(width: 8, join: .miter))) - (frame + 0)) < 0.05)
    #expect(abs(coveredArea(stroked(square, StrokeStyle(width: 8, join: .bevel))) - (frame - 4 * 8)) < 0.05)
    #expect(abs(coveredArea(stroked(square, StrokeStyle(width: 8, join: .round))) - (frame - 4 * (16 - 4 * pi))) < 0.05)
    // A right angle's miter is √2 widths long.
    #expect(abs(coveredArea(stroked(square, StrokeStyle(width: 8, join: .miter, miterLimit: 1.42))) - frame) < 0.05)
    #expect(
      abs(coveredArea(stroked(square, StrokeStyle(width: 8, join: .miter, miterLimit: 1.41))) - (frame - 32)) < 0.05)
  }

  @Test("Where a stroke overlaps itself it covers once")
  func overlapsCountOnce() {
    var cross = line([Point(20, 40), Point(80, 40)])
    cross.move(to: Point(50, 10))
    cross.line(to: Point(50, 70))
    #expect(abs(coveredArea(stroked(cross, StrokeStyle(width: 10))) - (600 + 600 - 100)) < 0.05)
    // Out and back with round ends.
    let back = line([Point(20, 40), Point(80, 40), Point(20, 40)])
    let round = StrokeStyle(width: 10, cap: .round, join: .round)
    #expect(abs(coveredArea(stroked(back, round)) - (600 + 25 * pi)) < 0.05)
  }

  /// A curve with a cusp and a bend much tighter than the stroke: every pixel is compared with its distance from the path.
  @Test("Around cusps and tight bends a stroke covers all that is near, and no more")
  func tightBendsCoverWhatIsNear() {
    var path = FlattenedPath(tolerance: 0.001, reach: 9)
    path.move(to: Point(20, 60))
    path.curve(Point(90, 10), Point(20, 10), to: Point(80, 60))
    path.move(to: Point(30, 25))
    path.curve(Point(34, 21), Point(34, 29), to: Point(30, 25.5))
    let picture = coveredShares(stroked(path, StrokeStyle(width: 18, cap: .round, join: .round)))
    for y in 0..<77 {
      for x in 0..<104 {
        let point = Point(Double(x) + 0.5, Double(y) + 0.5)
        var squaredDistance = Double.infinity
        for chord in path.chords {
          let delta = chord.to - chord.from
          let share = min(max(((point - chord.from) * delta).sum() / (delta * delta).sum(), 0), 1)
          let offset = point - chord.point(at: share)
          squaredDistance = min(squaredDistance, (offset * offset).sum())
        }
        let distance = squaredDistance.squareRoot()
        let coverage = picture[y * 104 + x]
        if distance < 9 - 0.75 { #expect(coverage > 0.999) }
        if distance > 9 + 0.75 { #expect(coverage < 0.001) }
      }
    }
  }

  @Test("A path without length is drawn by its caps")
  func pointsAreDrawnByTheirCaps() {
    let point = line([Point(30, 30), Point(30, 30)])
    #expect(coveredArea(stroked(point, StrokeStyle(width: 8))) == 0)
    #expect(abs(coveredArea(stroked(point, StrokeStyle(width: 8, cap: .square))) - 64) < 0.01)
    // A chord loses two thirds of its distance from the arc, so the tolerance has to be small.
    #expect(abs(coveredArea(stroked(point, StrokeStyle(width: 8, cap: .round), tolerance: 0.0004)) - 16 * pi) < 0.01)
    // A move alone draws nothing.
    #expect(coveredArea(stroked(line([Point(30, 30)]), StrokeStyle(width: 8, cap: .round))) == 0)
  }
}
