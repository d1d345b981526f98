import Colorimetry
import Model
import Raster
import Shading
import Testing

@Suite struct MeshTests {
  private func canvas(_ blending: Canvas.Blending = .srgb, width: Int = 200, height: Int = 120) -> Canvas {
    Canvas(
      widthPoints: Double(width), heightPoints: Double(height), widthPixels: width, heightPixels: height,
      blending: blending)
  }

  private func mesh(
    _ points: [(Double, Double)], _ colors: [LinearColor], columns: Int = 3, smooths: Bool = true,
    interpolation: ColorInterpolation = .srgb,
    frame: (x: Double, y: Double, width: Double, height: Double) = (0, 0, 200, 120)
  ) -> Mesh {
    let vertices = zip(points, colors).map { point, color in
      Mesh.Vertex(
        position: AnimatedPoint(AnimatedNumber(point.0), AnimatedNumber(point.1)), color: .constant(color))
    }
    return Mesh(
      columns: columns, rows: points.count / columns, vertices: vertices, smoothsColors: smooths,
      interpolation: interpolation,
      frame: Mesh.Frame(
        x: AnimatedNumber(frame.x), y: AnimatedNumber(frame.y), width: AnimatedNumber(frame.width),
        height: AnimatedNumber(frame.height)))
  }

  private func shader(_ mesh: Mesh, _ canvas: Canvas) -> any LayerShader { shaderOf(.mesh(mesh), canvas) }

  private func draw(_ mesh: Mesh, _ canvas: Canvas, tile: (width: Int, height: Int)? = nil) -> TileBuffer {
    drawn(shader(mesh, canvas), canvas, tile: tile)
  }

  /// Points in even columns and rows from 0 to 1.
  private static func grid(columns: Int, rows: Int) -> [(Double, Double)] {
    (0..<columns * rows).map { index in
      let (column, row) = (index % columns, index / columns)
      return (Double(column) / Double(columns - 1), Double(row) / Double(rows - 1))
    }
  }

  private static let square: [(Double, Double)] = grid(columns: 3, rows: 3)
  private static let warped: [(Double, Double)] = [
    (0, 0), (0.4, 0), (1, 0), (0, 0.6), (0.7, 0.3), (1, 0.4), (0, 1), (0.6, 1), (1, 1),
  ]
  private static let colors: [LinearColor] = [
    "#ff3b30", "#ff9500", "#ffcc00", "#af52de", "#ff2d55", "#34c759", "#007aff", "#5856d6", "#101018",
  ]
  .map { LinearColor(css: $0)! }

  @Test("Rows and triangles give the same colours") func rowsAndTrianglesGiveTheSameColors() {
    var points = Self.square
    let regular = draw(mesh(points, Self.colors), canvas())
    // Slightly off the middle, so that it is cut into triangles.
    points[4].0 += 1e-5
    let general = draw(mesh(points, Self.colors), canvas())
    var worst: Float = 0
    for y in 0..<120 {
      for plane in 0..<4 {
        for x in 0..<200 {
          worst = max(worst, abs(regular.tile.row(y, plane: plane)[x] - general.tile.row(y, plane: plane)[x]))
        }
      }
    }
    #expect(worst < 2e-4, "\(worst)")
  }

  @Test(
    "Patches are the exact mixture",
    arguments: [ColorInterpolation.srgb, .oklab, .linear, ColorInterpolation(.lab)], [Canvas.Blending.linear, .srgb])
  func patchesAreTheExactMixture(_ interpolation: ColorInterpolation, _ blending: Canvas.Blending) {
    // Unsmoothed, the middle row between two points is their plain mixture.
    let ends = [LinearColor(css: "#f72585")!, LinearColor(css: "#10205080")!]
    let points: [(Double, Double)] = [(0, 0), (1, 0), (0, 1), (1, 1)]
    let frame = draw(
      mesh(points, ends + ends, columns: 2, smooths: false, interpolation: interpolation), canvas(blending))
    // Encoding is steep near black: there even the largest number of patches leaves an error of one 8-bit step.
    let limit = interpolation == .linear && blending == .srgb ? 5e-3 : 3e-4
    for x in 0..<200 {
      let exact = interpolation.mix(ends[0], ends[1], share: (Double(x) + 0.5) / 200)
        .premultiplied(blending == .srgb ? .srgb : .linear)
      for plane in 0..<4 {
        #expect((Double(frame.tile.row(60, plane: plane)[x]) - exact[plane]).magnitude < limit, "\(x) \(plane)")
      }
    }
  }

  @Test("Pixels do not depend on tiles") func pixelsDoNotDependOnTiles() {
    for (points, frame) in [
      (Self.square, (0.0, 0.0, 200.0, 120.0)), (Self.warped, (0, 0, 200, 120)),
      (Self.warped, (20.3, 11.7, 150.2, 91.9)),
    ] {
      for blending in [Canvas.Blending.linear, .srgb] {
        let mesh = mesh(points, Self.colors, interpolation: .oklab, frame: frame)
        let whole = draw(mesh, canvas(blending))
        for tile in [(64, 32), (40, 7), (8, 120)] {
          let parts = draw(mesh, canvas(blending), tile: tile)
          var differences = 0
          for index in 0..<200 * 120 * 4 where whole.tile.base[index].bitPattern != parts.tile.base[index].bitPattern {
            differences += 1
          }
          #expect(differences == 0, "\(tile)")
        }
      }
    }
  }

