import Lanes
import Model
import Raster
import Testing

/// A sprite that a lens spreads keeps its light, stays within its bounds, and changes gradually from a sharp one.
@Suite struct DefocusTests {
  private static let shapes: [Sprite.Shape] = [
    .disc, .softDisc, .square, .capsule, .star(points: 5, ratio: 0.4), .polygon(sides: 6), .ring(thickness: 0.4),
    .heart,
    .spark, .flake(seed: 2), .petal, .leaf, .paper, .ribbon, .triangle,
    .sector(startAngle: 20, endAngle: 300, thickness: 0.5),
    .sector(startAngle: -60, endAngle: 60, thickness: 0.4), .streak(taper: 0), .streak(taper: 1),
  ]
  private static let side = 400

  /// Draws one sprite with half axes of `size` and `size` · `ratio` pixels near the middle, and returns the sum of its light.
  private func light(_ shape: Sprite.Shape, blur: Float, size: Float = 24, ratio: Float, at offset: SIMD2<Float>)
    -> Double
  {
    let buffer = TileBuffer(width: Self.side, height: Self.side)
    let sprites = TestSprites(count: 1, isRound: false)
    let direction = SIMD2<Float>(0.8, 0.6) * size
    sprites.set(
      0, x: 200 + offset.x, y: 200 + offset.y, axisX: direction, axisY: SIMD2(-direction.y, direction.x) * ratio,
      blur: blur
    )
    sprites.draw(SpriteSet(shapes: [shape], defocuses: true), into: buffer.tile)
    return buffer.tile.sum(plane: 0)
  }

  @Test("A sprite's light stays within one percent, whatever the blur", arguments: DefocusTests.shapes)
  func energy(_ shape: Sprite.Shape) {
    var random = TestRandom(3)
    var worst = 0.0
    for ratio in [Float(1), 0.4] {
      let place = SIMD2(random.next(), random.next())
      let sharp = light(shape, blur: 0, ratio: ratio, at: place)
      for blur in [Float(2), 4, 7, 11, 16, 25, 60, 110] {
        let error = abs(light(shape, blur: blur, ratio: ratio, at: place) / sharp - 1)
        worst = max(worst, error)
      }
    }
    #expect(worst < 0.01)
  }

  @Test("A sprite that is only slightly out of focus looks as if in focus", arguments: DefocusTests.shapes)
  func almostSharp(_ shape: Sprite.Shape) {
    let sprites = TestSprites(count: 1, isRound: false)
    let set = SpriteSet(shapes: [shape], defocuses: true)
    let buffers = (0..<2).map { _ in TileBuffer(width: 96, height: 96) }
    for blur in [Float(1e-6), 0.001, 0.02, 0.06, 0.11] {
      for (blur, buffer) in zip([0, blur], buffers) {
        sprites.set(0, x: 48.3, y: 47.8, axisX: SIMD2(24, 6), axisY: SIMD2(-5, 18), blur: blur)
        buffer.tile.base.update(repeating: 0, count: buffer.tile.rowStride * 96)
        sprites.draw(set, into: buffer.tile)
      }
      var worst: Float = 0
      for y in 0..<96 {
        for x in 0..<96 { worst = max(worst, abs(buffers[0].tile.value(x, y, 0) - buffers[1].tile.value(x, y, 0))) }
      }
      #expect(worst < 0.05, "blur \(blur): \(worst)")
    }
  }

  @Test(
    "The centroid of a sprite's light stays in place as the sprite goes out of focus", arguments: DefocusTests.shapes)
  func middle(_ shape: Sprite.Shape) {
    func centroid(blur: Float) -> (x: Double, y: Double) {
      let buffer = TileBuffer(width: Self.side, height: Self.side)
      let sprites = TestSprites(count: 1, isRound: false)
      sprites.set(
        0, x: 200, y: 200, axisX: SIMD2<Float>(0.8, 0.6) * 40, axisY: SIMD2<Float>(-0.6, 0.8) * 30, blur: blur)
      sprites.draw(SpriteSet(shapes: [shape], defocuses: true), into: buffer.tile)
      var (x, y, sum) = (0.0, 0.0, 0.0)
      for row in 0..<Self.side {
        let line = buffer.tile.row(row, plane: 0)
        for column in 0..<Self.side {
          let light = Double(line[column])
          (x, y, sum) = (x + light * Double(column), y + light * Double(row), sum + light)
        }
      }
      return (x / sum, y / sum)
    }
    let sharp = centroid(blur: 0)
    for blur in [Float(8), 18, 30, 60] {
      let spread = centroid(blur: blur)
      #expect(abs(spread.x - sharp.x) < 0.5 && abs(spread.y - sharp.y) < 0.5, "blur \(blur)")
    }
  }

