/// A piece of a mesh's surface: a curved quadrilateral, drawn as two triangles that meet in the diagonal from b to c. Positions
/// are in the units of `MeshSurface`'s nodes.
struct MeshPiece {
  typealias Point = SIMD2<Double>

  /// The corners row by row: a upper left, b upper right, c lower left, d lower right.
  var a, b, c, d: Point
  /// By how much the surface deviates from the straight sides, and from the diagonal from b to c: vectors from the midpoints of these
  /// lines to the surface's points at the same u and v.
  var topDeviation, leftDeviation, rightDeviation, bottomDeviation, diagonalDeviation: Point
  /// The number of the patch of colours that the piece shows, and the piece's range of u and v in that patch, within −1...1. Patch
  /// numbers are Floats because tiles hold them in a plane.
  var patch: Float
  var uStart, uEnd, vStart, vEnd: Float

  /// One of the two triangles: from the corner `origin` u grows by `du` to the corner `along`, and v by `dv` to the corner
  /// `down`.
  struct Triangle {
    let origin, along, down, deviationAlong, deviationDown: Point
    /// The parameters at the origin, and their growth.
    let u, v, du, dv: Float
  }

  @inline(__always)
  var upper: Triangle {
    Triangle(
      origin: a, along: b, down: c, deviationAlong: topDeviation, deviationDown: leftDeviation, u: uStart, v: vStart,
      du: uEnd - uStart,
      dv: vEnd - vStart)
  }

  @inline(__always)
  var lower: Triangle {
    Triangle(
      origin: d, along: c, down: b, deviationAlong: bottomDeviation, deviationDown: rightDeviation, u: uEnd, v: vEnd,
      du: -(uEnd - uStart),
      dv: -(vEnd - vStart))
  }
}
