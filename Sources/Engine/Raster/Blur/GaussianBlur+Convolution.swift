import Lanes

extension GaussianBlur {
  /// How many rows of the stored picture one task computes. The stored picture has one mean for each block of `reduction` pixels along an
  /// axis.
  private static let taskRows = 16
  /// How many columns of the stored picture one task of a pass over columns computes.
  private static let taskColumns = 32

  /// The number of tasks of each pass. The tasks of the last pass are rows.
  package var taskCounts: [Int] {
    passes.map { pass in
      pass == .wideColumns
        ? (storedWidth + Self.taskColumns - 1) / Self.taskColumns
        : (storedHeight + Self.taskRows - 1) / Self.taskRows
    }
  }

  /// Returns the rows of the full-size picture whose means are the stored rows of a task.
  package func fullSizeRows(ofTask task: Int) -> Range<Int> {
    let rows = Self.taskRows * vertical.reduction
    return task * rows..<max(min((task + 1) * rows, height), task * rows)
  }

  /// Computes the rows or columns of one task of a pass.
  package func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    if nonzeroColumns.isEmpty { return }
    let firstRow = task * Self.taskRows
    let rows = (firstRow..<max(min(firstRow + Self.taskRows, storedHeight), firstRow)).clamped(to: nonzeroRows)
    switch passes[pass] {
    case .moments: for y in rows { for plane in 0..<planeCount { addMoments(y, plane, scratch) } }
    case .wideColumns: if let wideColumns { blurColumns(wideColumns, task: task, scratch) }
    case .convolution: for y in rows { for plane in 0..<planeCount { convolve(y, plane, scratch) } }
    case .wideRows: if let wideRows { blurRows(wideRows, rows, scratch) }
    }
  }

  /// Blurs the columns of one task, before the convolution.
  private func blurColumns(_ wide: WideGaussian, task: Int, _ scratch: AlignedBuffer<Float>) {
    let columns = (task * Self.taskColumns..<(task + 1) * Self.taskColumns).clamped(to: nonzeroColumns)
    // A picture is always reduced along a wide axis.
    let picture = meansWithMoments.base
    scratch.resize(to: wide.scratchCount)
    for plane in 0..<planeCount {
      for column in stride(from: columns.lowerBound, to: columns.upperBound, by: 8) {
        wide.blur(
          picture + plane * storedHeight * rowStride + column, stride: rowStride, nonzero: nonzeroRows,
          scratch: scratch.base)
      }
    }
  }

  /// Blurs rows of the convolved picture, eight at a time, which are turned into columns and back.
  private func blurRows(_ wide: WideGaussian, _ rows: Range<Int>, _ scratch: AlignedBuffer<Float>) {
    let columns = nonzeroColumns.clamped(to: 0..<storedWidth)
    scratch.resize(to: 8 * storedWidth + wide.scratchCount)
    let lines = scratch.base
    for plane in 0..<planeCount {
      for first in stride(from: rows.lowerBound, to: rows.upperBound, by: 8) {
        let count = min(8, rows.upperBound - first)
        let firstRow = result.base + (plane * storedHeight + first) * rowStride
        for column in columns {
          for row in 0..<count { lines[8 &* column &+ row] = firstRow[row &* rowStride &+ column] }
        }
        wide.blur(lines, stride: 8, nonzero: columns, scratch: lines + 8 * storedWidth)
        for column in columns {
          for row in 0..<count { firstRow[row &* rowStride &+ column] = lines[8 &* column &+ row] }
        }
      }
    }
  }

  // A block here is the 2 or 4 pixels along an axis for which one mean is stored. Its first moment m, light × distance from the
  // block's middle in blocks, tells where in the block the light lies. To move the mean's light there, ⅔m is added to the next mean and
  // −m/12 to the one after it, and equal amounts are subtracted from the two means before. The added amounts have the first moment m and
  // the third moment 0.
  static let nearShare: Float = 2 / 3
  static let farShare: Float = 1 / 12

  /// Writes a row of means to `meansWithMoments`, and adds to each the shares of its neighbours' first moments.
  private func addMoments(_ y: Int, _ plane: Int, _ scratch: AlignedBuffer<Float>) {
    let (start, end) = (nonzeroColumns.lowerBound, nonzeroColumns.upperBound)
    let offset = plane * storedHeight * rowStride
    let output = meansWithMoments.base + offset + y * rowStride + start
    output.update(from: means.base + offset + y * rowStride + start, count: end - start)
    if horizontal.reduction > 1 {
      scratch.resize(to: end - start + 32)
      // A copy of the moments, with room for two more columns on the left and more than a vector on the right.
      let columnZero = scratch.base + 8 - start
      (columnZero + start).update(from: moments.x.base + offset + y * rowStride + start, count: end - start)
      // Mirroring changes the sign of a moment.
      for column in start - 2..<start {
        columnZero[column] = mirrorsAtEdges ? -columnZero[Self.mirrored(column, storedWidth)] : 0
      }
      for column in min(storedWidth, end)..<end + 16 {
        columnZero[column] =
          mirrorsAtEdges && column < storedWidth + 2 ? -columnZero[Self.mirrored(column, storedWidth)] : 0
      }
      addDifferences(columnZero + start, Self.nearShare, Self.farShare, to: output, count: end - start)
    }
    if vertical.reduction > 1 {
      let rows = moments.y.base + offset
      // Rows beyond an edge are mirrored ones, whose moments have the opposite sign.
      func add(_ distance: Int, _ share: Float) {
        let (above, below) = (y - distance, y + distance)
        addPair(
          row(above, of: rows).map { $0 + start }, above >= 0 ? share : -share, row(below, of: rows).map { $0 + start },
          below < storedHeight ? -share : share, into: output, count: end - start)
      }
      add(1, Self.nearShare)
      add(2, -Self.farShare)
    }
  }

  /// Convolves a row of the stored picture.
  private func convolve(_ y: Int, _ plane: Int, _ scratch: AlignedBuffer<Float>) {
    let (reachX, reachY) = (horizontal.reach, vertical.reach)
    let (start, end) = (nonzeroColumns.lowerBound, nonzeroColumns.upperBound)
    scratch.resize(to: end - start + 2 * reachX + 32)
    let columnZero = scratch.base + reachX - start
    let rows = (isReduced ? meansWithMoments : means).base + plane * storedHeight * rowStride
    withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>.self, capacity: 2 * reachY + 1) { kernelRows in
      for index in 0...2 * reachY {
        let row = row(y - reachY + index, of: rows).map { $0 + start }
        kernelRows.initializeElement(at: index, to: row ?? zeros.base)
      }
      guard let first = kernelRows.baseAddress else { return }
      convolveColumns(
        first + reachY, verticalKernel.base + reachY, reachY, into: columnZero + start, count: end - start)
    }
    for column in start - reachX..<start {
      columnZero[column] = mirrorsAtEdges ? columnZero[Self.mirrored(column, storedWidth)] : 0
    }
    for column in min(storedWidth, end)..<end + reachX + 8 {
      columnZero[column] = mirrorsAtEdges ? columnZero[Self.mirrored(column, storedWidth)] : 0
    }
    convolveRow(
      columnZero + start, horizontalKernel.base + reachX, reachX,
      into: result.base + (plane * storedHeight + y) * rowStride + start, count: end - start)
  }

  /// Returns a row of the stored picture; nil if the row lies outside and is transparent.
  @inline(__always)
  private func row(_ y: Int, of rows: UnsafeMutablePointer<Float>) -> UnsafeMutablePointer<Float>? {
    if y >= 0 && y < storedHeight { return rows + y * rowStride }
    return mirrorsAtEdges ? rows + Self.mirrored(y, storedHeight) * rowStride : nil
  }
}

