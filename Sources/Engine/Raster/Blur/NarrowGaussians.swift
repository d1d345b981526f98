import Lanes

/// Several narrow Gaussian blurs of one picture of four planes. A row of a blurred picture is computed when it is requested, so the blurs
/// share one copy of the picture and store no results.
///
/// Values are equal to those of `GaussianBlur` with the same standard deviation, to the bit: columns are convolved first, then rows, in the
/// same order. A row of a tile costs slightly more than with `GaussianBlur`, because columns next to the border of two tiles are convolved
/// for both of them.
package final class NarrowGaussians: @unchecked Sendable {
  /// Size of the picture in pixels.
  private let width: Int
  private let height: Int
  /// Whether the picture is mirrored beyond its edges; otherwise it is transparent there.
  private let mirrorsAtEdges: Bool
  /// Floats from one row to the next.
  private let rowStride: Int
  /// The picture's four planes, one after the other.
  private let planes: AlignedBuffer<Float>
  /// A transparent row.
  private let zeros: AlignedBuffer<Float>
  /// The kernel of each blur, and its weights in aligned memory.
  private var kernels: [(axis: BlurAxis, weights: AlignedBuffer<Float>)] = []

  /// Whether a blur of this standard deviation is narrow: whether it works on pixels and not on a reduced picture
  /// (`GaussianBlur`).
  package static func isNarrow(sigmaPixels: Double) -> Bool { BlurAxis(sigma: sigmaPixels, shift: 0).reduction == 1 }

  package init(width: Int, height: Int, mirrorsAtEdges: Bool) {
    (self.width, self.height, self.mirrorsAtEdges) = (width, height, mirrorsAtEdges)
    rowStride = (width + 15) / 8 * 8
    planes = AlignedBuffer(count: 4 * height * rowStride + 64)
    planes.fill(with: 0)
    zeros = AlignedBuffer(count: rowStride + 64)
    zeros.fill(with: 0)
  }

  /// Sets the standard deviations in pixels. `isNarrow` must be true for each of them.
  package func configure(sigmas: [Double]) {
    kernels = sigmas.map { sigma in
      let axis = BlurAxis(sigma: sigma, shift: 0)
      precondition(axis.reduction == 1, "A wide Gaussian blurs a smaller picture.")
      let weights = AlignedBuffer<Float>(count: axis.kernel.count)
      for (index, weight) in axis.kernel.enumerated() { weights[index] = weight }
      return (axis, weights)
    }
  }

  /// Stores the part of a tile inside of `region`. The tile and the region have coordinates of the picture.
  package func gather(from tile: Tile, region: PixelRect) {
    for y in region.y..<max(region.endY, region.y) {
      for plane in 0..<4 {
        (planes.base + (plane * height + y) * rowStride + region.x)
          .update(from: tile.row(y - tile.y, plane: plane) + (region.x - tile.x), count: max(region.width, 0))
      }
    }
  }

  /// Writes row `y` of a plane, blurred by one of the Gaussians: `count` values, a multiple of eight, from column `x` on. Beyond the
  /// picture the values are those of `GaussianBlur.row`.
  ///
  /// - Parameters:
  ///   - index: index of the standard deviation passed to `configure`.
  ///   - scratch: memory of `GaussianBlur.rowScratchCount(width: count)` floats.
  package func row(
    _ y: Int, x: Int, count: Int, plane: Int, index: Int, into output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) {
    let (axis, weights) = kernels[index]
    let reach = axis.reach
    let (low, high) = (min(max(x, 0), width), min(max(x + count, 0), width))
    guard high > low, let middleRow = sourceRow(for: y) else {
      output.update(repeating: 0, count: count)
      return
    }
    // The columns of the picture that the row's pixels need, first ..< end.
    let (first, end) = (max(low - reach, 0), min(high + reach, width))
    // The values blurred along columns; index 0 is column `low`.
    let blurredColumns = scratch + reach
    let base = planes.base + plane * height * rowStride
    // Pointers to the rows that the kernel reads.
    withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>.self, capacity: 2 * reach + 1) { rows in
      for offset in -reach...reach {
        let row = middleRow + offset
        let isInside = row >= 0 && row < height
        let from = isInside || mirrorsAtEdges ? base + GaussianBlur.mirrored(row, height) * rowStride : zeros.base
        rows.initializeElement(at: offset + reach, to: from + first)
      }
      guard let firstRow = rows.baseAddress else { return }
      convolveColumns(
        firstRow + reach, weights.base + reach, reach, into: blurredColumns + (first - low), count: end - first)
    }
    for column in low - reach..<max(first, low - reach) {
      blurredColumns[column - low] = mirrorsAtEdges ? blurredColumns[GaussianBlur.mirrored(column, width) - low] : 0
    }
    for column in end..<max(high + reach, end) {
      blurredColumns[column - low] = mirrorsAtEdges ? blurredColumns[GaussianBlur.mirrored(column, width) - low] : 0
    }
    convolveRow(blurredColumns, weights.base + reach, reach, into: output + (low - x), count: high - low)
    for column in x..<x + count where column < low || column >= high {
      // The mirrored column, or the nearest that has been written.
      let mirrored = min(max(GaussianBlur.mirrored(column, width), low), high - 1)
      output[column - x] = mirrorsAtEdges ? output[mirrored - x] : 0
    }
  }

  /// Returns the picture's row from which output row `y` is made. For a `y` beyond a mirrored picture, this is the mirrored row. For a `y`
  /// a few rows beyond a picture that is not mirrored (as many as `GaussianBlur.row` extends), it is the row at the edge; farther out, the
  /// output is transparent and the result nil.
  private func sourceRow(for y: Int) -> Int? {
    if y >= 0 && y < height { return y }
    if mirrorsAtEdges { return GaussianBlur.mirrored(y, height) }
    return y > -4 && y < height + 4 ? min(max(y, 0), height - 1) : nil
  }
}
