import Lanes
import Raster

/// The coverage of a path in neighbouring rows of a tile.
struct CoverageBand {
  let firstRow: Int
  let rowCount: Int
  /// The first column, a multiple of 8.
  let left: Int
  /// For each row its covered blocks, counted from `left`, and the coverage of its pixels.
  let covered: UnsafePointer<CoveredBlocks>
  let coverage: UnsafePointer<Float>
  let stride: Int

  /// The coverage of the pixels of a covered block.
  @inline(__always)
  func coverage(_ row: Int, _ block: Int) -> Float8 {
    let isWhole = (covered[row].all &>> UInt64(truncatingIfNeeded: block)) & 1 != 0
    return isWhole ? Float8(repeating: 1) : Lanes.load(coverage + (row &* stride &+ block &* 8))
  }
}
