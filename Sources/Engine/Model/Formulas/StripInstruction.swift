/// What is run for pixels: an operation, a noise or the ramp, with the positions of its operands and results in memory. It works on
/// strips: the values of one number at neighbouring pixels of a row, side by side in memory.
package struct StripInstruction: Sendable {
  package var source: FormulaSource
  /// The operands' positions in memory. Those that are not taken lie in memory, too.
  package var operands = (Slot(), Slot(), Slot(), Slot())
  /// The offsets in memory at which the results begin. Where there are fewer results, the last ones are not used.
  package var results = (0, 0, 0, 0)

  package init(_ source: FormulaSource) { self.source = source }

  /// A number's position in memory: the offset of its first float, and the floats from one block of eight pixels to the next, which is 0
  /// for a number that is the same for all pixels of a row.
  package struct Slot: Sendable {
    package var offset: Int
    package var stride: Int

    package init(offset: Int = 0, stride: Int = 0) {
      self.offset = offset
      self.stride = stride
    }
  }
}
