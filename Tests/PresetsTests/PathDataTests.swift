import Lanes
import Model
import Presets
import Testing

@Suite struct PathDataTests {
  private func elements(_ text: String) throws -> [VectorPath.Element] { try PathDataParser.path(text).elements }

  private func point(_ x: Double, _ y: Double) -> PlanePoint { PlanePoint(x, y) }

  @Test("Absolute and relative commands give the same path")
  func relative() throws {
    let pairs = [
      ("M10 20L30 40", "m10 20l20 20"), ("M10 20H30V40", "m10 20h20v20"),
      ("M10 20C11 21 12 22 13 23S14 24 15 25", "m10 20c1 1 2 2 3 3s1 1 2 2"),
      ("M10 20Q11 21 13 23T15 25", "m10 20q1 1 3 3t2 2"), ("M10 20A5 6 30 0 1 15 25", "m10 20a5 6 30 0 1 5 5"),
      ("M10 20L30 40ZL12 25", "m10 20l20 20zl2 5"), ("M10 20 30 40 50 20", "m10 20 20 20 20-20"),
    ]
    for (absolute, relative) in pairs { #expect(try elements(absolute) == elements(relative), "\(absolute)") }
  }

  @Test("Spaces may be left out where numbers are unambiguous, and a repeated command's letter may be left out")
  func terse() throws {
    #expect(try elements("M.5.25-1e1.5") == [.move(point(0.5, 0.25)), .line(point(-10, 0.5))])
    #expect(try elements("  M0,0L1-2,+3 4\n\t5,6 z ") == elements("M0 0 L1 -2 L3 4 L5 6 Z"))
    #expect(try elements("M0 0H1 2 3V4 5") == elements("M0 0L1 0L2 0L3 0L3 4L3 5"))
    #expect(try elements("M1 1m2 2 3 3") == elements("M1 1M3 3L6 6"))
    // Flags may stand close together.
    #expect(try elements("M0 0a25 25 0 0150 0") == elements("M0 0A25 25 0 0 1 50 0"))
    #expect(try elements("M0 0a25 25 0 1 1-.5.5") == elements("M0 0 A25,25 0 1,1 -0.5,0.5"))
  }

  @Test("Smooth curves mirror the control point of a curve of their kind before them, or else use the current point")
  func smooth() throws {
    #expect(try elements("M0 0C1 2 3 4 5 6S9 9 10 10") == elements("M0 0C1 2 3 4 5 6C7 8 9 9 10 10"))
    #expect(try elements("M5 6S9 9 10 10") == elements("M5 6C5 6 9 9 10 10"))
    #expect(try elements("M0 0C1 2 3 4 5 6L8 8S9 9 10 10") == elements("M0 0C1 2 3 4 5 6L8 8C8 8 9 9 10 10"))
    #expect(try elements("M0 0Q1 2 4 4T8 0T12 4") == elements("M0 0Q1 2 4 4Q7 6 8 0Q9-6 12 4"))
    #expect(try elements("M0 0C1 2 3 4 4 4T8 0") == elements("M0 0C1 2 3 4 4 4Q4 4 8 0"))
    // A quadratic curve is the cubic whose control points lie two thirds of the way to its own.
    #expect(try elements("M0 0Q3 6 6 0").last == .curve(point(2, 4), point(4, 4), point(6, 0)))
  }

  @Test("An arc lies on its ellipse, and the flags choose one of four arcs")
  func arcs() throws {
    // The ends are 6 apart on a circle of radius 5, so its centre is (3, ±4).
    for (flags, centerY, isUpper, revolutions) in [
      ("0 0", -4.0, false, 0.2048), ("0 1", 4.0, true, 0.2048), ("1 0", 4.0, false, 0.7952),
      ("1 1", -4.0, true, 0.7952),
    ] {
      let curves = try elements("M0 0A5 5 0 \(flags) 6 0").dropFirst()
      var start = point(0, 0)
      var length = 0.0
      var (minimumY, maximumY) = (0.0, 0.0)
      for element in curves {
        guard case .curve(let a, let b, let end) = element else { throw Wrong() }
        for step in 1...16 {
          let t = Double(step) / 16
          let s = 1 - t
          // The cubic Bézier curve in Bernstein form.
          func coordinate(_ axis: KeyPath<PlanePoint, Double>) -> Double {
            let firstHalf = start[keyPath: axis] * s * s * s + a[keyPath: axis] * 3 * s * s * t
            return firstHalf + b[keyPath: axis] * 3 * s * t * t + end[keyPath: axis] * t * t * t
          }
          let (x, y) = (coordinate(\.x) - 3, coordinate(\.y) - centerY)
          #expect(abs((x * x + y * y).squareRoot() - 5) < 2e-7)
          (minimumY, maximumY) = (min(minimumY, y + centerY), max(maximumY, y + centerY))
        }
        let chord = (end.x - start.x) * (end.x - start.x) + (end.y - start.y) * (end.y - start.y)
        length += chord.squareRoot()
        start = end
      }
      #expect(start == point(6, 0))
      #expect(abs(length / (2 * 3.141_593 * 5) - revolutions) < 0.01, "\(flags): \(length / (2 * 3.141_593 * 5))")
      #expect(isUpper ? minimumY < -0.9 && maximumY < 1e-9 : maximumY > 0.9 && minimumY > -1e-9, "\(flags)")
    }
    // Radii that are too small are scaled up to give half an ellipse; with a radius of 0 the arc is a line.
    let halfCircle = try elements("M0 0A1 1 0 0 1 8 0")
    let top = try middle(halfCircle)
    #expect(abs(top.x - 4) < 1e-6 && abs(top.y + 4) < 1e-6)
    #expect(try elements("M0 0A0 5 0 0 1 8 0") == elements("M0 0L8 0"))
    #expect(try elements("M3 4A5 5 0 0 1 3 4") == elements("M3 4"))
    // Half of an ellipse with radii 6 and 3, rotated by 90°.
    let turned = try elements("M0 0A6 3 90 0 1 0 12")
    let side = try middle(turned)
    #expect(abs(side.x - 3) < 1e-6 && abs(side.y - 6) < 1e-6)
  }

  /// Returns the middle of the middle one of nine curves; the first of the ten elements is a move.
  private func middle(_ elements: [VectorPath.Element]) throws -> PlanePoint {
    guard elements.count == 10, case .curve(_, _, let start) = elements[4],
      case .curve(let a, let b, let end) = elements[5]
    else { throw Wrong() }
    return point((start.x + 3 * (a.x + b.x) + end.x) / 8, (start.y + 3 * (a.y + b.y) + end.y) / 8)
  }

  private struct Wrong: Error {}

  @Test(
    "Mistakes are reported with their offset",
    arguments: [
      ("", 0, "path data needs a command"), ("   ", 0, "path data needs a command"),
      ("L1 1", 0, "path data begins with M or m, not with 'L'"),
      ("5 5", 0, "path data begins with M or m, not with '5'"),
      ("M0 0 X", 5, "'X' is not a command of path data"), ("M0 0 L", 6, "L needs x y here, and the text ends"),
      ("M0 0L1 Z", 7, "L needs x y here, not 'Z'"), ("M0 0C1 1 2 2 3Z", 14, "C needs x1 y1 x2 y2 x y here, not 'Z'"),
      ("M0 0h", 5, "h needs a number here, and the text ends"), ("M0 0L1,,2", 7, "L needs x y here, not ','"),
      ("M0 0A5 5 0 2 1 9 9", 11, "an arc needs a flag, 0 or 1, here, not '2'"),
      ("M0 0Z5", 5, "'5' is not a command of path data; a number needs a command before it"),
      ("M0 0L1 1,Z", 9, "a number should follow the comma"),
      ("M0 0L1e9 1", 5, "1e9 is out of range: -1000000 to 1000000 is allowed"),
      ("M0 0L- 1", 5, "L needs x y here, not '-'"), ("M0 0L.e5 1", 5, "L needs x y here, not '.'"),
      ("M0 0Lé 1", 5, "L needs x y here, not this character"),
    ])
  func malformed(_ text: String, _ offset: Int, _ message: String) {
    #expect(throws: PathDataParser.Failure(offset: offset, message: message)) { try PathDataParser.path(text) }
  }

  @Test("Mistakes in a preset's path are reported with line and column")
  func located() {
    func sprite(_ text: String) -> [String] {
      cellIssues("{ \"birthRate\": 1, \"lifetime\": 1, \"sprite\": { \"type\": \"path\", \(text) } }")
    }
    #expect(sprite("\"path\": \"M0-9L8 7H-8Z\"").isEmpty)
    #expect(
      sprite("\"path\": \"M0-9L8 7X-8Z\"") == [
        "x.json:2:79: layers.near.emitter.cells[0].sprite.path: 'X' is not a command of path data"
      ])
    #expect(
      sprite("\"path\": \"M0 0L4 4L8 8\"") == [
        "x.json:2:70: layers.near.emitter.cells[0].sprite.path: this path has no extent: it needs at least three points that are not on one line"
      ])
    #expect(
      sprite("\"fillRule\": \"evenodd\"") == [
        "x.json:2:44: layers.near.emitter.cells[0].sprite: \"type\": \"path\" needs the key path"
      ])
    #expect(
      sprite("\"path\": 5").first?.hasSuffix("should be SVG path data such as \"M0-9L8 7H-8Z\", not the number 5")
        == true)
    let long = "M0 0" + String(repeating: "h1v1", count: 2_048)
    #expect(sprite("\"path\": \"\(long)\"").first?.hasSuffix("path data of more than 4,096 pieces") == true)
  }

  @Test("Sprites with outlines are read with their parameters, and flakes as several variants")
  func sprites() throws {
    func shapes(_ sprite: String) throws -> [Sprite.Shape] {
      let loaded = try load(
        "{ \"layers\": [ { \"emitter\": { \"cells\": [ { \"birthRate\": 1, \"lifetime\": 1, \"sprite\": \(sprite) } ] } } ] }"
      )
      guard case .emitter(let emitter) = loaded.scene.layers[0].source else { return [] }
      return emitter.cells[0].sprites.map(\.shape)
    }
    #expect(
      try shapes("[\"heart\", \"spark\", \"petal\", \"leaf\", \"paper\", \"ribbon\", \"triangle\"]") == [
        .heart, .spark, .petal, .leaf, .paper, .ribbon, .triangle,
      ])
    #expect(try shapes("\"sector\"") == [.sector(startAngle: -60, endAngle: 60, thickness: 0.4)])
    #expect(
      try shapes("{\"type\": \"sector\", \"startAngle\": 10, \"endAngle\": 40, \"thickness\": 1}")
        == [.sector(startAngle: 10, endAngle: 40, thickness: 1)])
    #expect(try shapes("\"flake\"") == (0..<8).map { .flake(seed: $0) })
    #expect(try shapes("{\"type\": \"flake\", \"seed\": 5, \"variants\": 2}") == [.flake(seed: 5), .flake(seed: 6)])
    // Another sprite is as likely as all variants of the flake together.
    let mixed = try shapes("[{\"type\": \"flake\", \"variants\": 3}, \"disc\"]")
    #expect(mixed == [.flake(seed: 0), .flake(seed: 1), .flake(seed: 2), .disc, .disc, .disc])
    // Two flakes are equally likely, although they have 3 and 2 variants.
    let both = try shapes(
      "[{\"type\": \"flake\", \"variants\": 3}, {\"type\": \"flake\", \"seed\": 9, \"variants\": 2}]")
    #expect(both.count == 12 && both.filter { $0 == .flake(seed: 1) }.count == 2)
    #expect(both.filter { $0 == .flake(seed: 9) }.count == 3 && both.filter { $0 == .flake(seed: 10) }.count == 3)
    let path = try PathDataParser.path("M0-9L8 7H-8Z", fillRule: .evenOdd)
    #expect(
      try shapes("{\"type\": \"path\", \"path\": \"M0-9L8 7H-8Z\", \"fillRule\": \"evenodd\"}") == [.path(path)])
    let many = "[" + [String](repeating: "\"disc\"", count: 257).joined(separator: ",") + "]"
    #expect(
      cellIssues("{ \"birthRate\": 1, \"lifetime\": 1, \"sprite\": \(many) }").first?.hasSuffix(
        "a list of 257 sprites; at most 256 are allowed") == true)
  }
}
