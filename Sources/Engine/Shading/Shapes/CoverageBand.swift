import Lanes
import Raster

/// The coverage of a path in neighbouring rows of a tile.
struct CoverageBand {
  /// The first row, counted from the top of the tile.
  let firstRow: Int
  let rowCount: Int
  /// The first column, a multiple of 8.
  let left: Int
  /// The covered blocks of each row. Blocks are counted from `left`.
  let covered: UnsafePointer<CoveredBlocks>
  /// The coverage of pixels, 0...1, from column `left` on; undefined in blocks that are covered in full or not at all. Rows lie
  /// `rowStride` floats apart.
  let coverage: UnsafePointer<Float>
  let rowStride: Int

  /// The coverage of the pixels of a covered block. `row` is counted from the band's first row, `block` from `left`.
  @inline(__always)
  func coverage(_ row: Int, _ block: Int) -> Float8 {
    let isWhole = (covered[row].full &>> UInt64(truncatingIfNeeded: block)) & 1 != 0
    return isWhole ? Float8(repeating: 1) : Lanes.load(coverage + (row &* rowStride &+ block &* 8))
  }
}
