import Lanes
import Model
import Raster
import Testing

/// A shape, the area of one with half axes a and b, and the relative error that the light of a drawn one may have.
private struct Case: CustomTestStringConvertible {
  let shape: Sprite.Shape
  let isRound: Bool
  let tolerance: Double
  let area: @Sendable (Double, Double) -> Double

  var testDescription: String { "\(shape), \(isRound ? "round" : "turned")" }
}

private func starArea(_ points: Double, _ ratio: Double) -> Double {
  points * ratio * Lanes.sincos(Double.pi / points).sin
}

// The formula by which a disc is drawn is itself up to 4.9 % off for radii around 1.7. A ring's 0.51 is 1 − 0.7²; the areas of the polygons
// are 3√3/4 and 3√3/2.
private let cases: [Case] = [
  Case(shape: .disc, isRound: true, tolerance: 0.05) { a, b in .pi * a * b },
  Case(shape: .softDisc, isRound: true, tolerance: 0.025) { a, b in .pi / 3 * a * b },
  Case(shape: .hotDisc(core: 0.1), isRound: true, tolerance: 0.03) { a, b in hotLight(0.1) * a * b },
  Case(shape: .hotDisc(core: 0.5), isRound: false, tolerance: 0.03) { a, b in hotLight(0.5) * a * b },
  Case(shape: .ring(thickness: 0.3), isRound: true, tolerance: 0.04) { a, b in .pi * a * b * 0.51 },
  Case(shape: .disc, isRound: false, tolerance: 0.05) { a, b in .pi * a * b },
  Case(shape: .softDisc, isRound: false, tolerance: 0.025) { a, b in .pi / 3 * a * b },
  Case(shape: .ring(thickness: 0.3), isRound: false, tolerance: 0.04) { a, b in .pi * a * b * 0.51 },
  Case(shape: .square, isRound: false, tolerance: 0.025) { a, b in 4 * a * b },
  Case(shape: .capsule, isRound: false, tolerance: 0.05) { a, b in 4 * (a - b) * b + .pi * b * b },
  Case(shape: .polygon(sides: 3), isRound: false, tolerance: 0.025) { a, b in 1.299038 * a * b },
  Case(shape: .polygon(sides: 6), isRound: false, tolerance: 0.035) { a, b in 2.598076 * a * b },
  Case(shape: .star(points: 5, ratio: 0.5), isRound: false, tolerance: 0.025) { a, b in starArea(5, 0.5) * a * b },
  Case(shape: .star(points: 4, ratio: 0.25), isRound: false, tolerance: 0.025) { a, b in starArea(4, 0.25) * a * b },
  Case(shape: .heart, isRound: false, tolerance: 0.01) { a, b in area(.heart) * a * b },
  Case(shape: .petal, isRound: false, tolerance: 0.01) { a, b in area(.petal) * a * b },
  Case(shape: .leaf, isRound: false, tolerance: 0.01) { a, b in area(.leaf) * a * b },
  Case(shape: .triangle, isRound: false, tolerance: 0.01) { a, b in 2 * a * b },
  Case(shape: .flake(seed: 5), isRound: false, tolerance: 0.01) { a, b in area(.flake(seed: 5)) * a * b },
  Case(shape: .sector(startAngle: 0, endAngle: 90, thickness: 0.5), isRound: false, tolerance: 0.01) { a, b in
    .pi / 4 * 0.75 * a * b
  },
]

/// The integral of (1 − r²)²·c²/(c² + r²) over the unit disc, by the midpoint rule.
private func hotLight(_ core: Double) -> Double {
  let count = 200_000
  return (0..<count).reduce(0.0) { sum, index in
    let r = (Double(index) + 0.5) / Double(count)
    let inside = 1 - r * r
    return sum + 2 * Double.pi * r * inside * inside * core * core / (core * core + r * r) / Double(count)
  }
}

/// The shoelace formula over the finely flattened outline.
private func area(_ outline: VectorPath) -> Double {
  let polygons = outline.polygons(tolerance: 1e-7, maximumCorners: 1_000_000) ?? []
  var sum = 0.0
  for polygon in polygons {
    for (index, a) in polygon.enumerated() {
      let b = polygon[(index + 1) % polygon.count]
      sum += (a.x * b.y - b.x * a.y) * 0.5
    }
  }
  return abs(sum)
}

