import Lanes
import Model

/// Distribution of light in a spark: bright in the middle, faint at its tips.
struct Glint: Sendable {
  /// Mean gain over the outline.
  let mean: Float

  /// The share of the light that is left at the tips.
  static var tipShare: Float { 0.1 }

  /// Gain by the square of the distance from the centre; the tips lie at 1.
  static func gain(_ square: Double) -> Double {
    let inside = max(1 - square, 0) * max(1 - square, 0)
    return Double(tipShare) + (1 - Double(tipShare)) * inside * inside
  }

  /// Integrates along fans from the centre to each edge.
  init(_ path: VectorPath) {
    let edges = OutlineEdge.edges(of: path.polygons(tolerance: 1e-4, mostCorners: 8_192) ?? [])
    var (light, area) = (0.0, 0.0)
    for edge in edges {
      let fan = abs(edge.from.x * edge.to.y - edge.from.y * edge.to.x)
      let middle = (edge.from + edge.to) * 0.5
      let square = (middle * middle).sum()
      for step in 0..<32 {
        let share = (Double(step) + 0.5) / 32
        light += fan * share * Self.gain(square * share * share)
        area += fan * share
      }
    }
    mean = area > 0 ? Float(light / area) : 1
  }
}

/// The gain over one sprite. A sprite too small to show it has the mean gain everywhere, so that its light does not
/// depend on the positions of pixel centres.
struct GlintGain {
  private let inverseX: SIMD2<Float>
  private let inverseY: SIMD2<Float>
  private let centerX: Float
  private let centerY: Float
  private let tipGain: Float
  private let height: Float

  @inline(__always)
  init(_ glint: Glint, _ sprite: TransformedOutline) {
    inverseX = sprite.frame.inverseX
    inverseY = sprite.frame.inverseY
    centerX = sprite.centerX
    centerY = sprite.centerY
    let share = clamp((sprite.frame.short - 3) * 0.2, 0, 1)
    tipGain = glint.mean + (Glint.tipShare - glint.mean) * share
    height = (1 - Glint.tipShare) * share
  }

  @inline(__always)
  func at(_ x: Float8, _ y: Float) -> Float8 {
    let dx = x - centerX
    let dy = y - centerY
    let u = inverseX.x * dx + inverseX.y * dy
    let v = inverseY.x * dx + inverseY.y * dy
    let inside = Lanes.max(1 - (u * u + v * v), 0)
    let square = inside * inside
    return tipGain + height * square * square
  }
}
