/// Channels of a particle's random numbers, except for those of ranges, whose channels are in `CellParameter.all`.
///
/// A random number is a hash of the particle's key and its channel. A channel's number is never changed or reused for
/// another purpose: either would change pictures.
package enum RandomChannel: UInt32, CaseIterable {
  case birthJitter = 1
  /// Choice among the cell's sprites.
  case sprite = 3
  // Three numbers that choose a position on the emitter's shape; their meaning depends on the shape.
  case positionA = 8
  case positionB = 9
  case positionC = 10
  /// Choice among the cell's `colors`.
  case color = 48
  case twinkle = 54
  /// Rejection sampling of an ellipse's outline, 64 ..< 96: for each attempt an angle and an acceptance threshold.
  case ellipseOutline = 64
  // Where and when a gathering particle's journey starts
  case gatherAngle = 140
  case gatherRadius = 141
  case gatherDelay = 142
  // Place of a particle relative to its cluster's
  case clusterX = 143
  case clusterY = 144
  case clusterZ = 145
  /// Rejection sampling of an outline whose proportions change, 160 ..< 208: for each attempt two numbers that choose a point, and
  /// an acceptance threshold.
  case shapeOutline = 160
  /// Where the emitter's shape is a picture: vertical position in a square of the picture's grid.
  case positionInPictureCell = 151
  /// First frame of a flip-book.
  case flipBook = 150
  // Bend, twist and the phase of the flex of a sheet
  case sheetBend = 152
  case sheetTwist = 153
  case sheetPhase = 154
  // For particles in 3-D
  /// Depth on a flat shape; for births on a cuboid's faces, the choice of a pair of faces.
  case positionZ = 100
  /// Angle between the axis of a solid cone of directions and the direction at birth. The angle around the axis has the channel of
  /// `emissionRange`.
  case cone = 101

  /// Number of consecutive channels that the case owns, from its raw value on.
  package var count: UInt32 {
    switch self {
    case .ellipseOutline: 32
    case .shapeOutline: 48
    default: 1
    }
  }
}
