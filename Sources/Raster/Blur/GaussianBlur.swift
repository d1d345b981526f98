import Lanes

/// A Gaussian blur of some planes of a picture that is given in tiles.
///
/// A narrow blur is the convolution itself, first of columns, then of rows. From a standard deviation of 3 pixels on, the picture is
/// stored as means of two pixels along that axis, from 6 on of four, the stored values are convolved, and a cubic B-spline enlarges the
/// result: what means and spline blur counts towards the variance, so that the whole is a Gaussian within 0.6 % of the range. Every value
/// is a sum over a fixed neighbourhood in a fixed order, whatever the tiles and jobs.
///
/// A frame takes these calls in order: `configure`, `gather` for every tile, `perform` for every job, and `row` for any row of the result.
package final class GaussianBlur: @unchecked Sendable {
  private let width: Int
  private let height: Int
  /// The planes of tiles that are blurred: the first, and how many follow.
  private let firstPlane: Int
  package let planeCount: Int
  /// Whether there is nothing beyond the picture, so that its light is mirrored at the edges; else it is transparent there.
  private let mirrors: Bool

  private var horizontal = BlurAxis(sigma: 0, shift: 0)
  private var vertical = BlurAxis(sigma: 0, shift: 0)
  private var isConfigured = false
  /// Size of the stored picture, and Floats from one of its rows to the next.
  private var storedWidth = 0
  private var storedHeight = 0
  private var rowStride = 0
  /// The stored picture before and after the convolution, plane after plane.
  private let source = AlignedBuffer<Float>(count: 0)
  private let blurred = AlignedBuffer<Float>(count: 0)
  private let horizontalKernel = AlignedBuffer<Float>(count: 0)
  private let verticalKernel = AlignedBuffer<Float>(count: 0)

  /// Rows of the stored picture that one job computes.
  private static let jobRows = 16

  package init(width: Int, height: Int, firstPlane: Int, planeCount: Int, mirrors: Bool) {
    self.width = width
    self.height = height
    self.firstPlane = firstPlane
    self.planeCount = planeCount
    self.mirrors = mirrors
  }

  /// Sets the standard deviations, and how far the result is moved, all in pixels.
  package func configure(sigma: SIMD2<Double>, shift: SIMD2<Double>) {
    let axes = (BlurAxis(sigma: sigma.x, shift: shift.x), BlurAxis(sigma: sigma.y, shift: shift.y))
    if isConfigured && axes == (horizontal, vertical) { return }
    let isOtherSize =
      !isConfigured || axes.0.reduction != horizontal.reduction || axes.1.reduction != vertical.reduction
    (horizontal, vertical) = axes
    isConfigured = true
    Self.copy(horizontal.kernel, to: horizontalKernel)
    Self.copy(vertical.kernel, to: verticalKernel)
    guard isOtherSize else { return }
    storedWidth = (width + horizontal.reduction - 1) / horizontal.reduction
    storedHeight = (height + vertical.reduction - 1) / vertical.reduction
    rowStride = (storedWidth + 15) / 8 * 8
    for buffer in [source, blurred] {
      buffer.reserve(planeCount * storedHeight * rowStride + 64)
      buffer.fill(with: 0)
    }
  }

  private static func copy(_ values: [Float], to buffer: AlignedBuffer<Float>) {
    buffer.reserve(values.count)
    for (index, value) in values.enumerated() { buffer[index] = value }
  }

  /// The index inside 0 ..< `count` whose value the mirrored picture has at `index`.
  @inline(__always)
  private static func mirrored(_ index: Int, _ count: Int) -> Int {
    index >= 0 && index < count ? index : BloomLevel.mirrored(index, count)
  }

  // MARK: Input

  /// Stores the pixels of `region`, which begins at multiples of four, of a tile.
  package func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    if region.width <= 0 || region.height <= 0 { return }
    let (across, down) = (horizontal.reduction, vertical.reduction)
    precondition(
      region.x % across == 0 && region.y % down == 0, "A blur takes whole blocks of the pixels that it reduces.")
    // Sums of rows, with room for the last whole vectors.
    let sumCount = (region.width + 31) / 32 * 32 + 32
    scratch.reserve(sumCount)
    let sums = scratch.base
    let valueCount = (region.width + across - 1) / across
    for storedRow in region.y / down..<(region.endY + down - 1) / down {
      let first = storedRow * down
      let rows = min(down, region.endY - first)
      for plane in 0..<planeCount {
        for row in first..<first + rows {
          let from = tile.row(row - tile.y, plane: firstPlane + plane) + (region.x - tile.x)
          var column = 0
          if row == first {
            while column < region.width {
              Lanes.store(Lanes.load(from + column), to: sums + column)
              column &+= 8
            }
          } else {
            while column < region.width {
              Lanes.store(Lanes.load(sums + column) + Lanes.load(from + column), to: sums + column)
              column &+= 8
            }
          }
        }
        for column in region.width..<sumCount { sums[column] = 0 }
        let share = 1 / Float((mirrors ? rows : down) * across)
        let output = source.base + (plane * storedHeight + storedRow) * rowStride + region.x / across
        var value = 0
        while value < valueCount {
          let from = sums + value * across
          let total: Float8
          switch across {
          case 1: total = Lanes.load(from)
          case 2:
            total =
              Lanes.evens(Lanes.load(from), Lanes.load(from + 8)) + Lanes.odds(Lanes.load(from), Lanes.load(from + 8))
          default: total = sumsOfFour(from)
          }
          let means = total * share
          if valueCount - value >= 8 {
            Lanes.store(means, to: output + value)
          } else {
            for lane in 0..<valueCount - value { output[value + lane] = means[lane] }
          }
          value += 8
        }
        let remainder = region.width % across
        if mirrors && remainder > 0 { output[valueCount - 1] *= Float(across) / Float(remainder) }
      }
    }
  }

  // MARK: Convolution

  package var jobCount: Int { (storedHeight + Self.jobRows - 1) / Self.jobRows }

  /// The rows of the picture that a job's stored rows are made of.
  package func frameRows(ofJob job: Int) -> Range<Int> {
    let rows = Self.jobRows * vertical.reduction
    return job * rows..<max(min((job + 1) * rows, height), job * rows)
  }

  /// Convolves some rows of the stored picture.
  package func perform(job: Int, scratch: AlignedBuffer<Float>) {
    let (across, down) = (horizontal.reach, vertical.reach)
    let stride = (storedWidth + 7) / 8 * 8
    scratch.reserve(stride + 2 * across + 32)
    let middle = scratch.base + across
    for y in job * Self.jobRows..<min((job + 1) * Self.jobRows, storedHeight) {
      for plane in 0..<planeCount {
        let rows = source.base + plane * storedHeight * rowStride
        let weights = verticalKernel.base + down
        scale(rows + y * rowStride, weights[0], into: middle, count: stride)
        if down > 0 {
          for distance in 1...down {
            let (above, below) = (weights[-distance], weights[distance])
            // The result moves down with the kernel: a weight on the right is that of a value before.
            addPair(
              row(y - distance, of: rows), below, row(y + distance, of: rows), above, into: middle, count: stride)
          }
        }
        for column in 1...max(across, 1) {
          middle[-column] = mirrors ? middle[Self.mirrored(-column, storedWidth)] : 0
        }
        for column in storedWidth..<stride + across + 8 {
          middle[column] = mirrors ? middle[Self.mirrored(column, storedWidth)] : 0
        }
        convolve(
          middle, horizontalKernel.base + across, across,
          into: blurred.base + (plane * storedHeight + y) * rowStride, count: stride)
      }
    }
  }

  /// A row of the stored picture; nil where it is transparent.
  @inline(__always)
  private func row(_ y: Int, of rows: UnsafeMutablePointer<Float>) -> UnsafeMutablePointer<Float>? {
    if y >= 0 && y < storedHeight { return rows + y * rowStride }
    return mirrors ? rows + Self.mirrored(y, storedHeight) * rowStride : nil
  }

  // MARK: Result

  /// Floats of scratch memory that `row` needs for rows of this width.
  package static func rowScratchCount(width: Int) -> Int { (width + 31) / 32 * 32 + 96 }

  /// Writes the result's row `y` from column `x` on, a multiple of four: `count` values, and up to 31 more that mean nothing.
  ///
  /// - Parameters:
  ///   - plane: counted from the first that is blurred.
  ///   - scratch: memory of `rowScratchCount(width: count)` Floats.
  package func row(
    _ y: Int, x: Int, count: Int, plane: Int, into output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) {
    let (across, down) = (horizontal.reduction, vertical.reduction)
    // Two values more on the left, and as many on the right as whole vectors of the spline read.
    let first = (x >= 0 ? x / across : -((-x + across - 1) / across)) - horizontal.wholeShift - 2
    let needed = (count + 8 * across - 1) / (8 * across) * 8 + 8
    readRow(y, down: down, plane: plane, columns: first..<first + needed, into: scratch)
    let values = scratch + 2
    var column = 0
    switch across {
    case 1:
      while column < count {
        Lanes.store(Lanes.load(values + column), to: output + column)
        column &+= 8
      }
    case 2:
      let (even, odd) = (CubicBSpline(0.75), CubicBSpline(0.25))
      while column < count {
        let at = values + column / 2
        let pair = Lanes.interleaved(even.value(at - 2), odd.value(at - 1))
        Lanes.store(pair.low, to: output + column)
        Lanes.store(pair.high, to: output + column + 8)
        column &+= 16
      }
    default:
      let weights = (CubicBSpline(0.625), CubicBSpline(0.875), CubicBSpline(0.125), CubicBSpline(0.375))
      while column < count {
        let at = values + column / 4
        let firstsAndThirds = Lanes.interleaved(weights.0.value(at - 2), weights.2.value(at - 1))
        let secondsAndFourths = Lanes.interleaved(weights.1.value(at - 2), weights.3.value(at - 1))
        let low = Lanes.interleaved(firstsAndThirds.low, secondsAndFourths.low)
        let high = Lanes.interleaved(firstsAndThirds.high, secondsAndFourths.high)
        Lanes.store(low.low, to: output + column)
        Lanes.store(low.high, to: output + column + 8)
        Lanes.store(high.low, to: output + column + 16)
        Lanes.store(high.high, to: output + column + 24)
        column &+= 32
      }
    }
  }

  /// Writes stored values of a row of the result, enlarged along y alone; beyond the picture they are mirrored or 0.
  private func readRow(
    _ y: Int, down: Int, plane: Int, columns: Range<Int>, into output: UnsafeMutablePointer<Float>
  ) {
    let block = y >= 0 ? y / down : -((-y + down - 1) / down)
    let phase = y - block * down
    let rows = blurred.base + plane * storedHeight * rowStride
    let (low, high) = (min(max(columns.lowerBound, 0), storedWidth), min(max(columns.upperBound, 0), storedWidth))
    let target = output - columns.lowerBound
    var column = low
    if down == 1 {
      let row = resultRow(block - vertical.wholeShift, of: rows)
      while column < high {
        Lanes.store(row.map { Lanes.load($0 + column) } ?? Float8(), to: target + column)
        column &+= 8
      }
    } else {
      // The centre of a pixel lies between those of the values before and at its block, or at and after it.
      let place = (Double(phase) + 0.5) / Double(down) - 0.5
      let weights = CubicBSpline(place < 0 ? place + 1 : place)
      let first = block - vertical.wholeShift - (place < 0 ? 2 : 1)
      guard let a = resultRow(first, of: rows), let b = resultRow(first + 1, of: rows),
        let c = resultRow(first + 2, of: rows), let d = resultRow(first + 3, of: rows)
      else {
        for column in columns { target[column] = 0 }
        return
      }
      while column < high {
        let outer = Lanes.load(a + column) * weights.a + Lanes.load(d + column) * weights.d
        let inner = Lanes.load(b + column) * weights.b + Lanes.load(c + column) * weights.c
        Lanes.store(outer + inner, to: target + column)
        column &+= 8
      }
    }
    if columns.lowerBound >= 0 && columns.upperBound <= storedWidth { return }
    for column in columns where column < low || column >= high {
      target[column] = mirrors && high > low ? mirroredValue(column, target, low..<high) : 0
    }
  }

  /// The value of a column beyond the picture, if the column that it mirrors has been read; else that of the nearest one.
  private func mirroredValue(_ column: Int, _ target: UnsafeMutablePointer<Float>, _ read: Range<Int>) -> Float {
    let index = Self.mirrored(column, storedWidth)
    return target[min(max(index, read.lowerBound), read.upperBound - 1)]
  }

  /// A row of the convolved picture; nil far outside of a picture that is transparent there.
  @inline(__always)
  private func resultRow(_ y: Int, of rows: UnsafeMutablePointer<Float>) -> UnsafeMutablePointer<Float>? {
    if y >= 0 && y < storedHeight { return rows + y * rowStride }
    if mirrors { return rows + Self.mirrored(y, storedHeight) * rowStride }
    return y > -4 && y < storedHeight + 4 ? rows + min(max(y, 0), storedHeight - 1) * rowStride : nil
  }
}