/// Adds two rows, times their weights, to `output`, in whole vectors; a row that is nil is transparent.
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

/// Adds near·(row[i − 1] − row[i + 1]) − far·(row[i − 2] − row[i + 2]) to each `output[i]`.
@inline(never)
private func addDifferences(
  _ row: UnsafeMutablePointer<Float>, _ near: Float, _ far: Float, to output: UnsafeMutablePointer<Float>, count: Int
) {
  var column = 0
  while column < count {
    let at = row + column
    let nearDifference = Lanes.load(at - 1) - Lanes.load(at + 1)
    let farDifference = Lanes.load(at - 2) - Lanes.load(at + 2)
    Lanes.store(Lanes.load(output + column) + (nearDifference * near - farDifference * far), to: output + column)
    column &+= 8
  }
}

// In the two functions below the kernel's middle is `weights[0]`. As usual in a convolution, the order of the weights is reversed: the
// value at distance d before the computed one has the weight `weights[d]`, the value at distance d after the computed one has
// `weights[-d]`. So a kernel that is moved to the right moves the result to the right. Values at equal distances are added to each other
// first, so that symmetric values stay symmetric. Four vectors are computed at a time, because their sums do not have to wait for each other.

/// Convolves columns: `rows[0]` is the row itself, `rows[-d]` and `rows[d]` are the rows at distance d above and below it.
@inline(never)
func convolveColumns(
  _ rows: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, _ weights: UnsafeMutablePointer<Float>, _ reach: Int,
  into output: UnsafeMutablePointer<Float>, count: Int
) {
  var column = 0
  while column &+ 32 <= count {
    let at = rows[0] + column
    var (a, b, c, d) = (Lanes.load(at), Lanes.load(at + 8), Lanes.load(at + 16), Lanes.load(at + 24))
    a *= weights[0]
    b *= weights[0]
    c *= weights[0]
    d *= weights[0]
    var distance = 1
    while distance <= reach {
      let (above, below) = (rows[-distance] + column, rows[distance] + column)
      let (weightAbove, weightBelow) = (weights[distance], weights[-distance])
      a += Lanes.load(above) * weightAbove + Lanes.load(below) * weightBelow
      b += Lanes.load(above + 8) * weightAbove + Lanes.load(below + 8) * weightBelow
      c += Lanes.load(above + 16) * weightAbove + Lanes.load(below + 16) * weightBelow
      d += Lanes.load(above + 24) * weightAbove + Lanes.load(below + 24) * weightBelow
      distance &+= 1
    }
    Lanes.store(a, to: output + column)
    Lanes.store(b, to: output + column + 8)
    Lanes.store(c, to: output + column + 16)
    Lanes.store(d, to: output + column + 24)
    column &+= 32
  }
  while column < count {
    var sum = Lanes.load(rows[0] + column) * weights[0]
    var distance = 1
    while distance <= reach {
      sum +=
        Lanes.load(rows[-distance] + column) * weights[distance]
        + Lanes.load(rows[distance] + column) * weights[-distance]
      distance &+= 1
    }
    Lanes.store(sum, to: output + column)
    column &+= 8
  }
}

