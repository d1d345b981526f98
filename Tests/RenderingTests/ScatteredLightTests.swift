import Colorimetry
import Hashing
import Lanes
import Model
import Raster
import Rendering
import Shading
import Testing

/// Lens blur, motion blur and scattered light: where light goes, and that none is lost.
@Suite struct ScatteredLightTests {
  private typealias Run = NeighborhoodFilterRun

  private static let moving = AnimatedNumber(.keys([NumberKey(time: 0, value: 0), NumberKey(time: 1, value: 20)]))

  /// A black picture with one pixel of light at (x, y).
  private static func spark(_ width: Int, _ height: Int, _ x: Int, _ y: Int, light: Float) -> TileBuffer {
    Run.picture(width, height) { column, row in
      column == x && row == y ? SIMD4(light, light, light, 1) : SIMD4(0, 0, 0, 1)
    }
  }

  /// The sum of a plane's values.
  private static func energy(_ buffer: TileBuffer, plane: Int = 0) -> Double {
    var sum = 0.0
    for y in 0..<buffer.tile.height {
      for x in 0..<buffer.tile.width { sum += Double(Run.value(buffer, x, y, plane: plane)) }
    }
    return sum
  }

  // MARK: Identity

  @Test(
    "Blurs that never change anything are not made, and blurs that change nothing at some time leave every bit as it was"
  )
  func identities() {
    let never: [Filter] = [
      Filter.LensBlur().with { $0.radius = 0 }.filter,
      Filter.MotionBlur().with {
        $0.length = 0
        $0.angle = 30
      }.filter,
      Filter.ZoomBlur().with { $0.amount = 0 }.filter, Filter.SpinBlur().with { $0.angle = 0 }.filter,
      Filter.VariableBlur().with { $0.radius = 0 }.filter, Filter.Halation().with { $0.strength = 0 }.filter,
      Filter.Streak().with { $0.strength = 0 }.filter,
    ]
    for filter in never {
      #expect(Run.apply(filter, Run.canvas(96, 64), to: Run.colorful(96, 64)) == nil, "\(filter)")
    }
    let moving = Self.moving
    let sometimes: [Filter] = [
      Filter.LensBlur().with { $0.radius = moving }.filter,
      Filter.MotionBlur().with {
        $0.length = moving
        $0.angle = 30
      }.filter,
      Filter.ZoomBlur().with { $0.amount = moving }.filter, Filter.SpinBlur().with { $0.angle = moving }.filter,
      Filter.VariableBlur().with { $0.radius = moving }.filter, Filter.Halation().with { $0.strength = moving }.filter,
      Filter.Streak().with {
        $0.threshold = 0.5
        $0.strength = moving
      }.filter,
    ]
    for filter in sometimes {
      let before = Run.colorful(96, 64)
      #expect(Run.apply(filter, Run.canvas(96, 64), to: before).map(Run.bits) == Run.bits(before), "\(filter)")
      #expect(
        Run.apply(filter, Run.canvas(96, 64), to: before, time: 1).map(Run.bits) != Run.bits(before), "\(filter)")
    }
  }

  @Test("An even picture stays even, and never becomes NaN")
  func evenStaysEven() throws {
    let input = Run.picture(120, 80) { _, _ in SIMD4(0.3, 0.6, 1.7, 1) }
    let filters: [Filter] = [
      Filter.LensBlur().with {
        $0.radius = 7
        $0.blades = 5
        $0.catEye = 0.7
      }.filter,
      Filter.LensBlur().with {
        $0.radius = 30
        $0.catEye = 0.5
      }.filter,
      Filter.MotionBlur().with {
        $0.length = 33
        $0.angle = 20
      }.filter, Filter.ZoomBlur().with { $0.amount = 0.5 }.filter,
      Filter.SpinBlur().with {
        $0.center = AnimatedPoint(20, 10)
        $0.angle = 70
      }.filter, Filter.VariableBlur().with { $0.radius = 14 }.filter,
      Filter.Bloom(threshold: 0.2, radius: 10, strength: 0.7, tail: 1.4, scatters: true).filter,
    ]
    for filter in filters {
      let output = try #require(Run.apply(filter, Run.canvas(120, 80), to: input))
      for (value, expected) in zip(Run.floats(output), Run.floats(input)) where !(abs(value - expected) < 2e-4) {
        Issue.record("\(filter): \(value) for \(expected)")
        break
      }
    }
  }

  // MARK: Lenses

  @Test(
    "A light keeps its energy through a lens, and becomes the aperture's shape",
    arguments: [(3.3, 0), (9.0, 0), (11.0, 6), (16.0, 0), (40.0, 0), (40.0, 6)])
  func lens(radius: Double, blades: Int) throws {
    let input = Self.spark(200, 200, 100, 100, light: 900)
    let filter = Filter.LensBlur().with {
      $0.radius = AnimatedNumber(radius)
      $0.blades = blades
    }.filter
    let output = try #require(Run.apply(filter, Run.canvas(200, 200), to: input))
    #expect(abs(Self.energy(output) / 900 - 1) < 0.005, "\(Self.energy(output))")
    // The aperture's area is this times the square of its radius.
    let areaFactor = blades == 0 ? Double.pi : Double(blades) / 2 * Lanes.sin(2 * .pi / Double(blades))
    let expected = 900 / (areaFactor * radius * radius)
    // Polygons reach their radius only at their corners.
    let apothem = blades == 0 ? radius : radius * Lanes.cos(.pi / Double(max(blades, 3)))
    // Pixels this near to the edge are not compared. From 2 px on, 2 × 2 pixels are stored as one value, from 20 px on 4 × 4, so that the
    // edge is softer, and the shape inside of it a little smaller and brighter: in all, light has the variance of the shape.
    let softness = radius < 20 ? 4.5 : 14
    let inner = apothem - softness
    let tolerance = radius < 12 ? 0.08 : 0.05
    for y in 50..<150 {
      for x in 50..<150 {
        let distance = (Double((x - 100) * (x - 100) + (y - 100) * (y - 100))).squareRoot()
        let value = Double(Run.value(output, x, y, plane: 0))
        if distance < inner { #expect(abs(value / expected - 1) < tolerance, "\(x), \(y): \(value) for \(expected)") }
        if distance > radius + softness { #expect(abs(value) < 1e-3 * expected, "\(x), \(y): \(value)") }
      }
    }
  }

  @Test(
    "A wide lens spreads a light evenly over a disc with a soft edge",
    arguments: [(280.0, 680, 8.0), (540.0, 1200, 8.0)])
  func wideLens(radius: Double, side: Int, block: Double) throws {
    let middle = side / 2
    let input = Self.spark(side, side, middle, middle, light: 90_000)
    let output = try #require(
      Run.apply(Filter.LensBlur().with { $0.radius = AnimatedNumber(radius) }.filter, Run.canvas(side, side), to: input)
    )
    #expect(abs(Self.energy(output) / 90_000 - 1) < 0.005, "\(Self.energy(output))")
    let expected = 90_000 / (Double.pi * radius * radius)
    for y in stride(from: 0, to: side, by: 7) {
      for x in stride(from: 0, to: side, by: 5) {
        let distance = Double((x - middle) * (x - middle) + (y - middle) * (y - middle)).squareRoot()
        let value = Double(Run.value(output, x, y, plane: 0))
        if distance < radius - 4 * block { #expect(abs(value / expected - 1) < 0.02, "\(x), \(y): \(value)") }
        // The running sums of so bright a light are rounded to a thousandth of what is left of it in a pixel.
        if distance > radius + 4.5 * block { #expect(abs(value) < 1e-2 * expected, "\(x), \(y): \(value)") }
      }
    }
  }

  @Test("Towards the canvas's corners the lens's rim clips discs, and most of their light stays")
  func catEye() throws {
    let filter = Filter.LensBlur().with {
      $0.radius = 16
      $0.catEye = 0.7
    }.filter
    let middle = try #require(Run.apply(filter, Run.canvas(320, 320), to: Self.spark(320, 320, 160, 160, light: 500)))
    let corner = try #require(Run.apply(filter, Run.canvas(320, 320), to: Self.spark(320, 320, 270, 270, light: 500)))
    /// The number of lit pixels in plane 0: the rows of the four planes follow each other in memory.
    func litPixelCount(_ buffer: TileBuffer) -> Int {
      Run.floats(buffer).enumerated().filter { $0.element > 0.05 && ($0.offset / 320) % 4 == 0 }.count
    }
    #expect(Double(litPixelCount(corner)) < 0.75 * Double(litPixelCount(middle)))
    #expect(abs(Self.energy(middle) / 500 - 1) < 0.02, "\(Self.energy(middle))")
    #expect(abs(Self.energy(corner) / 500 - 1) < 0.12, "\(Self.energy(corner))")
  }

  // MARK: Motions

  @Test("A motion spreads a light evenly along its path")
  func motions() throws {
    let line = Filter.MotionBlur().with {
      $0.length = 40
      $0.angle = 0
    }.filter
    let moved = try #require(Run.apply(line, Run.canvas(128, 64), to: Self.spark(128, 64, 64, 32, light: 80)))
    #expect(abs(Self.energy(moved) / 80 - 1) < 1e-4)
    for x in 48...80 { #expect(abs(Run.value(moved, x, 32, plane: 0) - 2) < 0.6, "\(x)") }
    for x in [30, 40, 88, 100] { #expect(Run.value(moved, x, 32, plane: 0) < 1e-6) }
    for y in [30, 34] { #expect(Run.value(moved, 64, y, plane: 0) == 0) }

    let spin = Filter.SpinBlur().with {
      $0.center = AnimatedPoint(64.5, 64.5)
      $0.angle = 90
    }.filter
    let turned = try #require(Run.apply(spin, Run.canvas(128, 128), to: Self.spark(128, 128, 104, 64, light: 80)))
    #expect(abs(Self.energy(turned) / 80 - 1) < 0.02, "\(Self.energy(turned))")
    // An arc that reaches 45 degrees to both sides of the light's place.
    #expect(Run.value(turned, 64 + 37, 64 + 15, plane: 0) > 0.2)
    #expect(Run.value(turned, 64 + 37, 64 - 15, plane: 0) > 0.2)
    #expect(Run.value(turned, 64 + 15, 64 + 37, plane: 0) < 1e-3)

    let zoom = Filter.ZoomBlur().with {
      $0.center = AnimatedPoint(64.5, 64.5)
      $0.amount = 0.44
    }.filter
    let grown = try #require(Run.apply(zoom, Run.canvas(128, 128), to: Self.spark(128, 128, 104, 64, light: 80)))
    // The light, 40 pixels from the middle, spreads on its ray from 40 ÷ 1.2 to 40 × 1.2 pixels.
    #expect(Run.value(grown, 64 + 36, 64, plane: 0) > 0.5 && Run.value(grown, 64 + 46, 64, plane: 0) > 0.5)
    #expect(Run.value(grown, 64 + 28, 64, plane: 0) < 1e-3 && Run.value(grown, 64 + 54, 64, plane: 0) < 1e-3)
  }

  @Test("A blur that grows is nothing at its start, and the Gaussian of its radius at its end")
  func variable() throws {
    let input = Run.picture(96, 192) { x, y in
      let light: Float = (x / 12 + y / 12) % 2 == 0 ? 1 : 0.1
      return SIMD4(light, light * 0.5, 0.2, 1)
    }
    let canvas = Run.canvas(96, 192)
    let grown = try #require(
      Run.apply(
        Filter.VariableBlur().with {
          $0.radius = 9
          $0.startPoint = AnimatedPoint(0, 40)
          $0.endPoint = AnimatedPoint(0, 130)
        }.filter, canvas, to: input))
    let whole = try #require(Run.apply(Filter.Blur(radius: 9).filter, canvas, to: input))
    for x in stride(from: 0, to: 96, by: 5) {
      for y in 0..<38 { #expect(Run.value(grown, x, y, plane: 0) == Run.value(input, x, y, plane: 0)) }
      for y in 132..<192 {
        #expect(abs(Run.value(grown, x, y, plane: 0) - Run.value(whole, x, y, plane: 0)) < 1e-6)
      }
    }
    // Halfway the blur has half of the radius.
    let half = try #require(Run.apply(Filter.Blur(radius: 4.5).filter, canvas, to: input))
    for x in 8..<88 {
      #expect(abs(Run.value(grown, x, 85, plane: 0) - Run.value(half, x, 85, plane: 0)) < 0.02)
    }
  }

  // MARK: Scattered light

  @Test("A bloom that scatters keeps the picture's energy")
  func scattering() throws {
    let input = Run.picture(256, 192) { x, y in
      x % 60 < 9 && y % 50 < 7 ? SIMD4(4, 2, 1, 1) : SIMD4(0.1, 0.2, 0.3, 1)
    }
    for tail in [0.5, 1, 1.6] {
      let filter = Filter.Bloom(threshold: 0.5, radius: 40, strength: 0.6, tail: AnimatedNumber(tail), scatters: true)
        .filter
      let output = try #require(Run.apply(filter, Run.canvas(256, 192), to: input))
      for plane in 0..<3 {
        let quotient = Self.energy(output, plane: plane) / Self.energy(input, plane: plane)
        #expect(abs(quotient - 1) < 0.005, "\(quotient)")
      }
      #expect(Run.value(output, 4, 3, plane: 0) < 4)
    }
  }

  @Test("A bloom falls off as 1/r², steeper or flatter by its tail")
  func tail() throws {
    /// Returns how far the glow of a small light deviates from 1/r²: 1 if it falls off from 12 pixels to `distance` exactly so.
    func falloff(_ tail: Double, at distance: Int) throws -> Double {
      let spark = Run.picture(512, 512) { x, y in
        abs(x - 256) < 2 && abs(y - 256) < 2 ? SIMD4(100, 100, 100, 1) : SIMD4(0, 0, 0, 1)
      }
      let output = try #require(
        Run.apply(
          Filter.Bloom(threshold: 0, radius: 128, strength: 1, tail: AnimatedNumber(tail)).filter, Run.canvas(512, 512),
          to: spark))
      func glow(_ distance: Int) -> Double { Double(Run.value(output, 256 + distance, 256, plane: 0)) }
      return glow(distance) / glow(12) * Double(distance * distance) / 144
    }
    for distance in [20, 40, 80] {
      let inverseSquare = try falloff(1, at: distance)
      #expect(inverseSquare > 0.7 && inverseSquare < 1.4, "\(distance): \(inverseSquare)")
      #expect(try falloff(0.5, at: distance) < 0.9 * inverseSquare)
      #expect(try falloff(2, at: distance) > 1.1 * inverseSquare)
    }
  }

  @Test("Film scatters red around highlights, and an anamorphic lens draws streaks that keep their energy")
  func halationAndStreak() throws {
    let spark = Run.picture(256, 256) { x, y in
      abs(x - 128) < 6 && abs(y - 128) < 6 ? SIMD4(3, 3, 3, 1) : SIMD4(0, 0, 0, 1)
    }
    let halo = try #require(Run.apply(Filter.Halation().filter, Run.canvas(256, 256), to: spark))
    #expect(Run.value(halo, 128 + 12, 128, plane: 0) > 0.02)
    #expect(Run.value(halo, 128 + 12, 128, plane: 2) < 0.2 * Run.value(halo, 128 + 12, 128, plane: 0))
    for angle in [0.0, 30, 90] {
      let filter = Filter.Streak().with {
        $0.threshold = 0.5
        $0.length = 10
        $0.angle = AnimatedNumber(angle)
        $0.strength = 1
        $0.color = .constant(.white)
      }.filter
      let streaked = try #require(Run.apply(filter, Run.canvas(256, 256), to: spark))
      let aboveThreshold = Self.energy(spark) * (3 - 0.5) / 3
      let added = Self.energy(streaked) - Self.energy(spark)
      #expect(abs(added / aboveThreshold - 1) < 0.005, "\(angle): \(added / aboveThreshold)")
      // 28 pixels from the middle, along the streak and across it.
      let (sine, cosine) = Lanes.sincosTurns(angle / 360)
      let along = Run.value(streaked, 128 + Int(28 * cosine), 128 + Int(28 * sine), plane: 0)
      let across = Run.value(streaked, 128 - Int(28 * sine), 128 + Int(28 * cosine), plane: 0)
      #expect(along > 0.02 && across < 0.1 * along, "\(angle): \(along), \(across)")
    }
  }

  // MARK: Tiles and threads

  @Test("Tiles and threads do not show through blurs and scattered light")
  func tilesAndThreads() {
    let filters: [Filter] = [
      Filter.LensBlur().with {
        $0.radius = 9
        $0.blades = 5
        $0.catEye = 0.6
        $0.highlights = 2
      }.filter, Filter.LensBlur().with { $0.radius = 18 }.filter,
      Filter.MotionBlur().with {
        $0.length = 30
        $0.angle = 25
      }.filter, Filter.ZoomBlur().with { $0.amount = 0.3 }.filter,
      Filter.SpinBlur().with {
        $0.center = AnimatedPoint(50, 30)
        $0.angle = 15
      }.filter, Filter.VariableBlur().with { $0.radius = 11 }.filter,
      Filter.VariableBlur().with {
        $0.radius = 6
        $0.startPoint = AnimatedPoint(20, 20)
        $0.endPoint = AnimatedPoint(90, 100)
      }.filter,
      Filter.Bloom(threshold: 0.3, radius: 20, tail: 0.7, scatters: true).filter, Filter.Halation().filter,
      Filter.Streak().with {
        $0.threshold = 0.4
        $0.length = 40
        $0.angle = 20
      }.filter,
    ]
    for filter in filters {
      for onCanvas in [false, true] {
        let disc = VectorShape(
          .ellipse(center: AnimatedPoint(70, 40), radius: AnimatedPoint(44, 30)),
          fill: .color(.constant(LinearColor(red: 2, green: 1, blue: 0.2))))
        let scene = Scene(
          canvas: Run.canvas(180, 120),
          layers: [Layer(name: "disc", path: 2, source: .shape(disc), filters: onCanvas ? [] : [filter])],
          post: Post(filters: onCanvas ? [filter] : []))
        func hash(_ threads: Int, _ tile: (width: Int, height: Int)) -> String {
          let renderer = FrameRenderer(
            plan: RenderPlan(scene: scene), format: .floatPlanes, threadCount: threads, tileWidth: tile.width,
            tileHeight: tile.height)
          let pixels = renderer.makeBuffer()
          renderer.render(at: Rational(1, 2), into: pixels)
          return FrameHasher().hash(pixels)
        }
        let expected = hash(1, (240, 64))
        for tile in [(8, 4), (64, 32), (184, 124)] {
          #expect(hash(3, tile) == expected, "\(filter), tile \(tile), \(onCanvas)")
        }
      }
    }
  }
}
