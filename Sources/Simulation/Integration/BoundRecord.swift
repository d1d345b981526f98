/// Straight bound: the line on which normal · position = offset. Where it is more is in bounds; both sides of a segment are.
struct BoundRecord: BitwiseCopyable {
  var normalX: Float
  var normalY: Float
  var offset: Float
  var isSegment = false
  /// Position along the line of a segment's middle, and half of its length.
  var middle: Float = 0
  var halfLength: Float = 0
  var restitution: Float
  var friction: Float
}
