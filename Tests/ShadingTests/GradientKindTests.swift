import Colorimetry
import Lanes
import Model
import Raster
import Shading
import Testing

/// Kinds of gradients and options beyond plain linear, radial and conic ones.
@Suite struct GradientKindTests {
  private let canvas = Canvas(widthPoints: 96, heightPoints: 64, widthPixels: 96, heightPixels: 64, blending: .srgb)

  private static func stop(_ css: String, _ location: Double? = nil) -> Gradient.Stop {
    Gradient.Stop(color: .constant(LinearColor(css: css) ?? .clear), location: location.map { AnimatedNumber($0) })
  }

  private static let sky = [stop("#ffbe0b", 0), stop("#ff006e80", 0.4), stop("#3a86ff", 1)]

  private static func gradient(_ shape: Gradient.Shape, _ spread: Gradient.Spread = .pad) -> Gradient {
    Gradient(shape: shape, stops: sky, interpolation: .srgb, spread: spread)
  }

  private static func point(_ x: Double, _ y: Double) -> AnimatedPoint {
    AnimatedPoint(AnimatedNumber(x), AnimatedNumber(y))
  }

  static let kinds: [Gradient] = [
    gradient(.angle(33), .repeat), gradient(.line(start: point(20, 10), end: point(40, 30)), .mirror),
    gradient(.corner(.topRight)), gradient(.radial(.init(size: .radii(point(40, 15)), angle: 25))),
    gradient(.radial(.init(center: point(30, 30), size: .radius(20), startRadius: 8)), .repeat),
    gradient(.radial(.init(center: point(60, 30), size: .radius(25), startRadius: 4, focus: point(50, 25)))),
    gradient(.radial(.init(center: point(70, 40), size: .radius(12), startRadius: 6, focus: point(30, 20))), .mirror),
    gradient(.diamond(.init(size: .fitted(.closestSide, isCircle: false), angle: 10))),
    gradient(.conic(.init(center: point(40, 20), sweep: .full(from: 70)))),
    gradient(.conic(.init(center: point(40.5, 20.5), sweep: .full(from: 90)))),
    gradient(.conic(.init(center: point(-300, 31), sweep: .full(from: -12)))),
    gradient(.conic(.init(center: point(40, 20), sweep: .full(from: 70))), .repeat),
    gradient(.conic(.init(sweep: .between(start: 100, end: 20)))),
  ]

  /// Every pixel has the same bits, however a frame is cut into tiles and rows.
  @Test("Cuts do not show", arguments: kinds.indices) func cutsDoNotShow(_ kind: Int) {
    let whole = TileBuffer(width: 96, height: 64)
    GradientShader(gradient: Self.kinds[kind], canvas: canvas, clock: AnimationClock(0)).shade(into: whole.tile)
    let paint = PaintShader(
      .gradient(Self.kinds[kind]), frame: PaintFrame(canvas), canvas: canvas, clock: AnimationClock(0))
    let part = TileBuffer(width: 24, height: 4)
    var differences = 0
    for y in 0..<64 {
      for x in stride(from: 0, to: 96, by: 24) {
        // Rows in other memory, with planes farther apart than the row is long.
        paint.shade(row: y, from: x + 3, count: 16, into: part.tile.base, planeStride: 24)
        for plane in 0..<4 {
          let row = whole.tile.row(y, plane: plane)
          for column in 0..<16 where part.tile.base[24 * plane + column].bitPattern != row[x + 3 + column].bitPattern {
            differences += 1
          }
        }
      }
    }
    #expect(differences == 0)
  }

