/// The blocks of a row that a path covers, among up to 64 neighbouring blocks of eight pixels: one bit for each block, the lowest bit
/// for the leftmost block.
package struct CoveredBlocks: BitwiseCopyable, Sendable {
  /// Blocks that are covered in part or completely.
  package var touched: UInt64 = 0
  /// Blocks that are covered completely.
  package var full: UInt64 = 0

  /// Returns the bits of a range of blocks, which must not be empty.
  @inline(__always)
  static func bits(_ blocks: Range<Int>) -> UInt64 {
    (UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- blocks.count)) &<< UInt64(truncatingIfNeeded: blocks.lowerBound)
  }
}
