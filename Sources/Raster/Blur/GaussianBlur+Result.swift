import Lanes

extension GaussianBlur {
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
    // The spline reads two values left of the first block's; on the right it reads whole vectors, up to eight values more.
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

  /// Writes the pixel row `y` of the result at its stored columns `columns`: enlarged to pixels along y, not yet along x. Columns beyond
  /// the picture are mirrored or 0.
  private func readRow(
    _ y: Int, down: Int, plane: Int, columns: Range<Int>, into output: UnsafeMutablePointer<Float>
  ) {
    let block = y >= 0 ? y / down : -((-y + down - 1) / down)
    let phase = y - block * down
    let rows = result.base + plane * storedHeight * rowStride
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
      // How far the pixel's centre lies from its block's, in blocks: below 0 it lies between the values of the block before and its own,
      // else between its own and the next one's.
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

  /// A row of the convolved picture. Beyond its edges: the mirrored row where the picture is mirrored; else, for the few rows that the
  /// spline of a pixel inside reads, the row at the edge; nil farther out.
  @inline(__always)
  private func resultRow(_ y: Int, of rows: UnsafeMutablePointer<Float>) -> UnsafeMutablePointer<Float>? {
    if y >= 0 && y < storedHeight { return rows + y * rowStride }
    if mirrors { return rows + Self.mirrored(y, storedHeight) * rowStride }
    return y > -4 && y < storedHeight + 4 ? rows + min(max(y, 0), storedHeight - 1) * rowStride : nil
  }
}
