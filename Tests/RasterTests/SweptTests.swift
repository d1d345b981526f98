import Model
import Raster
import Testing

/// The light of one sprite of radius `radius`, swept by `length` pixels.
private func light(
  _ shape: Sprite.Shape, radius: Float, length: Float, direction: SIMD2<Float>, x: Float, y: Float
) -> Double {
  let side = Int(2 * radius + length) / 2 * 2 + 24
  let buffer = TileBuffer(width: side, height: side)
  let sprites = TestSprites(count: 1, isRound: false)
  let middle = Float(side / 2)
  sprites.set(
    0, x: middle + x, y: middle + y, axisX: direction * (radius + length / 2),
    axisY: SIMD2(-direction.y, direction.x) * radius)
  sprites.draw(SpriteSet(shapes: [shape], isSwept: true), into: buffer.tile)
  return buffer.tile.sum(plane: 0)
}

/// The worst relative error of the light, which should be πr² (a disc) or πr²/3 (a soft disc), over lengths, directions and places. Rows,
/// columns and diagonals are included since they are the worst directions.
private func worstError(_ shape: Sprite.Shape, radius: Float, lengths: [Float]) -> (error: Double, length: Float) {
  var random = TestRandom(5)
  let discArea = Double.pi * Double(radius * radius)
  let expected = shape == .disc ? discArea : discArea / 3
  var worst = (error: 0.0, length: Float(0))
  for length in lengths {
    for index in 0..<48 {
      var direction = random.direction()
      if index % 4 == 0 { direction = SIMD2(1, 0) }
      if index % 8 == 1 { direction = SIMD2(0, -1) }
      if index % 8 == 5 { direction = SIMD2(0.70710677, 0.70710677) }
      let sum = light(shape, radius: radius, length: length, direction: direction, x: random.next(), y: random.next())
      let error = abs(sum / expected - 1)
      if error > worst.error { worst = (error, length) }
    }
  }
  return worst
}

@Test("Sweeping keeps a sprite's light", arguments: [Sprite.Shape.softDisc, .disc])
func sweepingKeepsLight(_ shape: Sprite.Shape) {
  let isSoft = shape == .softDisc
  for radius in [0.3, 0.8, 1.2, 1.5, 1.8, 2, 2.3, 2.6, 3, 4, 6, 9, 16, 40] as [Float] {
    let lengths: [Float] = [radius * 0.13, radius * 0.4, radius, radius + 3, 12, 37.3, 150]
    let worst = worstError(shape, radius: radius, lengths: lengths)
    // As with discs at rest, the light of small ones depends on where they lie between pixels.
    let limit = isSoft ? (radius < 2.6 ? 0.02 : 0.003) : (radius < 2 ? 0.055 : radius < 6 ? 0.025 : 0.005)
    #expect(worst.error < limit, "r \(radius): \(worst)")
  }
}

@Test("A swept sprite is the mean of many static ones", arguments: [Sprite.Shape.softDisc, .disc])
func sweptIsMean(_ shape: Sprite.Shape) {
  var random = TestRandom(8)
  var worst: Float = 0
  for radius in [3, 7, 15] as [Float] {
    for length in [radius * 0.1, radius * 0.3, radius, 4 * radius, 60] {
      let direction = random.direction()
      let (x, y) = (64 + random.next(), 64 + random.next())
      let swept = TestSprites(count: 1, isRound: false)
      swept.set(
        0, x: x, y: y, axisX: direction * (radius + length / 2), axisY: SIMD2(-direction.y, direction.x) * radius)
      let samples = 512
      let still = TestSprites(count: samples, isRound: true)
      for index in 0..<samples {
        let shift = direction * (length * ((Float(index) + 0.5) / Float(samples) - 0.5))
        still.set(
          index, x: x + shift.x, y: y + shift.y, axisX: SIMD2(radius, 0),
          color: SIMD4(repeating: 1 / Float(samples)))
      }
      let (a, b) = (TileBuffer(width: 128, height: 128), TileBuffer(width: 128, height: 128))
      swept.draw(SpriteSet(shapes: [shape], isSwept: true), into: a.tile)
      still.draw(SpriteSet(shapes: [shape]), into: b.tile)
      for row in 0..<128 {
        for column in 0..<128 {
          worst = max(worst, abs(a.tile.value(column, row, 0) - b.tile.value(column, row, 0)))
        }
      }
    }
  }
  // Soft discs differ only where the length is too short to be swept; the edge of discs is filtered differently.
  #expect(worst < (shape == .disc ? 0.1 : 0.004))
}
