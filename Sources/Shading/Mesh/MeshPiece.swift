/// A piece of a mesh's surface: a curved quadrilateral, drawn as two triangles.
struct MeshPiece {
  typealias Point = SIMD2<Double>

  /// The corners, row by row.
  var a, b, c, d: Point
  /// How far the midpoints of the sides, and of the diagonal from b to c, deviate from straight lines.
  var top, left, right, bottom, middle: Point
  /// The patch of colours that the piece shows, and its range of u and v there.
  var patch: Float
  var uStart, uEnd, vStart, vEnd: Float

  /// One of the two triangles: u grows by `du` from the origin to `along`, v by `dv` from the origin to `down`.
  struct Half {
    let origin, along, down, deviationAlong, deviationDown: Point
    let u, v, du, dv: Float
  }

  @inline(__always)
  var upper: Half {
    Half(
      origin: a, along: b, down: c, deviationAlong: top, deviationDown: left, u: uStart, v: vStart, du: uEnd - uStart,
      dv: vEnd - vStart)
  }

  @inline(__always)
  var lower: Half {
    Half(
      origin: d, along: c, down: b, deviationAlong: bottom, deviationDown: right, u: uEnd, v: vEnd,
      du: -(uEnd - uStart),
      dv: -(vEnd - vStart))
  }
}
