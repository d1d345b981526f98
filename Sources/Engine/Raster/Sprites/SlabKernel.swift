import Lanes

/// A kernel that covers pixels only inside of two slabs (endless bands, see `Slabs`), and computes coverage from a pixel's coordinates
/// along two axes of the sprite.
protocol SlabKernel: SpriteKernel {
  var slabs: Slabs { get }
  /// The coordinates of the current row's pixels along the two axes.
  var coordinates: RowCoordinates { get set }
}

extension SlabKernel {
  @inline(__always) var halfHeight: Float { slabs.halfHeight }
  @inline(__always) var halfWidth: Float { slabs.halfWidth }

  @inline(__always) mutating func beginRow(_ dy: Float) -> (low: Float, high: Float) {
    coordinates.begin(dy)
    return slabs.span(dy)
  }
}

/// The coordinates of a row's pixels along two axes of a sprite.
struct RowCoordinates {
  /// Gradient of the first coordinate: its change for each pixel to the right (`gradientX.x`) and down (`gradientX.y`).
  let gradientX: SIMD2<Float>
  /// Gradient of the second coordinate: its change for each pixel to the right (`gradientY.x`) and down (`gradientY.y`).
  let gradientY: SIMD2<Float>
  /// The two coordinates at the point of the current row that lies straight above or below the sprite's centre.
  private(set) var rowX: Float = 0
  private(set) var rowY: Float = 0

  @inline(__always) init(_ gradientX: SIMD2<Float>, _ gradientY: SIMD2<Float>) {
    self.gradientX = gradientX
    self.gradientY = gradientY
  }

  /// Coordinates that are distances in pixels from the centre, along the longer and along the shorter principal axis.
  @inline(__always) init(principalAxesOf axes: PrincipalAxes) { self.init(axes.longDirection, axes.shortDirection) }

  /// Makes the row `dy` pixels below the sprite's centre the current row.
  @inline(__always) mutating func begin(_ dy: Float) {
    rowX = gradientX.y * dy
    rowY = gradientY.y * dy
  }

  /// The first coordinate of the current row's pixels `dx` right of the centre.
  @inline(__always) func x(_ dx: Float8) -> Float8 { gradientX.x * dx + rowX }
  /// The second coordinate of the current row's pixels `dx` right of the centre.
  @inline(__always) func y(_ dx: Float8) -> Float8 { gradientY.x * dx + rowY }
}
