import Lanes
import Raster

extension CoarseTile {
  /// Interpolates samples of light onto a tile. Alpha is clamped to 0...1. Encoded R, G and B are clamped to 0...alpha. Linear R, G and B have
  /// the lower limit 0 and no upper one, since light may be brighter than its alpha.
  ///
  /// - Parameter writesAlpha: false where nothing reads the tile's alphas, which may then be left undefined.
  func interpolateLight(onto tile: Tile, isEncoded: Bool, writesAlpha: Bool) {
    interpolate(planes: 0..<(writesAlpha || isEncoded ? 4 : 3), clampsLight: true)
    if !isEncoded { return }
    let width = tile.width
    for row in 0..<tile.height {
      let out = tile.row(row, plane: 0)
      var column = 0
      while column < width {
        let alpha = Lanes.load(out + (3 &* width &+ column))
        for plane in 0..<3 {
          let pixel = out + (plane &* width &+ column)
          Lanes.store(Lanes.min(Lanes.load(pixel), alpha), to: pixel)
        }
        column &+= 8
      }
    }
  }
}
