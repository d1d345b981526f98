import Model

/// What is run for the pixels of a strip, one after the other.
enum FieldStep: Sendable {
  /// An instruction on strips.
  case instruction(StripInstruction)
  /// A routine of the schedule's machine code, by its offset.
  case routine(Int)
}
