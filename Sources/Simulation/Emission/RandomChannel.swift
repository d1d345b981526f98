/// Channels of those random numbers of a particle that do not belong to a range; the channels of ranges are in
/// `CellParameter.all`.
///
/// A random number is a hash of the particle's key and its channel. A channel's number is never changed nor given to another
/// purpose, or every picture ever recorded would change.
package enum RandomChannel: UInt32, CaseIterable {
  case birthJitter = 1
  /// Choice among the cell's sprites.
  case sprite = 3
  // Position on the emitter's shape; which coordinate each of these gives depends on the shape.
  case positionA = 8
  case positionB = 9
  case positionC = 10
  /// Choice among the cell's `colors`.
  case color = 48
  case twinkle = 54
  /// Attempts of the rejection on an ellipse's outline: an angle and an acceptance threshold for each, 64 ..< 96.
  case ellipseOutline = 64
  // Where a particle that gathers begins, and when it sets off
  case gatherAngle = 140
  case gatherRadius = 141
  case gatherDelay = 142
  /// Attempts of the rejection on an outline whose proportions change: two numbers that choose a point and an acceptance threshold
  /// for each, 160 ..< 208.
  case shapeOutline = 160
  /// Place in a cell of the picture that is an emitter's shape, from top to bottom.
  case pictureRow = 151
  /// First frame of a flip-book.
  case flipBook = 150
  // Particles in 3-D
  case positionZ = 100
  /// Angle from the axis of a solid cone of births; the angle around it has the channel of `emissionRange`.
  case cone = 101

  /// Number of consecutive channels, from the raw value on, that the case owns.
  package var count: UInt32 {
    switch self {
    case .ellipseOutline: 32
    case .shapeOutline: 48
    default: 1
    }
  }
}
