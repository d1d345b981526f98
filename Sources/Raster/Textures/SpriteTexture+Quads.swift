import Lanes

extension SpriteTexture {
  /// Computes the quads of a frame at a level from the pixels of the same frame and level.
  func computeQuads(_ frame: Int, _ levelIndex: Int) {
    let (level, pixels) = (levels[levelIndex], pixels(levelIndex, frame))
    let quads = UnsafeMutablePointer(mutating: level.quads + frame * level.quadFrameStride)
    let whiteQuads = UnsafeMutablePointer(
      mutating: level.whiteQuads + frame * level.quadFrameStride)
    for y in 0..<level.height {
      for x in 0..<level.width {
        let upper = pixels + (y * level.rowStride + x)
        let lower = upper + level.rowStride
        let (upperChange, lowerChange) = (upper[1] - upper[0], lower[1] - lower[0])
        let (changeDownwards, changeOfChange) = (lower[0] - upper[0], lowerChange - upperChange)
        if isWhite {
          whiteQuads[y * level.width + x] = WhiteQuad(upper[0].w, upperChange.w, changeDownwards.w, changeOfChange.w)
        } else {
          quads[y * level.width + x] = Quad(
            pixel: upper[0], changeToRight: upperChange, changeDownwards: changeDownwards,
            changeOfChange: changeOfChange)
        }
      }
    }
  }

  /// Whether each pixel has the same number in all four channels.
  static func isWhite(_ light: LightPicture) -> Bool {
    let tile = light.pixels.tile
    for y in 0..<light.height {
      let planes = (0..<4).map { tile.row(y, plane: $0) }
      for x in 0..<light.width {
        let alpha = light.isOpaque ? 1 : planes[3][x]
        if planes[0][x] != alpha || planes[1][x] != alpha || planes[2][x] != alpha { return false }
      }
    }
    return true
  }
}
