/// Which of up to 64 neighbouring blocks of eight pixels of a row a path covers: one bit for each block, the lowest for the
/// leftmost.
package struct CoveredBlocks: BitwiseCopyable, Sendable {
  /// Blocks that are covered at least in part, those of `full` included.
  package var touched: UInt64 = 0
  /// Blocks that are covered completely.
  package var full: UInt64 = 0

  /// The bits of a range of blocks, which must not be empty.
  @inline(__always)
  static func bits(_ blocks: Range<Int>) -> UInt64 {
    (UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- blocks.count)) &<< UInt64(truncatingIfNeeded: blocks.lowerBound)
  }
}
