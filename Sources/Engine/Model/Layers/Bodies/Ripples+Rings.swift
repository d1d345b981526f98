// Numbers of a ring's form, by which rings are drawn and their cost is estimated.

extension Ripples {
  /// Slopes of the water up to this, in height per distance, are invisible.
  package static let invisibleSlope = 0.003
  /// Seconds in which a ring rises to its full height.
  package static let riseSeconds = 0.12
  /// A packet is this many times as wide inside of its front as outside.
  package static let innerWidthRatio = 1.3
  /// Bytes of one packet of ring waves while it is drawn.
  package static let packetBytes = 64
}
