import Lanes

/// A picture of four planes that Gaussian blurs of several small widths read: each blurs the rows that are asked for at once, so that they
/// share one copy of the picture and keep nothing of their own.
///
/// Values are those of `GaussianBlur` with the same width, to the bit: first columns are convolved, then rows, in the same order. A row of a
/// tile costs a little more, since columns beside the tile are convolved for both of its neighbours.
package final class NarrowGaussians: @unchecked Sendable {
  private let width: Int
  private let height: Int
  /// Whether there is nothing beyond the picture, so that its light is mirrored at the edges; else it is transparent there.
  private let mirrors: Bool
  private let rowStride: Int
  private let planes: AlignedBuffer<Float>
  private let zeros: AlignedBuffer<Float>
  /// The weights of each blur around its middle.
  private var kernels: [(axis: BlurAxis, weights: AlignedBuffer<Float>)] = []

  /// The widest standard deviation in pixels, beyond which a blur works on a smaller picture.
  package static func holds(sigmaPixels: Double) -> Bool { BlurAxis(sigma: sigmaPixels, shift: 0).reduction == 1 }

  package init(width: Int, height: Int, mirrors: Bool) {
    (self.width, self.height, self.mirrors) = (width, height, mirrors)
    rowStride = (width + 15) / 8 * 8
    planes = AlignedBuffer(count: 4 * height * rowStride + 64)
    planes.fill(with: 0)
    zeros = AlignedBuffer(count: rowStride + 64)
    zeros.fill(with: 0)
  }

  /// Sets the standard deviations in pixels, each of which `holds`.
  package func configure(sigmas: [Double]) {
    kernels = sigmas.map { sigma in
      let axis = BlurAxis(sigma: sigma, shift: 0)
      precondition(axis.reduction == 1, "A wide Gaussian blurs a smaller picture.")
      let weights = AlignedBuffer<Float>(count: axis.kernel.count)
      for (index, weight) in axis.kernel.enumerated() { weights[index] = weight }
      return (axis, weights)
    }
  }

  /// Stores the pixels of `region` of a tile, both in coordinates of the picture.
  package func gather(from tile: Tile, region: PixelRect) {
    for y in region.y..<max(region.endY, region.y) {
      for plane in 0..<4 {
        (planes.base + (plane * height + y) * rowStride + region.x)
          .update(from: tile.row(y - tile.y, plane: plane) + (region.x - tile.x), count: max(region.width, 0))
      }
    }
  }

  /// Writes the row `y` of a plane as blurred by one of the Gaussians, from column `x` on: `count` values, a multiple of eight. Beyond the
  /// picture it is mirrored, or else as `GaussianBlur.row` has it.
  ///
  /// - Parameters:
  ///   - index: which of the standard deviations.
  ///   - scratch: memory of `GaussianBlur.rowScratchCount(width: count)` Floats.
  package func row(
    _ y: Int, x: Int, count: Int, plane: Int, index: Int, into output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) {
    let (axis, weights) = kernels[index]
    let reach = axis.reach
    let (low, high) = (min(max(x, 0), width), min(max(x + count, 0), width))
    guard high > low, let own = inside(y) else {
      output.update(repeating: 0, count: count)
      return
    }
    // The columns that the row's pixels need and the picture has.
    let (first, last) = (max(low - reach, 0), min(high + reach, width))
    let middle = scratch + reach
    let base = planes.base + plane * height * rowStride
    withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>.self, capacity: 2 * reach + 1) { rows in
      for offset in -reach...reach {
        let row = own + offset
        let isInside = row >= 0 && row < height
        let from = isInside || mirrors ? base + GaussianBlur.mirrored(row, height) * rowStride : zeros.base
        rows.initializeElement(at: offset + reach, to: from + first)
      }
      guard let start = rows.baseAddress else { return }
      convolveColumns(start + reach, weights.base + reach, reach, into: middle + (first - low), count: last - first)
    }
    for column in low - reach..<max(first, low - reach) {
      middle[column - low] = mirrors ? middle[GaussianBlur.mirrored(column, width) - low] : 0
    }
    for column in last..<max(high + reach, last) {
      middle[column - low] = mirrors ? middle[GaussianBlur.mirrored(column, width) - low] : 0
    }
    convolveRow(middle, weights.base + reach, reach, into: output + (low - x), count: high - low)
    for column in x..<x + count where column < low || column >= high {
      let mirrored = min(max(GaussianBlur.mirrored(column, width), low), high - 1)
      output[column - x] = mirrors ? output[mirrored - x] : 0
    }
  }

  /// The row of the picture that stands for one anywhere; nil where there is nothing.
  private func inside(_ y: Int) -> Int? {
    if y >= 0 && y < height { return y }
    if mirrors { return GaussianBlur.mirrored(y, height) }
    return y > -4 && y < height + 4 ? min(max(y, 0), height - 1) : nil
  }
}
