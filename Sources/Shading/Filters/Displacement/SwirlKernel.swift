import Lanes
import Model
import Raster

/// A whirl: at a distance r from its middle the picture is turned by angle × (1 − r ÷ R)², outside of R not at all.
struct SwirlKernel: DisplacementKernel {
  let factors: SIMD3<Float>
  private let center: SIMD2<Float>
  private let inverseRadius: Float
  private let turns: Float

  init(_ swirl: Filter.Displacement.Swirl, _ frame: DisplacementFrame) {
    factors = frame.factors
    center = frame.place(swirl.center)
    inverseRadius = 1 / frame.positivePixels(swirl.radius)
    turns = Float(swirl.angle.value(at: frame.clock) / 360)
  }

  @inline(__always)
  func displacement(_ x: Float8, _ y: Float8) -> (x: Float8, y: Float8) {
    let (dx, dy) = (x - center.x, y - center.y)
    let room = Lanes.max(1 - Lanes.sqrt(dx * dx + dy * dy) * inverseRadius, 0)
    // A picture that is turned clockwise is read anticlockwise.
    let (sine, cosine) = Lanes.sincosTurns(room * room * -turns)
    let less = cosine - 1
    return (dx * less - dy * sine, dx * sine + dy * less)
  }
}
