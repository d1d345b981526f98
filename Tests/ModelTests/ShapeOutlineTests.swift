import Model
import TestSupport
import Testing

@Suite struct ShapeOutlineTests {
  private typealias Point = SIMD2<Double>

  private func square(_ halfSide: Double, clockwise: Bool = true, at x: Double = 0) -> [(Double, Double)] {
    let corners = [
      (x - halfSide, -halfSide), (x + halfSide, -halfSide), (x + halfSide, halfSide), (x - halfSide, halfSide),
    ]
    return clockwise ? corners : corners.reversed()
  }

  private func area(_ path: VectorPath) -> Double {
    ShapeOutline(path).triangles?.reduce(0) { $0 + $1.area } ?? -1
  }

  @Test("Areas follow the fill rule") func areasFollowTheFillRule() {
    #expect(abs(area(VectorPath(polygons: [square(3), square(1)], .evenOdd)) - 32) < 1e-9)
    #expect(abs(area(VectorPath(polygons: [square(3), square(1)])) - 36) < 1e-9)
    #expect(abs(area(VectorPath(polygons: [square(3), square(1, clockwise: false)])) - 32) < 1e-9)
    // Two squares that overlap by half: the half counts once, or not at all.
    #expect(abs(area(VectorPath(polygons: [square(1), square(1, at: 1)])) - 6) < 1e-9)
    #expect(abs(area(VectorPath(polygons: [square(1), square(1, at: 1)], .evenOdd)) - 4) < 1e-9)
    // A bow tie crosses itself.
    #expect(abs(area(VectorPath(polygons: [[(0, 0), (4, 4), (4, 0), (0, 4)]])) - 8) < 1e-9)
    // A pentagram of radius 1: its five points are filled under both rules, its middle only under the nonzero rule.
    let corners = (0..<5).map { VectorPath.cornerDirection($0 * 2, of: 5) }.map { ($0.x, $0.y) }
    let whole = area(VectorPath(polygons: [corners]))
    let inner = whole - area(VectorPath(polygons: [corners], .evenOdd))
    // The middle is a regular pentagon of radius 0.381966.
    let ratio = 0.381_966_011_250_105
    #expect(abs(inner - 2.377_641_290_737_884 * ratio * ratio) < 1e-9)
    #expect(abs(whole - area(.star(points: 5, ratio: ratio))) < 1e-9)
  }

  @Test("Triangles lie inside and do not overlap") func trianglesLieInside() {
    for rule in VectorPath.FillRule.allCases {
      let outline = ShapeOutline(
        VectorPath(polygons: [square(3), square(2, at: 2), [(0, 0), (4, 4), (4, 0), (0, 4)]], rule))
      let triangles = outline.triangles ?? []
      #expect(!triangles.isEmpty)
      // Each point of a grid is in one triangle if it is inside the outline, and in none otherwise.
      for row in 0..<40 {
        for column in 0..<40 {
          let point = Point(-4.013 + 0.231 * Double(column), -4.017 + 0.237 * Double(row))
          let count = triangles.count { triangle in
            func side(_ from: Point, _ to: Point) -> Bool {
              (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x) > 0
            }
            let sides = [side(triangle.a, triangle.b), side(triangle.b, triangle.c), side(triangle.c, triangle.a)]
            return sides.allSatisfy { $0 } || sides.allSatisfy { !$0 }
          }
          #expect(count == (outline.isInside(point) ? 1 : 0), "\(point)")
        }
      }
    }
  }

  @Test("Curves have the right length and area") func curvesHaveTheRightLengthAndArea() {
    // A circle of four cubics, whose radius is off by at most 3·10⁻⁴.
    let k = 0.552_284_749_830_793_4
    var circle = VectorPath()
    circle.move(to: PlanePoint(1, 0))
    circle.curve(PlanePoint(1, k), PlanePoint(k, 1), to: PlanePoint(0, 1))
    circle.curve(PlanePoint(-k, 1), PlanePoint(-1, k), to: PlanePoint(-1, 0))
    circle.curve(PlanePoint(-1, -k), PlanePoint(-k, -1), to: PlanePoint(0, -1))
    circle.curve(PlanePoint(k, -1), PlanePoint(1, -k), to: PlanePoint(1, 0))
    circle.close()
    let outline = ShapeOutline(circle)
    #expect(abs(outline.length - 2 * Double.pi) < 2e-3)
    #expect(abs(area(circle) - Double.pi) < 2e-3)
    #expect(outline.joints.count == 4)
    #expect(outline.isInsideOnLeft.allSatisfy { !$0 })
    for piece in outline.pieces {
      for step in 0...8 {
        let (point, direction) = (piece.point(at: Double(step) / 8), piece.direction(at: Double(step) / 8))
        #expect(abs((point * point).sum() - 1) < 1e-3)
        #expect(abs((point * direction).sum()) < 2e-3 * piece.length)
        // Equal steps of the parameter are equal steps of length.
        #expect(abs((direction * direction).sum().squareRoot() / piece.length - 1) < 1e-3)
      }
    }
  }

  @Test("Contours know on which side the inside lies") func sidesOfContours() {
    let outline = ShapeOutline(VectorPath(polygons: [square(3), square(1)], .evenOdd))
    // Both squares run clockwise, so the filled area is to the right of the outer one and to the left of the inner one.
    #expect(outline.isInsideOnLeft == [false, false, false, false, true, true, true, true])
    let reversed = ShapeOutline(VectorPath(polygons: [square(3, clockwise: false)]))
    #expect(reversed.isInsideOnLeft == [true, true, true, true])
  }

  @Test("Paths on which no particle can be born are reported") func unusablePaths() {
    func problem(_ path: VectorPath, _ mode: Emitter.Mode) -> String? {
      Emitter(shape: .path(path), mode: mode).outlineProblem
    }
    var line = VectorPath()
    line.move(to: PlanePoint(0, 0))
    #expect(problem(line, .outline)?.contains("no length") == true)
    line.line(to: PlanePoint(10, 5))
    #expect(problem(line, .outline) == nil)
    #expect(problem(line, .volume)?.contains("no area") == true)
    #expect(problem(VectorPath(polygons: [square(1)]), .volume) == nil)
    // A zigzag of more lines than are allowed.
    var zigzag = VectorPath()
    zigzag.move(to: PlanePoint(0, 0))
    for index in 1...Limits.outlineChords { zigzag.line(to: PlanePoint(Double(index), Double(index % 2 * 9000))) }
    #expect(problem(zigzag, .outline)?.contains("too many curves") == true)
    // Lines of which each crosses all others.
    var web = VectorPath()
    for index in 0..<400 {
      let (x, y) = (Double(index), Double(399 - index))
      web.move(to: PlanePoint(x, 0))
      web.line(to: PlanePoint(y * 1.01 + 0.3, 300))
      web.line(to: PlanePoint(y * 1.01 + 0.4, 300))
    }
    #expect(problem(web, .volume)?.contains("crosses itself too often") == true)
    #expect(problem(web, .outline) == nil)
  }
}
