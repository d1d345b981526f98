import Lanes
import Model
import Raster

extension Filter.Swirl: DrawnDisplacement {
  func kernels(for canvas: Canvas, input: PixelRect) -> DisplacementKernels {
    DisplacementKernels { SwirlKernel(self, $0) }
  }
  func findingNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { 2 }
}

/// A whirl of radius R: at a distance r from its centre the picture is rotated by angle × (1 − r ÷ R)², and not at all beyond R.
struct SwirlKernel: PointDisplacementKernel {
  let channelFactors: SIMD3<Float>
  private let center: SIMD2<Float>
  private let inverseRadius: Float
  private let angleTurns: Float

  init(_ swirl: Filter.Swirl, _ context: DisplacementContext) {
    channelFactors = context.channelFactors
    center = context.position(swirl.center)
    inverseRadius = 1 / context.positivePixels(swirl.radius)
    angleTurns = Float(swirl.angle.value(at: context.clock) / 360)
  }

  @inline(__always)
  func displacement(_ x: Float8, _ y: Float8) -> (x: Float8, y: Float8) {
    let (dx, dy) = (x - center.x, y - center.y)
    let remaining = Lanes.max(1 - Lanes.sqrt(dx * dx + dy * dy) * inverseRadius, 0)
    // To rotate a picture clockwise, it is sampled anticlockwise.
    let (sine, cosine) = Lanes.sincosTurns(remaining * remaining * -angleTurns)
    // The rotated vector minus the vector itself.
    let cosineMinus1 = cosine - 1
    return (dx * cosineMinus1 - dy * sine, dx * sine + dy * cosineMinus1)
  }
}
