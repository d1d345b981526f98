import Lanes
import Raster

/// What finished frames are laid over, as layers of the canvas's own stack see it through their backdrop filters: glass over a clip bends and
/// blurs the clip.
struct SeenBackground {
  /// The reference is weak, so that the memory of a clip's frame can be used again as soon as the frame is finished.
  private weak var background: Background?
  /// Frames with equal versions have the same background.
  private(set) var version = 0

  /// Begins a frame.
  mutating func set(_ background: Background?) {
    if background !== self.background || background == nil { version += 1 }
    self.background = background
  }

  /// Lays the background under the pixels of a tile. Beyond the frame its outermost pixels continue.
  func lay(under tile: Tile) {
    guard let background else { return }
    for row in 0..<tile.height {
      let y = min(max(tile.y + row, 0), background.height - 1)
      let alpha = tile.row(row, plane: 3)
      for plane in 0..<3 {
        let (from, onto) = (background.row(y, plane: plane), tile.row(row, plane: plane))
        var column = 0
        while column < tile.width {
          let x = tile.x + column
          let behind: Float8
          if x >= 0, x + 8 <= background.width {
            behind = Lanes.load(from + x)
          } else {
            var edge = Float8()
            for lane in 0..<8 { edge[lane] = from[min(max(x + lane, 0), background.width - 1)] }
            behind = edge
          }
          Lanes.store(Lanes.load(onto + column) + behind * (1 - Lanes.load(alpha + column)), to: onto + column)
          column &+= 8
        }
      }
      alpha.update(repeating: 1, count: tile.width)
    }
  }
}