  /// A radius of 0 counts as a very small one: a gradient that repeats shows its mean, any other its last colour (as in Chromium).
  @Test(arguments: [
    Gradient.Radial(size: .radius(0)), Gradient.Radial(size: .radii(point(0, 50))),
    Gradient.Radial(size: .radii(point(50, 0))),
    Gradient.Radial(center: point(48, 0), size: .fitted(.closestSide, isCircle: false)),
  ])
  func withoutARadiusTheMeanIsVisible(_ radial: Gradient.Radial) {
    let stops = [Self.stop("red", 0), Self.stop("lime", 0.2), Self.stop("blue", 0.5)]
    func pixel(_ spread: Gradient.Spread) -> [Int] {
      let gradient = Gradient(shape: .radial(radial), stops: stops, interpolation: .srgb, spread: spread)
      let picture = TileBuffer(width: 96, height: 64)
      GradientShader(gradient: gradient, canvas: canvas, clock: AnimationClock(0)).shade(into: picture.tile)
      return (0..<3).map { Int((picture.tile.row(20, plane: $0)[70] * 255).rounded()) }
    }
    #expect(pixel(.pad) == [0, 0, 255])
    for spread in [Gradient.Spread.repeat, .mirror] {
      #expect(zip(pixel(spread), [0x33, 0x80, 0x4d]).allSatisfy { abs($0 - $1) <= 1 }, "\(pixel(spread))")
    }
  }

  /// Turned by 45°, these gradients change by less than a period from one pixel to the next along each axis, but by 1.18 along both together.
  @Test("Turned gradients that repeat within a pixel show their mean")
  func turnedPeriodsBelowAPixelShowTheMean() {
    let ring = Gradient.Radial(size: .radius(1), angle: 45, startRadius: 0.15)
    let diamond = Gradient.Radial(size: .radii(Self.point(1.2, 1.2)), angle: 45)
    for shape in [Gradient.Shape.radial(ring), .diamond(diamond)] {
      let picture = TileBuffer(width: 96, height: 64)
      GradientShader(gradient: Self.gradient(shape, .repeat), canvas: canvas, clock: AnimationClock(0))
        .shade(into: picture.tile)
      let row = picture.tile.row(20, plane: 0)
      #expect((1..<96).allSatisfy { row[$0] == row[0] }, "\(shape)")
    }
  }

  /// Stops without a location are spread between known locations and hints.
  @Test("Hints are known locations") func hintsAreKnownLocations() {
    var stops = ["red", "lime", "blue", "white", "black"].map { Self.stop($0) }
    stops[1].hint = 0.2
    stops[3].hint = 0.1
    func locations(_ stops: [Gradient.Stop]) -> [Double] {
      Gradient(shape: .angle(90), stops: stops).rampStops(at: AnimationClock(0)).map(\.location)
    }
    // The second hint moves up to the first, and the stops between them with it.
    #expect(locations(stops).elementsEqual([0, 0.1, 0.2, 0.2, 1]) { abs($0 - $1) < 1e-12 })
    stops[3].hint = 0.8
    #expect(locations(stops).elementsEqual([0, 0.1, 0.4, 0.6, 1]) { abs($0 - $1) < 1e-12 })
  }

  /// Compares the colours of a paint at parameters of its gradient with those of its pixels.
  @Test("Colours at a parameter are those of the pixels there") func coloursByParameterAreThoseOfPixels() {
    let gradient = Self.gradient(.angle(90), .mirror)
    let paint = PaintShader(.gradient(gradient), frame: PaintFrame(canvas), canvas: canvas, clock: AnimationClock(0))
    let row = TileBuffer(width: 96, height: 1)
    paint.shade(row: 5, from: 0, count: 96, into: row.tile.base, planeStride: 96)
    let colors = paint.colors(at: (Float8(repeating: 40.5) + Lanes.laneNumbers) / 96)
    for lane in 0..<8 {
      #expect((colors.red[lane] - row.tile.base[40 + lane]).magnitude < 1e-5)
      #expect((colors.alpha[lane] - row.tile.base[3 * 96 + 40 + lane]).magnitude < 1e-5)
    }
    let beyond = paint.colors(at: Float8(repeating: 1.25))
    #expect((beyond.red[0] - paint.colors(at: Float8(repeating: 0.75)).red[0]).magnitude < 1e-5)
  }