  @Test("A speck far out of focus becomes a disc of the lens and keeps its light", arguments: [Float(0.4), 1.3, 3])
  func speck(_ size: Float) {
    for shape in [Sprite.Shape.disc, .softDisc, .heart] {
      // Drawn with half axes of 40 px and scaled to the speck's size.
      let sharp = light(shape, blur: 0, size: 40, ratio: 1, at: SIMD2(0.3, 0.7)) * Double(size * size / 1600)
      for blur in [Float(6), 30] {
        let spread = light(shape, blur: blur, size: size, ratio: 1, at: SIMD2(0.3, 0.7))
        #expect(abs(spread / sharp - 1) < 0.02, "\(shape) of \(size) px spread over \(blur)")
      }
    }
  }

  @Test("A sprite changes gradually as its blur grows", arguments: DefocusTests.shapes)
  func noSeam(_ shape: Sprite.Shape) {
    let sprites = TestSprites(count: 2, isRound: false)
    let set = SpriteSet(shapes: [shape], defocuses: true)
    let buffers = (0..<2).map { _ in TileBuffer(width: 128, height: 128) }
    var worst: Float = 0
    for step in 0..<200 {
      for (index, buffer) in buffers.enumerated() {
        let blur = Float(step + index) * 0.1
        sprites.set(index, x: 64.3, y: 63.8, axisX: SIMD2(16, 4), axisY: SIMD2(-3, 12), blur: blur)
        buffer.tile.base.update(repeating: 0, count: buffer.tile.rowStride * 128)
        sprites.draw(set, range: index..<index + 1, into: buffer.tile)
      }
      for y in 0..<128 {
        for x in 0..<128 { worst = max(worst, abs(buffers[0].tile.value(x, y, 0) - buffers[1].tile.value(x, y, 0))) }
      }
    }
    // The first pixel of blur softens edges that were as sharp as the grid allows.
    #expect(worst < 0.2, "\(worst)")
  }

  @Test(
    "All that is drawn of a sprite out of focus lies within its bounds and in marked blocks",
    arguments: DefocusTests.shapes + [.streak(taper: 0.2)])
  func bounds(_ shape: Sprite.Shape) {
    var random = TestRandom(11)
    let count = 120
    let sprites = TestSprites(count: count, isRound: false)
    for index in 0..<count {
      let direction = random.direction() * random.next(0.2...30)
      sprites.set(
        index, x: random.next(20...180), y: random.next(20...120), axisX: direction,
        axisY: SIMD2(-direction.y, direction.x) * random.next(0.03...1) + direction * random.next(-0.6...0.6),
        blur: random.next() < 0.2 ? 0 : random.next(0...30))
    }
    let set = SpriteSet(shapes: [shape], defocuses: true)
    // The left, top, right and bottom side of each sprite's bounds.
    var sides = (0..<4).map { _ in [Int32](repeating: 0, count: 128) }
    sides.withUnsafeMutableBufferPointer { sides in
      var pointers: [UnsafeMutablePointer<Int32>] = []
      for index in 0..<4 { sides[index].withUnsafeMutableBufferPointer { pointers.append($0.baseAddress!) } }
      spriteBounds(
        sprites.columns, count: count, set: set, left: pointers[0], top: pointers[1], right: pointers[2],
        bottom: pointers[3])
    }
    let dirty = DirtyBlocks()
    let buffer = TileBuffer(width: 200, height: 140)
    var (outside, unmarked, drawn) = (0, 0, 0)
    for index in 0..<count {
      let tile = buffer.tile
      tile.base.update(repeating: 0, count: tile.rowStride * tile.height)
      dirty.reset(width: 200, height: 140)
      sprites.markDirty(index, set, tile: tile, dirty: dirty)
      sprites.draw(set, range: index..<index + 1, into: tile)
      for y in 0..<140 {
        for x in 0..<200 where tile.value(x, y, 3) != 0 {
          drawn += 1
          if x < sides[0][index] || x >= sides[2][index] || y < sides[1][index] || y >= sides[3][index] { outside += 1 }
          if dirty[y / 2] & 1 << UInt64(x / 8) == 0 { unmarked += 1 }
        }
      }
    }
    #expect(drawn > 10_000)
    #expect(outside == 0)
    #expect(unmarked == 0)
  }
}

