import Colorimetry
import Hashing
import Lanes
import Model
import Raster
import Rendering
import Shading
import Testing

/// Filters that take pixels from other places: they take them from the right places and change nothing where they should not, and
/// neither tiles nor threads change the frame.
@Suite struct DisplacementTests {
  private typealias Run = NeighborhoodFilterRun

  /// A number that goes from `start` at second 0 to `value` at second 1 and stays there.
  private static func from(_ start: Double, to value: Double) -> AnimatedNumber {
    AnimatedNumber(.keys([NumberKey(time: 0, value: start), NumberKey(time: 1, value: value)]))
  }

  /// Formulas that read everything that a displacement may read.
  private static func formula() -> Filter.Displace {
    do {
      return try Filter.Displace(
        x: "= 9 * sin(y / 7 + t) + 4 * perlin(p * 5)", y: "= swell * rotate(p, 1).x * fbm(vec3(xy / 20, t), 3)",
        numbers: ["swell": from(3, to: 9)]
      ).with { $0.amplitude = 30 }
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private static let shapes: [(name: String, shape: Filter)] = [
    (
      "wave",
      Filter.Wave().with {
        $0.amplitude = 9
        $0.wavelength = 40
        $0.angle = 30
        $0.light = 0.4
      }.filter
    ),
    (
      "circleWave",
      Filter.CircleWave().with {
        $0.amplitude = 7
        $0.wavelength = 30
        $0.radius = 80
        $0.light = 0.2
      }.filter
    ),
    (
      "ripple",
      Filter.Ripple().with {
        $0.time = 0.3
        $0.amplitude = 12
        $0.velocity = 300
      }.filter
    ),
    ("water", Filter.Water().with { $0.wavelength = 30 }.filter),
    (
      "bubble",
      Filter.Bubble().with {
        $0.center = AnimatedPoint(60, 40)
        $0.radius = 38
      }.filter
    ),
    (
      "lens",
      Filter.Lens().with {
        $0.radius = 30
        $0.rim = 2
        $0.shadow = 8
      }.filter
    ),
    (
      "soft lens",
      Filter.Lens().with {
        $0.radius = 40
        $0.falloff = 0.8
        $0.rim = 0
        $0.shadow = 0
      }.filter
    ),
    (
      "swirl",
      Filter.Swirl().with {
        $0.radius = 70
        $0.angle = 250
      }.filter
    ),
    (
      "turbulence",
      Filter.Turbulence().with {
        $0.amplitude = 14
        $0.wavelength = 30
      }.filter
    ),
    ("formula", formula().filter),
    (
      "kaleidoscope",
      Filter.Kaleidoscope().with {
        $0.segments = 7
        $0.angle = 12
        $0.rotation = 40
        $0.zoom = 0.6
      }.filter
    ),
    ("mirror", Filter.Mirror().with { $0.angle = 70 }.filter),
    ("barrel", Filter.Barrel().with { $0.amount = 0.3 }.filter),
    ("colorPlanes", Filter.ColorPlanes().with { $0.shift = AnimatedPoint(5.5, -2) }.filter),
    ("chromaticAberration", Filter.ChromaticAberration().with { $0.amplitude = 9 }.filter),
  ]

  // MARK: Identity

  @Test("A displacement that never changes anything is not made")
  func constantIdentities() {
    let shapes: [Filter] = [
      Filter.Wave().with { $0.amplitude = 0 }.filter, Filter.CircleWave().with { $0.amplitude = 0 }.filter,
      Filter.Ripple().with { $0.amplitude = 0 }.filter,
      Filter.Water().with { $0.height = 0 }.filter,
      Filter.Water().with {
        $0.refraction = 1
        $0.light = 0
      }.filter,
      Filter.Bubble().with {
        $0.refraction = 1
        $0.shine = 0
      }.filter,
      Filter.Bubble().with { $0.bulge = 0 }.filter,
      Filter.Lens().with {
        $0.zoom = 1
        $0.rim = 0
        $0.shadow = 0
      }.filter, Filter.Swirl().with { $0.angle = 0 }.filter,
      Filter.Turbulence().with { $0.amplitude = 0 }.filter,
      Filter.ColorPlanes().with { $0.shift = AnimatedPoint(0, 0) }.filter,
      Filter.ChromaticAberration().with { $0.amplitude = 0 }.filter, Filter.Barrel().with { $0.amount = 0 }.filter,
    ]
    for shape in shapes {
      #expect(
        Run.apply(shape, Run.canvas(96, 64), to: Run.colorful(96, 64)) == nil, "\(shape)")
    }
  }

  @Test("A displacement that changes nothing at some time leaves every bit as it was")
  func identityAtATime() {
    let moving = Self.from(0, to: 20)
    let shapes: [Filter] = [
      Filter.Wave().with { $0.amplitude = moving }.filter, Filter.CircleWave().with { $0.amplitude = moving }.filter,
      Filter.Ripple().with { $0.amplitude = moving }.filter,
      Filter.Ripple().with { $0.time = Self.from(0, to: 0.3) }.filter,
      Filter.Water().with { $0.height = moving }.filter,
      Filter.Bubble().with { $0.bulge = Self.from(0, to: 1) }.filter,
      Filter.Bubble().with {
        $0.refraction = Self.from(1, to: 1.6)
        $0.shine = 0
      }.filter,
      Filter.Lens().with {
        $0.zoom = Self.from(1, to: 2)
        $0.rim = 0
        $0.shadow = 0
      }.filter, Filter.Lens().with { $0.radius = moving }.filter,
      Filter.Swirl().with { $0.angle = moving }.filter, Filter.Turbulence().with { $0.amplitude = moving }.filter,
      Filter.ColorPlanes().with { $0.shift = AnimatedPoint(moving, 0) }.filter,
      Filter.ChromaticAberration().with { $0.amplitude = moving }.filter,
      Filter.Barrel().with { $0.amount = moving }.filter,
    ]
    for shape in shapes {
      for dispersion in [0.0, 0.3] {
        let filter = shape.dispersed(by: AnimatedNumber(dispersion))
        let before = Run.colorful(96, 64)
        let same = Run.apply(filter, Run.canvas(96, 64), to: before)
        #expect(same.map(Run.bits) == Run.bits(before), "\(shape)")
        let other = Run.apply(filter, Run.canvas(96, 64), to: before, time: 1)
        #expect(other.map(Run.bits) != Run.bits(before), "\(shape)")
      }
    }
  }

  // MARK: Places

  /// Returns the function that gives the place from which a displacement takes a pixel, or nil if it is never made. The places are read
  /// from a picture whose red is the column and whose green is the row, both of which are interpolated without error.
  private static func places(_ shape: Filter, _ width: Int, _ height: Int) -> ((Int, Int) -> SIMD2<Double>)? {
    let ramp = Run.picture(width, height) { x, y in SIMD4(Float(x), Float(y), 0, 1) }
    guard let moved = Run.apply(shape, Run.canvas(width, height), to: ramp) else { return nil }
    return { x, y in
      SIMD2(Double(Run.value(moved, x, y, plane: 0)), Double(Run.value(moved, x, y, plane: 1)))
    }
  }

  @Test("Glass refracts as a ray tracer says", arguments: [(1.2, 0.3), (1.33, 1.0), (1.5, 0.8), (2.4, 0.6)])
  func snell(index: Double, bulge: Double) throws {
    let radius = 90.0
    let bubble = Filter.Bubble().with {
      $0.center = AnimatedPoint(100, 100)
      $0.radius = AnimatedNumber(radius)
      $0.bulge = AnimatedNumber(bulge)
      $0.refraction = AnimatedNumber(index)
      $0.shine = 0
    }
    let places = try #require(Self.places(bubble.filter, 200, 200))
    var compared = 0
    for y in stride(from: 4, to: 200, by: 7) {
      for x in stride(from: 4, to: 200, by: 5) {
        let (dx, dy) = (Double(x) + 0.5 - 100, Double(y) + 0.5 - 100)
        let distance = (dx * dx + dy * dy).squareRoot()
        // Near the rim the picture shrinks so much that each pixel is a mean of several places.
        if distance > 0.93 * radius { continue }
        let height = bulge * (radius * radius - distance * distance).squareRoot()
        // The ray's angles to the surface's normal before and after it, and how far the ray then moves towards the middle.
        let incidence = Lanes.atan(bulge * distance / (radius * radius - distance * distance).squareRoot())
        let refraction = Lanes.asin(Lanes.sin(incidence) / index)
        let moved = height * Lanes.tan(incidence - refraction)
        let share = distance > 0 ? moved / distance : 0
        let expected = SIMD2(Double(x) - dx * share, Double(y) - dy * share)
        let difference = places(x, y) - expected
        #expect(abs(difference.x) < 0.02 && abs(difference.y) < 0.02, "\(x), \(y): \(places(x, y)) for \(expected)")
        compared += 1
      }
    }
    #expect(compared > 500)
  }

  @Test("Water that does not refract is only lit, and water that does bends rays by no more than its depth allows")
  func water() throws {
    let still = Filter.Water().with {
      $0.refraction = 1
      $0.light = 0.2
    }
    let input = Run.picture(160, 96) { _, _ in SIMD4(0.5, 0.5, 0.5, 1) }
    let lit = try #require(Run.apply(still.filter, Run.canvas(160, 96), to: input))
    #expect(Set(Run.floats(lit).map(\.bitPattern)).count > 1000, "light follows the slopes")
    let places = try #require(
      Self.places(
        Filter.Water().with {
          $0.height = 20
          $0.wavelength = 40
          $0.depth = 30
          $0.light = 0
        }.filter, 160, 96))
    var farthest = 0.0
    for y in 40..<56 {
      for x in 60..<100 {
        let moved = places(x, y) - SIMD2(Double(x), Double(y))
        farthest = max(farthest, (moved * moved).sum().squareRoot())
      }
    }
    // Water's critical angle is 48.8°, so no ray leans more than 41.2°: over 50 points of water it moves by at most 50 · tan 41.2°.
    #expect(farthest > 2 && farthest < 0.88 * 50)
  }

