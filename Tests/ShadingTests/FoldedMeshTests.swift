import Colorimetry
import Model
import Raster
import Shading
import Testing

/// Meshes that overlap themselves.
@Suite struct FoldedMeshTests {
  private static let (width, height) = (200, 120)
  private static let canvas = Canvas(
    widthPoints: 200, heightPoints: 120, widthPixels: 200, heightPixels: 120, blending: .srgb)
  /// The frame of the meshes, which does not lie on the pixel grid.
  private static let frame = (x: 20.3, y: 13.7, width: 150.4, height: 90.9)

  private func mesh(
    _ points: [(Double, Double)], columns: Int = 3, colors: [LinearColor]? = nil, smooths: Bool = true,
    frame: (x: Double, y: Double, width: Double, height: Double) = Self.frame
  ) -> Mesh {
    let colors = colors ?? Array(repeating: .white, count: points.count)
    let vertices = zip(points, colors).map { point, color in
      Mesh.Vertex(
        position: AnimatedPoint(AnimatedNumber(point.0), AnimatedNumber(point.1)), color: .constant(color))
    }
    return Mesh(
      columns: columns, rows: points.count / columns, vertices: vertices, smoothsColors: smooths, interpolation: .srgb,
      frame: Mesh.Frame(
        x: AnimatedNumber(frame.x), y: AnimatedNumber(frame.y), width: AnimatedNumber(frame.width),
        height: AnimatedNumber(frame.height)))
  }

  private func draw(_ mesh: Mesh, tile: (width: Int, height: Int)? = nil) -> TileBuffer {
    drawn(shaderOf(.mesh(mesh), Self.canvas), Self.canvas, tile: tile)
  }

  private func plane(_ frame: TileBuffer, _ plane: Int) -> [Float] {
    (0..<Self.height).flatMap { y in (0..<Self.width).map { frame.tile.row(y, plane: plane)[$0] } }
  }

  struct Shape: CustomTestStringConvertible, Sendable {
    let name: String
    let columns: Int
    let points: [(Double, Double)]
    /// Whether all edges are straight, so that the pieces of a mesh are as exact as their samples.
    var isStraight = false
    var testDescription: String { name }
  }

  static let shapes = [
    Shape(
      name: "the middle over the boundary", columns: 3,
      points: [(0, 0), (0.5, 0.2), (1, 0), (0.1, 0.5), (1.1, 0.8), (0.9, 0.5), (0, 1), (0.5, 0.8), (1, 1)]),
    Shape(
      name: "a corner over the middle", columns: 3,
      points: [(0, 0), (0.5, 0), (1, 0), (0, 0.5), (0.5, 0.5), (1, 0.45), (0, 1), (0.45, 1), (0.3, 0.35)]),
    Shape(
      name: "a column over the next one", columns: 3,
      points: [(0, 0.05), (0.85, 0), (0.55, 0.1), (0, 0.95), (0.95, 1), (0.65, 0.9)]),
    Shape(
      name: "a pleat", columns: 4,
      points: [
        (0, 0), (0.75, 0.05), (0.35, 0), (1, 0), (0, 0.5), (0.8, 0.5), (0.3, 0.55), (1, 0.5), (0, 1), (0.7, 1),
        (0.4, 0.95),
        (1, 1),
      ]),
    Shape(name: "a bow tie", columns: 2, points: [(0, 0), (1, 0), (1, 1), (0.05, 0.9)]),
    Shape(name: "turned over", columns: 2, points: [(1, 0), (0.1, 0.05), (0.9, 1), (0, 0.9)], isStraight: true),
    Shape(
      name: "a strip back over itself", columns: 3,
      points: [(0, 0), (0.9, 0.05), (0.35, 0.1), (0, 0.7), (0.9, 0.75), (0.35, 0.8)], isStraight: true),
  ]

