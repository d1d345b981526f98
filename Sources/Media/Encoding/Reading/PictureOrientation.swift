import CFFmpeg
import Raster

/// How a stored picture becomes an upright one: by quarter turns, with or without mirroring. These are EXIF's eight orientations; a movie's
/// container stores an orientation as a display matrix.
struct PictureOrientation: Equatable {
  // The pixel (x, y) of the upright picture is the stored pixel (xFromX · x + xFromY · y, yFromX · x + yFromY · y), plus an
  // offset that makes both numbers at least 0. All four factors are −1, 0 or 1.
  private let xFromX: Int
  private let yFromX: Int
  private let xFromY: Int
  private let yFromY: Int

  static let upright = PictureOrientation(xFromX: 1, yFromX: 0, xFromY: 0, yFromY: 1)

  private init(xFromX: Int, yFromX: Int, xFromY: Int, yFromY: Int) {
    (self.xFromX, self.yFromX, self.xFromY, self.yFromY) = (xFromX, yFromX, xFromY, yFromY)
  }

  /// The orientation that a display matrix describes; nil if it does anything but quarter turns and mirroring.
  ///
  /// - Parameter matrix: nine numbers (a, b, _, c, d, …) in units of 2⁻¹⁶, which map a stored point (x, y) to the upright point
  ///   (ax + cy, bx + dy).
  init?(displayMatrix matrix: UnsafePointer<Int32>) {
    let units = [matrix[0], matrix[1], matrix[3], matrix[4]].map { Int($0) }
    let signs = units.map { $0.signum() }
    // One of a and b is ±1 and the other 0; likewise c and d. A shear has three numbers that are not 0.
    guard zip(units, signs).allSatisfy({ $0 == $1 << 16 }), abs(signs[0] * signs[3] - signs[1] * signs[2]) == 1,
      abs(signs[0]) + abs(signs[1]) == 1, abs(signs[2]) + abs(signs[3]) == 1
    else { return nil }
    // The inverse of such a matrix is its transpose.
    self.init(xFromX: signs[0], yFromX: signs[2], xFromY: signs[1], yFromY: signs[3])
  }

  /// Whether the upright picture's width is the stored one's height.
  var swapsSides: Bool { xFromX == 0 }

  /// The orientation as clockwise quarter turns; nil if it mirrors.
  var quarterTurns: QuarterTurns? {
    switch (xFromX, yFromX, xFromY, yFromY) {
    case (1, 0, 0, 1): QuarterTurns.none
    case (0, -1, 1, 0): .one
    case (-1, 0, 0, -1): .two
    case (0, 1, -1, 0): .three
    default: nil
    }
  }

  /// The stored pixel that is shown at pixel (x, y) of the upright picture. `width` and `height` are the stored picture's.
  @inline(__always)
  func storedPixel(x: Int, y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    // A factor of −1 counts backwards from the last column or row.
    let column = xFromX &* x &+ xFromY &* y
    let row = yFromX &* x &+ yFromY &* y
    return (xFromX &+ xFromY < 0 ? width &- 1 &+ column : column, yFromX &+ yFromY < 0 ? height &- 1 &+ row : row)
  }
}