  @Test("The boundary covers its exact area") func theBoundaryCoversItsExactArea() {
    let plain = Array(repeating: LinearColor.white, count: 9)
    let frame = draw(mesh(Self.square, plain, frame: (20.3, 11.7, 100.25, 50.5)), canvas())
    var sum = 0.0
    for y in 0..<120 {
      for x in 0..<200 {
        let (red, alpha) = (frame.tile.row(y, plane: 0)[x], frame.tile.row(y, plane: 3)[x])
        #expect(alpha >= 0 && alpha <= 1 && abs(red - alpha) < 1e-5, "\(x) \(y)")
        sum += Double(alpha)
      }
    }
    #expect((sum - 100.25 * 50.5).magnitude < 2, "\(sum)")
    // A pixel on its left side, and the one at its upper left corner.
    #expect(abs(frame.tile.row(40, plane: 3)[20] - 0.7) < 0.01)
    #expect(abs(frame.tile.row(11, plane: 3)[20] - 0.7 * 0.3) < 0.01)
  }

  @Test("One color has no seam") func oneColorHasNoSeam() {
    let plain = Array(repeating: LinearColor(css: "#336699")!, count: 9)
    let frame = draw(mesh(Self.warped, plain, interpolation: .oklab), canvas(.linear))
    let expected = SIMD4<Float>(plain[0].premultiplied(.linear))
    for y in 0..<120 {
      for x in 0..<200 {
        for plane in 0..<4 { #expect(abs(frame.tile.row(y, plane: plane)[x] - expected[plane]) < 1e-5) }
      }
    }
  }

  @Test("Colors stay between their neighbours") func colorsStayBetweenTheirNeighbours() {
    // A step: unless slopes were limited, the cubics would overshoot below black and above white.
    let step = [0, 0, 1, 1, 0, 0, 1, 1].map { LinearColor(red: $0, green: $0, blue: $0) }
    let points = Self.grid(columns: 4, rows: 2)
    let frame = draw(mesh(points, step, columns: 4, interpolation: .linear), canvas(.linear))
    for y in [0, 60, 119] {
      for x in 0..<200 {
        let value = frame.tile.row(y, plane: 0)[x]
        #expect(value >= -1e-6 && value <= 1 + 1e-6, "\(value)")
        if x > 0 { #expect(value >= frame.tile.row(y, plane: 0)[x - 1] - 1e-6) }
      }
    }
  }

  @Test("Slopes are at most three times the smaller step") func slopesAreAtMostThreeTimesTheSmallerStep() {
    let grays = [0, 0.1, 1, 0, 0.1, 1].map { LinearColor(red: $0, green: $0, blue: $0) }
    let points = Self.grid(columns: 3, rows: 2)
    let frame = draw(mesh(points, grays, interpolation: .linear), canvas(.linear))
    for x in 0..<100 {
      // A cubic from 0, level, to 0.1 with the slope 0.3 in place of 0.5.
      let u = (Double(x) + 0.5) / 100
      let expected = 0.1 * u * u * (3 - 2 * u) + 0.3 * u * u * (u - 1)
      #expect(abs(Double(frame.tile.row(60, plane: 0)[x]) - expected) < 3e-4, "\(x)")
    }
  }

  @Test("Later cells lie on top") func laterCellsLieOnTop() {
    // The middle column is pulled over the right one: the right cell, which is later, is on top.
    let points: [(Double, Double)] = [(0, 0), (0.9, 0), (0.6, 0), (0, 1), (0.9, 1), (0.6, 1)]
    let (red, blue) = (LinearColor(css: "#ff0000")!, LinearColor(css: "#0000ff")!)
    let frame = draw(mesh(points, [red, red, blue, red, red, blue], smooths: false), canvas())
    let blueAt = { (x: Int) in frame.tile.row(60, plane: 2)[x] }
    #expect(blueAt(60) < 0.01)
    #expect(blueAt(130) > 0.7 && blueAt(165) > 0.05)
  }

  @Test("Only a mesh whose colours are opaque and that covers the canvas is opaque")
  func onlyAnOpaqueMeshThatCoversTheCanvasIsOpaque() {
    func isOpaque(_ mesh: Mesh) -> Bool { shader(mesh, canvas()).isOpaque }
    #expect(isOpaque(mesh(Self.warped, Self.colors)))
    #expect(!isOpaque(mesh(Self.warped, Self.colors, frame: (1, 0, 199, 120))))
    var colors = Self.colors
    colors[3].alpha = 0.9
    #expect(!isOpaque(mesh(Self.warped, colors)))
  }
}
