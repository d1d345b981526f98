import Lanes
import Model

/// Random positions on an emitter's shape, relative to its centre: lines and outlines uniform by length, surfaces by area.
///
/// A flat shape's volume is its surface, spread in z by the emitter's depth.
struct ShapeSampler: BitwiseCopyable {
  /// Set of points that births are spread over: a shape, or its outline or corners.
  enum Kind: UInt8, BitwiseCopyable {
    case center
    case lineEnds, line
    case rectangleCorners, rectangleOutline, rectangle
    case circleOutline, circle
    case ellipseOutline, ellipse
    case ringOutlines, ring
    case polygonCorners, polygonOutline, polygon
    // Solids; a cuboid's volume is a `rectangle` that the emitter's depth spreads in z.
    case sphere, sphereSurface
    case cuboidCorners, cuboidEdges, cuboidFaces

    /// Whether `solidOffset` finds the positions.
    @inline(__always)
    var isSolid: Bool {
      switch self {
      case .sphere, .sphereSurface, .cuboidCorners, .cuboidEdges, .cuboidFaces: true
      default: false
      }
    }
  }

  var kind = Kind.center
  /// Pieces of a polygon, in pixels relative to the centre (`PolygonPieces`).
  var points: UnsafePointer<SIMD2<Float>>
  var cumulativeShares: UnsafePointer<Float>
  var pieceCount = 0

  /// One of the two ends of an extent around its middle: the first for a random number below ½.
  @_transparent
  static func end(of extent: Float8, _ random: Float8) -> Float8 {
    Lanes.select(random .< Float8(repeating: 0.5), extent * -0.5, extent * 0.5)
  }
}
