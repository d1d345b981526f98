import Lanes
import Model

/// Places on an emitter's shape, relative to its centre: lines and outlines uniform by length, surfaces by area.
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
  }

  var kind = Kind.center
  /// Corners of a polygon; or of its edges' ends; or of its triangles, three each.
  var points: UnsafePointer<SIMD2<Float>>
  /// Share of the length or area up to the end of each edge or triangle.
  var shares: UnsafePointer<Float>
  var count = 0
}
