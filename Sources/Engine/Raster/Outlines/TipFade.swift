import Lanes
import Model

/// The distribution of light in a sprite with a bright centre and dim tips, such as a spark. A pixel's light is multiplied by a
/// gain that falls from 1 at the centre to `tipGain` at the tips.
struct TipFade: Sendable {
  /// Mean gain over the outline's area.
  let meanGain: Float

  /// The gain at the tips.
  static var tipGain: Float { 0.1 }

  /// Returns the gain at a point: a + (1 − a)·(1 − d²)⁴ with a = `tipGain`. d² is the square of the point's distance from the centre in
  /// local coordinates, which is 1 at the tips.
  static func gain(squaredDistance: Double) -> Double {
    let inside = max(1 - squaredDistance, 0)
    let insideSquared = inside * inside
    return Double(tipGain) + (1 - Double(tipGain)) * insideSquared * insideSquared
  }

  /// Computes the mean gain by integrating over the triangles between the centre and each edge. A triangle's gain is sampled at 32 points
  /// along the line from the centre to the middle of the edge. The outline must surround the centre.
  init(_ path: VectorPath) {
    let edges = OutlineEdge.edges(of: path.polygons(tolerance: 1e-4, maximumCorners: 8_192) ?? [])
    var (light, area) = (0.0, 0.0)
    for edge in edges {
      let twiceArea = abs(edge.from.x * edge.to.y - edge.from.y * edge.to.x)
      let middle = (edge.from + edge.to) * 0.5
      let middleSquaredDistance = (middle * middle).sum()
      for step in 0..<32 {
        // `share` is the share of the way from the centre to the edge. The triangle's width there is proportional to it.
        let share = (Double(step) + 0.5) / 32
        light += twiceArea * share * Self.gain(squaredDistance: middleSquaredDistance * share * share)
        area += twiceArea * share
      }
    }
    meanGain = area > 0 ? Float(light / area) : 1
  }
}

/// The gain over one sprite. As the shorter half axis falls from 8 px to 3 px, the gain is cross-faded to the mean gain, so that the
/// light of a small sprite does not depend on the positions of pixel centres.
struct TipFadeGain {
  /// The gradients of the sprite's two local coordinates in the frame (`PrincipalAxes`).
  private let inverseX: SIMD2<Float>
  private let inverseY: SIMD2<Float>
  private let centerX: Float
  private let centerY: Float
  /// The gain at the tips.
  private let tipGain: Float
  /// The gain at the centre minus the gain at the tips.
  private let gainRange: Float

  @inline(__always)
  init(_ fade: TipFade, _ sprite: TransformedOutline) {
    inverseX = sprite.axes.inverseX
    inverseY = sprite.axes.inverseY
    centerX = sprite.centerX
    centerY = sprite.centerY
    // The share of the falling gain; the rest is the mean gain.
    let fadeShare = clamp((sprite.axes.shortHalfAxis - 3) * 0.2, 0, 1)
    tipGain = fade.meanGain + (TipFade.tipGain - fade.meanGain) * fadeShare
    gainRange = (1 - TipFade.tipGain) * fadeShare
  }

  /// Returns the gains of eight pixels whose centres have these frame coordinates.
  @inline(__always)
  func at(_ x: Float8, _ y: Float) -> Float8 {
    let dx = x - centerX
    let dy = y - centerY
    let u = inverseX.x * dx + inverseX.y * dy
    let v = inverseY.x * dx + inverseY.y * dy
    let inside = Lanes.max(1 - (u * u + v * v), 0)
    let insideSquared = inside * inside
    return tipGain + gainRange * insideSquared * insideSquared
  }
}
