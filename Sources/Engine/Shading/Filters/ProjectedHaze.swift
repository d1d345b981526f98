import Lanes
import Model
import Raster

/// The camera's haze over a projected layer at one time.
struct ProjectedHaze: Equatable {
  /// The haze's colour as tiles hold it.
  private let color: SIMD3<Float>
  /// 1 ÷ the depth of a pixel is `x` · x + `y` · y + `offset`, in points, at the place (x, y) of the frame in pixels.
  private let x, y, offset: Float
  private let start: Float
  private let inverseDistance: Float

  /// - Parameters:
  ///   - inverse: from the frame's pixels to the layer, whose w is 1 ÷ that of the projection.
  init(_ haze: Haze, _ inverse: Projection, focalLength: Double, at clock: AnimationClock, on canvas: Canvas) {
    let color = haze.color.value(at: clock).clampedTileValue(on: canvas)
    self.color = SIMD3(color.x, color.y, color.z)
    (x, y, offset) = (
      Float(inverse.wx / focalLength), Float(inverse.wy / focalLength), Float(inverse.w0 / focalLength)
    )
    start = Float(haze.start.value(at: clock))
    inverseDistance = Float(1 / max(haze.distance.value(at: clock), 1e-3))
  }

  /// Covers a row of the frame with haze: premultiplied pixels, whose planes lie `planeStride` floats apart.
  func cover(row: Int, from column: Int, count: Int, _ pixels: UnsafeMutablePointer<Float>, planeStride: Int) {
    let rowOffset = y * (Float(row) + 0.5) + offset
    /// The share of the light that passes at the places of eight columns.
    func passing(_ places: Float8) -> Float8 {
      // Behind the eye nothing is seen, so that any depth will do.
      let depth = 1 / Lanes.max(places * x + rowOffset, 1e-9)
      return Lanes.exp(Lanes.max(depth - start, 0) * -inverseDistance)
    }
    // A layer that faces the eye is equally far away everywhere in a row.
    let rowPassing = passing(Float8())
    var index = 0
    while index < count {
      let pixel = pixels + index
      let alpha = Lanes.load(pixel + 3 &* planeStride)
      if Lanes.anyAbove(alpha, 0) {
        let passing = x == 0 ? rowPassing : passing(Lanes.laneNumbers + (Float(column &+ index) + 0.5))
        let scattered = alpha * (1 - passing)
        for plane in 0..<3 {
          let channel = pixel + plane &* planeStride
          Lanes.store(Lanes.load(channel) * passing + scattered * color[plane], to: channel)
        }
      }
      index &+= 8
    }
  }
}
