import Lanes
import Model
import Raster

/// Red moved one way and blue the other; green stays.
struct ColorPlanesKernel: DisplacementKernel {
  /// A colour that is moved to the right is taken from the left.
  var channelFactors: SIMD3<Float> { SIMD3(-1, 0, 1) }
  var needsAveraging: Bool { false }
  private let shift: SIMD2<Float>

  init(_ shift: AnimatedPoint, _ context: DisplacementContext) {
    self.shift = SIMD2(context.pixels(shift.x), context.pixels(shift.y))
  }

  @inline(__always)
  func displacement(_ x: Float8, _ y: Float8) -> (x: Float8, y: Float8) {
    (Float8(repeating: shift.x), Float8(repeating: shift.y))
  }
}
