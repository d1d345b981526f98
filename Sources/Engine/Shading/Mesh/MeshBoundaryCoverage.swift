import Lanes

/// The coverage of the pixels on a mesh's boundary: exact areas, after positions are rounded to 1/256 of a pixel.
///
/// The boundary is a closed polygon. Each edge adds its height, and the area to its left, to the pixels that it crosses; running
/// sums from left to right give the covered areas (as in the rasterizers of FreeType and AGG, by D. Turner and M. Shemanarev). Sums
/// are integers, so the order of edges does not matter. Where a folded mesh overlaps itself the areas are wrong, and
/// `SupersampledMeshTile` takes samples instead.
/// Cost: some 20 ns for each pixel on the boundary, once a frame.
final class MeshBoundaryCoverage {
  /// The contribution of an edge to a pixel: the edge's height within the pixel, in 1/256 pixel, and twice the area between the pixel's
  /// left side and the edge, in 1/256² square pixel. Both are negative for edges upwards. Column −1 stands for all pixels left of the
  /// frame.
  private struct EdgeContribution {
    var column: Int32
    var height: Int32
    var twiceArea: Int32
  }

  /// The frame's size in pixels.
  private let width: Int
  private let height: Int
  /// The contributions in the order of edges, and the frame row of each.
  private var contributions: [EdgeContribution] = []
  private var contributionRows: [Int32] = []
  /// The contributions sorted by rows and then by columns. `contributionStarts` holds the index of each row's first contribution, and at
  /// the end their number.
  private var sorted: [EdgeContribution] = []
  private var contributionStarts: [Int32]

