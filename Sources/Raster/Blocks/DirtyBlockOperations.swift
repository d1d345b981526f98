import Lanes

/// Copies the dirty blocks of a tile from `source`: memory laid out as a tile of the same width and height, but with only the
/// first `planeCount` planes (3 or 4), so that a row takes `planeCount` · width floats.
package func copyBlocks(
  from source: UnsafeMutablePointer<Float>, planeCount: Int, onto tile: Tile, dirty: DirtyBlocks
) {
  forEachDirtyRow(of: tile, dirty) { row, bits in
    for plane in 0..<planeCount {
      let from = source + (row &* planeCount &+ plane) &* tile.width
      let onto = tile.row(row, plane: plane)
      forEachBit(bits) { Lanes.store(Lanes.load(from + $0 &* 8), to: onto + $0 &* 8) }
    }
  }
}

/// Makes the dirty blocks of a tile transparent black, except those that are marked in `drawn`.
package func clearBlocks(_ tile: Tile, dirty: DirtyBlocks, except drawn: OccupiedBlocks? = nil) {
  forEachDirtyRow(of: tile, dirty) { row, bits in
    // A tile with dirty blocks has at most 63 of them in a row (`DirtyBlocks.canCover`): one word.
    let bits = bits & ~(drawn?.bits(row: row, word: 0) ?? 0)
    for plane in 0..<4 {
      let onto = tile.row(row, plane: plane)
      forEachBit(bits) { Lanes.store(Float8(repeating: 0), to: onto + $0 &* 8) }
    }
  }
}

/// Calls `body` with each row that has dirty blocks, counted from the tile's top, and the bits of its blocks.
@inline(__always)
private func forEachDirtyRow(of tile: Tile, _ dirty: DirtyBlocks, _ body: (Int, UInt64) -> Void) {
  for row in 0..<tile.height {
    let bits = dirty[row &>> 1]
    if bits != 0 { body(row, bits) }
  }
}
