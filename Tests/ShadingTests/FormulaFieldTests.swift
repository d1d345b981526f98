import Foundation
import Lanes
import Model
import Presets
import Raster
import Testing

/// The expected value of a formula at a place, computed in Double with the C library's functions.
typealias Reference = @Sendable (_ x: Double, _ y: Double) -> Double

@Suite struct FormulaFieldTests {
  private static let seconds = 1.25

  private func canvas(
    _ blending: Canvas.Blending = .linear, width: Int = 168, height: Int = 48, loops: Bool = false
  ) -> Canvas {
    Canvas(
      widthPoints: Double(width), heightPoints: Double(height), widthPixels: width, heightPixels: height,
      duration: Rational(5), seed: 7, loops: loops, blending: blending)
  }

  /// The middle of the test's canvas, and half of its shorter side.
  private static let (middleX, middleY, half) = (84.0, 24.0, 24.0)

  /// The signed distance from a star, negative inside.
  private static func star(_ x: Double, _ y: Double, _ radius: Double, _ points: Double, _ inner: Double) -> Double {
    // The least distance to any side; a point lies inside if a ray to the right crosses an odd number of sides.
    let corners = (0..<Int(2 * points)).map { index in
      let angle = Double(index) * .pi / points
      let distance = index % 2 == 0 ? radius : radius * inner
      return (sin(angle) * distance, -cos(angle) * distance)
    }
    var (least, crossings) = (Double.infinity, 0)
    for (index, a) in corners.enumerated() {
      let b = corners[(index + 1) % corners.count]
      let (wx, wy) = (b.0 - a.0, b.1 - a.1)
      let share = min(max(((x - a.0) * wx + (y - a.1) * wy) / (wx * wx + wy * wy), 0), 1)
      least = min(least, hypot(x - a.0 - wx * share, y - a.1 - wy * share))
      if (a.1 > y) != (b.1 > y), x < a.0 + (y - a.1) / wy * wx { crossings += 1 }
    }
    return crossings % 2 == 1 ? -least : least
  }

