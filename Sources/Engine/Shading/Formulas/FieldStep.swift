import Model

/// What is run for the pixels of a strip, one after the other.
enum FieldStep: Sendable {
  /// An instruction on strips.
  case instruction(StripInstruction)
  /// A routine of the schedule's machine code, by its offset.
  case routine(Int)
  /// Ends the steps if a number is above 0 at no pixel of the strip.
  case endUnlessPositive(StripInstruction.Slot)
}
