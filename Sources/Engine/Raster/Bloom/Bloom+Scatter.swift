import Lanes

extension Bloom {
  /// Subtracts the bright part (see `Bloom`), times `strength`, from all pixels of a tile. If the glow is added with the same strength,
  /// it gives the light back, spread out.
  package func subtractBrightPart(from tile: Tile, threshold: Float, strength: Float) {
    for row in 0..<tile.height {
      let red = tile.row(row, plane: 0)
      let (green, blue) = (red + tile.width, red + 2 * tile.width)
      var column = 0
      while column < tile.width {
        let (r, g, b) = (Lanes.load(red + column), Lanes.load(green + column), Lanes.load(blue + column))
        let brightest = Lanes.max(Lanes.max(r, g), b)
        if Lanes.anyAbove(brightest, threshold) {
          let keptShare = 1 - Lanes.max(brightest - threshold, 0) / Lanes.max(brightest, 1e-30) * strength
          Lanes.store(r * keptShare, to: red + column)
          Lanes.store(g * keptShare, to: green + column)
          Lanes.store(b * keptShare, to: blue + column)
        }
        column &+= 8
      }
    }
  }

  /// Number of tasks of `tint`.
  package var tintTaskCount: Int { (levels[0].height + Self.tintTaskRows - 1) / Self.tintTaskRows }
  /// Rows that one task of `tint` multiplies.
  private static var tintTaskRows: Int { 32 }

  /// Multiplies the rows of one task, 0 ..< `tintTaskCount`, of the finished glow by a colour. The mirrored columns at both ends
  /// of the rows (`BloomLevel.margin`) are multiplied too.
  package func tint(_ color: SIMD3<Float>, task: Int) {
    let level = levels[0]
    for y in task * Self.tintTaskRows..<min((task + 1) * Self.tintTaskRows, level.height) {
      for plane in 0..<3 {
        let row = level.blurredRow(y, plane: plane)
        for column in -BloomLevel.margin..<level.width + BloomLevel.margin { row[column] *= color[plane] }
      }
    }
  }
}
