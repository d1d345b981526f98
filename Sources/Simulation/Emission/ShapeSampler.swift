import Lanes
import Model

/// Random positions on an emitter's shape, relative to its centre: lines and outlines uniform by length, surfaces by area.
///
/// A flat shape's volume is its surface, spread in z by the emitter's depth.
struct ShapeSampler: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    case center
    case lineEnds, line
    case rectangleCorners, rectangleOutline, rectangle
    case circleOutline, circle
    case ellipseOutline, ellipse
    case ringOutlines, ring
    case polygonCorners, polygonOutline, polygon
    // Solids; a cuboid's volume is a rectangle with depth.
    case sphere, sphereSurface
    case cuboidCorners, cuboidEdges, cuboidFaces

    @inline(__always)
    var isSolid: Bool {
      switch self {
      case .sphere, .sphereSurface, .cuboidCorners, .cuboidEdges, .cuboidFaces: true
      default: false
      }
    }
  }

  var kind = Kind.center
  /// Corners of a polygon; or the ends of its edges; or its triangles, three points each.
  var points: UnsafePointer<SIMD2<Float>>
  /// Share of the length or area up to the end of each edge or triangle.
  var shares: UnsafePointer<Float>
  var count = 0

  /// One of the two ends of an extent around its middle.
  @_transparent
  static func end(of extent: Float8, _ draw: Float8) -> Float8 {
    Lanes.select(draw .< Float8(repeating: 0.5), extent * -0.5, extent * 0.5)
  }
}
