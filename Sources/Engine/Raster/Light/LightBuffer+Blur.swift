import Lanes

extension LightBuffer {
  /// The emission of a channel, blurred by a Gaussian and read at a point: for shadows, whose softness differs from point to point.
  ///
  /// The blur is mixed from the two levels whose widths lie around it, so that its variance is right; it is no narrower than level 0, √2 pixels.
  /// All passes must be finished. Cost: about 60 ns.
  ///
  /// - Parameters:
  ///   - x: position in pixels, from the centre of the buffer's first pixel; `y` likewise. Beyond the buffer there is no emission.
  ///   - sigma: standard deviation of the blur in pixels.
  package func blurred(_ channel: Int, atX x: Float, y: Float, sigma: Float) -> Float {
    guard x > -1, y > -1, x < Float(width), y < Float(height) else { return 0 }
    let (level, share) = blurLevel(sigma)
    let value = read(channel, levels[level], x, y)
    if share == 0 { return value }
    return value + (read(channel, levels[level + 1], x, y) - value) * share
  }

  /// The level that is a little less blurred than by a deviation, and the share of the next one.
  func blurLevel(_ sigma: Float) -> (level: Int, share: Float) {
    let variance = sigma * sigma
    // Level k has a variance of 2·4ᵏ.
    var level = 0
    while level + 2 < levels.count, variance > Float(2 << (2 * (level + 1))) { level += 1 }
    guard level + 1 < levels.count else { return (level, 0) }
    let (narrow, wide) = (Float(2 << (2 * level)), Float(2 << (2 * (level + 1))))
    return (level, min(max((variance - narrow) / (wide - narrow), 0), 1))
  }

  /// A level's B-splines at a point.
  private func read(_ channel: Int, _ level: SplineGrid, _ x: Float, _ y: Float) -> Float {
    let scale = 1 / Float(1 << level.level)
    let (column, row) = (x * scale, y * scale)
    let (left, top) = (column.rounded(.down), row.rounded(.down))
    let (wx, wy) = (Self.weights(column - left), Self.weights(row - top))
    var sum: Float = 0
    for line in 0..<4 {
      let nodes = level.row(Int(top) - 1 + line, plane: channel) + (Int(left) - 1)
      sum += ((nodes[0] * wx[0] + nodes[3] * wx[3]) + (nodes[1] * wx[1] + nodes[2] * wx[2])) * wy[line]
    }
    return sum
  }

  /// The weights of the four nodes around a point (`SplineGrid.weights`).
  private static func weights(_ t: Float) -> SIMD4<Float> {
    let s = 1 - t
    let (tt, ss) = (t * t, s * s)
    return SIMD4(
      ss * s * (1.0 / 6), tt * (t * 0.5 - 1) + 2.0 / 3, ss * (s * 0.5 - 1) + 2.0 / 3, tt * t * (1.0 / 6))
  }
}
