import Lanes

/// Copies the dirty blocks of a tile from `source`: memory that is laid out like a tile of the same width and height, but has
/// only the first `planeCount` planes (3 or 4), so a row takes `planeCount` · width floats.
package func copyBlocks(
  from source: UnsafeMutablePointer<Float>, planeCount: Int, onto tile: Tile, dirty: DirtyBlocks
) {
  forEachDirtyRow(of: tile, dirty) { row, bits in
    for plane in 0..<planeCount {
      let sourceRow = source + (row &* planeCount &+ plane) &* tile.width
      let tileRow = tile.row(row, plane: plane)
      forEachBit(bits) { Lanes.store(Lanes.load(sourceRow + $0 &* 8), to: tileRow + $0 &* 8) }
    }
  }
}

/// Makes the dirty blocks of a tile transparent black, except blocks that `drawn` marks.
package func clearBlocks(_ tile: Tile, dirty: DirtyBlocks, except drawn: OccupiedBlocks? = nil) {
  forEachDirtyRow(of: tile, dirty) { row, bits in
    // A tile with dirty blocks is at most 63 blocks wide (`DirtyBlocks.canCover`), so a row of `drawn` is one word.
    let bits = bits & ~(drawn?.bits(row: row, word: 0) ?? 0)
    for plane in 0..<4 {
      let tileRow = tile.row(row, plane: plane)
      forEachBit(bits) { Lanes.store(Float8(repeating: 0), to: tileRow + $0 &* 8) }
    }
  }
}

/// Calls `body` for each row that has dirty blocks, with the row, counted from the tile's top, and the bits of the row's blocks.
@inline(__always)
private func forEachDirtyRow(of tile: Tile, _ dirty: DirtyBlocks, _ body: (Int, UInt64) -> Void) {
  for row in 0..<tile.height {
    let bits = dirty[row &>> 1]
    if bits != 0 { body(row, bits) }
  }
}