private let radii: [Float] = [0.1, 0.3, 0.7, 1, 1.3, 1.6, 1.75, 2, 2.5, 3.2, 4.5, 7, 12, 22, 40]

/// Draws one sprite that is `x` and `y` pixels away from the middle, and returns the sum of its light.
private func light(
  _ shape: Sprite.Shape, isRound: Bool, a: Float, b: Float, direction: SIMD2<Float>, x: Float, y: Float
) -> Double {
  let side = Int(a) * 2 / 8 * 8 + 24
  let buffer = TileBuffer(width: side, height: side)
  let sprites = TestSprites(count: 1, isRound: isRound)
  sprites.set(
    0, x: Float(side / 2) + x, y: Float(side / 2) + y, axisX: isRound ? SIMD2(a, 0) : direction * a,
    axisY: SIMD2(-direction.y, direction.x) * b)
  sprites.draw(SpriteSet(shapes: [shape]), into: buffer.tile)
  return buffer.tile.sum(plane: 0)
}

@Test("A sprite's light does not depend on where it lies between pixels", arguments: cases)
private func energy(_ test: Case) {
  var random = TestRandom(7)
  var worst = (error: 0.0, radius: Float(0))
  for radius in radii {
    for _ in 0..<(radius < 10 ? 60 : 8) {
      let sum = light(
        test.shape, isRound: test.isRound, a: radius, b: radius, direction: random.direction(), x: random.next(),
        y: random.next())
      let error = abs(sum / test.area(Double(radius), Double(radius)) - 1)
      if error > worst.error { worst = (error, radius) }
    }
  }
  #expect(worst.error <= test.tolerance, "\(worst.error) at radius \(worst.radius)")
}

@Test("A sprite seen from its edge keeps its light", arguments: cases.filter { !$0.isRound })
private func edgeOn(_ test: Case) {
  var random = TestRandom(9)
  var worst = (error: 0.0, a: Float(0), b: Float(0))
  for a in [3, 8, 20] as [Float] {
    for share in [0.9, 0.5, 0.2, 0.05, 0.01] as [Float] {
      for _ in 0..<20 {
        let sum = light(
          test.shape, isRound: false, a: a, b: a * share, direction: random.direction(), x: random.next(),
          y: random.next())
        let error = abs(sum / test.area(Double(a), Double(a * share)) - 1)
        if error > worst.error { worst = (error, a, a * share) }
      }
    }
  }
  #expect(worst.error <= 0.05, "\(worst.error) at \(worst.a) x \(worst.b)")
}

