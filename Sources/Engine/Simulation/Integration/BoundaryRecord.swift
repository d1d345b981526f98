/// A straight boundary, in pixels: the line of all positions with normal · position = `offset`, for a unit normal. Particles are
/// inside where normal · position ≥ `offset`. A segment reflects particles from either side, and only between its ends.
struct BoundaryRecord: BitwiseCopyable {
  var normalX: Float
  var normalY: Float
  var offset: Float
  var isSegment = false
  /// Middle of a segment, as a coordinate along its line: x · normalY − y · normalX.
  var middle: Float = 0
  /// Half of a segment's length.
  var halfLength: Float = 0
  /// Share of the speed across the boundary that remains after a bounce, 0 to 1.
  var restitution: Float
  /// Coefficient of Coulomb's friction.
  var friction: Float
}

/// Rectangle that particles wrap around, in pixels: a particle that leaves it at one side comes back in at the opposite side. With a
/// width or height of 0 particles do not wrap along that axis.
struct WrapRectangle: BitwiseCopyable {
  var left: Float = 0
  var width: Float = 0
  var top: Float = 0
  var height: Float = 0
}
