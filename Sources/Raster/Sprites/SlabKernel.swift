import Lanes

/// A kernel bounded by two pairs of parallel lines, which covers pixels by two coordinates of its own.
protocol SlabKernel: SpriteKernel {
  var slabs: Slabs { get }
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
  /// Change of each coordinate per pixel to the right and per pixel down.
  let axisX: SIMD2<Float>
  let axisY: SIMD2<Float>
  /// Coordinates of the row's point right below the sprite's centre.
  private(set) var rowX: Float = 0
  private(set) var rowY: Float = 0

  @inline(__always) init(_ axisX: SIMD2<Float>, _ axisY: SIMD2<Float>) {
    self.axisX = axisX
    self.axisY = axisY
  }

  /// Distances along the principal axes.
  @inline(__always) init(principalAxesOf frame: AffineFrame) { self.init(frame.u1, frame.u2) }

  @inline(__always) mutating func begin(_ dy: Float) {
    rowX = axisX.y * dy
    rowY = axisY.y * dy
  }
  @inline(__always) func x(_ dx: Float8) -> Float8 { axisX.x * dx + rowX }
  @inline(__always) func y(_ dx: Float8) -> Float8 { axisY.x * dx + rowY }
}
