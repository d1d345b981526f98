import Colorimetry
import Model
import Raster
import Shading
import Testing

@Suite struct FieldTests {
  private func canvas(_ blending: Canvas.Blending = .linear, scale: Int = 1, loops: Bool = true) -> Canvas {
    Canvas(
      widthPoints: 208, heightPoints: 120, widthPixels: 208 * scale, heightPixels: 120 * scale,
      pixelsPerPoint: Double(scale), duration: Rational(4), seed: 5, loops: loops, blending: blending)
  }

  /// A source of each kind, small enough for the test's canvas.
  private static let sources: [(name: String, source: Layer.Source)] = {
    var sources: [(String, Layer.Source)] = []
    for kind in Noise.Kind.allCases {
      for scale in [22.0, 90, 500] {
        let noise = Noise().with {
          $0.kind = kind
          $0.scale = AnimatedPoint(AnimatedNumber(scale), AnimatedNumber(scale))
          $0.octaves = 3
          $0.warp = scale == 90 ? 0.7 : 0
          $0.speed = 0.6
          $0.drift.x = scale == 22 ? 30 : 0
        }
        sources.append(("\(kind) \(scale)", .noise(noise)))
      }
    }
    let aurora = Aurora().with {
      ($0.position, $0.spread, $0.height, $0.sway, $0.scale, $0.rayWidth) = (70, 20, 60, 14, 90, 9)
    }
    sources.append(("aurora", .aurora(aurora)))
    let flame = Flame().with { ($0.position, $0.width, $0.height) = (AnimatedPoint(104, 110), 50, 80) }
    sources.append(("flame", .flame(flame)))
    let rays = LightRays().with {
      ($0.position, $0.angle, $0.length, $0.count) = (AnimatedPoint(40, -10), 60, 160, 6)
    }
    sources.append(("rays", .rays(rays)))
    for kind in Pattern.Kind.allCases {
      var pattern = Pattern().with {
        ($0.kind, $0.size, $0.thickness, $0.rotation) = (kind, AnimatedPoint(17, 13), 0.2, 15)
        $0.speed = PlanePoint(0.5, 0.6)
        ($0.tilt, $0.perspective, $0.center) = (50, 120, AnimatedPoint(104, 60))
      }
      sources.append(("\(kind)", .pattern(pattern)))
      pattern.tilt = 0
      sources.append(("flat \(kind)", .pattern(pattern)))
    }
    let stars = Stars().with {
      ($0.density, $0.colors) = (20, [.white, LinearColor(red: 1, green: 0.6, blue: 0.3)])
    }
    sources.append(("stars", .stars(stars)))
    return sources
  }()

  /// How many numbers of two frames differ in their bits.
  private func differences(_ a: TileBuffer, _ b: TileBuffer) -> Int {
    (0..<a.tile.width * a.tile.height * 4).count { a.tile.base[$0].bitPattern != b.tile.base[$0].bitPattern }
  }

  private func largestDifference(_ a: TileBuffer, _ b: TileBuffer) -> Float {
    (0..<a.tile.width * a.tile.height * 4).map { abs(a.tile.base[$0] - b.tile.base[$0]) }.max() ?? 0
  }

