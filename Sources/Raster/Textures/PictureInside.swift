import Lanes

/// Finds blocks of eight pixels that lie inside of a sprite's edges: between `PictureSampler.innerLow` and `innerHigh`.
struct PictureInside {
  private let axes: PictureAxes
  /// `PictureSampler.innerLow` and `innerHigh`.
  private let low: SIMD2<Float>
  private let high: SIMD2<Float>
  private let centerX: Float
  private let canOmitSamples: Bool

  @inline(__always)
  init<Sampler: PictureSampler>(_ sampler: Sampler, centerX: Float) {
    axes = sampler.axes
    (low, high) = (sampler.innerLow, sampler.innerHigh)
    self.centerX = centerX
    canOmitSamples = Sampler.canOmitSamples
  }

  /// Returns which of eight blocks lie inside. The parameters are columns of `PictureBlocks`.
  @inline(__always)
  func contains(
    x: Float8, rowU: Float8, rowV: Float8, first: Float8, end: Float8
  ) -> SIMDMask<Int32x8> {
    // Coordinates grow or fall evenly over a block's pixels, so a block lies inside if its first and its last pixel do. If samples can
    // be omitted, only covered pixels count: their centres lie at `first` + ½ ... `end` − ½.
    let left = (canOmitSamples ? Lanes.max(x, first + 0.5) : x) - centerX
    let right = (canOmitSamples ? Lanes.min(x + 7, end - 0.5) : x + 7) - centerX
    let (leftU, rightU) = (axes.gradientU.x * left + rowU, axes.gradientU.x * right + rowU)
    let (leftV, rightV) = (axes.gradientV.x * left + rowV, axes.gradientV.x * right + rowV)
    return (Lanes.min(leftU, rightU) .>= low.x) .& (Lanes.max(leftU, rightU) .<= high.x)
      .& (Lanes.min(leftV, rightV) .>= low.y) .& (Lanes.max(leftV, rightV) .<= high.y)
  }
}