  /// For each row of the frame the index of its first boundary pixel in `columns` and `coverage`, and at the end their number.
  private(set) var rowStarts: [Int32]
  /// The frame column and the coverage, 0...1, of each boundary pixel, sorted by rows and then by columns.
  private(set) var columns: [Int32] = []
  private(set) var coverage: [Float] = []

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    contributionStarts = Array(repeating: 0, count: height + 1)
    rowStarts = contributionStarts
  }

  /// Begins a new boundary and removes all edges.
  func begin() {
    contributions.removeAll(keepingCapacity: true)
    contributionRows.removeAll(keepingCapacity: true)
  }

  /// Adds an edge of the boundary, in frame pixels.
  func add(_ from: SIMD2<Double>, _ to: SIMD2<Double>) {
    guard from.y != to.y else { return }
    // Every edge is followed downwards, so that rows ascend and an edge has the same crossings in either direction; `sign` keeps the
    // direction.
    let (start, end, sign) = from.y < to.y ? (from, to, Int32(1)) : (to, from, Int32(-1))
    let frameBottom = Double(height)
    let top = gridLine(max(start.y, 0))
    let bottom = gridLine(min(end.y, frameBottom))
    guard start.y < frameBottom, end.y > 0, top < bottom else { return }
    let slope = (end.x - start.x) / (end.y - start.y)
    /// The x at which the edge crosses the grid line `y`, both in 1/256 pixel. x is clamped to at most two pixels
    /// beyond the frame, where its value no longer matters.
    func crossing(_ y: Int) -> Double {
      let x = start.x + (Double(y) / 256 - start.y) * slope
      let (low, high) = start.x < end.x ? (start.x, end.x) : (end.x, start.x)
      return min(max(min(max(x, low), high), -2), Double(width) + 2) * 256
    }
    var y = top
    var x = crossing(y)
    while y < bottom {
      let row = y >> 8
      let next = min((row + 1) << 8, bottom)
      let nextX = crossing(next)
      addInRow(row, Int(x.rounded()), Int(nextX.rounded()), next - y, sign)
      (y, x) = (next, nextX)
    }
  }

  /// The number of the grid line that is nearest to a y in pixels; there are 256 to a pixel.
  private func gridLine(_ y: Double) -> Int { Int((y * 256).rounded()) }

  /// Splits an edge within a row at the columns that it crosses. `from` and `to` are the x of the edge's ends, and `height` is the edge's
  /// extent along y, in 1/256 pixel.
  private func addInRow(_ row: Int, _ from: Int, _ to: Int, _ height: Int, _ sign: Int32) {
    var (x, heightBefore) = (from, 0)
    var column = x >> 8
    let last = to >> 8
    while column != last {
      let goesRight = last > column
      let border = goesRight ? (column + 1) << 8 : column << 8
      let heightAtBorder = (border - from) * height / (to - from)
      appendContribution(row, column, heightAtBorder - heightBefore, x + border - 2 * (column << 8), sign)
      (x, heightBefore) = (border, heightAtBorder)
      column += goesRight ? 1 : -1
    }
    appendContribution(row, column, height - heightBefore, x + to - 2 * (column << 8), sign)
  }

  /// Adds a contribution. `twiceLeft` is twice the mean distance of the edge from the pixel's left side, in 1/256 pixel.
  private func appendContribution(_ row: Int, _ column: Int, _ height: Int, _ twiceLeft: Int, _ sign: Int32) {
    if height == 0 || column >= width { return }
    let signed = sign * Int32(truncatingIfNeeded: height)
    let isOutside = column < 0
    contributions.append(
      EdgeContribution(
        column: isOutside ? -1 : Int32(truncatingIfNeeded: column), height: signed,
        twiceArea: isOutside ? 0 : signed * Int32(truncatingIfNeeded: twiceLeft)))
    contributionRows.append(Int32(truncatingIfNeeded: row))
  }

  /// Sums up the contributions of all edges: sets `rowStarts`, `columns` and `coverage`.
  func end() {
    sortByRow()
    columns.removeAll(keepingCapacity: true)
    coverage.removeAll(keepingCapacity: true)
    for row in 0..<height {
      rowStarts[row] = Int32(truncatingIfNeeded: columns.count)
      let (first, end) = (Int(contributionStarts[row]), Int(contributionStarts[row + 1]))
      sortByColumn(first, end)
      // The sum of heights up to and including the current pixel, in 1/256 of its height.
      var winding: Int32 = 0
      var index = first
      while index < end {
        let column = sorted[index].column
        var twiceArea: Int32 = 0
        while index < end, sorted[index].column == column {
          winding &+= sorted[index].height
          twiceArea &+= sorted[index].twiceArea
          index += 1
        }
        // Twice the area to the right of the edges: the heights summed so far times the pixel's whole width (2 · 256), minus
        // twice the area to the left of the edges in this pixel.
        if column >= 0 { appendPixel(column, magnitude(512 * winding - twiceArea)) }
        // Where edges end within the row the heights do not add up to whole pixels: then all pixels up to the next edge are
        // covered in part, by the same area.
        if winding & 0xff == 0 { continue }
        let next = index < end ? sorted[index].column : Int32(truncatingIfNeeded: width)
        var between = max(column + 1, 0)
        while between < next {
          appendPixel(between, magnitude(512 * winding))
          between += 1
        }
      }
    }
    rowStarts[height] = Int32(truncatingIfNeeded: columns.count)
  }

  /// Adds a pixel, given twice its covered area in 1/256² square pixel.
  private func appendPixel(_ column: Int32, _ twiceArea: Int32) {
    columns.append(column)
    coverage.append(min(Float(twiceArea) / (512 * 256), 1))
  }

  /// Sorts the contributions by rows, by counting.
  private func sortByRow() {
    for row in 0...height { contributionStarts[row] = 0 }
    for row in contributionRows { contributionStarts[Int(row) + 1] += 1 }
    for row in 0..<height { contributionStarts[row + 1] += contributionStarts[row] }
    let empty = EdgeContribution(column: 0, height: 0, twiceArea: 0)
    if sorted.count < contributions.count { sorted = Array(repeating: empty, count: contributions.count) }
    // Each row's start advances to its end while the row fills, and is then restored.
    for index in contributions.indices {
      let row = Int(contributionRows[index])
      sorted[Int(contributionStarts[row])] = contributions[index]
      contributionStarts[row] += 1
    }
    for row in stride(from: height, to: 0, by: -1) { contributionStarts[row] = contributionStarts[row - 1] }
    contributionStarts[0] = 0
  }

  /// Sorts a row's contributions by columns, by insertion: a row has few.
  private func sortByColumn(_ first: Int, _ end: Int) {
    guard end - first > 1 else { return }
    for index in first + 1..<end {
      let contribution = sorted[index]
      var slot = index
      while slot > first, sorted[slot - 1].column > contribution.column {
        sorted[slot] = sorted[slot - 1]
        slot -= 1
      }
      sorted[slot] = contribution
    }
  }

  private func magnitude(_ value: Int32) -> Int32 { value < 0 ? -value : value }
}
