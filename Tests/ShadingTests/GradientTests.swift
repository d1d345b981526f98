import Colorimetry
import Model
import Raster
import Shading
import Testing

@Suite struct GradientTests {
  private func shader(_ test: ReferenceGradient, _ blending: Canvas.Blending = .srgb) -> GradientShader {
    let canvas = Canvas(
      widthPoints: Double(test.width), heightPoints: Double(test.height), widthPixels: test.width,
      heightPixels: test.height, blending: blending)
    let stops = test.stops.map {
      Gradient.Stop(color: .constant(LinearColor(css: $0.1) ?? .clear), location: AnimatedNumber($0.0))
    }
    return GradientShader(
      gradient: Gradient(shape: test.shape, stops: stops, interpolation: test.interpolation), canvas: canvas,
      clock: AnimationClock(local: 0, canvas: 0))
  }

  /// On an sRGB canvas, within 3 steps of 8 bits at every pixel and 1 on average (the browser dithers by half a step).
  @Test("Agrees with the browser", arguments: referenceGradients) func agreesWithTheBrowser(_ test: ReferenceGradient)
    throws
  {
    let frame = TileBuffer(width: test.width, height: test.height)
    let shader = shader(test)
    shader.shade(into: frame.tile)
    #expect(shader.isOpaque == test.stops.allSatisfy { !$0.1.hasPrefix("rgb(") })
    let below = try #require(LinearColor(css: test.background)).srgbEncoded
    var sum = 0.0
    for (j, line) in test.pixels.enumerated() {
      let digits = Array(line.utf8)
      // Each of the eight lines has the middle pixels of twelve equal cells.
      for i in 0..<12 {
        let (x, y) = ((2 * i + 1) * test.width / 24, (2 * j + 1) * test.height / 16)
        for channel in 0..<3 {
          let start = i * 6 + channel * 2
          let expected = try #require(Int(String(decoding: digits[start..<start + 2], as: UTF8.self), radix: 16))
          let alpha = Double(frame.tile.row(y, plane: 3)[x])
          let value = Double(frame.tile.row(y, plane: channel)[x]) + below[channel] * (1 - alpha)
          let difference = (value * 255 - Double(expected)).magnitude
          sum += difference
          #expect(difference <= 3, "pixel \(x), \(y) channel \(channel): \(value * 255), \(expected) expected")
        }
      }
    }
    #expect(sum / 288 <= 1, "mean \(sum / 288)")
  }

  /// Every pixel has the same bits, however a frame is cut into tiles.
  @Test("Tiles do not show", arguments: [Canvas.Blending.srgb, .linear]) func tilesDoNotShow(
    _ blending: Canvas.Blending
  ) {
    for test in referenceGradients {
      let shader = shader(test, blending)
      let whole = TileBuffer(width: test.width, height: test.height)
      shader.shade(into: whole.tile)
      for (width, height) in [(128, 64), (8, 1), (24, 17)] {
        let part = TileBuffer(width: width, height: height)
        for y in stride(from: 0, to: test.height, by: height) {
          for x in stride(from: 0, to: test.width, by: width) {
            let tile = part.tile(
              at: PixelRect(x: x, y: y, width: min(width, test.width - x), height: min(height, test.height - y)))
            shader.shade(into: tile)
            var isEqual = true
            for row in 0..<tile.height {
              for plane in 0..<4 {
                let (a, b) = (tile.row(row, plane: plane), whole.tile.row(y + row, plane: plane) + x)
                for column in 0..<min(width, test.width - x) where a[column].bitPattern != b[column].bitPattern {
                  isEqual = false
                }
              }
            }
            #expect(isEqual, "\(test.name) at \(x), \(y)")
          }
        }
      }
    }
  }

  @Test("The size of a frame changes only the scale") func sizeChangesTheScaleOnly() {
    // At twice the pixels the mean of four is nearly the pixel of the smaller frame.
    var canvas = Canvas(widthPoints: 64, heightPoints: 32, widthPixels: 64, heightPixels: 32)
    let gradient = Gradient(
      shape: .conic(center: AnimatedPoint(20, 10), from: 30),
      stops: [
        .init(color: .constant(.black), location: 0), .init(color: .constant(.white), location: 0.5),
        .init(color: .constant(.black), location: 1),
      ])
    let small = TileBuffer(width: 64, height: 32)
    GradientShader(gradient: gradient, canvas: canvas, clock: AnimationClock(local: 0, canvas: 0)).shade(
      into: small.tile)
    canvas.widthPixels = 128
    canvas.heightPixels = 64
    canvas.pixelsPerPoint = 2
    let large = TileBuffer(width: 128, height: 64)
    GradientShader(gradient: gradient, canvas: canvas, clock: AnimationClock(local: 0, canvas: 0)).shade(
      into: large.tile)
    let row = small.tile.row(25, plane: 0)
    for x in 0..<64 {
      let (a, b) = (large.tile.row(50, plane: 0) + 2 * x, large.tile.row(51, plane: 0) + 2 * x)
      #expect(((a[0] + a[1] + b[0] + b[1]) / 4 - row[x]).magnitude < 0.01)
    }
  }

  @Test("Degenerate gradients give valid colours") func strangeGradientsAreDefined() {
    let canvas = Canvas(widthPoints: 16, heightPoints: 8, widthPixels: 16, heightPixels: 8)
    let stops = [
      Gradient.Stop(color: .constant(.black), location: 0), Gradient.Stop(color: .constant(.white), location: 1),
    ]
    let shapes: [(Gradient.Shape, [Gradient.Stop], Float)] = [
      (.line(start: AnimatedPoint(3, 3), end: AnimatedPoint(3, 3)), stops, 1),
      (.radial(center: AnimatedPoint(3, 3), radius: AnimatedPoint(0, 0)), stops, 1),
      (.angle(45), [], 0), (.angle(45), [stops[1]], 1),
    ]
    for (shape, stops, expected) in shapes {
      let frame = TileBuffer(width: 16, height: 8)
      GradientShader(
        gradient: Gradient(shape: shape, stops: stops), canvas: canvas, clock: AnimationClock(local: 0, canvas: 0)
      ).shade(into: frame.tile)
      for y in 0..<8 {
        for plane in 0..<4 {
          for x in 0..<16 { #expect((frame.tile.row(y, plane: plane)[x] - expected).magnitude < 1e-6) }
        }
      }
    }
  }

  /// A dark ramp has as many float levels as pixels: nothing is quantized in between.
  @Test("Dark ramps have no steps") func darkRampsHaveNoSteps() {
    let canvas = Canvas(widthPoints: 1920, heightPoints: 8, widthPixels: 1920, heightPixels: 8, blending: .linear)
    let gradient = Gradient(
      shape: .angle(90),
      stops: [
        .init(color: .constant(LinearColor(css: "#050505") ?? .clear), location: 0),
        .init(color: .constant(LinearColor(css: "#131313") ?? .clear), location: 1),
      ])
    let frame = TileBuffer(width: 1920, height: 8)
    GradientShader(gradient: gradient, canvas: canvas, clock: AnimationClock(local: 0, canvas: 0)).shade(
      into: frame.tile)
    let row = frame.tile.row(4, plane: 1)
    for x in 1..<1920 { #expect(row[x] > row[x - 1]) }
  }
}
