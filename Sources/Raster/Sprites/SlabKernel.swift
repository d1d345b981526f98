import Lanes

/// A kernel that covers pixels only inside of two slabs (endless bands, see `Slabs`), and computes coverage from a pixel's coordinates
/// along two axes of the sprite.
protocol SlabKernel: SpriteKernel {
  var slabs: Slabs { get }
  /// The coordinates of the current row's pixels.
  var row: RowCoordinates { get set }
}

extension SlabKernel {
  @inline(__always) var halfHeight: Float { slabs.halfHeight }
  @inline(__always) var halfWidth: Float { slabs.halfWidth }

  @inline(__always) mutating func beginRow(_ dy: Float) -> (low: Float, high: Float) {
    row.begin(dy)
    return slabs.span(dy)
  }
}

/// The coordinates of a row's pixels along two axes of a sprite.
struct RowCoordinates {
  /// Gradient of the first coordinate: its change for each pixel to the right (`axisX.x`) and down (`axisX.y`).
  let axisX: SIMD2<Float>
  /// Gradient of the second coordinate: its change for each pixel to the right (`axisY.x`) and down (`axisY.y`).
  let axisY: SIMD2<Float>
  /// The two coordinates at the point of the current row that lies straight above or below the sprite's centre.
  private(set) var rowX: Float = 0
  private(set) var rowY: Float = 0

  @inline(__always) init(_ axisX: SIMD2<Float>, _ axisY: SIMD2<Float>) {
    self.axisX = axisX
    self.axisY = axisY
  }

  /// Coordinates that are distances in pixels from the centre, along the longer and along the shorter principal axis.
  @inline(__always) init(principalAxesOf frame: AffineFrame) { self.init(frame.longDirection, frame.shortDirection) }

  /// Begins the row `dy` pixels below the sprite's centre.
  @inline(__always) mutating func begin(_ dy: Float) {
    rowX = axisX.y * dy
    rowY = axisY.y * dy
  }

  /// The first coordinate of the current row's pixels `dx` right of the centre.
  @inline(__always) func x(_ dx: Float8) -> Float8 { axisX.x * dx + rowX }
  /// The second coordinate of the current row's pixels `dx` right of the centre.
  @inline(__always) func y(_ dx: Float8) -> Float8 { axisY.x * dx + rowY }
}
