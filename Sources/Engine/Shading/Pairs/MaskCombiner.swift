import Lanes
import Model
import Raster

/// Multiplies a layer's pixels by the alpha or the luminance of its mask.
///
/// Luminance is computed from premultiplied values as the canvas holds them: linear light, or encoded values on an `srgb` canvas (as in
/// CSS, `mask-mode: luminance`). Luminance above 1 counts as 1.
package final class MaskCombiner: PixelCombiner {
  private let mode: Mask.Mode
  private let isInverted: Bool

  package init(_ mask: Mask) {
    mode = mask.mode
    isInverted = mask.isInverted
  }

  package func update(at clock: AnimationClock) {}
  package var contentVersion: Int? { 0 }
  package var isLimitedToBoth: Bool { !isInverted }

  package func combine(_ first: Tile, with second: Tile) {
    precondition(
      first.width == second.width && first.height == second.height,
      "A mask's tile is as large as that of its layer.")
    for row in 0..<first.height {
      multiply(first.row(row, plane: 0), second.row(row, plane: 0), width: first.width)
    }
  }

  private func multiply(_ pixels: UnsafeMutablePointer<Float>, _ mask: UnsafePointer<Float>, width: Int) {
    var column = 0
    while column < width {
      let share = share(mask + column, width)
      for plane in 0..<4 {
        let pixel = pixels + (plane &* width &+ column)
        Lanes.store(Lanes.load(pixel) * share, to: pixel)
      }
      column &+= 8
    }
  }

  /// The factors of eight pixels, 0 to 1.
  @inline(__always)
  private func share(_ mask: UnsafePointer<Float>, _ width: Int) -> Float8 {
    let share: Float8
    switch mode {
    case .alpha: share = Lanes.clamp(Lanes.load(mask + 3 &* width), 0, 1)
    case .luminance:
      // Colours are premultiplied, so their luminance is multiplied by alpha already. The weights are those of BT.709.
      let light =
        Lanes.load(mask) * 0.2126 + Lanes.load(mask + width) * 0.7152 + Lanes.load(mask + 2 &* width) * 0.0722
      share = Lanes.clamp(light, 0, 1)
    }
    return isInverted ? 1 - share : share
  }
}
