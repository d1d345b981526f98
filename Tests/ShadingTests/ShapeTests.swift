import Colorimetry
import Lanes
import Model
import Raster
import Shading
import Testing

private let canvas = Canvas(
  widthPoints: 150, heightPoints: 110, widthPixels: 225, heightPixels: 165, pixelsPerPoint: 1.5)

private func color(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) -> AnimatedColor {
  .constant(LinearColor(red: red, green: green, blue: blue, alpha: alpha))
}

private let stops = [
  Gradient.Stop(color: color(1, 0, 0), location: 0), Gradient.Stop(color: color(0, 0.5, 1, 0.5), location: 1),
]
private let conic = Paint.gradient(Gradient(shape: .conic(Gradient.Conic()), stops: stops, units: .box))
private let box = Figure.rectangle(
  center: AnimatedPoint(74.3, 55.1), size: AnimatedPoint(101, 62),
  corners: Figure.Corners(radii: [AnimatedPoint(17, 17)], style: .continuous))
private let loop = Figure.polyline(
  points: [AnimatedPoint(20, 20), AnimatedPoint(130, 95), AnimatedPoint(135, 25), AnimatedPoint(15, 90)],
  isClosed: true,
  isSmooth: true, rounding: 0)

private func stroke(
  _ over: ShapeStroke.Over, width: AnimatedNumber = 9, softness: AnimatedNumber = 0, start: AnimatedNumber = 0.2,
  end: AnimatedNumber = 1.1, dashes: [AnimatedNumber] = []
) -> ShapeStroke {
  ShapeStroke(
    paint: conic, over: over, width: width, cap: .round, join: .round, dashes: dashes, start: start, end: end,
    softness: softness)
}

private let shapes: [(String, VectorShape)] = [
  ("filled and stroked", VectorShape(box, fill: conic, stroke: stroke(.box))),
  ("along its length", VectorShape(loop, fill: .color(color(0, 1, 0, 0.5)), stroke: stroke(.length))),
  ("along what is drawn", VectorShape(loop, stroke: stroke(.drawn, dashes: [11, 6]))),
  ("across", VectorShape(loop, stroke: stroke(.width))),
  ("soft strokes", VectorShape(loop, stroke: stroke(.drawn, softness: 14))),
  ("soft fills", VectorShape(loop, fill: conic, softness: 11)),
  (
    "turned",
    VectorShape(
      box, fill: conic, softness: 3, stroke: stroke(.box),
      transform: ShapeTransform(
        position: AnimatedPoint(4, -7), rotation: 31, scale: AnimatedPoint(0.8, -1.2), skew: AnimatedPoint(12, 5)))
  ),
]

/// Premultiplied red, green, blue and alpha of every pixel, drawn in tiles of a given size.
private func draw(_ shape: VectorShape, tile: (width: Int, height: Int), at time: Double = 0) throws -> [SIMD4<Float>] {
  let shader = try #require(
    makeLayerShader(for: .shape(shape), in: ShaderContext(path: 1, canvas: canvas, loopSeconds: nil)))
  shader.update(at: AnimationClock(time))
  var pixels = [SIMD4<Float>](repeating: .zero, count: canvas.widthPixels * canvas.heightPixels)
  if shader.isEmpty { return pixels }
  let (blocks, scratch) = (OccupiedBlocks(), AlignedBuffer<Float>(count: 0))
  for top in stride(from: 0, to: canvas.heightPixels, by: tile.height) {
    for left in stride(from: 0, to: canvas.widthPixels, by: tile.width) {
      let rect = PixelRect(
        x: left, y: top, width: min(tile.width, canvas.widthPixels - left),
        height: min(tile.height, canvas.heightPixels - top))
      let buffer = TileBuffer(x: left, y: top, width: rect.width, height: rect.height)
      // Earlier contents of the tile must not show.
      fill(buffer.tile, red: 9, green: 9, blue: 9, alpha: 9)
      guard shader.shade(into: buffer.tile, blocks: blocks, scratch: scratch, writesAlpha: true) else { continue }
      for row in 0..<rect.height {
        blocks.forEach(row: row) { column in
          for x in column..<min(column + 8, rect.width) {
            pixels[(top + row) * canvas.widthPixels + left + x] = SIMD4(
              buffer.tile.row(row, plane: 0)[x], buffer.tile.row(row, plane: 1)[x], buffer.tile.row(row, plane: 2)[x],
              buffer.tile.row(row, plane: 3)[x])
          }
        }
      }
    }
  }
  return pixels
}