  /// A paint on a rotated plane shows the same as a rotated gradient.
  @Test("Paints rotate with their plane") func paintsRotateWithTheirPlane() {
    let (sine, cosine) = Angles.sineAndCosine(degrees: 30)
    let rect = PlaneRect(x: 0, y: 0, width: 64, height: 64)
    // A rotation about (32, 32), which is mapped to (48, 32).
    let frame = PaintFrame(
      rect, a: cosine, b: sine, c: -sine, d: cosine, e: 48 - 32 * cosine + 32 * sine, f: 32 - 32 * sine - 32 * cosine)
    let radii = Self.point(30, 12)
    let pairs: [(Gradient.Shape, Gradient.Shape)] = [
      (
        .line(start: Self.point(32, 32), end: Self.point(52, 32)),
        .line(start: Self.point(48, 32), end: Self.point(48 + 20 * cosine, 32 + 20 * sine))
      ),
      (.radial(.init(size: .radii(radii))), .radial(.init(center: Self.point(48, 32), size: .radii(radii), angle: 30))),
      (.conic(.init(sweep: .full(from: 10))), .conic(.init(center: Self.point(48, 32), sweep: .full(from: 40)))),
    ]
    for (inside, outside) in pairs {
      let (painted, expected) = (TileBuffer(width: 96, height: 64), TileBuffer(width: 96, height: 64))
      PaintShader(.gradient(Self.gradient(inside)), frame: frame, canvas: canvas, clock: AnimationClock(0)).shade(
        into: painted.tile)
      GradientShader(gradient: Self.gradient(outside), canvas: canvas, clock: AnimationClock(0)).shade(
        into: expected.tile)
      var worst: Float = 0
      for index in 0..<96 * 64 * 4 {
        let difference = (painted.tile.base[index] - expected.tile.base[index]).magnitude
        // The seam of a conic gradient is a hard edge, which may fall on the other side of a pixel's centre.
        if difference < 0.3 { worst = max(worst, difference) }
      }
      #expect(worst < 2e-4, "\(inside): \(worst)")
    }
  }