  private static let formulas: [(formula: String, reference: Reference)] = [
    ("x", { x, _ in x }),
    ("y - 10", { _, y in y - 10 }),
    ("u * 3 + v", { x, y in x / 168 * 3 + y / 48 }),
    ("r", { x, y in hypot(x - middleX, y - middleY) }),
    ("theta", { x, y in atan2(y - middleY, x - middleX) }),
    ("p.x + 10 * p.y", { x, y in (x - middleX) / half + 10 * (y - middleY) / half }),
    ("t + T * 2 + loop + phase", { _, _ in seconds * 3 + seconds / 5 * (1 + 2 * .pi) }),
    ("duration + width + height + unit + pixel", { _, _ in 5 + 168 + 48 + 24 + 1 }),
    ("2 + 3 * x ^ 2 / 100 - -y", { x, y in 2 + 3 * x * x / 100 + y }),
    ("x ^ 0.7 - y ^ -2", { x, y in pow(x, 0.7) - 1 / (y * y) }),
    ("(x - 80) ^ (v + 1)", { x, y in x > 80 ? pow(x - 80, y / 48 + 1) : 0 }),
    ("(x - 80) ^ floor(3 * v)", { x, y in pow(x - 80, (3 * y / 48).rounded(.down)) }),
    ("x > 50 ? y < 20 ? 1 : 2 : 3", { x, y in x > 50 ? (y < 20 ? 1 : 2) : 3 }),
    (
      "(x >= 20.5) + (x <= 20.5) * 2 + (floor(x) == 7) * 4 + (x != 3.5) * 8",
      { x, _ in
        (x >= 20.5 ? 1 : 0) + (x <= 20.5 ? 2 : 0) + (x.rounded(.down) == 7 ? 4 : 0) + (x != 3.5 ? 8 : 0)
      }
    ),
    ("sin(x / 10) + 2 * cos(y / 7 - x)", { x, y in sin(x / 10) + 2 * cos(y / 7 - x) }),
    ("tan(v)", { _, y in tan(y / 48) }),
    ("asin(u * 2 - 1) + 3 * acos(v)", { x, y in asin(x / 84 - 1) + 3 * acos(y / 48) }),
    ("asin(x + 2) + acos(-2 - x)", { _, _ in 0 }),
    ("atan2(y - 20, x - 50)", { x, y in atan2(y - 20, x - 50) }),
    ("exp(v * 3) + log(x) + sqrt(y)", { x, y in exp(y / 16) + log(x) + y.squareRoot() }),
    ("log(-x) + sqrt(-x) + 1 / (y - y) + log(0)", { _, _ in 0 }),
    (
      "abs(x - 60) + sign(x - 60) + floor(y / 7) + ceil(y / 9)",
      { x, y in
        abs(x - 60) + (x > 60 ? 1 : -1) + (y / 7).rounded(.down) + (y / 9).rounded(.up)
      }
    ),
    (
      "round(x / 3) + fract(y / 5)",
      { x, y in
        (x / 3).rounded(.toNearestOrAwayFromZero) + y / 5 - (y / 5).rounded(.down)
      }
    ),
    (
      "mod(x - 60, 7) + mod(y, -5) + mod(x, 0)",
      { x, y in
        x - 60 - 7 * ((x - 60) / 7).rounded(.down) + y + 5 * (y / -5).rounded(.down)
      }
    ),
    ("min(x, y, 30) + max(x, y, 40)", { x, y in min(x, y, 30) + max(x, y, 40) }),
    (
      "clamp(x, 20, 90) + mix(x, y, 0.3) + step(30, x)",
      { x, y in
        min(max(x, 20), 90) + x + (y - x) * 0.3 + (x < 30 ? 0 : 1)
      }
    ),
    (
      "smoothstep(20, 90, x) + smoothstep(30, 30, y) + smoothstep(90, 20, x)",
      { x, y in
        func hermite(_ s: Double) -> Double { s * s * (3 - 2 * s) }
        let share = min(max((x - 20) / 70, 0), 1)
        return hermite(share) + (y < 30 ? 0 : 1) + hermite(1 - share)
      }
    ),
    (
      "length(xy) + distance(xy, vec2(30, 20)) + dot(xy, uv.yx)",
      { x, y in
        hypot(x, y) + hypot(x - 30, y - 20) + x * y / 48 + y * x / 168
      }
    ),
    ("cross(xy, uv) + cross(vec3(xy, 1), vec3(1, 2, 3)).z", { x, y in x * y / 48 - y * x / 168 + x * 2 - y }),
    ("normalize(xy).x * 10 + length(normalize(p * 0))", { x, y in x / hypot(x, y) * 10 }),
    (
      "rotate(xy, 0.4).x + 3 * rotate(xy, 0.4).y",
      { x, y in
        x * cos(0.4) - y * sin(0.4) + 3 * (x * sin(0.4) + y * cos(0.4))
      }
    ),
    ("polar(xy).x + polar(xy).y", { x, y in hypot(x, y) + atan2(y, x) }),
    (
      "repeat(x, 16) + repeat(xy, vec2(8, 10)).y",
      { x, y in
        x - 16 * (x / 16 + 0.5).rounded(.down) + y - 10 * (y / 10 + 0.5).rounded(.down)
      }
    ),
    (
      "kaleidoscope(p * unit, 6).y",
      { x, y in
        let angle = atan2(y - middleY, x - middleX)
        let sector = Double.pi / 3
        let folded = abs(angle - sector * (angle / sector + 0.5).rounded(.down))
        return hypot(x - middleX, y - middleY) * sin(folded)
      }
    ),
    (
      "circle(xy - vec2(60, 20), 15) + ring(xy, 30, 8)",
      { x, y in
        hypot(x - 60, y - 20) - 15 + abs(hypot(x, y) - 30) - 4
      }
    ),
    (
      "box(xy - vec2(60, 20), vec2(40, 20))",
      { x, y in
        let (dx, dy) = (abs(x - 60) - 20, abs(y - 20) - 10)
        return hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0)
      }
    ),
    (
      "roundedBox(xy - vec2(60, 20), vec2(40, 20), 6)",
      { x, y in
        let (dx, dy) = (abs(x - 60) - 14, abs(y - 20) - 4)
        return hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0) - 6
      }
    ),
    (
      "segment(xy, vec2(20, 10), vec2(120, 30))",
      { x, y in
        let share = min(max(((x - 20) * 100 + (y - 10) * 20) / 10_400, 0), 1)
        return hypot(x - 20 - 100 * share, y - 10 - 20 * share)
      }
    ),
    ("star(xy - vec2(84, 24), 20, 5)", { x, y in star(x - 84, y - 24, 20, 5, 0.4) }),
    ("polygon(xy - vec2(84, 24), 20, 6)", { x, y in star(x - 84, y - 24, 20, 6, cos(.pi / 6)) }),
    (
      "smin(x, y, 20) + smax(x, 50, 0)",
      { x, y in
        let near = max(20 - abs(x - y), 0)
        return min(x, y) - near * near / 80 + max(x, 50)
      }
    ),
    (
      "fill(x - 60) + stroke(y - 20, 5) + fill(x - 90, 3) + glow(x - 60, 20)",
      { x, y in
        func share(_ a: Double) -> Double { min(max(a, 0), 1) }
        let growth = 1 + max(x - 60, 0) / 20
        return share(0.5 - (x - 60)) + share(0.5 - (abs(y - 20) - 2.5)) + share(0.5 - (x - 90) / 4) + 1
          / (growth * growth)
      }
    ),
    (
      "palette(u).x + 2 * palette(v, vec3(0.4), vec3(0.3), vec3(2), vec3(0.1)).y",
      { x, y in
        0.5 + 0.5 * cos(2 * .pi * x / 168) + 2 * (0.4 + 0.3 * cos(2 * .pi * (2 * y / 48 + 0.1)))
      }
    ),
    (
      "hsv(200 + x, 0.6, 0.8).x",
      { x, _ in
        let hue = ((200 + x) / 60).truncatingRemainder(dividingBy: 6)
        // Red by the usual six cases: the chroma is 0.6 · 0.8, and the least channel 0.8 − 0.48; then decoded from sRGB.
        let other = 1 - abs(hue.truncatingRemainder(dividingBy: 2) - 1)
        let chroma = 0.48
        let red = hue < 1 || hue >= 5 ? chroma : hue < 2 || hue >= 4 ? chroma * other : 0
        return pow((red + 0.32 + 0.055) / 1.055, 2.4)
      }
    ),
  ]

  /// A field whose red is a formula's value where that is above 0, and whose green is the negative value.
  private func signed(_ formula: String) throws -> FormulaField {
    try FormulaField("= vec3(value, -value, 0)", names: ["value": "= " + formula], space: .linear)
  }

  @Test("Formulas have the values of their definitions", arguments: formulas.indices)
  func formulasHaveTheValuesOfTheirDefinitions(_ index: Int) throws {
    let canvas = canvas()
    let (formula, reference) = Self.formulas[index]
    let buffer = drawn(shaderOf(.field(try signed(formula)), canvas, at: Self.seconds), canvas)
    defer { withExtendedLifetime(buffer) {} }
    let frame = buffer.tile
    for row in 0..<frame.height {
      for column in 0..<frame.width {
        let found = Double(frame.row(row, plane: 0)[column] - frame.row(row, plane: 1)[column])
        let expected = min(max(reference(Double(column) + 0.5, Double(row) + 0.5), -1000), 1000)
        let difference = abs(found - expected)
        guard difference > 2e-5 * max(1, abs(expected)) + 2e-5 else { continue }
        Issue.record("\(formula) at (\(column), \(row)) is \(found), not \(expected)")
        return
      }
    }
  }

  @Test("Values that are computed once a row, a column or a frame are those that each pixel would have") func hoisting()
    throws
  {
    let canvas = canvas()
    let pairs = [
      ("sin(x * 0.1) * 20", "sin(x * 0.1 + 0 * y) * 20"), ("noise(y / 9)", "noise(y / 9 + 0 * x)"),
      ("fbm(vec2(x / 20, t), 3)", "fbm(vec2(x / 20, t + 0 * x * y), 3)"),
      ("random(floor(t))", "random(floor(t) + 0 * x * y)"),
      ("voronoi(vec2(t, 3)).x", "voronoi(vec2(t, 3) + 0 * x * y).x"),
    ]
    for (hoisted, direct) in pairs {
      let frames = try [hoisted, direct].map { formula in
        drawn(shaderOf(.field(try signed(formula)), canvas, at: Self.seconds), canvas)
      }
      let count = frames[0].tile.width * frames[0].tile.height * 4
      let differing = (0..<count).count { frames[0].tile.base[$0] != frames[1].tile.base[$0] }
      #expect(differing == 0, "\(hoisted)")
    }
  }

  /// Fields that together use all kinds of functions.
  private static func variedFields() throws -> [FormulaField] {
    [
      try FormulaField("= fbm(p * 3 + vec2(t, 0)) + 0.2 * voronoi(p * 4, 0.8, loop).y", samples: 2),
      try FormulaField(
        "= vec4(palette(r / 40 - loop), u)", names: ["a": "= voronoi(p * 3)"],
        alpha: "= fill(star(p, 0.9, 5) * unit) * a.z"),
      try FormulaField("= ramp(perlin(vec3(p * 5, 3 * loop), 3) + 0.5) * vec4(1, hash2(floor(xy / 8)), 1)"),
      try FormulaField("= 3 * oklch(0.7, 0.2 * v, 360 * u) * noise(x / 9, y / 9)", space: .linear),
    ]
  }

  @Test("Pixels do not depend on tiles, and are numbers in their range") func tiles() throws {
    for blending in [Canvas.Blending.linear, .srgb] {
      // Wider than a strip.
      let canvas = canvas(blending, width: 560, height: 24)
      for (index, field) in try Self.variedFields().enumerated() {
        let shader = shaderOf(.field(field), canvas, at: Self.seconds)
        let whole = drawn(shader, canvas)
        let count = whole.tile.width * whole.tile.height * 4
        for tile in [(240, 24), (64, 7), (8, 24)] {
          let parts = drawn(shader, canvas, tile: tile)
          let differing = (0..<count).count { whole.tile.base[$0].bitPattern != parts.tile.base[$0].bitPattern }
          #expect(differing == 0, "field \(index), tiles \(tile)")
        }
        #expect(Set((0..<count).map { whole.tile.base[$0] }).count > 500, "field \(index)")
        let maximum = blending == .srgb || field.space == .srgb ? 1 : Float(field.space.range.upperBound)
        #expect(
          (0..<count).allSatisfy { whole.tile.base[$0] >= 0 && whole.tile.base[$0] <= maximum + 1e-5 }, "field \(index)"
        )
      }
    }
  }

  @Test("Where the opacity is 0 along a strip, pixels are as if all had been computed", arguments: [1, 2])
  func opacityEndsRows(_ samples: Int) throws {
    let canvas = canvas(width: 560, height: 64)
    let opacity = "fill(star(p + vec2(3, 0), 0.9, 5) * unit)"
    let pixels = try ["= \(opacity)", "= max(\(opacity), 1e-42)"].map { alpha in
      let field = try FormulaField("= vec3(fbm(p * 3, 2), noise(x / 9), u)", alpha: alpha, samples: samples)
      let buffer = drawn(shaderOf(.field(field), canvas, at: Self.seconds), canvas)
      defer { withExtendedLifetime(buffer) {} }
      return (0..<canvas.widthPixels * canvas.heightPixels * 4).map { buffer.tile.base[$0] }
    }
    #expect(pixels[0].count { $0 > 0.1 } > 1_000)
    #expect(zip(pixels[0], pixels[1]).allSatisfy { abs($0 - $1) < .leastNormalMagnitude })
  }

  @Test("Results that are not defined become numbers", arguments: Canvas.Blending.allCases)
  func hostileFormulas(_ blending: Canvas.Blending) throws {
    let huge = "exp(80 + x) * exp(80 + y)"
    let formulas = [
      huge, "-\(huge)", "\(huge) - \(huge)", "\(huge) * 0", "sin(\(huge))", "noise(\(huge))",
      "perlin(vec2(\(huge), x))",
      "fbm(vec3(\(huge) - \(huge), x, y), 3)", "voronoi(vec2(\(huge), -\(huge))).x", "hash(\(huge) - \(huge))",
      "(\(huge)) ^ (\(huge))", "mod(\(huge), x)", "mod(x, \(huge) - \(huge))", "atan2(\(huge), \(huge))",
      "smoothstep(x, \(huge), \(huge) - \(huge))", "round(\(huge) - \(huge))", "log(\(huge))", "exp(\(huge))",
      "star(p * (\(huge)), 1, 0)", "kaleidoscope(p, 0).x", "oklch(\(huge), x, y).x", "ramp(\(huge) - \(huge)).x",
      "(\(huge) - \(huge)) > 0 ? 1 : 0.5", "clamp(\(huge) - \(huge), 0, 1)", "tan(x * pi / 2)", "1 / (x - x)",
    ]
    let canvas = canvas(blending, width: 32, height: 8)
    for formula in formulas {
      for field in [
        try FormulaField("= " + formula),
        try FormulaField("= vec4(\(formula))", alpha: "= " + formula, space: .linear, samples: 2),
      ] {
        let buffer = drawn(shaderOf(.field(field), canvas, at: Self.seconds), canvas)
        defer { withExtendedLifetime(buffer) {} }
        let frame = buffer.tile
        let values = (0..<frame.width * frame.height * 4).map { frame.base[$0] }
        #expect(values.allSatisfy { $0 >= 0 && $0 <= 1001 }, "\(formula)")
      }
    }
  }

  @Test("Noises lie in their ranges, and repeat after their periods") func noises() throws {
    let canvas = canvas(width: 320, height: 64)
    func numbers(_ formula: String) throws -> [Float] {
      let buffer = drawn(shaderOf(.field(try signed(formula)), canvas, at: Self.seconds), canvas)
      defer { withExtendedLifetime(buffer) {} }
      let tile = buffer.tile
      return (0..<tile.height).flatMap { row in
        (0..<tile.width).map { tile.row(row, plane: 0)[$0] - tile.row(row, plane: 1)[$0] }
      }
    }
    func statistics(_ values: [Float]) -> (mean: Float, deviation: Float) {
      let mean = values.reduce(0, +) / Float(values.count)
      return (mean, (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(values.count)).squareRoot())
    }
    for (formula, range, mean, spread) in [
      ("noise(xy / 3)", Float(0)...1, Float(0.5), Float(0.1)...0.25),
      ("noise(vec3(xy / 3, t))", 0...1, 0.5, 0.05...0.25),
      ("perlin(xy / 3)", -1...1, 0, 0.1...0.3), ("fbm(xy / 3)", -0.5...1.5, 0.5, 0.15...0.3),
      ("fbm(vec3(xy / 3, t))", -0.5...1.5, 0.5, 0.12...0.3), ("hash(xy)", 0...1, 0.5, 0.27...0.3),
      ("hash3(xy).y", 0...1, 0.5, 0.27...0.3), ("random(x + 1000 * y)", 0...1, 0.5, 0.27...0.3),
      ("voronoi(xy / 6).x", 0...1.5, 0.4, 0.1...0.3), ("voronoi(xy / 6).z", 0...1, 0.5, 0.2...0.35),
      ("voronoi(xy / 6, 1, 0.3).y", 0...1, 0.2, 0.05...0.3),
    ] {
      let values = try numbers(formula)
      let (found, foundSpread) = statistics(values)
      #expect(values.allSatisfy { range.contains($0) }, "\(formula)")
      #expect(abs(found - mean) < 0.08, "\(formula): mean \(found)")
      #expect(spread.contains(foundSpread), "\(formula): deviation \(foundSpread)")
    }
    for formula in ["perlin(vec3(p * 3, HERE), 4)", "fbm(vec3(p * 3, HERE), 4, 4)", "noise(vec3(p * 3, HERE), 4)"] {
      let formulaAt = { (place: String) in formula.split(separator: "HERE").joined(separator: place) }
      #expect(try numbers(formulaAt("1.75")) == numbers(formulaAt("5.75")), "\(formula)")
      #expect(try numbers(formulaAt("1.75")) != numbers(formulaAt("3.75")), "\(formula)")
    }
    // A whole turn brings the points of the cells back, and half a turn does not.
    #expect(try numbers("voronoi(xy / 8, 0.9, 0.25).x") == numbers("voronoi(xy / 8, 0.9, 1.25).x"))
    #expect(try numbers("voronoi(xy / 8, 0.9, 0.25).x") != numbers("voronoi(xy / 8, 0.9, 0.75).x"))
  }

  @Test("The nearest of a lattice's points is found, and the border between two lies half-way") func cells() throws {
    // Without jitter the points lie in the middles of unit squares.
    let canvas = canvas()
    for (formula, reference) in [
      ("voronoi(xy / 8, 0).x", { (x: Double, y: Double) in hypot(fraction(x / 8) - 0.5, fraction(y / 8) - 0.5) }),
      (
        "voronoi(xy / 8, 0).y",
        { x, y in
          min(min(fraction(x / 8), 1 - fraction(x / 8)), min(fraction(y / 8), 1 - fraction(y / 8)))
        }
      ),
    ] {
      let buffer = drawn(shaderOf(.field(try signed(formula)), canvas), canvas)
      defer { withExtendedLifetime(buffer) {} }
      let tile = buffer.tile
      for row in 0..<tile.height {
        for column in 0..<tile.width {
          let expected = reference(Double(column) + 0.5, Double(row) + 0.5)
          #expect(abs(Double(tile.row(row, plane: 0)[column]) - expected) < 1e-4, "\(formula) at (\(column), \(row))")
        }
      }
    }
  }

  @Test("Light is that of the space, and alpha multiplies it") func colors() throws {
    func pixel(_ field: FormulaField, _ blending: Canvas.Blending) -> [Float] {
      let canvas = canvas(blending, width: 8, height: 8)
      let buffer = drawn(shaderOf(.field(field), canvas), canvas)
      defer { withExtendedLifetime(buffer) {} }
      let tile = buffer.tile
      return (0..<4).map { tile.row(3, plane: $0)[3] }
    }
    func isNear(_ found: [Float], _ expected: [Float]) -> Bool {
      zip(found, expected).allSatisfy { abs($0 - $1) < 1e-5 }
    }
    // sRGB's 0.5 is 0.21404 of white's light, and light of 0.5 is encoded as 0.73536.
    let lightOfHalf: Float = 0.214041
    #expect(isNear(pixel(try FormulaField("= vec3(0.5, 2, -1)"), .linear), [lightOfHalf, 1, 0, 1]))
    #expect(isNear(pixel(try FormulaField("= vec3(0.5, 2, -1)"), .srgb), [0.5, 1, 0, 1]))
    #expect(isNear(pixel(try FormulaField("= vec3(0.5, 2, -1)", space: .linear), .linear), [0.5, 2, 0, 1]))
    #expect(isNear(pixel(try FormulaField("= vec3(0.5, 2, -1)", space: .linear), .srgb), [0.735357, 1, 0, 1]))
    #expect(
      isNear(
        pixel(try FormulaField("= vec4(1, 0.5, 0, 0.5)", alpha: "= 0.5"), .linear), [0.25, lightOfHalf / 4, 0, 0.25]))
    #expect(isNear(pixel(try FormulaField("= #8080ff"), .srgb), [128.0 / 255, 128.0 / 255, 1, 1]))
    #expect(isNear(pixel(try FormulaField("= #8080ff", space: .linear), .srgb), [128.0 / 255, 128.0 / 255, 1, 1]))
    #expect(isNear(pixel(try FormulaField("= rgb(0.5, 1, 0)", space: .linear), .linear), [lightOfHalf, 1, 0, 1]))
    // CSS: oklch(0.7 0.1 40) is about rgb(83% 54% 43%).
    #expect(
      zip(pixel(try FormulaField("= oklch(0.7, 0.1, 40)"), .srgb), [Float(0.832), 0.533, 0.433, 1]).allSatisfy {
        abs($0 - $1) < 0.02
      })
  }
}

private func fraction(_ x: Double) -> Double { x - x.rounded(.down) }
