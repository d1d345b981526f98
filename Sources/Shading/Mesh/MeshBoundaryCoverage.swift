import Lanes

/// How much of each pixel on a mesh's rim the mesh covers: exact areas to 1/256 of a pixel.
///
/// The rim is a closed line. Every piece of it adds, to the pixels that it crosses, its height and the area to its left; a sum
/// from the left then tells how much of a pixel lies inside (as in the rasterizers of FreeType and AGG, by D. Turner and
/// M. Shemanarev). Sums are of whole numbers, so that their order does not matter. Where a mesh that folds lies on itself this is
/// wrong, and `SupersampledMeshTile` takes samples instead. Cost: some 20 ns for each pixel on the rim, once a frame.
final class MeshBoundaryCoverage {
  /// A pixel's share of a piece: its height, and twice the area left of it, in 1/256 pixels.
  private struct Part {
    var column: Int32
    var height: Int32
    var area: Int32
  }

  private let width: Int
  private let height: Int
  private var parts: [Part] = []
  private var partRows: [Int32] = []
  private var sorted: [Part] = []
  private var starts: [Int32]

  /// For each row of the frame, where its pixels begin; one more at the end.
  private(set) var rowStarts: [Int32]
  private(set) var columns: [Int32] = []
  private(set) var coverage: [Float] = []

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    starts = Array(repeating: 0, count: height + 1)
    rowStarts = starts
  }

  func begin() {
    parts.removeAll(keepingCapacity: true)
    partRows.removeAll(keepingCapacity: true)
  }

  /// Adds a piece of the rim, in pixels.
  func add(_ from: SIMD2<Double>, _ to: SIMD2<Double>) {
    guard from.y != to.y else { return }
    // Downwards, so that both neighbours of a row see the same places.
    let (start, end, sign) = from.y < to.y ? (from, to, Int32(1)) : (to, from, Int32(-1))
    let limit = Double(height)
    let top = quantised(max(start.y, 0))
    let bottom = quantised(min(end.y, limit))
    guard start.y < limit, end.y > 0, top < bottom else { return }
    let slope = (end.x - start.x) / (end.y - start.y)
    func place(_ y: Int) -> Double {
      let x = start.x + (Double(y) / 256 - start.y) * slope
      let (low, high) = start.x < end.x ? (start.x, end.x) : (end.x, start.x)
      return min(max(min(max(x, low), high), -2), Double(width) + 2) * 256
    }
    var y = top
    var x = place(y)
    while y < bottom {
      let row = y >> 8
      let next = min((row + 1) << 8, bottom)
      let nextX = place(next)
      addInRow(row, Int(x.rounded()), Int(nextX.rounded()), next - y, sign)
      (y, x) = (next, nextX)
    }
  }

  private func quantised(_ y: Double) -> Int { Int((y * 256).rounded()) }

  /// Cuts a piece inside of a row at the columns that it crosses.
  private func addInRow(_ row: Int, _ from: Int, _ to: Int, _ height: Int, _ sign: Int32) {
    var (x, done) = (from, 0)
    var column = x >> 8
    let last = to >> 8
    while column != last {
      let isRight = last > column
      let border = isRight ? (column + 1) << 8 : column << 8
      let reached = (border - from) * height / (to - from)
      append(row, column, reached - done, x + border - 2 * (column << 8), sign)
      (x, done) = (border, reached)
      column += isRight ? 1 : -1
    }
    append(row, column, height - done, x + to - 2 * (column << 8), sign)
  }

  private func append(_ row: Int, _ column: Int, _ height: Int, _ twiceLeft: Int, _ sign: Int32) {
    if height == 0 || column >= width { return }
    let signed = sign * Int32(truncatingIfNeeded: height)
    let isOutside = column < 0
    parts.append(
      Part(
        column: isOutside ? -1 : Int32(truncatingIfNeeded: column), height: signed,
        area: isOutside ? 0 : signed * Int32(truncatingIfNeeded: twiceLeft)))
    partRows.append(Int32(truncatingIfNeeded: row))
  }

  /// Adds everything up.
  func end() {
    sortByRow()
    columns.removeAll(keepingCapacity: true)
    coverage.removeAll(keepingCapacity: true)
    for row in 0..<height {
      rowStarts[row] = Int32(truncatingIfNeeded: columns.count)
      let (first, end) = (Int(starts[row]), Int(starts[row + 1]))
      sortByColumn(first, end)
      // How often the mesh goes round the pixels left of the one at hand, in 1/256 of their height.
      var winding: Int32 = 0
      var index = first
      while index < end {
        let column = sorted[index].column
        var area: Int32 = 0
        while index < end, sorted[index].column == column {
          winding &+= sorted[index].height
          area &+= sorted[index].area
          index += 1
        }
        if column >= 0 { append(column, magnitude(512 * winding - area)) }
        // A level side: all pixels up to the next one are covered alike, in part.
        if winding & 0xff == 0 { continue }
        let next = index < end ? sorted[index].column : Int32(truncatingIfNeeded: width)
        var between = max(column + 1, 0)
        while between < next {
          append(between, magnitude(512 * winding))
          between += 1
        }
      }
    }
    rowStarts[height] = Int32(truncatingIfNeeded: columns.count)
  }

  private func append(_ column: Int32, _ inside: Int32) {
    columns.append(column)
    coverage.append(min(Float(inside) / (512 * 256), 1))
  }

  private func sortByRow() {
    for row in 0...height { starts[row] = 0 }
    for row in partRows { starts[Int(row) + 1] += 1 }
    for row in 0..<height { starts[row + 1] += starts[row] }
    let empty = Part(column: 0, height: 0, area: 0)
    if sorted.count < parts.count { sorted = Array(repeating: empty, count: parts.count) }
    // Each row's start moves to its end while it fills, and is put back.
    for index in parts.indices {
      let row = Int(partRows[index])
      sorted[Int(starts[row])] = parts[index]
      starts[row] += 1
    }
    for row in stride(from: height, to: 0, by: -1) { starts[row] = starts[row - 1] }
    starts[0] = 0
  }

  private func sortByColumn(_ first: Int, _ end: Int) {
    guard end - first > 1 else { return }
    for index in first + 1..<end {
      let part = sorted[index]
      var place = index
      while place > first, sorted[place - 1].column > part.column {
        sorted[place] = sorted[place - 1]
        place -= 1
      }
      sorted[place] = part
    }
  }

  private func magnitude(_ value: Int32) -> Int32 { value < 0 ? -value : value }
}