@Test("A streak keeps its light however thin it is, and fades towards its tail")
func streakLight() {
  var random = TestRandom(11)
  for (a, b) in [(20, 0.05), (20, 0.4), (30, 1.5), (12, 3)] as [(Float, Float)] {
    var sums: [Double] = []
    for _ in 0..<40 {
      sums.append(
        light(
          .streak(taper: 0.3), isRound: false, a: a, b: b, direction: random.direction(), x: random.next(),
          y: random.next()))
    }
    let mean = sums.reduce(0, +) / Double(sums.count)
    #expect(sums.allSatisfy { abs($0 / mean - 1) < 0.03 }, "\(a) x \(b): \(sums.min()!) to \(sums.max()!)")
    // Without its round head: ∫ t·(0.3 + 0.7t) dt · 16/15 · b · 2a.
    let body = (0.15 + 0.7 / 3) * 16 / 15 * Double(b) * 2 * Double(a)
    #expect(mean < body * 1.03 && mean > body * (1 - 1.5 * Double(max(b, 1) / a)), "\(mean) of \(body)")
  }
  let buffer = TileBuffer(width: 64, height: 16)
  let sprites = TestSprites(count: 1, isRound: false)
  sprites.set(0, x: 32, y: 8, axisX: SIMD2(20, 0), axisY: SIMD2(0, 3))
  sprites.draw(SpriteSet(shapes: [.streak(taper: 0.3)]), into: buffer.tile)
  for x in 14..<46 { #expect(buffer.tile.value(x, 8, 0) < buffer.tile.value(x + 1, 8, 0)) }
  #expect(buffer.tile.value(49, 8, 0) > 0.5 && buffer.tile.value(53, 8, 0) == 0)
}

private let allShapes: [Sprite.Shape] = [
  .disc, .softDisc, .square, .capsule, .streak(taper: 0.1), .star(points: 5, ratio: 0.4), .polygon(sides: 3),
  .ring(thickness: 0.1), .heart, .spark, .flake(seed: 2), .petal, .leaf, .paper, .ribbon, .triangle,
  .sector(startAngle: 20, endAngle: 300, thickness: 0.3),
]

@Test("Sprites do not depend on tiles, and none leaves its bounds", arguments: BlendMode.allCases)
func tilesDoNotShow(_ blend: BlendMode) {
  for isRound in [true, false] {
    var random = TestRandom(3)
    let count = 160
    let sprites = TestSprites(count: count, isRound: isRound)
    let set = SpriteSet(joining: [SpriteSet(shapes: allShapes), SpriteSet(shapes: [.disc, .softDisc], isSwept: true)])
    for index in 0..<count {
      let size = random.next(0...1) < 0.2 ? random.next(20...90) : random.next(0...12)
      let direction = random.direction() * size
      let across = SIMD2(-direction.y, direction.x) * random.next(0...1)
      sprites.set(
        index, x: random.next(-20...220), y: random.next(-20...160), axisX: isRound ? SIMD2(size, 0) : direction,
        axisY: across, color: SIMD4(random.next(0...2), random.next(), random.next(-0.2...1), random.next()),
        sprite: UInt8(index % set.count))
    }
    let whole = TileBuffer(width: 200, height: 144)
    fill(whole.tile, red: 0.2, green: 1.5, blue: 0, alpha: 0.75)
    sprites.draw(set, blend: blend, opacity: 0.8, into: whole.tile)
    var differences = 0
    for (width, height) in [(128, 64), (56, 9)] {
      for y in stride(from: 0, to: 144, by: height) {
        for x in stride(from: 0, to: 200, by: width) {
          let columns = min(width, 200 - x)
          let part = TileBuffer(x: x, y: y, width: columns, height: min(height, 144 - y))
          fill(part.tile, red: 0.2, green: 1.5, blue: 0, alpha: 0.75)
          sprites.draw(set, blend: blend, opacity: 0.8, into: part.tile)
          for row in y..<y + part.tile.height {
            for column in x..<x + columns {
              for plane in 0..<4
              where part.tile.value(column, row, plane).bitPattern != whole.tile.value(column, row, plane).bitPattern {
                differences += 1
              }
            }
          }
        }
      }
    }
    #expect(differences == 0)
    #expect(whole.tile.sum(plane: 0) != 0.2 * 200 * 144)
    checkBounds(sprites, set)
  }
}

@Test(
  "Sprites that a perspective skews until two sides nearly meet stay within their bounds", arguments: [false, true])
func skewedStayWithinBounds(isBlurred: Bool) {
  var random = TestRandom(5)
  let sprites = TestSprites(count: 30 * allShapes.count, isRound: false)
  for index in 0..<sprites.count {
    let direction = random.direction()
    let beside = direction + SIMD2(-direction.y, direction.x) * random.next(-0.3...0.3) * random.next(0...1)
    sprites.set(
      index, x: random.next(60...140), y: random.next(60...90), axisX: direction * random.next(0...30),
      axisY: beside * random.next(-30...30), sprite: UInt8(index % allShapes.count),
      blur: isBlurred ? random.next(0...8) : 0)
  }
  checkBounds(sprites, SpriteSet(shapes: allShapes, defocuses: isBlurred))
}

/// Expects that each sprite draws nothing outside of its bounds.
private func checkBounds(_ sprites: TestSprites, _ set: SpriteSet) {
  let capacity = sprites.count + 8
  let memory = AlignedBuffer<Int32>(count: 4 * capacity)
  let left = memory.base
  let (top, right, bottom) = (left + capacity, left + 2 * capacity, left + 3 * capacity)
  spriteBounds(sprites.columns, count: sprites.count, set: set, left: left, top: top, right: right, bottom: bottom)
  let buffer = TileBuffer(x: -128, y: -128, width: 456, height: 400)
  var outside = 0
  for index in 0..<sprites.count {
    clear(buffer.tile)
    sprites.draw(set, range: index..<index + 1, into: buffer.tile)
    for y in -128..<272 {
      let alphas = buffer.tile.row(y + 128, plane: 3)
      for x in -128..<328 where alphas[x + 128] != 0 {
        if x < Int(left[index]) || x >= Int(right[index]) || y < Int(top[index]) || y >= Int(bottom[index]) {
          outside += 1
        }
      }
    }
  }
  #expect(outside == 0)
}