/// Convolves a row, from which up to `reach` values before and after are read too.
@inline(never)
func convolveRow(
  _ row: UnsafeMutablePointer<Float>, _ weights: UnsafeMutablePointer<Float>, _ reach: Int,
  into output: UnsafeMutablePointer<Float>, count: Int
) {
  var column = 0
  while column &+ 32 <= count {
    let at = row + column
    var (a, b, c, d) = (Lanes.load(at), Lanes.load(at + 8), Lanes.load(at + 16), Lanes.load(at + 24))
    a *= weights[0]
    b *= weights[0]
    c *= weights[0]
    d *= weights[0]
    var distance = 1
    while distance <= reach {
      let (before, after) = (at - distance, at + distance)
      let (weightBefore, weightAfter) = (weights[distance], weights[-distance])
      // Without the barrier, the compiler splits the vectors into smaller ones where loads overlap in memory.
      a +=
        Lanes.optimizerBarrier(Lanes.load(before)) * weightBefore
        + Lanes.optimizerBarrier(Lanes.load(after)) * weightAfter
      b +=
        Lanes.optimizerBarrier(Lanes.load(before + 8)) * weightBefore
        + Lanes.optimizerBarrier(Lanes.load(after + 8)) * weightAfter
      c +=
        Lanes.optimizerBarrier(Lanes.load(before + 16)) * weightBefore
        + Lanes.optimizerBarrier(Lanes.load(after + 16)) * weightAfter
      d +=
        Lanes.optimizerBarrier(Lanes.load(before + 24)) * weightBefore
        + Lanes.optimizerBarrier(Lanes.load(after + 24)) * weightAfter
      distance &+= 1
    }
    Lanes.store(a, to: output + column)
    Lanes.store(b, to: output + column + 8)
    Lanes.store(c, to: output + column + 16)
    Lanes.store(d, to: output + column + 24)
    column &+= 32
  }
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