  @Test("A lens shows its middle larger, and a ripple changes nothing where its ring has not arrived")
  func lensAndRipple() throws {
    let lens = try #require(
      Self.places(
        Filter.Lens().with {
          $0.radius = 50
          $0.zoom = 2.5
          $0.rim = 0
          $0.shadow = 0
        }.filter, 160, 160))
    for (x, y) in [(80, 80), (100, 70), (60, 95), (110, 80)] {
      let place = lens(x, y)
      #expect(abs(place.x - (79.5 + (Double(x) - 79.5) / 2.5)) < 1e-3)
      #expect(abs(place.y - (79.5 + (Double(y) - 79.5) / 2.5)) < 1e-3)
    }
    #expect(lens(10, 20) == SIMD2(10, 20))
    let ripple = try #require(
      Self.places(
        Filter.Ripple().with {
          $0.time = 0.1
          $0.amplitude = 12
          $0.decay = 1
          $0.velocity = 400
          $0.light = 0
        }.filter, 160, 160))
    // After 0.1 s at 400 points a second, the ring has a radius of 40; its frequency is 2.4 by default.
    #expect(ripple(130, 80) == SIMD2(130, 80))
    let place = ripple(105, 79)
    let distance = (25.5 * 25.5 + 0.5 * 0.5).squareRoot()
    let elapsed = 0.1 - distance / 400
    let moved = 12 * Lanes.sin(2 * .pi * 2.4 * elapsed) * Lanes.exp(-elapsed)
    #expect(abs(place.x - (105 + moved * 25.5 / distance)) < 1e-3)
  }

  @Test("Mirrors show the same picture on both sides, and a kaleidoscope in every wedge")
  func mirrors() throws {
    let input = Run.colorful(128, 128)
    let mirrored = try #require(
      Run.apply(Filter.Mirror().with { $0.angle = 90 }.filter, Run.canvas(128, 128), to: input))
    for y in stride(from: 0, to: 128, by: 9) {
      for x in 0..<64 {
        #expect(Run.value(mirrored, x, y, plane: 0) == Run.value(mirrored, 127 - x, y, plane: 0))
      }
    }
    let smooth = Run.picture(128, 128) { x, y in
      SIMD4(Float(Lanes.sin(Double(x) / 9)) * 0.5 + 0.5, Float(Lanes.cos(Double(y) / 7)) * 0.5 + 0.5, 0.3, 1)
    }
    let wheel = try #require(
      Run.apply(Filter.Kaleidoscope().with { $0.segments = 4 }.filter, Run.canvas(128, 128), to: smooth))
    // A quarter of a turn leaves four wedges as they are.
    for y in stride(from: 20, to: 108, by: 5) {
      for x in stride(from: 20, to: 108, by: 5) {
        let difference = Run.value(wheel, x, y, plane: 0) - Run.value(wheel, 127 - y, x, plane: 0)
        #expect(abs(difference) < 2e-3, "\(x), \(y)")
      }
    }
  }

  @Test("Colours are moved apart, and the alpha covers them all")
  func planes() throws {
    let input = Run.picture(64, 16) { x, _ in x == 32 ? SIMD4(1, 1, 1, 1) : SIMD4() }
    let output = try #require(
      Run.apply(Filter.ColorPlanes().with { $0.shift = AnimatedPoint(3, 0) }.filter, Run.canvas(64, 16), to: input))
    for (x, expected) in [(35, SIMD4<Float>(1, 0, 0, 1)), (32, SIMD4(0, 1, 0, 1)), (29, SIMD4(0, 0, 1, 1))] {
      for plane in 0..<4 { #expect(Run.value(output, x, 8, plane: plane) == expected[plane], "\(x) \(plane)") }
    }
  }

  @Test("A picture that shrinks is averaged: fine squares become their mean")
  func antialiasing() throws {
    let squares = Run.picture(256, 256) { x, y in (x + y) % 2 == 0 ? SIMD4(1, 1, 1, 1) : SIMD4(0, 0, 0, 1) }
    let small = try #require(
      Run.apply(
        Filter.Kaleidoscope().with {
          $0.segments = 2
          $0.zoom = 0.21
        }.filter, Run.canvas(256, 256), to: squares))
    // The mean and the root mean square of the difference to 0.5, the squares' mean. In the squares themselves, the latter is 0.5.
    var (sum, squareSum, count) = (0.0, 0.0, 0.0)
    for y in 90..<166 {
      for x in 90..<166 {
        let difference = Double(Run.value(small, x, y, plane: 0)) - 0.5
        sum += difference
        squareSum += difference * difference
        count += 1
      }
    }
    #expect(abs(sum / count) < 0.01 && (squareSum / count).squareRoot() < 0.1, "\((squareSum / count).squareRoot())")
  }

  // MARK: Neighbours

  @Test("Each square of a pixellated picture has the mean of what it covers", arguments: [4.0, 7.0, 13.6])
  func pixellate(side: Double) throws {
    let input = Run.colorful(120, 88)
    let filter = Filter.Pixellate().with {
      $0.size = AnimatedNumber(side)
      $0.center = AnimatedPoint(60, 44)
    }.filter
    let output = try #require(Run.apply(filter, Run.canvas(120, 88), to: input))
    for (column, row) in [(0, 0), (2, 1), (-3, -2)] {
      let (left, top) = (60 + Double(column) * side, 44 + Double(row) * side)
      var (sum, area) = (0.0, 0.0)
      for y in 0..<88 {
        let height = min(Double(y + 1), top + side) - max(Double(y), top)
        if height <= 0 { continue }
        for x in 0..<120 {
          let width = min(Double(x + 1), left + side) - max(Double(x), left)
          if width <= 0 { continue }
          sum += Double(Run.value(input, x, y, plane: 0)) * width * height
          area += width * height
        }
      }
      let (x, y) = (Int(left + side / 2), Int(top + side / 2))
      #expect(abs(Double(Run.value(output, x, y, plane: 0)) - sum / area) < 1e-5)
    }
  }

  @Test("Relief and edge lines show at a step, relief by the side that faces the light, and not on even areas")
  func reliefAndLines() throws {
    let step = Run.picture(64, 64) { x, _ in SIMD4(repeating: x < 32 ? 0.2 : 0.6) }
    for blending in [Canvas.Blending.linear, .srgb] {
      let canvas = Run.canvas(64, 64, blending)
      let opaque = Run.picture(64, 64) { x, _ in SIMD4(x < 32 ? 0.2 : 0.6, x < 32 ? 0.2 : 0.6, 0.2, 1) }
      let fromLeft = try #require(Run.apply(Filter.Emboss().with { $0.angle = 180 }.filter, canvas, to: opaque))
      let fromRight = try #require(Run.apply(Filter.Emboss().with { $0.angle = 0 }.filter, canvas, to: opaque))
      // The step rises to the right: it faces light from the left.
      #expect(Run.value(fromLeft, 32, 30, plane: 0) > 0.6 + 0.1)
      #expect(Run.value(fromRight, 32, 30, plane: 0) < 0.6 - 0.1)
      #expect(abs(Run.value(fromLeft, 10, 30, plane: 0) - 0.2) < 1e-6)
      let lines = try #require(Run.apply(Filter.Edges().filter, canvas, to: step))
      #expect(Run.value(lines, 32, 30, plane: 0) > 0.05)
      #expect(Run.value(lines, 10, 30, plane: 0) == 0 && Run.value(lines, 10, 30, plane: 3) == 0)
      for filter in [
        Filter.Emboss().with { $0.amount = Self.from(0, to: 1) }.filter,
        Filter.Edges().with { $0.amount = Self.from(0, to: 1) }.filter,
      ] {
        let before = Run.colorful(64, 64)
        #expect(Run.apply(filter, canvas, to: before).map(Run.bits) == Run.bits(before))
        #expect(Run.apply(filter, canvas, to: before, time: 1).map(Run.bits) != Run.bits(before))
      }
    }
    #expect(Run.apply(Filter.Emboss().with { $0.amount = 0 }.filter, Run.canvas(64, 64), to: step) == nil)
    #expect(Run.apply(Filter.Edges().with { $0.amount = 0 }.filter, Run.canvas(64, 64), to: step) == nil)
    #expect(Run.apply(Filter.Infrared().with { $0.amount = 0 }.filter, Run.canvas(64, 64), to: step) == nil)
    #expect(Run.apply(Filter.LightGrid().with { $0.amount = 0 }.filter, Run.canvas(64, 64), to: step) == nil)
    #expect(Run.apply(Filter.Sinebow().with { $0.amount = 0 }.filter, Run.canvas(64, 64), to: step) == nil)
    for filter in [
      Filter.LightGrid().with { $0.amount = Self.from(0, to: 1) }.filter,
      Filter.Sinebow().with { $0.amount = Self.from(0, to: 1) }.filter,
    ] {
      let before = Run.colorful(64, 64)
      #expect(Run.apply(filter, Run.canvas(64, 64), to: before).map(Run.bits) == Run.bits(before))
      #expect(Run.apply(filter, Run.canvas(64, 64), to: before, time: 1).map(Run.bits) != Run.bits(before))
    }
  }

  // MARK: Scenes

  private static func scene(_ filter: Filter, onCanvas: Bool) -> Scene {
    let ground = Layer(
      name: "ground", path: 1,
      source: .gradient(
        Gradient(
          shape: .angle(60),
          stops: [
            Gradient.Stop(color: .constant(LinearColor(red: 0.9, green: 0.1, blue: 0.05)), location: nil),
            Gradient.Stop(color: .constant(LinearColor(red: 0.05, green: 0.3, blue: 1.4)), location: nil),
          ])))
    let disc = VectorShape(
      .ellipse(center: AnimatedPoint(70, 40), radius: AnimatedPoint(44, 30)),
      fill: .color(.constant(LinearColor(red: 2, green: 1, blue: 0.2))))
    let front = Layer(name: "disc", path: 2, source: .shape(disc), filters: onCanvas ? [] : [filter])
    return Scene(
      canvas: Run.canvas(180, 120), layers: [ground, front], post: Post(filters: onCanvas ? [filter] : []))
  }

  @Test("Tiles and threads do not show through displacements", arguments: shapes.map(\.name))
  func tilesAndThreads(name: String) throws {
    let shape = try #require(Self.shapes.first { $0.name == name }).shape
    let filter = shape.dispersed(by: 0.1)
    for onCanvas in [false, true] { try expectEqualHashes(filter, onCanvas: onCanvas) }
  }

  @Test("Tiles and threads do not show through filters that compare neighbours")
  func tilesAndThreadsOfNeighbors() throws {
    for filter in [
      Filter.Pixellate().with { $0.size = 9.3 }.filter, Filter.Emboss().filter, Filter.Edges().filter,
      Filter.Infrared().with { $0.amount = 0.7 }.filter,
      Filter.LightGrid().with { $0.size = 20 }.filter,
      Filter.Sinebow().filter,
    ] {
      for onCanvas in [false, true] { try expectEqualHashes(filter, onCanvas: onCanvas) }
    }
  }

  private func expectEqualHashes(_ filter: Filter, onCanvas: Bool) throws {
    let scene = Self.scene(filter, onCanvas: onCanvas)
    func hash(_ threads: Int, _ tile: (width: Int, height: Int)) -> String {
      let renderer = FrameRenderer(
        plan: RenderPlan(scene: scene), format: .floatPlanes, threadCount: threads, tileWidth: tile.width,
        tileHeight: tile.height)
      let pixels = renderer.makeBuffer()
      renderer.render(at: Rational(1, 2), into: pixels)
      var isFinite = true
      pixels.forEachRow { row in
        for value in row.bindMemory(to: Float.self) where !value.isFinite { isFinite = false }
      }
      #expect(isFinite)
      return FrameHasher().hash(pixels)
    }
    let expected = hash(1, (240, 64))
    for tile in [(8, 4), (64, 32), (184, 124)] { #expect(hash(3, tile) == expected, "tile \(tile)") }
  }
}

extension Filter {
  /// The filter with a dispersion, if its kind has one.
  fileprivate func dispersed(by amount: AnimatedNumber) -> Filter {
    func dispersed<Kind: DisplacementFilterKind>(_ kind: Kind) -> Filter {
      var kind = kind
      for case .animatedNumber(let path, _) in Kind.parameters.filter({ $0.name == "dispersion" }).map(\.value) {
        kind[keyPath: path] = amount
      }
      return kind.filter
    }
    guard let displacement = kind as? any DisplacementFilterKind else { return self }
    return dispersed(displacement)
  }
}
