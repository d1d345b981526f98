import Lanes

/// Finds blocks of eight pixels that lie inside of a sprite's edges (`PictureSampler.innerLow`).
struct PictureInside {
  private let axes: PictureAxes
  private let low: SIMD2<Float>
  private let high: SIMD2<Float>
  private let centerX: Float
  private let leavesOut: Bool

  @inline(__always)
  init<Sampler: PictureSampler>(_ sampler: Sampler, centerX: Float) {
    axes = sampler.axes
    (low, high) = (sampler.innerLow, sampler.innerHigh)
    self.centerX = centerX
    leavesOut = Sampler.leavesOut
  }

  /// Which of eight blocks lie inside; see the columns of `PictureBlocks`.
  @inline(__always)
  func contains(
    x: Float8, rowU: Float8, rowV: Float8, first: Float8, end: Float8
  ) -> SIMDMask<Int32x8> {
    // Coordinates grow or fall evenly over a block's pixels, so that the first and the last decide.
    let left = (leavesOut ? Lanes.max(x, first + 0.5) : x) - centerX
    let right = (leavesOut ? Lanes.min(x + 7, end - 0.5) : x + 7) - centerX
    let (leftU, rightU) = (axes.u.x * left + rowU, axes.u.x * right + rowU)
    let (leftV, rightV) = (axes.v.x * left + rowV, axes.v.x * right + rowV)
    return (Lanes.min(leftU, rightU) .>= low.x) .& (Lanes.max(leftU, rightU) .<= high.x)
      .& (Lanes.min(leftV, rightV) .>= low.y) .& (Lanes.max(leftV, rightV) .<= high.y)
  }
}
