import Lanes
import Model
import Raster

extension Filter.ColorPlanes: DrawnDisplacement {
  func kernels(for canvas: Canvas, input: PixelRect) -> DisplacementKernels {
    DisplacementKernels { ColorPlanesKernel(self, $0) }
  }
  func findingNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { 0 }
}

/// Red moved one way and blue the other; green stays.
struct ColorPlanesKernel: PointDisplacementKernel {
  /// A colour that is moved to the right is taken from the left.
  var channelFactors: SIMD3<Float> { SIMD3(-1, 0, 1) }
  var needsAveraging: Bool { false }
  private let shift: SIMD2<Float>

  init(_ planes: Filter.ColorPlanes, _ context: DisplacementContext) {
    shift = SIMD2(context.pixels(planes.shift.x), context.pixels(planes.shift.y))
  }

  @inline(__always)
  func displacement(_ x: Float8, _ y: Float8) -> (x: Float8, y: Float8) {
    (Float8(repeating: shift.x), Float8(repeating: shift.y))
  }
}
