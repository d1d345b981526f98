import Lanes
import Model
import Raster
import Testing

// Compares outlined sprites with counts of points inside, and with areas known in closed form.

private typealias Point = SIMD2<Double>

private func polygon(_ points: [(Double, Double)], _ rule: VectorPath.FillRule = .nonzero) -> VectorPath {
  var outline = VectorPath(fillRule: rule)
  for (index, point) in points.enumerated() {
    let corner = PlanePoint(point.0, point.1)
    if index == 0 { outline.move(to: corner) } else { outline.line(to: corner) }
  }
  return outline
}

private func square(_ outline: inout VectorPath, _ x: Double, _ y: Double, _ side: Double, isReversed: Bool = false) {
  outline.move(to: PlanePoint(x, y))
  outline.line(to: isReversed ? PlanePoint(x, y + side) : PlanePoint(x + side, y))
  outline.line(to: PlanePoint(x + side, y + side))
  outline.line(to: isReversed ? PlanePoint(x + side, y) : PlanePoint(x, y + side))
}

/// Two overlapping squares. Their box is −1...1, so that a sprite, which centres a path's box, does not move them.
private func squares(_ rule: VectorPath.FillRule, reversesSecond: Bool) -> VectorPath {
  var outline = VectorPath(fillRule: rule)
  square(&outline, -1, -1, 1.25)
  square(&outline, -0.25, -0.25, 1.25, isReversed: reversesSecond)
  return outline
}

private func pentagram(_ rule: VectorPath.FillRule) -> VectorPath {
  polygon(
    (0..<5).map { corner in
      let (sine, cosine) = Lanes.sincosTurns(Double(2 * corner) / 5)
      return (cosine, sine)
    }, rule)
}

private let namedShapes: [(String, Sprite.Shape, VectorPath)] = [
  ("heart", .heart, .heart), ("petal", .petal, .petal), ("leaf", .leaf, .leaf), ("triangle", .triangle, .triangle),
  ("paper", .paper, .paper), ("ribbon", .ribbon, .ribbon),
  ("flake 0", .flake(seed: 0), .flake(seed: 0)), ("flake 3", .flake(seed: 3), .flake(seed: 3)),
  ("sector", .sector(startAngle: -50, endAngle: 170, thickness: 0.4), .sector(from: -50, to: 170, thickness: 0.4)),
  ("pie", .sector(startAngle: 20, endAngle: 70, thickness: 1), .sector(from: 20, to: 70, thickness: 1)),
  ("whole ring", .sector(startAngle: 0, endAngle: 360, thickness: 0.25), .sector(from: 0, to: 360, thickness: 0.25)),
  ("squares", .path(squares(.nonzero, reversesSecond: false)), squares(.nonzero, reversesSecond: false)),
  ("odd squares", .path(squares(.evenOdd, reversesSecond: false)), squares(.evenOdd, reversesSecond: false)),
  ("opposite squares", .path(squares(.nonzero, reversesSecond: true)), squares(.nonzero, reversesSecond: true)),
]

/// Where the edges of polygons cross a horizontal line, and whether they cross it downwards (1) or upwards (−1).
private struct Crossings {
  private var places: [(x: Double, turn: Int)] = []
  private let rule: VectorPath.FillRule

  init(of polygons: [[Point]], _ rule: VectorPath.FillRule, y: Double) {
    self.rule = rule
    for polygon in polygons {
      for (index, a) in polygon.enumerated() {
        let b = polygon[(index + 1) % polygon.count]
        guard (a.y <= y) != (b.y <= y) else { continue }
        places.append((a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x), a.y < b.y ? 1 : -1))
      }
    }
  }

  /// Whether the line's point at `x` lies inside, by the edges that a ray to the right crosses.
  func contain(_ x: Double) -> Bool {
    var winding = 0
    for place in places where place.x > x { winding += place.turn }
    return rule == .evenOdd ? winding % 2 != 0 : winding != 0
  }
}

/// For each pixel of a row, how many of its 16 × 16 points lie inside.
private func pointsInside(_ polygons: [[Point]], _ rule: VectorPath.FillRule, row: Int, width: Int) -> [Int] {
  var counts = [Int](repeating: 0, count: width)
  for step in 0..<16 {
    let crossings = Crossings(of: polygons, rule, y: Double(row) + (Double(step) + 0.5) / 16)
    for column in 0..<16 * width where crossings.contain((Double(column) + 0.5) / 16) { counts[column / 16] += 1 }
  }
  return counts
}

