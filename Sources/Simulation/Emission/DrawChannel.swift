/// Channels of the random draws that belong to no range of a cell's keys; those of the ranges stand in `CellParameter.all`.
///
/// A number, once given, is never changed nor given to another draw, or every picture ever recorded would change.
package enum DrawChannel: UInt32, CaseIterable {
  case birthJitter = 1
  case sprite = 3
  // Position on the emitter's shape.
  case positionA = 8
  case positionB = 9
  case positionC = 10
  /// Colour of the palette.
  case color = 48
  case twinkle = 54
  /// Tries of the rejection on an ellipse's outline: 64, 65, 66, … 95, two to a try.
  case ellipseOutline = 64
  // Space.
  case positionZ = 100
  case cone = 101

  /// Channels from each case on that are its own.
  package var count: UInt32 { self == .ellipseOutline ? 32 : 1 }
}