/// The sums of eight groups of four neighbouring floats.
@inline(__always)
func sumsOfFour(_ source: UnsafeMutablePointer<Float>) -> Float8 {
  let (a, b, c, d) = (
    Lanes.load(source), Lanes.load(source + 8), Lanes.load(source + 16), Lanes.load(source + 24)
  )
  let first = Lanes.evens(a, b) + Lanes.odds(a, b)
  let second = Lanes.evens(c, d) + Lanes.odds(c, d)
  return Lanes.evens(first, second) + Lanes.odds(first, second)
}

/// Writes a row times a weight, in whole vectors.
@inline(never)
private func scale(
  _ row: UnsafeMutablePointer<Float>, _ weight: Float, into output: UnsafeMutablePointer<Float>, count: Int
) {
  var column = 0
  while column < count {
    Lanes.store(Lanes.load(row + column) * weight, to: output + column)
    column &+= 8
  }
}

/// Adds two rows times their weights, in whole vectors; a row that is nil is transparent.
@inline(never)
private func addPair(
  _ a: UnsafeMutablePointer<Float>?, _ aWeight: Float, _ b: UnsafeMutablePointer<Float>?, _ bWeight: Float,
  into output: UnsafeMutablePointer<Float>, count: Int
) {
  var column = 0
  if let a, let b {
    while column < count {
      let pair = Lanes.load(a + column) * aWeight + Lanes.load(b + column) * bWeight
      Lanes.store(Lanes.load(output + column) + pair, to: output + column)
      column &+= 8
    }
  } else if let row = a ?? b {
    let weight = a == nil ? bWeight : aWeight
    while column < count {
      Lanes.store(Lanes.load(output + column) + Lanes.load(row + column) * weight, to: output + column)
      column &+= 8
    }
  }
}

/// Convolves a row with a kernel, whose middle is `weights[0]`. Pairs of equal distance are added first, so that what is symmetric stays so.
@inline(never)
private func convolve(
  _ row: UnsafeMutablePointer<Float>, _ weights: UnsafeMutablePointer<Float>, _ reach: Int,
  into output: UnsafeMutablePointer<Float>, count: Int
) {
  var column = 0
  while column < count {
    let at = row + column
    var sum = Lanes.optimizerBarrier(Lanes.load(at)) * weights[0]
    var distance = 1
    while distance <= reach {
      let before = Lanes.optimizerBarrier(Lanes.load(at - distance))
      let after = Lanes.optimizerBarrier(Lanes.load(at + distance))
      sum += before * weights[distance] + after * weights[-distance]
      distance &+= 1
    }
    Lanes.store(sum, to: output + column)
    column &+= 8
  }
}