  @Test("A mesh of one colour has the exact silhouette, and no background shows inside", arguments: shapes)
  func silhouette(_ shape: Shape) {
    let drawn = plane(draw(mesh(shape.points, columns: shape.columns)), 3)
    let exact = FoldedSurface(shape.points, columns: shape.columns, frame: Self.frame)
      .coverage(width: Self.width, height: Self.height)
    // The sides of pieces deviate by half a pixel at most.
    let reach = shape.isStraight ? 1 : 2
    var (edges, sum, worst) = (0, 0.0, 0.0)
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        let index = y * Self.width + x
        let near = (max(0, y - reach)...min(Self.height - 1, y + reach)).flatMap { row in
          (max(0, x - reach)...min(Self.width - 1, x + reach)).map { exact[row * Self.width + $0] }
        }
        if near.allSatisfy({ $0 == 1 }) { #expect(drawn[index] == 1, "inside \(x) \(y)") }
        if near.allSatisfy({ $0 == 0 }) { #expect(drawn[index] == 0, "outside \(x) \(y)") }
        if exact[index] > 0 && exact[index] < 1 {
          let difference = (Double(drawn[index]) - exact[index]).magnitude
          (edges, sum, worst) = (edges + 1, sum + difference, max(worst, difference))
        }
      }
    }
    #expect(edges > 200)
    #expect(sum / Double(edges) < (shape.isStraight ? 0.02 : 0.1), "\(sum / Double(edges))")
    if shape.isStraight { #expect(worst < 0.13, "\(worst)") }
  }

  @Test("The edge of a sheet above another one is one pixel wide") func upperEdge() {
    // A red strip folds back over itself, turning blue up to a slanted edge.
    let (red, blue) = (LinearColor(css: "#ff0000")!, LinearColor(css: "#0000ff")!)
    let points = [(0.0, 0.0), (0.95, 0), (0.5, 0), (0, 1), (0.95, 1), (0.6, 1)]
    let frame = draw(mesh(points, colors: [red, red, blue, red, red, blue], smooths: false))
    let (redPlane, alpha) = (plane(frame, 0), plane(frame, 3))
    var (intermediate, sum, count) = (0, 0.0, 0.0)
    for y in 20..<100 {
      let down = (Double(y) + 0.5 - Self.frame.y) / Self.frame.height
      let edge = Self.frame.x + Self.frame.width * (0.5 + 0.1 * down)
      for x in Int(edge) - 2...Int(edge) + 2 {
        let lowerShare = min(max(edge - Double(x), 0), 1)
        let found = Double(redPlane[y * Self.width + x])
        // The edge is steep: a pixel's coverage is nearly that of its middle row. Blue is reached at the edge.
        #expect((found - lowerShare).magnitude < 0.17, "\(x) \(y) \(found) \(lowerShare)")
        (sum, count) = (sum + (found - lowerShare).magnitude, count + 1)
        if found > 0.15 && found < 0.85 { intermediate += 1 }
        #expect(alpha[y * Self.width + x] == 1)
      }
    }
    #expect(intermediate > 40, "\(intermediate)")
    #expect(sum / count < 0.04, "\(sum / count)")
  }

  @Test("Where a mesh turns over one sheet ends above another one") func fold() {
    // Both sheets are visible beside the fold of a slanted corner.
    let (white, black) = (LinearColor.white, LinearColor(css: "#000000")!)
    let points = Self.shapes[1].points
    var colors = Array(repeating: white, count: 9)
    colors[8] = black
    let gray = plane(draw(mesh(points, colors: colors)), 0)
    // White and black pixels meet without a pixel between them only at the few places where black itself begins.
    var bareSteps = 0
    for y in 1..<Self.height - 1 {
      for x in 1..<Self.width - 1 {
        let index = y * Self.width + x
        let (left, right) = (gray[index - 1], gray[index + 1])
        let (above, below) = (gray[index - Self.width], gray[index + Self.width])
        if gray[index] > 0.98 && min(min(left, right), min(above, below)) < 0.02 { bareSteps += 1 }
      }
    }
    #expect(bareSteps < 12, "\(bareSteps)")
  }

  @Test("A mesh that is turned over is its mirror image") func mirrored() {
    let points = [
      (0.0, 0.03), (0.4, 0.1), (0.97, 0), (0.05, 0.5), (0.55, 0.45), (0.9, 0.5), (0, 1), (0.5, 0.9), (1, 0.95),
    ]
    let colors = [
      "#ff3b30", "#ff9500", "#ffcc0080", "#af52de", "#ff2d55", "#34c759", "#007aff", "#5856d640", "#101018",
    ]
    .map { LinearColor(css: $0)! }
    let plain = draw(mesh(points, colors: colors))
    let mirrored = draw(
      mesh(
        points.map { (1 - $0.0, $0.1) }, colors: colors,
        frame: (200 - Self.frame.x - Self.frame.width, Self.frame.y, Self.frame.width, Self.frame.height)))
    for plane in 0..<4 {
      var worst: Float = 0
      for y in 0..<Self.height {
        for x in 0..<Self.width {
          let difference = plain.tile.row(y, plane: plane)[x] - mirrored.tile.row(y, plane: plane)[Self.width - 1 - x]
          worst = max(worst, abs(difference))
        }
      }
      #expect(worst < 0.02, "\(plane): \(worst)")
    }
  }

  @Test("The boundary does not change when a mesh begins to fold") func beginning() {
    // The centre moves to the right until its neighbours' handles turn over. The boundary stays.
    func alpha(_ x: Double) -> [Float] {
      var points = [
        (0.05, 0), (0.5, 0.1), (0.97, 0.02), (0.02, 0.5), (x, 0.55), (0.95, 0.5), (0, 0.96), (0.5, 0.9), (0.93, 1),
      ]
      points[4].0 = x
      return plane(draw(mesh(points)), 3)
    }
    var (before, worst) = (alpha(0.6), Float(0))
    for step in 1...24 {
      let now = alpha(0.6 + 0.0125 * Double(step))
      for index in now.indices where index % Self.width < 130 { worst = max(worst, abs(now[index] - before[index])) }
      before = now
    }
    // Shorter pieces make the boundary a little rounder.
    #expect(worst < 0.05, "\(worst)")
    #expect(before.contains { $0 > 0.1 && $0 < 0.9 })
  }

  @Test("Pixels do not depend on tiles", arguments: shapes) func tiles(_ shape: Shape) {
    let colors = (0..<shape.points.count).map {
      LinearColor(css: ["#ff3b30", "#ff9500c0", "#ffcc00", "#af52de40", "#007aff"][$0 % 5])!
    }
    let mesh = mesh(shape.points, columns: shape.columns, colors: colors)
    let whole = draw(mesh)
    for tile in [(64, 32), (40, 7), (8, 120)] {
      let parts = draw(mesh, tile: tile)
      var differences = 0
      for index in 0..<Self.width * Self.height * 4
      where whole.tile.base[index].bitPattern != parts.tile.base[index].bitPattern {
        differences += 1
      }
      #expect(differences == 0, "\(tile)")
    }
  }

  @Test("The upper sheet hides the lower one, however faint it is") func translucent() {
    let (opaque, faint) = (LinearColor.white, LinearColor(css: "#ffffff40")!)
    let points = [(0.0, 0.0), (0.95, 0), (0.5, 0), (0, 1), (0.95, 1), (0.6, 1)]
    let alpha = plane(
      draw(mesh(points, colors: [opaque, faint, faint, opaque, faint, faint], smooths: false)), 3)
    #expect(abs(alpha[60 * Self.width + 130] - Float(0x40) / 255) < 1e-3)
    #expect(alpha[60 * Self.width + 60] > 0.7)
  }
}
