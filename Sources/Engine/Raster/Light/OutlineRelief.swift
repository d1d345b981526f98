import Lanes

/// The heights of a relief from the distance of each pixel to the outline of a flat shape.
///
/// The outline, where alpha is ½, is cut into segments of at most a pixel's diagonal (`OutlineSegments`). The segment whose middle is nearest to a pixel
/// is found by two one-dimensional passes: each column's nearest middle above or below each row, then the least distance along each row
/// (after A. Meijster, J. Roerdink and W. Hesselink, A general algorithm for computing distance transforms in linear time, 2000; middles between
/// pixels instead of pixels). The pixel's distance to that segment is positive inside and negative outside. A profile turns it
/// into a height, which `ReliefSurface` smooths: ridges, where two sides of the outline are equally near, are rounded. Heights go on below 0 for 4
/// pixels outside, so that normals are right up to the last pixel.
///
/// Range: bevels of 1 to 256 pixels; shapes and gaps thinner than a pixel have no outline where their alpha stays below, or above, ½. At the
/// picture's edges the shape goes on as it is there, so no bevel runs along them. Error on straight edges and discs: distances 0.1 pixel, normals 3°
/// (`round`: from 4 pixels inside the outline on; where a profile ends in an edge, heights are rounded off by up to 1 % of the bevel's width).
/// Cost: the module's README; it grows with the pixels that lie within the bevel's width of the outline.
///
/// The calls: `configure`, rows of alpha, every task of every pass. No bit depends on the order of tasks in a pass.
package final class OutlineRelief: ReliefHeights, @unchecked Sendable {
  /// How the height rises with the distance from the outline.
  package enum Profile: Sendable {
    /// No relief.
    case flat
    /// A straight slope, then flat.
    case bevel
    /// A quarter of a circle, or of an ellipse, then flat.
    case round
    /// A parabola that begins twice as steep as `bevel` and ends level.
    case cushion
  }

  package let width: Int
  package let height: Int
  private var profile = Profile.flat
  private var bevelWidth: Float = 1
  private var peak: Float = 0
  /// Input; behind the last column it is repeated.
  private let alpha: PaddedPlane
  /// For each column of cells and row of pixels, about the nearest segment of that column: the squared vertical distance of its middle, the
  /// middle's distance from the column's pixels, and its row of cells.
  private var squares: PaddedPlane
  private var middles: PaddedPlane
  private var cellRows: PaddedPlane
  /// The pixels whose heights are computed; outside of them there is no outline. Its columns are whole blocks.
  private var area: PixelRect
  package let plane: PaddedPlane
  package let heightPixels: Float = 1
  private let heightBands: ReliefBands
  package var bands: ReliefBands? { heightBands }

  private static let taskRows = 16
  private static let taskColumns = 64
  /// Distance in pixels outside of the outline for which heights are computed.
  private static let outerDistance: Float = 4
  /// The row, and the squared distance, of a segment that does not exist.
  private static let farRow: Float = 1e6
  private static let farSquare: Float = 1e12

  package init(width: Int, height: Int) {
    precondition(width > 0 && height > 0, "A relief needs a size.")
    (self.width, self.height) = (width, height)
    func plane() -> PaddedPlane { PaddedPlane(width: width, height: height, margin: 16) }
    (alpha, self.plane) = (plane(), plane())
    (squares, middles, cellRows) = (plane(), plane(), plane())
    heightBands = ReliefBands(width: width, height: height)
    area = PixelRect(x: 0, y: 0, width: width, height: height)
  }

  /// Limits the work to whole blocks around a box outside of which alpha is 0, now and when heights were last computed.
  package func limit(to box: PixelRect) {
    let blocks = PixelRect(x: box.x & ~7, y: box.y, width: ((box.endX + 7) & ~7) - (box.x & ~7), height: box.height)
    area = blocks.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
  }

  /// Sets the profile.
  ///
  /// - Parameters:
  ///   - widthPixels: the distance from the outline, 1 to 256 pixels, at which the full height is reached.
  ///   - heightPixels: the full height.
  package func configure(_ profile: Profile, widthPixels: Float, heightPixels: Float) {
    precondition(widthPixels >= 1 && widthPixels <= 256, "A bevel is 1 to 256 pixels wide.")
    (self.profile, bevelWidth, peak) = (profile, widthPixels, heightPixels)
    let margin = (reach + 24) / 8 * 8
    if margin != squares.margin {
      func plane() -> PaddedPlane { PaddedPlane(width: width, height: height, margin: margin) }
      (squares, middles, cellRows) = (plane(), plane(), plane())
    }
  }

  /// The greatest distance in pixels, along a row, of a segment that is looked for.
  private var reach: Int { Int(max(bevelWidth, Self.outerDistance).rounded(.up)) + 2 }

  /// The `width` values of alpha, 0...1, of a row; up to 16 floats behind them may be written too.
  package func alphaRow(_ y: Int) -> UnsafeMutablePointer<Float> { alpha.row(y) }

  // MARK: Passes

  /// Columns, then rows.
  package var taskCounts: [Int] {
    let rowTasks = (height + Self.taskRows - 1) / Self.taskRows
    return [(width + Self.taskColumns - 1) / Self.taskColumns, rowTasks]
  }

  package func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    if pass == 0 {
      let first = max(task * Self.taskColumns, area.x)
      let count = (min((task + 1) * Self.taskColumns, area.endX) - first + 7) / 8 * 8
      if count > 0 { findInColumns(first, count, scratch) }
      return
    }
    let first = max(task * Self.taskRows, area.y)
    for y in first..<max(min((task + 1) * Self.taskRows, area.endY), first) { raiseRow(y) }
  }

  /// Finds, for each row of some columns, each column's nearest segment.
  private func findInColumns(_ first: Int, _ count: Int, _ scratch: AlignedBuffer<Float>) {
    if first + count >= area.endX {
      for y in area.y..<area.endY {
        let row = alpha.row(y)
        (row + width).update(repeating: row[width - 1], count: 16)
        let (square, margin) = (squares.row(y), squares.margin)
        (square + (area.x - margin)).update(repeating: Self.farSquare, count: margin)
        (square + (first + count)).update(repeating: Self.farSquare, count: margin)
      }
    }
    // The last segment that was found in each column: its middle and its row of cells.
    scratch.resize(to: 3 * Self.taskColumns)
    let (middleX, middleY) = (scratch.base, scratch.base + Self.taskColumns)
    let cellRow = scratch.base + 2 * Self.taskColumns
    scratch.fill(with: 0)
    middleY.update(repeating: -Self.farRow, count: count)
    for y in area.y..<area.endY {
      if y > area.y {
        keepSegments(alpha.row(y - 1) + first, alpha.row(y) + first, Float(y - 1), middleX, middleY, cellRow, count)
      }
      let (square, middle, cell) = (squares.row(y) + first, middles.row(y) + first, cellRows.row(y) + first)
      var column = 0
      while column < count {
        let distance = Lanes.load(middleY + column) - Float(y)
        Lanes.store(distance * distance, to: square + column)
        Lanes.store(Lanes.load(middleX + column), to: middle + column)
        Lanes.store(Lanes.load(cellRow + column), to: cell + column)
        column &+= 8
      }
    }
    middleY.update(repeating: Self.farRow, count: count)
    for y in (area.y..<area.endY - 1).reversed() {
      keepSegments(alpha.row(y) + first, alpha.row(y + 1) + first, Float(y), middleX, middleY, cellRow, count)
      let (square, middle, cell) = (squares.row(y) + first, middles.row(y) + first, cellRows.row(y) + first)
      var column = 0
      while column < count {
        let distance = Lanes.load(middleY + column) - Float(y)
        let (above, below) = (Lanes.load(square + column), distance * distance)
        let isNearer = below .< above
        if Lanes.any(isNearer) {
          Lanes.store(Lanes.select(isNearer, below, above), to: square + column)
          Lanes.store(
            Lanes.select(isNearer, Lanes.load(middleX + column), Lanes.load(middle + column)), to: middle + column)
          Lanes.store(
            Lanes.select(isNearer, Lanes.load(cellRow + column), Lanes.load(cell + column)), to: cell + column)
        }
        column &+= 8
      }
    }
  }

  /// Computes a row of heights before smoothing.
  private func raiseRow(_ y: Int) {
    let (alphaRow, output) = (alpha.row(y), plane.row(y))
    let (square, middle, cell) = (squares.row(y), middles.row(y), cellRows.row(y))
    let flags = heightBands.row(y)
    let inner = bevelWidth + 1.5
    let outer = Self.outerDistance + 1.5
    // How many blocks left and right of a block its window covers.
    let blockReach = (reach + 7) / 8
    let (firstBlock, blockCount) = (area.x / 8, (area.endX + 7) / 8)
    // The number of blocks from the last one that has any near segment; counted from the left.
    var nextNear = firstBlock
    for block in firstBlock..<blockCount {
      let column = 8 * block
      let isInside = Lanes.load(alphaRow + column) .>= 0.5
      let limit = Lanes.select(isInside, Float8(repeating: bevelWidth), Float8(repeating: Self.outerDistance))
      var distance = limit
      // The next block that has a segment near enough for any pixel.
      if nextNear < block - blockReach { nextNear = block - blockReach }
      while nextNear <= min(block + blockReach, blockCount - 1)
        && !Lanes.any(Lanes.load(square + 8 * nextNear) .< inner * inner)
      { nextNear += 1 }
      let hasNear = nextNear <= min(block + blockReach, blockCount - 1)
      if hasNear {
        let range = Lanes.select(isInside, Float8(repeating: inner * inner), Float8(repeating: outer * outer))
        let found = nearest(square + column, middle + column, range: range)
        if Lanes.any(found.square .< range) {
          distance = segmentDistances(column, y, found.offset, cell + column)
          distance = Lanes.min(Lanes.select(found.square .< range, distance, limit), limit)
        }
      }
      let differs = Lanes.any(distance .< limit) || Lanes.bitmask(of: isInside) % 255 != 0
      flags[block] = differs ? 1 : 0
      Lanes.store(profileHeight(Lanes.select(isInside, distance, 0 - distance)), to: output + column)
    }
  }

  /// Returns the least squared distance of eight pixels to the middle of a segment, and how many columns its cell lies to the right.
  @inline(__always)
  private func nearest(
    _ square: UnsafeMutablePointer<Float>, _ middle: UnsafeMutablePointer<Float>, range: Float8
  ) -> (square: Float8, offset: Float8) {
    var (best, offset) = (range, Float8())
    var distance = 0
    while distance <= reach {
      let near = Float(distance)
      // The cells at this distance to the left and to the right are at least this far away.
      if !Lanes.anyAbove(best, near * near) { break }
      let left = -1 &- distance
      let leftX = Lanes.load(middle + left) + Float(left)
      let leftSquare = leftX * leftX + Lanes.load(square + left)
      offset = Lanes.select(leftSquare .< best, Float8(repeating: Float(left)), offset)
      best = Lanes.min(leftSquare, best)
      let rightX = Lanes.load(middle + distance) + near
      let rightSquare = rightX * rightX + Lanes.load(square + distance)
      offset = Lanes.select(rightSquare .< best, Float8(repeating: near), offset)
      best = Lanes.min(rightSquare, best)
      distance &+= 1
    }
    return (best, offset)
  }

  /// Returns the distances of eight pixels to the segments in the cells `offset` columns to the right.
  @inline(__always)
  private func segmentDistances(
    _ column: Int, _ y: Int, _ offset: Float8, _ cellRow: UnsafeMutablePointer<Float>
  ) -> Float8 {
    var corners = (Float8(), Float8(), Float8(), Float8())
    var rows = Float8()
    for lane in 0..<8 {
      let shift = Lanes.wholeInRange(offset[lane])
      let row = cellRow[lane &+ shift]
      // Lanes without a segment read any pixel.
      let x = Swift.max(column &+ lane &+ shift, 0)
      let top = alpha.row(Swift.min(Lanes.wholeInRange(row), height &- 1)) + x
      let bottom = alpha.row(Swift.min(Lanes.wholeInRange(row) &+ 1, height &- 1)) + x
      corners.0[lane] = top[0]
      corners.1[lane] = top[1]
      corners.2[lane] = bottom[0]
      corners.3[lane] = bottom[1]
      rows[lane] = row
    }
    let segments = OutlineSegments(corners.0, corners.1, corners.2, corners.3)
    return segments.distance(x: 0 - offset, y: Float(y) - rows)
  }

  /// The height at a distance from the outline; outside it is as far below 0 as inside above.
  @inline(__always)
  private func profileHeight(_ distance: Float8) -> Float8 {
    let share = Lanes.min(Lanes.abs(distance) / bevelWidth, 1)
    let rise: Float8 =
      switch profile {
      case .flat: Float8()
      case .bevel: share
      case .round: Lanes.sqrt(share * (2 - share))
      case .cushion: share * (2 - share)
      }
    return Lanes.copySign(rise * peak, distance * peak)
  }
}
