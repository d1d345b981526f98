import Lanes

/// How much of each pixel on a mesh's rim the mesh covers: exact areas to 1/256 of a pixel.
///
/// The rim is a closed line. Every piece of it adds, to the pixels that it crosses, its height and the area to its left; a sum
/// from the left then tells how much of a pixel lies inside (as in the rasterizers of FreeType and AGG, by D. Turner and
/// M. Shemanarev). Sums are of whole numbers, so that their order does not matter. A mesh that folds is taken cell by cell, each
/// with all of its sides; what several cells cover adds up, and counts as 1 at most. Cost: some 20 ns for each pixel on a side,
/// once a frame.
final class MeshRim {
  /// A pixel's share of a piece: its height, and twice the area left of it, in 1/256 pixels.
  private struct Part {
    var column: Int32
    var height: Int32
    var area: Int32
    var cell: Int32
    /// Whether the piece is of the mesh's rim, and not only of a cell's.
    var isRim: Bool
  }

  private let width: Int
  private let height: Int
  private var parts: [Part] = []
  private var partRows: [Int32] = []
  private var sorted: [Part] = []
  private var starts: [Int32]
  /// For each cell, how often the row at hand is inside of it.
  private var windings: [Int32]

  /// For each row of the frame, where its pixels begin; one more at the end.
  private(set) var rowStarts: [Int32]
  private(set) var columns: [Int32] = []
  private(set) var coverage: [Float] = []

  init(width: Int, height: Int, cells: Int) {
    self.width = width
    self.height = height
    starts = Array(repeating: 0, count: height + 1)
    rowStarts = starts
    windings = Array(repeating: 0, count: cells)
  }

  private var side = (cell: Int32(0), isRim: true)

  func begin() {
    parts.removeAll(keepingCapacity: true)
    partRows.removeAll(keepingCapacity: true)
  }

  /// Adds a piece of a cell's side, in pixels. Where no cells are told apart only the rim is needed, all of it of cell 0.
  func add(_ from: SIMD2<Double>, _ to: SIMD2<Double>, cell: Int = 0, isRim: Bool = true) {
    guard from.y != to.y else { return }
    // Downwards, so that both neighbours of a row see the same places.
    let (start, end, sign) = from.y < to.y ? (from, to, Int32(1)) : (to, from, Int32(-1))
    let limit = Double(height)
    let top = quantised(max(start.y, 0))
    let bottom = quantised(min(end.y, limit))
    guard start.y < limit, end.y > 0, top < bottom else { return }
    side = (Int32(truncatingIfNeeded: cell), isRim)
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
        area: isOutside ? 0 : signed * Int32(truncatingIfNeeded: twiceLeft), cell: side.cell, isRim: side.isRim))
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
      // Of the pixels left of the one at hand: what all cells cover of each.
      var covered: Int32 = 0
      var index = first
      while index < end {
        let column = sorted[index].column
        var isRim = false
        var inside = covered
        while index < end, sorted[index].column == column {
          let cell = sorted[index].cell
          var (height, area): (Int32, Int32) = (0, 0)
          while index < end, sorted[index].column == column, sorted[index].cell == cell {
            height &+= sorted[index].height
            area &+= sorted[index].area
            if sorted[index].isRim { isRim = true }
            index += 1
          }
          let before = windings[Int(cell)]
          let after = before + height
          inside += magnitude(512 * after - area) - magnitude(512 * before)
          covered += magnitude(512 * after) - magnitude(512 * before)
          windings[Int(cell)] = after
        }
        if column >= 0 && isRim { append(column, inside) }
        // A level side: all pixels up to the next one are covered alike, in part.
        if covered & 0x1ffff == 0 { continue }
        let next = index < end ? sorted[index].column : Int32(truncatingIfNeeded: width)
        var between = max(column + 1, 0)
        while between < next {
          append(between, covered)
          between += 1
        }
      }
      for place in first..<end { windings[Int(sorted[place].cell)] = 0 }
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
    let empty = Part(column: 0, height: 0, area: 0, cell: 0, isRim: false)
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
      while place > first, isAfter(sorted[place - 1], part) {
        sorted[place] = sorted[place - 1]
        place -= 1
      }
      sorted[place] = part
    }
  }

  private func isAfter(_ a: Part, _ b: Part) -> Bool {
    a.column > b.column || (a.column == b.column && a.cell > b.cell)
  }

  private func magnitude(_ value: Int32) -> Int32 { value < 0 ? -value : value }
}
