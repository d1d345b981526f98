import Lanes

/// Copies dirty blocks onto a tile from rows of `planeCount` interleaved planes as wide as the tile's.
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

/// Makes dirty blocks transparent, all but those that `drawn` holds.
package func clearBlocks(_ tile: Tile, dirty: DirtyBlocks, besides drawn: OccupiedBlocks? = nil) {
  forEachDirtyRow(of: tile, dirty) { row, bits in
    let bits = bits & ~(drawn?.bits(row: row, word: 0) ?? 0)
    for plane in 0..<4 {
      let onto = tile.row(row, plane: plane)
      forEachBit(bits) { Lanes.store(Float8(repeating: 0), to: onto + $0 &* 8) }
    }
  }
}

@inline(__always)
private func forEachDirtyRow(of tile: Tile, _ dirty: DirtyBlocks, _ body: (Int, UInt64) -> Void) {
  for row in 0..<tile.height {
    let bits = dirty[row &>> 1]
    if bits != 0 { body(row, bits) }
  }
}
