import Raster
import Testing

/// The formulas in Double.
private func expected(
  _ blend: BlendKind, _ s: Double, _ sa: Double, _ b: Double, _ ba: Double, clamps: Bool
) -> (color: Double, alpha: Double) {
  var color: Double
  var alpha = sa + ba - sa * ba
  switch blend {
  case .normal: color = s + b * (1 - sa)
  case .add:
    color = s + b
    alpha = min(1, sa + ba)
  case .screen: color = s + b - min(s, 1) * min(b, 1)
  case .multiply:
    color = min(max(s, 0), sa) * min(max(b, 0), ba) + s * (1 - ba) + b * (1 - sa)
  }
  if clamps {
    color = min(max(color, 0), 1)
    alpha = min(max(alpha, 0), 1)
  }
  return (color, alpha)
}

@Test("Compositing follows the formulas, whole blocks and rests alike", arguments: BlendKind.allCases, [false, true])
func compositing(_ blend: BlendKind, clamps: Bool) {
  var random = TestRandom(5)
  let source = FrameBuffer(x: 8, y: 2, width: 40, height: 6)
  let destination = FrameBuffer(width: 64, height: 10)
  for index in 0..<source.tile.rowStride * 6 { source.tile.base[index] = random.next(0...1) }
  for index in 0..<destination.tile.rowStride * 10 { destination.tile.base[index] = random.next(0...1) }
  for y in 0..<6 { source.tile.row(y, plane: 0)[3] = 2.5 }
  let before = FrameBuffer(width: 64, height: 10)
  copy(destination.tile, region: PixelRect(x: 0, y: 0, width: 64, height: 10), into: before.tile)
  let region = PixelRect(x: 9, y: 3, width: 29, height: 4)
  composite(source.tile, onto: destination.tile, region: region, blend: blend, opacity: 0.6, clampsToUnit: clamps)
  for y in 0..<10 {
    for x in 0..<64 {
      let isInside = x >= region.x && x < region.endX && y >= region.y && y < region.endY
      for plane in 0..<4 {
        let old = before.tile.value(x, y, plane)
        let new = destination.tile.value(x, y, plane)
        if !isInside {
          #expect(new == old)
          continue
        }
        let result = expected(
          blend, Double(source.tile.value(x, y, plane)) * 0.6, Double(source.tile.value(x, y, 3)) * 0.6, Double(old),
          Double(before.tile.value(x, y, 3)), clamps: clamps)
        #expect(abs(Double(new) - (plane == 3 ? result.alpha : result.color)) < 1e-6)
      }
    }
  }
}

@Test("Sprites blend as layers do", arguments: BlendKind.allCases, [false, true])
func spriteBlending(_ blend: BlendKind, clamps: Bool) {
  let buffer = FrameBuffer(width: 16, height: 16)
  fill(buffer.tile, red: 0.5, green: 1.5, blue: 0.25, alpha: 0.75)
  let sprites = TestSprites(count: 1, isRound: true)
  sprites.set(0, x: 8, y: 8, axisX: SIMD2(40, 0), color: SIMD4(0.4, 2, 0.1, 0.5))
  sprites.draw(SpriteSet(shapes: [.disc]), blend: blend, opacity: 0.5, clamps: clamps, into: buffer.tile)
  for (plane, pair) in [(0.2, 0.5), (1, 1.5), (0.05, 0.25), (0.25, 0.75)].enumerated() {
    let result = expected(blend, pair.0, 0.25, pair.1, 0.75, clamps: clamps)
    #expect(abs(Double(buffer.tile.value(8, 8, plane)) - (plane == 3 ? result.alpha : result.color)) < 1e-6)
  }
}
