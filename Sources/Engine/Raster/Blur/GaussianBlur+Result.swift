import Lanes

extension GaussianBlur {
  /// Number of floats of scratch memory that `row` needs for `width` values.
  package static func rowScratchCount(width: Int) -> Int { (width + 31) / 32 * 32 + 96 }

  /// Writes `count` values of the result's row `y`, from column `x` on, which must be a multiple of four. Up to 31 values without meaning
  /// are written after them.
  ///
  /// - Parameters:
  ///   - plane: counted from the first plane that is blurred.
  ///   - scratch: memory of `rowScratchCount(width: count)` floats.
  package func row(
    _ y: Int, x: Int, count: Int, plane: Int, into output: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>
  ) {
    // A block is the pixels for which one stored value stands.
    let (blockWidth, blockHeight) = (horizontal.reduction, vertical.reduction)
    // The spline reads two values to the left of the first block; on the right it reads whole vectors, up to eight more values.
    let first = (x >= 0 ? x / blockWidth : -((-x + blockWidth - 1) / blockWidth)) - horizontal.wholeShift - 2
    let columnCount = (count + 8 * blockWidth - 1) / (8 * blockWidth) * 8 + 8
    readRow(y, blockHeight: blockHeight, plane: plane, columns: first..<first + columnCount, into: scratch)
    let values = scratch + 2
    var column = 0
    switch blockWidth {
    case 1:
      while column < count {
        Lanes.store(Lanes.load(values + column), to: output + column)
        column &+= 8
      }
    case 2:
      let (even, odd) = (CubicBSpline(0.75), CubicBSpline(0.25))
      while column < count {
        let source = values + column / 2
        let pair = Lanes.interleaved(even.value(source - 2), odd.value(source - 1))
        Lanes.store(pair.low, to: output + column)
        Lanes.store(pair.high, to: output + column + 8)
        column &+= 16
      }
    default:
      // The splines of a block's four pixels. The centres of pixels 0 and 1 lie before the block's centre, so their splines begin one
      // value earlier.
      let weights = (CubicBSpline(0.625), CubicBSpline(0.875), CubicBSpline(0.125), CubicBSpline(0.375))
      while column < count {
        let source = values + column / 4
        let firstsAndThirds = Lanes.interleaved(weights.0.value(source - 2), weights.2.value(source - 1))
        let secondsAndFourths = Lanes.interleaved(weights.1.value(source - 2), weights.3.value(source - 1))
        let left = Lanes.interleaved(firstsAndThirds.low, secondsAndFourths.low)
        let right = Lanes.interleaved(firstsAndThirds.high, secondsAndFourths.high)
        Lanes.store(left.low, to: output + column)
        Lanes.store(left.high, to: output + column + 8)
        Lanes.store(right.low, to: output + column + 16)
        Lanes.store(right.high, to: output + column + 24)
        column &+= 32
      }
    }
  }

  /// Writes the values of the stored columns `columns` in the pixel row `y`: the result enlarged vertically, but not yet horizontally.
  /// Columns beyond the picture are mirrored or 0.
  private func readRow(
    _ y: Int, blockHeight: Int, plane: Int, columns: Range<Int>, into output: UnsafeMutablePointer<Float>
  ) {
    let block = y >= 0 ? y / blockHeight : -((-y + blockHeight - 1) / blockHeight)
    let rowInBlock = y - block * blockHeight
    let planeBase = result.base + plane * storedHeight * rowStride
    // The part of `columns` inside of the picture.
    let (low, high) = (min(max(columns.lowerBound, 0), storedWidth), min(max(columns.upperBound, 0), storedWidth))
    let target = output - columns.lowerBound
    var column = low
    if blockHeight == 1 {
      let row = resultRow(block - vertical.wholeShift, of: planeBase)
      while column < high {
        Lanes.store(row.map { Lanes.load($0 + column) } ?? Float8(), to: target + column)
        column &+= 8
      }
    } else {
      // Distance of the pixel's centre from its block's centre, in blocks. If negative, the pixel lies between the centres of the previous
      // block and of its own, otherwise between the centres of its own block and of the next.
      let offset = (Double(rowInBlock) + 0.5) / Double(blockHeight) - 0.5
      let weights = CubicBSpline(offset < 0 ? offset + 1 : offset)
      let first = block - vertical.wholeShift - (offset < 0 ? 2 : 1)
      guard let a = resultRow(first, of: planeBase), let b = resultRow(first + 1, of: planeBase),
        let c = resultRow(first + 2, of: planeBase), let d = resultRow(first + 3, of: planeBase)
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
      target[column] = mirrorsAtEdges && high > low ? mirroredValue(column, target, low..<high) : 0
    }
  }

  /// Returns the value of a column beyond the picture: the value of the column that it mirrors, or of the nearest column that has been
  /// read.
  private func mirroredValue(_ column: Int, _ target: UnsafeMutablePointer<Float>, _ read: Range<Int>) -> Float {
    let index = Self.mirrored(column, storedWidth)
    return target[min(max(index, read.lowerBound), read.upperBound - 1)]
  }

  /// Returns a row of the convolved picture. Beyond a mirrored picture it is the mirrored row. Beyond any other picture it is the row at
  /// the edge up to three rows above and four rows below, which the spline reads for pixels inside, and nil farther out.
  @inline(__always)
  private func resultRow(_ y: Int, of planeBase: UnsafeMutablePointer<Float>) -> UnsafeMutablePointer<Float>? {
    if y >= 0 && y < storedHeight { return planeBase + y * rowStride }
    if mirrorsAtEdges { return planeBase + Self.mirrored(y, storedHeight) * rowStride }
    return y > -4 && y < storedHeight + 4 ? planeBase + min(max(y, 0), storedHeight - 1) * rowStride : nil
  }
}