/// The sum of all alphas in square points; a point is 1.5 pixels long.
private func light(_ pixels: [SIMD4<Float>]) -> Double { pixels.reduce(0) { $0 + Double($1.w) } / 2.25 }

@Suite("Shapes") struct ShapeTests {
  @Test("Tiles do not show", arguments: shapes.indices) func cutsDoNotShow(index: Int) throws {
    let shape = shapes[index].1
    let whole = try draw(shape, tile: (225, 165))
    #expect(light(whole) > 100)
    for tile in [(128, 64), (40, 17), (8, 165), (64, 5)] {
      #expect(try draw(shape, tile: tile) == whole, "\(shapes[index].0) in tiles of \(tile)")
    }
  }

  @Test("Dirty blocks contain what is drawn", arguments: shapes.indices) func dirtyBlocksContainWhatIsDrawn(index: Int)
    throws
  {
    let shader = try #require(
      makeLayerShader(for: .shape(shapes[index].1), in: ShaderContext(path: 1, canvas: canvas, loopSeconds: nil)))
    shader.update(at: AnimationClock(0))
    let pixels = try draw(shapes[index].1, tile: (225, 165))
    let touched = DirtyBlocks()
    let rect = PixelRect(x: 0, y: 0, width: 225, height: 165)
    touched.reset(width: 225, height: 165)
    #expect(shader.markDirty(touched, rect: rect))
    for (number, pixel) in pixels.enumerated() where pixel.w != 0 {
      let (x, y) = (number % 225, number / 225)
      #expect(touched[y / 2] >> UInt64(x / 8) & 1 == 1)
    }
  }

  /// Where edges are straight, softness spreads light without losing any.
  @Test("Softness keeps the light") func softnessKeepsTheLight() throws {
    let line = Figure.polyline(
      points: [AnimatedPoint(-500, 40), AnimatedPoint(700, 70)], isClosed: false, isSmooth: false, rounding: 0)
    let paint = Paint.color(color(1, 1, 1))
    let sharp = try draw(VectorShape(line, stroke: ShapeStroke(paint: paint, width: 6)), tile: (225, 165))
    for softness in [0.01, 0.3, 1.0, 4, 15] {
      let soft = ShapeStroke(paint: paint, width: 6, softness: AnimatedNumber(softness))
      let pixels = try draw(VectorShape(line, stroke: soft), tile: (225, 165))
      #expect(abs(light(pixels) / light(sharp) - 1) < 0.002, "softness \(softness)")
    }
  }

  /// The integral of (1 − x²)², scaled: 0 at −1, 1 at 1.
  private func faded(_ x: Double) -> Double {
    let x = min(max(x, -1), 1)
    return 0.5 + x * (0.9375 - x * x * (0.625 - x * x * 0.1875))
  }

  /// The blur of an upright rectangle is a product of one factor for each direction.
  @Test("Soft rectangles are products", arguments: [0.4, 1.3, 4, 5, 5.1, 11, 26, 70, 4000])
  func softRectanglesAreProducts(softness: Double) throws {
    let figure = Figure.rectangle(
      center: AnimatedPoint(74.3, 55.1), size: AnimatedPoint(101, 62), corners: Figure.Corners())
    let pixels = try draw(
      VectorShape(figure, fill: .color(color(1, 1, 1)), softness: AnimatedNumber(softness)), tile: (225, 165))
    func side(_ low: Double, _ high: Double, _ x: Double) -> Double {
      // A pixel is the mean over its extent.
      let steps = 64
      return (0..<steps).reduce(0.0) { sum, step in
        let x = (x + (Double(step) + 0.5) / Double(steps)) / 1.5
        return sum + (faded((x - low) / softness) - faded((x - high) / softness)) / Double(steps)
      }
    }
    var worst = 0.0
    for y in 0..<165 {
      for x in 0..<225 {
        let expected = side(74.3 - 50.5, 74.3 + 50.5, Double(x)) * side(55.1 - 31, 55.1 + 31, Double(y))
        worst = max(worst, abs(expected - Double(pixels[y * 225 + x].w)))
      }
    }
    #expect(worst < (softness < 3 ? 0.03 : 0.003), "\(worst)")
  }

  /// The light of a star has no creases. If it followed the distance to the edge, its slope would jump by 2 · 0.94 ÷ 30 there.
  @Test("Soft corners have no creases") func softCornersHaveNoCreases() throws {
    let figure = Figure.star(
      center: AnimatedPoint(75, 55), radius: AnimatedPoint(60, 60), points: 5, ratio: 0.4, rounding: 0)
    let pixels = try draw(VectorShape(figure, fill: .color(color(1, 1, 1)), softness: 20), tile: (225, 165))
    var maximum: Float = 0
    for y in 1..<164 {
      for x in 1..<224 {
        let index = y * 225 + x
        for step in [1, 225, 226, 224] {
          maximum = max(maximum, abs(pixels[index - step].w - 2 * pixels[index].w + pixels[index + step].w))
        }
      }
    }
    // Second differences are 1.44 ÷ 30² across a straight edge, twice that on a diagonal, and more where edges meet.
    #expect(maximum < 0.008, "\(maximum)")
  }

  @Test("Colours run along a line") func coloursRunAlongALine() throws {
    let line = Figure.polyline(
      points: [AnimatedPoint(20, 55), AnimatedPoint(120, 55)], isClosed: false, isSmooth: false, rounding: 0)
    let paint = Paint.gradient(
      Gradient(
        shape: .angle(0),
        stops: [
          Gradient.Stop(color: color(0, 0, 0), location: 0), Gradient.Stop(color: color(1, 1, 1), location: 1),
        ], interpolation: .linear))
    func pixel(_ over: ShapeStroke.Over, start: AnimatedNumber, end: AnimatedNumber, _ x: Int, _ y: Int) throws -> Float
    {
      let stroke = ShapeStroke(paint: paint, over: over, width: 20, start: start, end: end)
      return try draw(VectorShape(line, stroke: stroke), tile: (128, 64))[y * 225 + x].x
    }
    // Pixel centres, in points: (x + 0.5) ÷ 1.5.
    #expect(abs(try pixel(.length, start: 0.25, end: 0.75, 100, 82) - Float((100.5 / 1.5 - 20) / 100)) < 1e-3)
    #expect(abs(try pixel(.drawn, start: 0.25, end: 0.75, 100, 82) - Float((100.5 / 1.5 - 45) / 50)) < 1e-3)
    // From the right of the line, which is below, to its left.
    #expect(abs(try pixel(.width, start: 0, end: 1, 100, 87) - Float(0.5 - (87.5 / 1.5 - 55) / 20)) < 1e-3)
    #expect(abs(try pixel(.width, start: 0, end: 1, 100, 76) - Float(0.5 - (76.5 / 1.5 - 55) / 20)) < 1e-3)
  }

  /// A figure that is seen edge-on or has no extent shows nothing.
  @Test("Singular shapes show nothing") func singularShapesShowNothing() throws {
    let flat = [
      ShapeTransform(scale: AnimatedPoint(0, 1)), ShapeTransform(scale: AnimatedPoint(0, 0)),
      ShapeTransform(scale: AnimatedPoint(1e-12, 1e-12)),
    ]
    for transform in flat {
      for (name, shape) in shapes where shape.softness == 0 && shape.stroke?.softness ?? 0 == 0 {
        var shape = shape
        shape.transform = transform
        #expect(light(try draw(shape, tile: (128, 64))) < 1e-6, "\(name)")
      }
    }
    let nothing: [Figure] = [
      .rectangle(center: AnimatedPoint(50, 50), size: AnimatedPoint(0, 0), corners: Figure.Corners()),
      .ellipse(center: AnimatedPoint(50, 50), radius: AnimatedPoint(0, 0)),
      .star(center: AnimatedPoint(50, 50), radius: AnimatedPoint(0, 0), points: 5, ratio: 0.5, rounding: 3),
      .arc(center: AnimatedPoint(50, 50), radius: AnimatedPoint(20, 20), start: 30, end: 30),
      .path(VectorPath(), box: nil),
    ]
    for figure in nothing {
      let shape = VectorShape(figure, fill: conic, stroke: ShapeStroke(paint: conic, over: .drawn, width: 5))
      #expect(light(try draw(shape, tile: (128, 64))) < 1e-6)
    }
  }

  private static func box(_ width: Double, _ height: Double, _ radii: [Double]) -> Figure {
    .rectangle(
      center: AnimatedPoint(75, 55), size: AnimatedPoint(AnimatedNumber(width), AnimatedNumber(height)),
      corners: Figure.Corners(radii: radii.map { AnimatedPoint(AnimatedNumber($0), AnimatedNumber($0)) }))
  }

  @Test("Figures have their area") func figuresHaveTheirArea() throws {
    let pi = Double.pi
    let middle = AnimatedPoint(75, 55)
    let radius = AnimatedPoint(40, 30)
    let cases: [(Figure, Double)] = [
      (.ellipse(center: middle, radius: radius), pi * 1200),
      (.sector(center: middle, radius: radius, start: -30, end: 60, thickness: 1), pi * 300),
      (.sector(center: middle, radius: radius, start: 10, end: 370, thickness: 0.25), pi * 1200 * (1 - 0.5625)),
      (.polygon(center: middle, radius: radius, sides: 6, rounding: 0), 1200 * 2.598076),
      (.star(center: middle, radius: radius, points: 5, ratio: 0.4, rounding: 0), 1200 * 5 * 0.4 * 0.587785),
      (
        .rectangle(
          center: middle, size: AnimatedPoint(100, 60), corners: Figure.Corners(radii: [AnimatedPoint(20, 20)])),
        6000 - (4 - pi) * 400
      ),
      // Radii that do not fit are scaled down together.
      (
        .rectangle(
          center: middle, size: AnimatedPoint(100, 60), corners: Figure.Corners(radii: [AnimatedPoint(500, 500)])),
        6000 - (4 - pi) * 900
      ),
      // Whichever side is too short, all radii are scaled to 5/8; the sum of their squares is then 1807.03125.
      (Self.box(60, 100, [3, 3, 48, 48]), 6000 - (4 - pi) / 4 * 1807.03125),
      (Self.box(60, 100, [48, 48, 3, 3]), 6000 - (4 - pi) / 4 * 1807.03125),
      (Self.box(100, 60, [48, 3, 3, 48]), 6000 - (4 - pi) / 4 * 1807.03125),
      (Self.box(100, 60, [3, 48, 48, 3]), 6000 - (4 - pi) / 4 * 1807.03125),
      (
        .polyline(
          points: [AnimatedPoint(40, 30), AnimatedPoint(110, 30), AnimatedPoint(110, 80), AnimatedPoint(40, 80)],
          isClosed: true, isSmooth: false, rounding: 10), 3500 - (4 - pi) * 100
      ),
    ]
    for (figure, area) in cases {
      let pixels = try draw(VectorShape(figure, fill: .color(color(1, 1, 1))), tile: (128, 64))
      #expect(abs(light(pixels) / area - 1) < 5e-4, "\(figure)")
    }
  }
}