@Suite struct OutlineTests {
  @Test("Coverage is the share of a pixel's points that lie inside", arguments: namedShapes.indices)
  func coverage(_ index: Int) throws {
    let (name, shape, outline) = namedShapes[index]
    let polygons = try #require(outline.polygons(tolerance: 1e-5, maximumCorners: 100_000))
    var random = TestRandom(UInt64(index) + 3)
    for half in [5, 14, 40] as [Float] {
      let side = Int(half) * 2 / 8 * 8 + 16
      let buffer = TileBuffer(width: side, height: side)
      let sprites = TestSprites(count: 1, isRound: false)
      let direction = random.direction()
      let (axisX, axisY) = (direction * half, SIMD2(-direction.y, direction.x) * half * random.next(0.3...1))
      // The centre lies on the grid of the corners, so that the reference lies where the sprite does.
      let center = SIMD2(Float(side / 2) + (random.next() * 64).rounded() / 64, Float(side / 2) + 0.25)
      sprites.set(0, x: center.x, y: center.y, axisX: axisX, axisY: random.next() < 0.5 ? axisY : -axisY)
      let sign: Double = sprites.columns[.axisYx][0] == axisY.x ? 1 : -1
      sprites.draw(SpriteSet(shapes: [shape]), into: buffer.tile)
      let placed = polygons.map { corners in
        corners.map { corner in
          Point(
            Double(center.x) + Double(axisX.x) * corner.x + sign * Double(axisY.x) * corner.y,
            Double(center.y) + Double(axisX.y) * corner.x + sign * Double(axisY.y) * corner.y)
        }
      }
      var (worst, sum) = (0.0, 0.0)
      for y in 0..<side {
        for (x, inside) in pointsInside(placed, outline.fillRule, row: y, width: side).enumerated() {
          let error = abs(Double(inside) / 256 - Double(buffer.tile.value(x, y, 0)))
          worst = max(worst, error)
          sum += error
        }
      }
      // An edge along the rows or columns of the 256 points is counted with an error of up to 1/16, and two such edges with twice that.
      // Chords are up to 1/25 px from their curves.
      #expect(worst < 0.2, "\(name) at \(half): \(worst)")
      #expect(sum / Double(side * side) < 0.006, "\(name) at \(half): \(sum / Double(side * side))")
    }
  }

  @Test("Where contours overlap the fill rule decides, to the exact area")
  func rules() throws {
    // Two squares with sides of 1.25 that share a square with sides of ½.
    let shared = 0.5 * 0.5
    let each = 1.25 * 1.25
    // A pentagram of radius 1 is ten triangles between its outer and its inner corners, at 1/φ²; its inner corners form a pentagon.
    let inner = 0.381_966_011_250_105_15
    let star = 5 * inner * Lanes.sincosTurns(0.1).sin
    let pentagon = 2.5 * inner * inner * Lanes.sincosTurns(0.2).sin
    var nested = VectorPath(fillRule: .nonzero)
    square(&nested, -1, -1, 2)
    square(&nested, -0.5, -0.5, 1, isReversed: true)
    var twice = VectorPath(fillRule: .nonzero)
    square(&twice, -1, -1, 2)
    square(&twice, -1, -1, 2)
    var apart = VectorPath(fillRule: .evenOdd)
    square(&apart, -1, -1, 1)
    square(&apart, 0, 0, 1)
    let cases: [(VectorPath, Double)] = [
      (squares(.nonzero, reversesSecond: false), 2 * each - shared),
      (squares(.nonzero, reversesSecond: true), 2 * each - 2 * shared),
      (squares(.evenOdd, reversesSecond: false), 2 * each - 2 * shared),
      (pentagram(.nonzero), star), (pentagram(.evenOdd), star - pentagon),
      (nested, 3), (twice, 4), (apart, 2),
    ]
    for (index, (outline, area)) in cases.enumerated() {
      let polygons = try #require(outline.polygons(tolerance: 1e-3, maximumCorners: 1000))
      let edges = try #require(resolvedEdges(polygons, outline.fillRule))
      #expect(abs(OutlineEdge.area(edges) - area) < 1e-12, "\(index): \(OutlineEdge.area(edges)), not \(area)")
      // As many edges end at a corner as begin there.
      var corners: [SIMD2<Double>: Int] = [:]
      for edge in edges {
        corners[edge.from, default: 0] -= 1
        corners[edge.to, default: 0] += 1
      }
      #expect(corners.values.allSatisfy { $0 == 0 }, "\(index)")
    }
  }

