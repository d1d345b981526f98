import Lanes

/// Red, green and blue of the light at one resolution of the bloom pyramid, and the passes over its rows.
///
/// Each pass computes whole rows from whole rows, so a value does not depend on the division into tasks. The image is
/// mirrored beyond its edges, so an image of one colour stays as it is and no light is lost.
final class BloomLevel: @unchecked Sendable {
  /// Size in pixels of the level.
  let width: Int
  let height: Int
  /// Floats from one row to the next: the width rounded up to a multiple of 16, and a margin on each side.
  let rowStride: Int
  /// The image before the blur: three planes of `height` rows.
  let source: AlignedBuffer<Float>
  /// The image after the blur, laid out like `source`.
  let blurred: AlignedBuffer<Float>
  /// Half of the symmetric blur kernel: element d is the weight of each of the two pixels at distance d from the middle.
  private let halfKernel: [Float]

  /// Number of mirrored columns on each side of every row, at least as many as any pass reads.
  static let margin = 16

  /// - Parameter blurVariance: variance of the blur in squared pixels of this level, 0...4; other values are clamped.
  init(width: Int, height: Int, blurVariance: Double) {
    self.width = width
    self.height = height
    rowStride = (width + 15) / 16 * 16 + 2 * Self.margin
    source = AlignedBuffer(count: 3 * rowStride * height)
    blurred = AlignedBuffer(count: 3 * rowStride * height)
    halfKernel = Self.halfKernel(variance: blurVariance)
  }

  /// Column 0 of row `y`, 0 ..< `height`, of the image before the blur. Planes are 0 R, 1 G and 2 B. The left margin lies before
  /// column 0.
  func sourceRow(_ y: Int, plane: Int) -> UnsafeMutablePointer<Float> {
    source.base + (plane * height + y) * rowStride + Self.margin
  }
  /// Column 0 of row `y` of the blurred image; planes and margins are those of `sourceRow`.
  func blurredRow(_ y: Int, plane: Int) -> UnsafeMutablePointer<Float> {
    blurred.base + (plane * height + y) * rowStride + Self.margin
  }

  /// The rows of the blurred image, for interpolating between them.
  var blurredRows: BlurredRows { BlurredRows(base: blurredRow(0, plane: 0), height: height, rowStride: rowStride) }

  /// Returns the middle weight and the right half of a kernel: the kernel (a, 1 − 2a, a) convolved p times. Its variance is
  /// 2ap, and its shape approaches a Gaussian as p grows. p is the smallest number, at least 3, for which a ≤ ¼; it is at most 8
  /// because variances are limited to 4.
  private static func halfKernel(variance: Double) -> [Float] {
    let limitedVariance = min(max(variance, 0), 4)
    let convolutions = max(3, Int((2 * limitedVariance).rounded(.up)))
    let sideWeight = limitedVariance / (2 * Double(convolutions))
    var kernel = [1.0]
    for _ in 0..<convolutions {
      var next = [Double](repeating: 0, count: kernel.count + 2)
      for (index, weight) in kernel.enumerated() {
        next[index] += sideWeight * weight
        next[index + 1] += (1 - 2 * sideWeight) * weight
        next[index + 2] += sideWeight * weight
      }
      kernel = next
    }
    return kernel[convolutions...].map { Float($0) }
  }

  /// Returns column 0 of a zeroed scratch row of `width` columns, with a margin on each side and room for the vectors that a pass
  /// writes past the last column.
  private static func scratchRow(_ width: Int, in memory: AlignedBuffer<Float>) -> UnsafeMutablePointer<Float> {
    memory.resize(to: (width + 15) / 16 * 16 + 16 + 2 * margin)
    memory.fill(with: 0)
    return memory.base + margin
  }

