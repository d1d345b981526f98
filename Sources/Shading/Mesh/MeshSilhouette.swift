import Lanes

/// Where a folded mesh ends or turns over: its rim, and the sides that two triangles of opposite turns share.
final class MeshSilhouette {
  /// In pixels: x and y of one end, and of the other.
  private var lines: [SIMD4<Double>] = []
  /// Of each sixteen lines the least x and y, and the greatest.
  private var boxes: [SIMD4<Double>] = []
  /// Which way the lower triangles of the row of pieces above turn.
  private let above = AlignedBuffer<Int8>(count: 0)
  private var frame = SIMD2<Double>.zero

  private static let linesInBox = 16

  /// Begins a frame without any line.
  func begin(width: Int, height: Int) {
    lines.removeAll(keepingCapacity: true)
    boxes.removeAll(keepingCapacity: true)
    frame = SIMD2(Double(width), Double(height))
  }

  /// Adds a line if it may be seen.
  func add(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
    let (left, right) = a.x < b.x ? (a.x, b.x) : (b.x, a.x)
    let (top, bottom) = a.y < b.y ? (a.y, b.y) : (b.y, a.y)
    if right < 0 || left > frame.x || bottom < 0 || top > frame.y { return }
    if lines.count % MeshSilhouette.linesInBox == 0 {
      boxes.append(SIMD4(left, top, right, bottom))
    } else {
      let box = boxes[boxes.count - 1]
      boxes[boxes.count - 1] = SIMD4(
        min(box.x, left), min(box.y, top), max(box.z, right), max(box.w, bottom))
    }
    lines.append(SIMD4(lowHalf: a, highHalf: b))
  }

  /// Adds all lines where a surface turns over.
  func addTurns(of surface: MeshSurface) {
    func turn(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> Int8 {
      let (e, f) = (b - a, c - a)
      let area = e.x * f.y - e.y * f.x
      return area > MeshPlane.leastArea ? 1 : area < -MeshPlane.leastArea ? -1 : 0
    }
    let (nodeColumns, nodeRows) = (surface.columnStarts[surface.columns], surface.rowStarts[surface.rows])
    above.reserve(nodeColumns / 2)
    for row in stride(from: 0, to: nodeRows, by: 2) {
      var before: Int8 = 0
      for column in stride(from: 0, to: nodeColumns, by: 2) {
        let (a, b) = (surface.node(column, row), surface.node(column + 2, row))
        let (c, d) = (surface.node(column, row + 2), surface.node(column + 2, row + 2))
        let (upper, lower) = (turn(a, b, c), turn(d, c, b))
        if upper != lower { add(b, c) }
        if column > 0 && before != upper { add(a, c) }
        if row > 0 && above.base[column / 2] != upper { add(a, b) }
        before = lower
        above.base[column / 2] = lower
      }
    }
  }

  /// Marks the pixels of a tile that any line touches.
  func mark(_ marks: PixelMarks) {
    let (left, top) = (Double(marks.rect.x), Double(marks.rect.y))
    let (right, bottom) = (left + Double(marks.rect.width), top + Double(marks.rect.height))
    for index in boxes.indices {
      let box = boxes[index]
      if box.x >= right || box.z < left || box.y >= bottom || box.w < top { continue }
      let first = index * MeshSilhouette.linesInBox
      for number in first..<min(first + MeshSilhouette.linesInBox, lines.count) {
        marks.mark(lines[number].lowHalf, lines[number].highHalf)
      }
    }
  }
}