  @Test("Pixels do not depend on tiles", arguments: sources.indices) func pixelsDoNotDependOnTiles(_ index: Int) {
    for blending in [Canvas.Blending.linear, .srgb] {
      let canvas = canvas(blending)
      let shader = shaderOf(Self.sources[index].source, canvas, at: 1.3)
      let whole = drawn(shader, canvas)
      for tile in [(64, 32), (40, 7), (8, 120)] {
        #expect(differences(whole, drawn(shader, canvas, tile: tile)) == 0, "\(Self.sources[index].name) \(tile)")
      }
      for index in 0..<whole.tile.width * whole.tile.height * 4 {
        #expect(whole.tile.base[index].isFinite)
        if blending == .srgb { #expect(whole.tile.base[index] >= -1e-6 && whole.tile.base[index] <= 1 + 1e-6) }
      }
    }
  }

  @Test("Loops close", arguments: sources.indices) func loopsClose(_ index: Int) {
    let canvas = canvas()
    let source = Self.sources[index].source
    func frame(_ time: Double) -> TileBuffer { drawn(shaderOf(source, canvas, at: time), canvas) }
    let start = frame(0)
    #expect(differences(start, frame(4)) == 0)
    // It changes, and does not jump at the seam.
    #expect(differences(start, frame(1.7)) > 100, "\(Self.sources[index].name)")
    #expect(largestDifference(frame(0x1p-16), frame(4 - 0x1p-16)) < 0.02, "\(Self.sources[index].name)")
  }

  @Test("In long loops fields repeat exactly after the greatest period of their lattices") func longLoops() {
    // 64 cells a second for 131,072 seconds are 8,388,608 cells; lattices repeat after 1,000,000, which are 15,625 seconds.
    var canvas = canvas()
    canvas.duration = Rational(131_072)
    for driftX in [0.0, 640] {
      let noise = Noise().with {
        ($0.scale, $0.octaves) = (AnimatedPoint(10, 10), 1)
        $0.speed = driftX == 0 ? 64 : 0
        $0.drift.x = driftX
      }
      func frame(_ time: Double) -> TileBuffer { drawn(shaderOf(.noise(noise), canvas, at: time), canvas) }
      let first = frame(1.501953125)
      #expect(differences(first, frame(1.501953125 + 5 * 15_625)) == 0, "\(driftX)")
      #expect(differences(first, frame(1.51171875)) > 0, "\(driftX)")
    }
  }

  @Test("Paths and variants select other fields") func pathsAndVariantsSelectOtherFields() {
    let noise = Noise().with { $0.scale = AnimatedPoint(60, 60) }
    let canvas = canvas()
    let frame = drawn(shaderOf(.noise(noise), canvas), canvas)
    #expect(differences(frame, drawn(shaderOf(.noise(noise), canvas), canvas)) == 0)
    #expect(differences(frame, drawn(shaderOf(.noise(noise), canvas, path: 2), canvas)) > 1000)
    var other = noise
    other.variant = 1
    #expect(differences(frame, drawn(shaderOf(.noise(other), canvas), canvas)) > 1000)
  }

  @Test("Splines between samples follow the noise") func splinesBetweenSamplesFollowTheNoise() {
    // At eight times the pixels the field is the same, but its samples lie elsewhere.
    let noise = Noise().with { ($0.scale, $0.octaves, $0.speed) = (AnimatedPoint(200, 200), 2, 0) }
    let (small, large) = (canvas(), canvas(scale: 8))
    let coarse = drawn(shaderOf(.noise(noise), small), small)
    let fine = drawn(shaderOf(.noise(noise), large), large)
    var worst: Float = 0
    for y in 0..<120 {
      for x in 0..<208 {
        // The mean of the middle four of 8 × 8 pixels.
        let row = fine.tile.row(8 * y + 4, plane: 0)
        let above = fine.tile.row(8 * y + 3, plane: 0)
        let mean = (row[8 * x + 3] + row[8 * x + 4] + above[8 * x + 3] + above[8 * x + 4]) / 4
        worst = max(worst, abs(mean - coarse.tile.row(y, plane: 0)[x]))
      }
    }
    #expect(worst < 0.004, "\(worst)")
  }

  /// Compares a pattern with the mean of 8 × 8 samples of each pixel.
  @Test("Patterns are filtered", arguments: Pattern.Kind.allCases, [0.0, 62]) func patternsAreFiltered(
    _ kind: Pattern.Kind, _ tilt: Double
  ) {
    let pattern = Pattern().with {
      ($0.kind, $0.size, $0.thickness) = (kind, AnimatedPoint(16, 16), 0.3)
      ($0.tilt, $0.perspective, $0.center) = (AnimatedNumber(tilt), 150, AnimatedPoint(101.3, 58.6))
    }
    let (small, large) = (canvas(), canvas(scale: 8))
    let filtered = drawn(shaderOf(.pattern(pattern), small), small)
    let supersampled = drawn(shaderOf(.pattern(pattern), large), large)
    var sum: Float = 0
    var worst: Float = 0
    var count: Float = 0
    for y in 30..<120 {
      for x in 0..<208 {
        var mean: Float = 0
        for j in 0..<8 {
          let row = supersampled.tile.row(8 * y + j, plane: 3)
          for i in 0..<8 { mean += row[8 * x + i] / 64 }
        }
        let difference = abs(mean - filtered.tile.row(y, plane: 3)[x])
        sum += difference
        worst = max(worst, difference)
        count += 1
      }
    }
    #expect(sum / count < 0.03, "\(sum / count)")
    #expect(worst < 0.45, "\(worst)")
  }

  @Test("Stars of any size do not depend on tiles") func largeStars() {
    // 50 points at 4 pixels a point: discs with a radius of 150 pixels.
    let canvas = Canvas(width: 640, height: 480, pixelsPerPoint: 4, seed: 5)
    let shader = shaderOf(
      .stars(Stars().with { ($0.density, $0.size, $0.smallest, $0.twinkle) = (3, 50, 30, 0) }), canvas)
    let (whole, tiled) = (drawn(shader, canvas), drawn(shader, canvas, tile: (64, 32)))
    for y in 0..<480 {
      for x in 0..<640 where whole.tile.row(y, plane: 0)[x] != tiled.tile.row(y, plane: 0)[x] {
        Issue.record("\(x), \(y)")
        return
      }
    }
  }

  @Test("Stars keep their light") func starsKeepTheirLight() {
    // Light grows with the area, however small the stars are and wherever they lie between pixels.
    let canvas = canvas()
    func light(_ size: Double) -> Double {
      let stars = Stars().with { ($0.density, $0.size, $0.smallest, $0.twinkle) = (3, size, size, 0) }
      let frame = drawn(shaderOf(.stars(stars), canvas), canvas)
      return (0..<120).reduce(0) { sum, y in
        sum + (0..<208).reduce(0) { $0 + Double(frame.tile.row(y, plane: 0)[$1]) }
      }
    }
    #expect((light(1) / light(0.5) - 4).magnitude < 0.2)
  }
}
