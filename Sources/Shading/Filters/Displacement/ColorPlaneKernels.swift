import Lanes
import Model
import Raster

/// Red moved one way and blue the other; green stays.
struct ColorPlanesKernel: DisplacementKernel {
  /// A colour that is moved to the right is taken from the left.
  var factors: SIMD3<Float> { SIMD3(-1, 0, 1) }
  var averages: Bool { false }
  private let shift: SIMD2<Float>

  init(_ shift: AnimatedPoint, _ frame: DisplacementFrame) {
    self.shift = SIMD2(frame.pixels(shift.x), frame.pixels(shift.y))
  }

  @inline(__always)
  func distance(_ x: Float8, _ y: Float8) -> (x: Float8, y: Float8) {
    (Float8(repeating: shift.x), Float8(repeating: shift.y))
  }
}

/// The fringes of a simple lens: red is moved outwards and blue inwards, by a distance that grows with the square of that from the middle.
struct ChromaticAberrationKernel: DisplacementKernel {
  var factors: SIMD3<Float> { SIMD3(-1, 0, 1) }
  var averages: Bool { false }
  private let center: SIMD2<Float>
  /// The distance in pixels, for a distance of one pixel from the middle.
  private let growth: Float

  init(_ fringe: Filter.Displacement.Fringe, _ frame: DisplacementFrame) {
    center = frame.place(fringe.center)
    let (width, height) = (Float(frame.canvas.widthPixels), Float(frame.canvas.heightPixels))
    let corner = (width * width + height * height) / 4
    growth = frame.pixels(fringe.amplitude) / corner
  }

  @inline(__always)
  func distance(_ x: Float8, _ y: Float8) -> (x: Float8, y: Float8) {
    let (dx, dy) = (x - center.x, y - center.y)
    let factor = Lanes.sqrt(dx * dx + dy * dy) * growth
    return (dx * factor, dy * factor)
  }
}