  /// Reflects the index of a column or row into 0 ..< `count`: −1 becomes 0, −2 becomes 1, and `count` becomes `count` − 1.
  @inline(__always)
  static func mirrored(_ index: Int, _ count: Int) -> Int {
    if index >= 0 && index < count { return index }
    let period = 2 * count
    let position = ((index % period) + period) % period
    return position < count ? position : period - 1 - position
  }

  /// Fills both margins of a row of `width` columns; `row` points to column 0.
  @inline(__always)
  private static func mirrorEnds(_ row: UnsafeMutablePointer<Float>, _ width: Int) {
    if width >= margin {
      // Each column is mirrored once, which takes none of the divisions of `mirrored`.
      for distance in 1...margin {
        row[-distance] = row[distance &- 1]
        row[width &- 1 &+ distance] = row[width &- distance]
      }
    } else {
      for distance in 1...margin {
        row[-distance] = row[mirrored(-distance, width)]
        row[width - 1 + distance] = row[mirrored(width - 1 + distance, width)]
      }
    }
  }

  /// Fills the margins of rows of the blurred image; enlarging the image reads them.
  ///
  /// - Parameter tint: what the image is multiplied by before.
  func mirrorBlurredEnds(tint: SIMD3<Float>, rows: Range<Int>) {
    for plane in 0..<3 {
      for y in rows {
        let row = blurredRow(y, plane: plane)
        if tint[plane] != 1 { for column in 0..<width { row[column] *= tint[plane] } }
        Self.mirrorEnds(row, width)
      }
    }
  }