  /// With the units `box`, 0...1 is the extent of a shape's box.
  @Test("Boxes are measured in shares") func boxesAreMeasuredInShares() {
    let rect = PlaneRect(x: 10, y: 20, width: 40, height: 20)
    let pairs: [(Gradient.Shape, Gradient.Shape)] = [
      (
        .line(start: Self.point(0, 0), end: Self.point(1, 1)), .line(start: Self.point(10, 20), end: Self.point(50, 40))
      ),
      (
        .radial(.init(center: Self.point(0.25, 0.5), size: .radii(Self.point(0.5, 0.5)))),
        .radial(.init(center: Self.point(20, 30), size: .radii(Self.point(20, 10))))
      ),
      (.radial(.init(size: .radius(0.5))), .radial(.init(center: Self.point(30, 30), size: .radius(10)))),
    ]
    for (inside, outside) in pairs {
      let (painted, expected) = (TileBuffer(width: 96, height: 64), TileBuffer(width: 96, height: 64))
      var gradient = Self.gradient(inside)
      gradient.units = .box
      let frame = PaintFrame(rect, on: canvas)
      PaintShader(.gradient(gradient), frame: frame, canvas: canvas, clock: AnimationClock(0)).shade(into: painted.tile)
      GradientShader(gradient: Self.gradient(outside), canvas: canvas, clock: AnimationClock(0)).shade(
        into: expected.tile)
      for index in 0..<96 * 64 * 4 { #expect((painted.tile.base[index] - expected.tile.base[index]).magnitude < 1e-5) }
    }
  }

  /// CSS Images 4, section 3.6: a period below a pixel shows its mean, a gradient without length its last colour.
  @Test("A gradient that is too fine shows its mean") func whatIsTooFineIsItsMean() {
    func pixel(_ shape: Gradient.Shape, _ stops: [Gradient.Stop], _ spread: Gradient.Spread) -> SIMD4<Float> {
      let gradient = Gradient(shape: shape, stops: stops, interpolation: .srgb, spread: spread)
      let frame = TileBuffer(width: 96, height: 64)
      GradientShader(gradient: gradient, canvas: canvas, clock: AnimationClock(0)).shade(into: frame.tile)
      return SIMD4((0..<4).map { frame.tile.row(40, plane: $0)[50] })
    }
    let ends = [Self.stop("#ff0000", 0), Self.stop("#0000ff", 1)]
    for spread in [Gradient.Spread.repeat, .mirror] {
      let mean = pixel(.line(start: Self.point(0, 0), end: Self.point(0.2, 0)), ends, spread)
      #expect((mean - SIMD4(0.5, 0, 0.5, 1)).max() < 1e-5)
      #expect(pixel(.radial(.init(size: .radius(0.01))), ends, spread).x.rounded(.up) == 1)
      // No length: of the line, or from the first stop to the last.
      #expect(pixel(.line(start: Self.point(9, 9), end: Self.point(9, 9)), ends, spread) == SIMD4(0, 0, 1, 1))
      let same = [Self.stop("#ff0000", 0.3), Self.stop("#0000ff", 0.3)]
      #expect(pixel(.angle(90), same, spread) == SIMD4(0, 0, 1, 1))
    }
  }

  /// Lengths of 0, and the largest numbers that presets allow, give valid colours.
  @Test("Extreme numbers give valid colours") func strangeNumbersAreDefined() {
    let huge = Self.point(1e6, -1e6)
    let shapes: [Gradient.Shape] = [
      .radial(.init(size: .radii(Self.point(0, 20)))), .radial(.init(size: .radius(0), startRadius: 0)),
      .radial(.init(size: .radius(10), startRadius: 10)), .radial(.init(size: .radius(-5), startRadius: -3)),
      .radial(.init(center: huge, size: .radius(1e-6))), .radial(.init(center: huge, size: .radius(1e6), focus: huge)),
      .radial(.init(center: Self.point(3, 3), size: .radius(5), startRadius: 5, focus: Self.point(3, 3))),
      .radial(.init(center: Self.point(8, 8), size: .radius(10), startRadius: 0, focus: Self.point(18, 8))),
      .radial(.init(center: huge, size: .radius(0), startRadius: 1e6, focus: Self.point(0, 0))),
      .radial(.init(center: Self.point(0, 9), size: .fitted(.closestSide, isCircle: false))),
      .diamond(.init(size: .radii(Self.point(1e6, 1e-5)), angle: 1e6)), .line(start: huge, end: Self.point(-1e6, 1e6)),
      .conic(.init(center: huge, sweep: .full(from: -1e6))), .conic(.init(sweep: .between(start: 1e6, end: -1e6))),
      .conic(.init(sweep: .between(start: 5, end: 5))),
    ]
    for shape in shapes {
      for spread in Gradient.Spread.allCases {
        for units in Gradient.Units.allCases {
          var gradient = Self.gradient(shape, spread)
          gradient.units = units
          let frame = TileBuffer(width: 96, height: 64)
          GradientShader(gradient: gradient, canvas: canvas, clock: AnimationClock(0)).shade(into: frame.tile)
          for index in 0..<96 * 64 * 4 {
            let value = frame.tile.base[index]
            #expect(value >= 0 && value <= 1, "\(shape), \(spread), \(units): \(value)")
          }
        }
      }
    }
  }

  /// CSS Images 3, section 3.4.2: half of each colour at the hint, and a power of the share before and after it.
  @Test("Hints bend the mixture") func hintsBendTheMixture() {
    for hint in [0.1, 0.3, 0.5, 0.7, 0.95] {
      var stops = [Self.stop("#000000", 0.2), Self.stop("#ffffff", 0.8)]
      stops[0].hint = AnimatedNumber(0.2 + 0.6 * hint)
      let gradient = Gradient(shape: .angle(90), stops: stops, interpolation: .srgb)
      let paint = PaintShader(.gradient(gradient), frame: PaintFrame(canvas), canvas: canvas, clock: AnimationClock(0))
      let exponent = Lanes.log(0.5) / Lanes.log(hint)
      for share in [0.05, 0.2, hint, 0.6, 0.9] {
        let found = paint.colors(at: Float8(repeating: Float(0.2 + 0.6 * share))).green[0]
        #expect((Double(found) - Lanes.pow(share, exponent)).magnitude < 2e-4, "\(share) of hint \(hint)")
      }
    }
  }
}
