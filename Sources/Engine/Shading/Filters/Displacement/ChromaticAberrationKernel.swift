import Lanes
import Model
import Raster

extension Filter.ChromaticAberration: DrawnDisplacement {
  func kernels(for canvas: Canvas, input: PixelRect) -> DisplacementKernels {
    DisplacementKernels { ChromaticAberrationKernel(self, $0) }
  }
  func findingNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { 0 }
}

/// The colour fringes of a simple lens: red is moved outwards and blue inwards, by an amount that grows with the square of the
/// distance from the centre.
struct ChromaticAberrationKernel: PointDisplacementKernel {
  var channelFactors: SIMD3<Float> { SIMD3(-1, 0, 1) }
  var needsAveraging: Bool { false }
  private let center: SIMD2<Float>
  /// Displacement in pixels ÷ the square of the distance from the centre in pixels.
  private let growth: Float

  init(_ fringe: Filter.ChromaticAberration, _ context: DisplacementContext) {
    center = context.position(fringe.center)
    let (width, height) = (Float(context.canvas.widthPixels), Float(context.canvas.heightPixels))
    let squaredCornerDistance = (width * width + height * height) / 4
    growth = context.pixels(fringe.amplitude) / squaredCornerDistance
  }

  @inline(__always)
  func displacement(_ x: Float8, _ y: Float8) -> (x: Float8, y: Float8) {
    let (dx, dy) = (x - center.x, y - center.y)
    let factor = Lanes.sqrt(dx * dx + dy * dy) * growth
    return (dx * factor, dy * factor)
  }
}
