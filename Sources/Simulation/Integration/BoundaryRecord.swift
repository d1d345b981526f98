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
  /// Share of the speed across the boundary that a bounce gives back, 0 to 1.
  var restitution: Float
  /// Coefficient of Coulomb's friction.
  var friction: Float
}

/// Rectangle whose opposite sides meet, in pixels: a particle that leaves it at one side comes in at the other. A width or
/// height of 0 stands for sides that do not meet.
struct WrapRectangle: BitwiseCopyable {
  var left: Float = 0
  var width: Float = 0
  var top: Float = 0
  var height: Float = 0
}
