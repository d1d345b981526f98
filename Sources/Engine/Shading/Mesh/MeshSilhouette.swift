import Lanes

/// The silhouette of a folded mesh: its boundary, and the edges shared by two triangles of opposite orientation.
final class MeshSilhouette {
  /// x and y of both ends of each line, in pixels.
  private var lines: [SIMD4<Double>] = []
  /// The bounding box of every sixteen successive lines: least x, least y, greatest x, greatest y.
  private var boxes: [SIMD4<Double>] = []
  /// The orientation of the lower triangle of each piece (`MeshPiece`) of the row above.
  private let orientationsAbove = AlignedBuffer<Int8>(count: 0)
  /// The size of the frame in pixels.
  private var frameSize = SIMD2<Double>.zero

  private static let linesPerBox = 16

  /// Starts a new frame and removes all lines.
  func begin(width: Int, height: Int) {
    lines.removeAll(keepingCapacity: true)
    boxes.removeAll(keepingCapacity: true)
    frameSize = SIMD2(Double(width), Double(height))
  }

  /// Adds a line unless it lies outside of the frame.
  func add(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
    let (left, right) = a.x < b.x ? (a.x, b.x) : (b.x, a.x)
    let (top, bottom) = a.y < b.y ? (a.y, b.y) : (b.y, a.y)
    if right < 0 || left > frameSize.x || bottom < 0 || top > frameSize.y { return }
    if lines.count % MeshSilhouette.linesPerBox == 0 {
      boxes.append(SIMD4(left, top, right, bottom))
    } else {
      let box = boxes[boxes.count - 1]
      boxes[boxes.count - 1] = SIMD4(
        min(box.x, left), min(box.y, top), max(box.z, right), max(box.w, bottom))
    }
    lines.append(SIMD4(lowHalf: a, highHalf: b))
  }

  /// Adds the edges along which a surface folds over.
  func addFolds(of surface: MeshSurface) {
    /// The sign of a triangle's area; 0 for a triangle too small to be drawn.
    func orientation(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> Int8 {
      let (e, f) = (b - a, c - a)
      let doubleArea = e.x * f.y - e.y * f.x
      return doubleArea > TriangleMapping.minimumDoubleArea
        ? 1 : doubleArea < -TriangleMapping.minimumDoubleArea ? -1 : 0
    }
    // Nodes with even indices are the corners of pieces; here a piece counts as two triangles.
    let (nodeColumns, nodeRows) = (surface.columnStarts[surface.columns], surface.rowStarts[surface.rows])
    orientationsAbove.resize(to: nodeColumns / 2)
    for row in stride(from: 0, to: nodeRows, by: 2) {
      var orientationBefore: Int8 = 0
      for column in stride(from: 0, to: nodeColumns, by: 2) {
        let (a, b) = (surface.node(column, row), surface.node(column + 2, row))
        let (c, d) = (surface.node(column, row + 2), surface.node(column + 2, row + 2))
        let (upper, lower) = (orientation(a, b, c), orientation(d, c, b))
        if upper != lower { add(b, c) }
        if column > 0 && orientationBefore != upper { add(a, c) }
        if row > 0 && orientationsAbove.base[column / 2] != upper { add(a, b) }
        orientationBefore = lower
        orientationsAbove.base[column / 2] = lower
      }
    }
  }

  /// Adds to a tile's mask the pixels that any line touches.
  func insertPixels(into mask: PixelMask) {
    let (left, top) = (Double(mask.rect.x), Double(mask.rect.y))
    let (right, bottom) = (left + Double(mask.rect.width), top + Double(mask.rect.height))
    for index in boxes.indices {
      let box = boxes[index]
      if box.x >= right || box.z < left || box.y >= bottom || box.w < top { continue }
      let first = index * MeshSilhouette.linesPerBox
      for number in first..<min(first + MeshSilhouette.linesPerBox, lines.count) {
        mask.insert(lines[number].lowHalf, lines[number].highHalf)
      }
    }
  }
}