extension DefocusTests {
  @Test(
    "Sprites out of focus do not depend on tiles", arguments: DefocusTests.shapes + [.streak(taper: 0.2)],
    [(8, 4), (64, 32)])
  func tiles(_ shape: Sprite.Shape, _ size: (width: Int, height: Int)) {
    var random = TestRandom(17)
    let count = 80
    let sprites = TestSprites(count: count, isRound: false)
    for index in 0..<count {
      let direction = random.direction() * random.next(0.2...40)
      sprites.set(
        index, x: random.next(0...192), y: random.next(0...128), axisX: direction,
        axisY: SIMD2(-direction.y, direction.x) * random.next(-1...1) + direction * random.next(-1...1),
        color: SIMD4(0.3, 0.5, 0.2, 0.6),
        blur: random.next() < 0.2 ? 0 : random.next(0...30))
    }
    let set = SpriteSet(shapes: [shape], defocuses: true)
    let whole = TileBuffer(width: 192, height: 128)
    let part = TileBuffer(width: size.width, height: size.height)
    var different = 0
    for index in 0..<count {
      whole.tile.base.update(repeating: 0.25, count: whole.tile.rowStride * 128)
      sprites.draw(set, blend: .normal, range: index..<index + 1, into: whole.tile)
      for y in stride(from: 0, to: 128, by: size.height) {
        for x in stride(from: 0, to: 192, by: size.width) {
          let tile = part.tile(at: PixelRect(x: x, y: y, width: size.width, height: size.height))
          tile.base.update(repeating: 0.25, count: tile.rowStride * tile.height)
          sprites.draw(set, blend: .normal, range: index..<index + 1, into: tile)
          for row in y..<y + size.height {
            for column in x..<x + size.width where tile.value(column, row, 0) != whole.tile.value(column, row, 0) {
              different += 1
            }
          }
        }
      }
    }
    #expect(different == 0)
  }
}

extension DefocusTests {
  /// Half axes of a sprite that is seen face on, tumbles, tilts, and is skewed by both.
  private static let halfAxes: [(x: SIMD2<Float>, y: SIMD2<Float>)] = [
    (SIMD2(24, 0), SIMD2(0, 24)), (SIMD2(20, 12), SIMD2(-9, 15)), (SIMD2(20, 8), SIMD2(-3, 7)),
    (SIMD2(22, 5), SIMD2(14, 13)),
  ]

  @Test(
    "A sprite out of focus is the mean of its shifted copies, and opaque where all of them cover",
    arguments: DefocusTests.shapes)
  func isMeanOfShiftedCopies(_ shape: Sprite.Shape) {
    let side = 192
    let set = SpriteSet(shapes: [shape], defocuses: true)
    let copies = 700
    let sprites = TestSprites(count: copies, isRound: false)
    let (expected, drawn) = (TileBuffer(width: side, height: side), TileBuffer(width: side, height: side))
    var (worst, leastOpaque) = (Float(0), Float(1))
    for axes in Self.halfAxes {
      for blur in [Float(1.5), 3, 6.9, 7.1, 10, 14.1, 20, 28.1, 36, 50] {
        expected.tile.base.update(repeating: 0, count: expected.tile.rowStride * side)
        drawn.tile.base.update(repeating: 0, count: drawn.tile.rowStride * side)
        let weight = 1 / Float(copies)
        for copy in 0..<copies {
          // Vogel's spiral (H. Vogel, 1979): by steps of the golden angle, each copy stands for an equal area of the disc.
          let radius = blur * ((Float(copy) + 0.5) * weight).squareRoot()
          let (sine, cosine) = Lanes.sincos(Double(copy) * 2.399_963_23)
          sprites.set(
            copy, x: 96.3 + radius * Float(cosine), y: 95.8 + radius * Float(sine), axisX: axes.x, axisY: axes.y,
            color: SIMD4(repeating: weight))
        }
        sprites.draw(set, into: expected.tile)
        sprites.set(0, x: 96.3, y: 95.8, axisX: axes.x, axisY: axes.y, blur: blur)
        sprites.draw(set, range: 0..<1, into: drawn.tile)
        for y in 0..<side {
          for x in 0..<side {
            let (mean, value) = (expected.tile.value(x, y, 0), drawn.tile.value(x, y, 0))
            worst = max(worst, abs(mean - value))
            if mean > 0.9995 { leastOpaque = min(leastOpaque, value) }
          }
        }
      }
    }
    #expect(worst < 0.06)
    #expect(leastOpaque > 0.95)
  }
}