  @Test("An outline that crosses itself anywhere is resolved into edges that cover each place at most once")
  func randomScribbles() throws {
    var random = TestRandom(91)
    for round in 0..<40 {
      let points = (0..<random.integer(4...40)).map { _ in
        // On a coarse grid many edges and corners coincide.
        let step: Float = round % 2 == 0 ? 4 : 4096
        return Point(
          Double((random.next(-1...1) * step).rounded() / step), Double((random.next(-1...1) * step).rounded() / step))
      }
      for rule in [VectorPath.FillRule.nonzero, .evenOdd] {
        let edges = try #require(resolvedEdges([points], rule))
        var balance: [SIMD2<Double>: Int] = [:]
        for edge in edges {
          balance[edge.from, default: 0] -= 1
          balance[edge.to, default: 0] += 1
        }
        #expect(balance.values.allSatisfy { $0 == 0 })
        var wrongPoints = 0
        for _ in 0..<200 {
          let place = Point(Double(random.next(-1...1)) + 1e-5, Double(random.next(-1...1)) + 1e-5)
          // The signed number of edges that a ray to the left crosses: 1 inside, 0 outside.
          var winding = 0
          for edge in edges where (edge.from.y <= place.y) != (edge.to.y <= place.y) {
            let share = (place.y - edge.from.y) / (edge.to.y - edge.from.y)
            if edge.from.x + share * (edge.to.x - edge.from.x) < place.x { winding += edge.from.y < edge.to.y ? 1 : -1 }
          }
          let isInside = Crossings(of: [points], rule, y: place.y).contain(place.x)
          if winding != (isInside ? 1 : 0) { wrongPoints += 1 }
        }
        #expect(wrongPoints == 0)
      }
    }
  }