  /// Blurs rows of `source` into `blurred`.
  func blur(rows: Range<Int>, memory: AlignedBuffer<Float>) {
    let scratch = Self.scratchRow(width, in: memory)
    halfKernel.withUnsafeBufferPointer { halfKernel in
      withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>.self, capacity: 2 * halfKernel.count) { taps in
        for plane in 0..<3 {
          for y in rows {
            // The two rows at each distance above and below row y.
            for distance in halfKernel.indices {
              taps[2 * distance] = sourceRow(Self.mirrored(y - distance, height), plane: plane)
              taps[2 * distance + 1] = sourceRow(Self.mirrored(y + distance, height), plane: plane)
            }
            convolve(taps, halfKernel, into: scratch)
            Self.mirrorEnds(scratch, width)
            for distance in halfKernel.indices {
              taps[2 * distance] = scratch - distance
              taps[2 * distance + 1] = scratch + distance
            }
            convolve(taps, halfKernel, into: blurredRow(y, plane: plane))
          }
        }
      }
    }
  }

  /// Writes the weighted sum of rows: the weight of each distance d, `halfKernel[d]`, times the sum of the two rows `taps[2d]` and
  /// `taps[2d + 1]`; distance 0 uses only `taps[0]`. Sums of 32 columns stay in registers, so up to 31 columns after the last are
  /// written too.
  @inline(__always)
  private func convolve(
    _ taps: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>, _ halfKernel: UnsafeBufferPointer<Float>,
    into output: UnsafeMutablePointer<Float>
  ) {
    var column = 0
    while column < width {
      let middle = taps[0] + column
      let weight = halfKernel[0]
      var (a, b) = (Lanes.load(middle) * weight, Lanes.load(middle + 8) * weight)
      var (c, d) = (Lanes.load(middle + 16) * weight, Lanes.load(middle + 24) * weight)
      var distance = 1
      while distance < halfKernel.count {
        let (first, second) = (taps[2 &* distance] + column, taps[2 &* distance &+ 1] + column)
        let weight = halfKernel[distance]
        a += (Lanes.load(first) + Lanes.load(second)) * weight
        b += (Lanes.load(first + 8) + Lanes.load(second + 8)) * weight
        c += (Lanes.load(first + 16) + Lanes.load(second + 16)) * weight
        d += (Lanes.load(first + 24) + Lanes.load(second + 24)) * weight
        distance &+= 1
      }
      let target = output + column
      Lanes.store(a, to: target)
      Lanes.store(b, to: target + 8)
      Lanes.store(c, to: target + 16)
      Lanes.store(d, to: target + 24)
      column &+= 32
    }
  }

  /// Halves the blurred image of the next finer level into `source`, with the weights (1, 3, 3, 1)/8 in both directions:
  /// row y lies between rows 2y and 2y + 1 of the finer level.
  func halve(_ finer: BloomLevel, rows: Range<Int>, memory: AlignedBuffer<Float>) {
    let scratch = Self.scratchRow(finer.width, in: memory)
    for plane in 0..<3 {
      for y in rows {
        let fineRows = (
          finer.blurredRow(Self.mirrored(2 * y - 1, finer.height), plane: plane),
          finer.blurredRow(Self.mirrored(2 * y, finer.height), plane: plane),
          finer.blurredRow(Self.mirrored(2 * y + 1, finer.height), plane: plane),
          finer.blurredRow(Self.mirrored(2 * y + 2, finer.height), plane: plane)
        )
        var column = 0
        while column < finer.width {
          let outer = Lanes.load(fineRows.0 + column) + Lanes.load(fineRows.3 + column)
          let inner = Lanes.load(fineRows.1 + column) + Lanes.load(fineRows.2 + column)
          Lanes.store((outer + inner * 3) * 0.125, to: scratch + column)
          column += 8
        }
        Self.mirrorEnds(scratch, finer.width)
        let output = sourceRow(y, plane: plane)
        column = 0
        while column < width {
          let pixels = scratch + 2 * column
          // Output column k is made from the fine columns 2k − 1 and 2k + 2 (weight 1), and 2k and 2k + 1 (weight 3). The even
          // lanes of (a, b) are columns 2k − 1, the odd lanes 2k; the even lanes of (c, d) are columns 2k + 1, the odd lanes 2k + 2.
          let (a, b) = (Lanes.load(pixels - 1), Lanes.load(pixels + 7))
          let (c, d) = (Lanes.load(pixels + 1), Lanes.load(pixels + 9))
          let sum = (Lanes.evens(a, b) + Lanes.odds(c, d)) + (Lanes.odds(a, b) + Lanes.evens(c, d)) * 3
          Lanes.store(sum * 0.125, to: output + column)
          column += 8
        }
      }
    }
  }

  /// Adds the blurred image of the next coarser level, enlarged by a cubic B-spline and multiplied by `weight`, to this level's
  /// blurred image, which is multiplied by `tint`.
  func addEnlarged(
    _ coarser: BloomLevel, weight: Float, tint: SIMD3<Float>, rows: Range<Int>, memory: AlignedBuffer<Float>
  ) {
    // The centre of an even pixel lies ¾ of the way from one coarse pixel's centre to the next, an odd pixel's centre ¼ of the way.
    let evenWeights = CubicBSpline(0.75)
    let oddWeights = CubicBSpline(0.25)
    let scratch = Self.scratchRow(coarser.width, in: memory)
    let coarserRows = coarser.blurredRows
    for plane in 0..<3 {
      for y in rows {
        let firstRow = y / 2 - (y % 2 == 0 ? 2 : 1)
        coarserRows.interpolate(
          firstRow: firstRow, weights: y % 2 == 0 ? evenWeights : oddWeights, plane: plane, columns: 0..<coarser.width,
          into: scratch)
        Self.mirrorEnds(scratch, coarser.width)
        let output = blurredRow(y, plane: plane)
        let tint = tint[plane]
        var column = 0
        while column < coarser.width {
          let coarse = scratch + column
          let enlarged = Lanes.interleaved(evenWeights.value(coarse - 2), oddWeights.value(coarse - 1))
          let target = output + 2 * column
          Lanes.store(Lanes.load(target) * tint + enlarged.low * weight, to: target)
          Lanes.store(Lanes.load(target + 8) * tint + enlarged.high * weight, to: target + 8)
          column += 8
        }
      }
    }
  }
}
