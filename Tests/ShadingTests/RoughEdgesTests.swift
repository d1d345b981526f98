import Colorimetry
import Lanes
import Model
import Raster
import Shading
import Testing

/// Outlines roughened by noise.
@Suite struct RoughEdgesTests {
  private let canvas = Canvas(
    widthPoints: 400, heightPoints: 300, widthPixels: 400, heightPixels: 300, pixelsPerPoint: 1)
  private let white = Paint.color(.constant(LinearColor(red: 1, green: 1, blue: 1)))

  /// The alpha of every pixel of a white rectangle from (100, 100) to (300, 200).
  private func alpha(_ roughEdges: RoughEdges?, figure: Figure? = nil, at time: Double = 0) -> [[Float]] {
    let rectangle = Figure.rectangle(
      center: AnimatedPoint(200, 150), size: AnimatedPoint(200, 100), corners: Figure.Corners())
    let shape = VectorShape(figure ?? rectangle, fill: white, roughEdges: roughEdges)
    let frame = drawn(shaderOf(.shape(shape), canvas, at: time), canvas)
    return (0..<300).map { row in (0..<400).map { frame.tile.row(row, plane: 3)[$0] } }
  }

  private func area(_ rows: [[Float]]) -> Double { rows.reduce(0) { $0 + $1.reduce(0) { $0 + Double($1) } } }

  @Test("No point of an outline moves farther than the amount, to both sides, and the area stays about the same")
  func staysNear() {
    var roughEdges = RoughEdges()
    (roughEdges.amount, roughEdges.size, roughEdges.detail) = (12, 40, 0.6)
    let rows = alpha(roughEdges)
    for (y, row) in rows.enumerated() {
      for (x, alpha) in row.enumerated() {
        if x < 87 || x > 312 || y < 87 || y > 212 { #expect(alpha == 0) }
        if x > 113, x < 286, y > 113, y < 186 { #expect(alpha == 1) }
      }
    }
    #expect(abs(area(rows) / 20_000 - 1) < 0.06)
    // Each side goes both ways.
    #expect(rows[98].contains { $0 > 0.9 } && rows[102][110..<290].contains { $0 < 0.1 })
  }

  @Test("Smaller bumps come with detail, another seed gives others, and none leaves the shape as it is")
  func detail() {
    func changes(_ rows: [[Float]]) -> Double {
      // The outline's length, about: the sum of the differences of neighbours.
      rows.reduce(0) { sum, row in zip(row, row.dropFirst()).reduce(sum) { $0 + Double(abs($1.0 - $1.1)) } }
    }
    var roughEdges = RoughEdges()
    (roughEdges.amount, roughEdges.size, roughEdges.detail) = (10, 80, 0)
    let smooth = alpha(roughEdges)
    roughEdges.detail = 0.8
    let ragged = alpha(roughEdges)
    #expect(changes(ragged) > 1.1 * changes(smooth))
    roughEdges.seed = 1
    #expect(alpha(roughEdges) != ragged)
    roughEdges.amount = 0
    #expect(abs(area(alpha(roughEdges)) - 20_000) < 1)
  }

  @Test("Crests point upwards: ridges have narrow peaks and wide valleys") func ridges() {
    var roughEdges = RoughEdges()
    (roughEdges.amount, roughEdges.size, roughEdges.detail, roughEdges.form) = (40, 120, 0, .ridged)
    let ground = Figure.polyline(
      points: [AnimatedPoint(-50, 150), AnimatedPoint(450, 150), AnimatedPoint(450, 400), AnimatedPoint(-50, 400)],
      isClosed: true, isSmooth: false, rounding: 0)
    let rows = alpha(roughEdges, figure: ground)
    // The ground above the line y = 150 in each column.
    let heights = (0..<400).map { column in rows.reduce(-150.0) { $0 + Double($1[column]) } }
    // A crest is where the height bends down; from one pixel to the next it bends more there than in any valley.
    var bends: [Double] = []
    for column in 1..<399 { bends.append(heights[column - 1] + heights[column + 1] - 2 * heights[column]) }
    let (sharpestCrest, sharpestValley) = (bends.min()!, bends.max()!)
    #expect(sharpestCrest < -1.5 * sharpestValley)
    #expect(heights.max()! > 30 && heights.min()! < heights.max()! - 20)
  }

  @Test("A moving noise comes back where its offset does") func moves() {
    var roughEdges = RoughEdges()
    let keys = [NumberKey(time: 0, value: 0), NumberKey(time: 1, value: -60), NumberKey(time: 2, value: 0)]
    roughEdges.offset = AnimatedPoint(0, AnimatedNumber(.keys(keys)))
    let start = alpha(roughEdges)
    #expect(alpha(roughEdges, at: 0.7) != start)
    #expect(alpha(roughEdges, at: 2) == start)
  }
}