  @Test("A spark is bright in the middle and faint at its tips, and keeps its light")
  func spark() {
    var random = TestRandom(4)
    var relative: [Double] = []
    for half in [0.3, 1, 2.2, 3.5, 4.7, 6, 8.5, 13, 30] as [Float] {
      for _ in 0..<40 {
        let buffer = TileBuffer(width: 72, height: 72)
        let sprites = TestSprites(count: 1, isRound: false)
        let direction = random.direction() * half
        sprites.set(
          0, x: 36 + random.next(), y: 36 + random.next(), axisX: direction, axisY: SIMD2(-direction.y, direction.x))
        sprites.draw(SpriteSet(shapes: [.spark]), into: buffer.tile)
        relative.append(buffer.tile.sum(plane: 0) / Double(half * half))
      }
    }
    let mean = relative.reduce(0, +) / Double(relative.count)
    #expect(
      relative.allSatisfy { abs($0 / mean - 1) < 0.025 }, "\(relative.min()! / mean) to \(relative.max()! / mean)")
    let buffer = TileBuffer(width: 72, height: 72)
    let sprites = TestSprites(count: 1, isRound: false)
    sprites.set(0, x: 36.5, y: 36.5, axisX: SIMD2(34, 0), axisY: SIMD2(0, 34))
    sprites.draw(SpriteSet(shapes: [.spark]), into: buffer.tile)
    #expect(buffer.tile.value(36, 36, 0) > 0.98)
    #expect(buffer.tile.value(60, 36, 0) < 0.4 * buffer.tile.value(44, 36, 0))
    #expect(buffer.tile.value(48, 48, 0) == 0)
  }

  @Test("A path keeps its aspect ratio, with its box in the middle")
  func fitting() {
    // 30 × 10 at (100, 40), with a curve whose control points lie outside of it.
    var path = VectorPath()
    path.move(to: PlanePoint(100, 50))
    path.curve(PlanePoint(100, 36.666_666_666_666_67), PlanePoint(130, 36.666_666_666_666_67), to: PlanePoint(130, 50))
    let buffer = TileBuffer(width: 80, height: 80)
    let sprites = TestSprites(count: 1, isRound: false)
    sprites.set(0, x: 40, y: 40, axisX: SIMD2(30, 0), axisY: SIMD2(0, 30))
    sprites.draw(SpriteSet(shapes: [.path(path)]), into: buffer.tile)
    // Drawn twice as large: 60 wide, 20 high, from row 30 to row 49. Its area, ∫ y dx = 240, becomes four times as large.
    #expect(abs(buffer.tile.sum(plane: 0) - 960) < 2)
    #expect(buffer.tile.value(40, 29, 0) == 0 && buffer.tile.value(40, 30, 0) > 0.8)
    #expect(buffer.tile.value(40, 49, 0) == 1 && buffer.tile.value(40, 50, 0) < 0.05)
    #expect(buffer.tile.value(11, 49, 0) > 0.5 && buffer.tile.value(9, 49, 0) < 0.05)
  }

  @Test("Outlines of gentle curves are round however large they are drawn")
  func gentleCurves() {
    // A circle of 32 equal cubics, for which successive levels of detail may need the same number of chords.
    var circle = VectorPath()
    // 4/3 of the tangent of a quarter of each cubic's angle.
    let handle = 4.0 / 3 * Lanes.sincosTurns(1.0 / 128).sin / Lanes.sincosTurns(1.0 / 128).cos
    circle.move(to: PlanePoint(1, 0))
    for step in 0..<32 {
      let (a, b) = (Lanes.sincosTurns(Double(step) / 32), Lanes.sincosTurns(Double(step + 1) / 32))
      circle.curve(
        PlanePoint(a.cos - handle * a.sin, a.sin + handle * a.cos),
        PlanePoint(b.cos + handle * b.sin, b.sin - handle * b.cos), to: PlanePoint(b.cos, b.sin))
    }
    let half = 200.0
    let cases: [(Sprite.Shape, Double)] = [
      (.path(circle), .pi), (.sector(startAngle: 0, endAngle: 120, thickness: 1), .pi / 3),
      (.sector(startAngle: 0, endAngle: 360, thickness: 0.2), .pi * (1 - 0.8 * 0.8)),
      (.sector(startAngle: 0, endAngle: 45, thickness: 0.4), .pi / 8 * (1 - 0.6 * 0.6)),
    ]
    for (shape, area) in cases {
      let buffer = TileBuffer(width: 416, height: 416)
      let sprites = TestSprites(count: 1, isRound: false)
      sprites.set(0, x: 208, y: 208, axisX: SIMD2(Float(half), 0), axisY: SIMD2(0, Float(half)))
      sprites.draw(SpriteSet(shapes: [shape]), into: buffer.tile)
      // A chord is at most 1/25 px away from its curve, on average two thirds of that, and no rim is longer than 2300 px.
      let missing = area * half * half - buffer.tile.sum(plane: 0)
      #expect(abs(missing) < 40, "\(shape): \(missing) px")
    }
  }

  @Test("Different seeds are different crystals, each with six equal arms")
  func flakes() throws {
    var areas: Set<Int> = []
    for seed in 0..<32 {
      let polygons = try #require(VectorPath.flake(seed: seed).polygons(tolerance: 1, maximumCorners: 10_000))
      let edges = try #require(resolvedEdges(polygons, .nonzero))
      let area = OutlineEdge.area(edges)
      #expect(area > 0.2 && area < 1.8, "\(seed): \(area)")
      areas.insert(Int(area * 1e6))
      // Nothing had to be resolved: no branch meets another.
      let signedArea = polygons[0].indices.reduce(0.0) { sum, index in
        let (a, b) = (polygons[0][index], polygons[0][(index + 1) % polygons[0].count])
        return sum + (a.x * b.y - b.x * a.y) * 0.5
      }
      #expect(abs(abs(signedArea) - area) < 1e-9, "\(seed)")
      #expect(polygons[0].allSatisfy { ($0 * $0).sum() <= 1.000_001 }, "\(seed)")
    }
    #expect(areas.count == 32)
  }
}

extension TestRandom {
  /// A random integer of a range, without its upper bound.
  fileprivate mutating func integer(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() * Float(range.upperBound - range.lowerBound))
  }
}
