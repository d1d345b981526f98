import Model
import Raster
import Testing

// Shortcuts skip work that changes nothing: each must give the same bits as the full work.

private let everyShape: [Sprite.Shape] = [
  .disc, .softDisc, .square, .capsule, .streak(taper: 0.1), .star(points: 5, ratio: 0.4), .polygon(sides: 3),
  .ring(thickness: 0.1), .heart, .spark, .flake(seed: 2), .petal, .leaf, .paper, .ribbon, .triangle,
  .sector(startAngle: 20, endAngle: 300, thickness: 0.3),
]

/// Sprites of every shape and of sizes from a speck to most of the frame, some of them opaque.
private func scatter(isRound: Bool, count: Int = 200) -> TestSprites {
  var random = TestRandom(17)
  let sprites = TestSprites(count: count, isRound: isRound)
  for index in 0..<count {
    let size = random.next() < 0.3 ? random.next(20...120) : random.next(0...14)
    let direction = random.direction() * size
    let across = SIMD2(-direction.y, direction.x) * random.next(0.2...1)
    let alpha: Float = random.next() < 0.5 ? 1 : random.next()
    sprites.set(
      index, x: random.next(-30...230), y: random.next(-30...170), axisX: isRound ? SIMD2(size, 0) : direction,
      axisY: across, color: SIMD4(random.next(0...2), random.next(), random.next(), alpha),
      sprite: UInt8(index % everyShape.count))
  }
  return sprites
}

@Test("Leaving alpha out changes no light", arguments: [BlendMode.normal, .add, .screen], [true, false])
func lightWithoutAlpha(_ blend: BlendMode, _ isRound: Bool) {
  let sprites = scatter(isRound: isRound)
  let set = SpriteSet(shapes: everyShape)
  let (withAlpha, withoutAlpha) = (TileBuffer(width: 200, height: 144), TileBuffer(width: 200, height: 144))
  for buffer in [withAlpha, withoutAlpha] { fill(buffer.tile, red: 0.2, green: 1.5, blue: 0, alpha: 0.75) }
  sprites.draw(set, blend: blend, opacity: 1, writesAlpha: true, into: withAlpha.tile)
  sprites.draw(set, blend: blend, opacity: 1, writesAlpha: false, into: withoutAlpha.tile)
  var differences = 0
  var isAlphaWritten = false
  for y in 0..<144 {
    for x in 0..<200 {
      for plane in 0..<3
      where withAlpha.tile.value(x, y, plane).bitPattern != withoutAlpha.tile.value(x, y, plane).bitPattern {
        differences += 1
      }
      if withAlpha.tile.value(x, y, 3) != 0.75 { isAlphaWritten = true }
      #expect(withoutAlpha.tile.value(x, y, 3) == 0.75)
    }
  }
  #expect(differences == 0)
  #expect(isAlphaWritten)
}

@Test(
  "A sprite drawn in strips of eight columns, where nothing is filled at once, has the same bits",
  arguments: BlendMode.allCases, [true, false])
func stripsOfEight(_ blend: BlendMode, _ isRound: Bool) {
  let sprites = scatter(isRound: isRound, count: 60)
  let set = SpriteSet(shapes: everyShape)
  let whole = TileBuffer(width: 200, height: 144)
  fill(whole.tile, red: 0.3, green: 0.9, blue: 0, alpha: 0.5)
  sprites.draw(set, blend: blend, opacity: 1, into: whole.tile)
  var differences = 0
  for x in stride(from: 0, to: 200, by: 8) {
    let strip = TileBuffer(x: x, width: 8, height: 144)
    fill(strip.tile, red: 0.3, green: 0.9, blue: 0, alpha: 0.5)
    sprites.draw(set, blend: blend, opacity: 1, into: strip.tile)
    for y in 0..<144 {
      for column in x..<x + 8 {
        for plane in 0..<4
        where strip.tile.value(column, y, plane).bitPattern != whole.tile.value(column, y, plane).bitPattern {
          differences += 1
        }
      }
    }
  }
  #expect(differences == 0)
}

@Test("The middle of a large opaque sprite has the sprite's light, whatever lay below")
func solidMiddle() {
  let sprites = TestSprites(count: 1, isRound: false)
  sprites.set(0, x: 100, y: 72, axisX: SIMD2(90, 10), axisY: SIMD2(-8, 60), color: SIMD4(0.25, 0.5, 0.75, 1))
  // The border of a disc that is not drawn as round takes a little of its light; a polygon's takes none.
  for (shape, tolerance) in [(Sprite.Shape.disc, Float(1e-3)), (.polygon(sides: 3), 0)] {
    let buffer = TileBuffer(width: 200, height: 144)
    fill(buffer.tile, red: 7, green: 7, blue: 7, alpha: 1)
    sprites.draw(SpriteSet(shapes: [shape]), blend: .normal, into: buffer.tile)
    for x in 80..<120 {
      for (plane, light) in [Float(0.25), 0.5, 0.75, 1].enumerated() {
        #expect(abs(buffer.tile.value(x, 72, plane) - light) <= tolerance)
      }
    }
    #expect(buffer.tile.value(2, 2, 0) == 7)
  }
}
