/// A bloom whose blur passes are finished, and the strength at which it is added to a frame.
package struct AddedBloom {
  /// The bloom whose result is added.
  package let bloom: Bloom
  /// Factor by which the bloom's light is multiplied.
  fileprivate let strength: Float

  package init(_ bloom: Bloom, strength: Float) {
    self.bloom = bloom
    self.strength = strength
  }
}

/// The values of an `AddedBloom` that are read while its glow is added to rows. The bloom must live longer than these values. A block
/// of a glow is 4 × 4 pixels.
struct GlowBlocks {
  /// The rows of the finest level: one value for each block.
  let rows: BlurredRows
  /// Factor of a block's value: the glow's strength ÷ the sum of the levels' weights, because the value is the weighted sum of
  /// all levels.
  let scale: Float
  /// The weights of the four nearest blocks for pixels 0 and 1 of the four pixels across (or down) a block. The pixels' centres
  /// lie at −⅜, −⅛, ⅛ and ⅜ of a block from the block's centre. So pixels 0 and 1 are 0.625 and 0.875 of the way from the
  /// previous block's centre to this block's; pixels 2 and 3 are 0.125 and 0.375 of the way from this block's centre to the next
  /// block's.
  let outerPixelWeights = CubicBSpline(0.625)
  let innerPixelWeights = CubicBSpline(0.875)

  init(_ glow: AddedBloom) {
    rows = glow.bloom.levels[0].blurredRows
    scale = glow.strength / glow.bloom.weightSum
  }

  /// The weights of the four nearest blocks for pixel 0, 1, 2 or 3 across (or down) a block.
  @inline(__always)
  func pixelWeights(_ pixel: Int) -> CubicBSpline {
    switch pixel {
    case 0: outerPixelWeights
    case 1: innerPixelWeights
    case 2: innerPixelWeights.reversed
    default: outerPixelWeights.reversed
    }
  }
}
