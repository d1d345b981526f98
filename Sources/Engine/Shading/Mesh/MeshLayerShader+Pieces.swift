import Raster

// The pieces of a mesh that meet a rectangle.

extension MeshLayerShader {
  /// Finds for each cell the box that it may cover, in the units of nodes (`MeshSurface.step` pixels).
  func findCellBounds() {
    // Boxes are two units larger on each side, for the margin around the mesh. They are cut off, but at least 16 units
    // beyond the frame, since coarse samples beyond the frame are needed for interpolation.
    let (right, bottom) = (Double(canvas.widthPixels) + 16, Double(canvas.heightPixels) + 16)
    for row in 0..<surface.rows {
      for column in 0..<surface.columns {
        var (low, high) = (SIMD2(Double.infinity, .infinity), SIMD2(-Double.infinity, -.infinity))
        for y in surface.rowStarts[row]...surface.rowStarts[row + 1] {
          for x in surface.columnStarts[column]...surface.columnStarts[column + 1] {
            let node = surface.node(x, y)
            (low.x, high.x) = (min(low.x, node.x), max(high.x, node.x))
            (low.y, high.y) = (min(low.y, node.y), max(high.y, node.y))
          }
        }
        let x = Int(min(max(low.x - 2, -16), right).rounded(.down))
        let endX = Int(min(max(high.x + 2, -16), right).rounded(.up))
        let y = Int(min(max(low.y - 2, -16), bottom).rounded(.down))
        let endY = Int(min(max(high.y + 2, -16), bottom).rounded(.up))
        cellBounds[row * surface.columns + column] = PixelRect(
          x: x, y: y, width: endX - x, height: endY - y)
      }
    }
  }

  /// Calls `body` with the pieces that may meet a rectangle, cell by cell. Returns false if no cell meets it.
  @inline(__always)
  func forEachPiece(in rect: PixelRect, _ body: (MeshPiece, MeshDepth) -> Void) -> Bool {
    var isCovered = false
    for row in 0..<surface.rows {
      for column in 0..<surface.columns where meets(cellBounds[row * surface.columns + column], rect) {
        forEachPiece(column, row, in: rect, body)
        isCovered = true
      }
    }
    return isCovered
  }

  private func meets(_ a: PixelRect, _ b: PixelRect) -> Bool {
    a.x < b.x + b.width && a.x + a.width > b.x && a.y < b.y + b.height && a.y + a.height > b.y
  }

  /// Calls `body` with the pieces of a cell that meet a rectangle.
  @inline(__always)
  private func forEachPiece(
    _ column: Int, _ row: Int, in rect: PixelRect, _ body: (MeshPiece, MeshDepth) -> Void
  ) {
    let (left, right) = (Double(rect.x), Double(rect.endX))
    let (top, bottom) = (Double(rect.y), Double(rect.endY))
    let divisions = colors.divisions
    let (firstX, endX) = (surface.columnStarts[column], surface.columnStarts[column + 1])
    let (firstY, endY) = (surface.rowStarts[row], surface.rowStarts[row + 1])
    // Intervals between nodes along a side of a patch.
    let (intervalsX, intervalsY) = ((endX - firstX) / divisions, (endY - firstY) / divisions)
    let cell = row * surface.columns + column
    let firstPatch = cell * divisions * divisions
    let rowStride = surface.rowStride
    var nodeY = firstY
    while nodeY < endY {
      let (patchY, nodeInPatchY) = ((nodeY - firstY) / intervalsY, (nodeY - firstY) % intervalsY)
      let (vStart, vEnd) = (parameter(nodeInPatchY, intervalsY), parameter(nodeInPatchY + 2, intervalsY))
      let xs = surface.x.base + nodeY * rowStride
      let ys = surface.y.base + nodeY * rowStride
      var nodeX = firstX
      while nodeX < endX {
        defer { nodeX += 2 }
        // A piece spans 3 × 3 nodes: node (i, j) has the index j · rowStride + i from here.
        let (x, y) = (xs + nodeX, ys + nodeX)
        if min(min(y[0], y[2]), min(y[2 * rowStride], y[2 * rowStride + 2])) >= bottom { continue }
        if max(max(y[0], y[2]), max(y[2 * rowStride], y[2 * rowStride + 2])) <= top { continue }
        if min(min(x[0], x[2]), min(x[2 * rowStride], x[2 * rowStride + 2])) >= right { continue }
        if max(max(x[0], x[2]), max(x[2 * rowStride], x[2 * rowStride + 2])) <= left { continue }
        func point(_ index: Int) -> SIMD2<Double> { SIMD2(x[index], y[index]) }
        let (a, b, c, d) = (point(0), point(2), point(2 * rowStride), point(2 * rowStride + 2))
        let (patchX, nodeInPatchX) = ((nodeX - firstX) / intervalsX, (nodeX - firstX) % intervalsX)
        body(
          MeshPiece(
            a: a, b: b, c: c, d: d, topDeviation: point(1) - (a + b) / 2, leftDeviation: point(rowStride) - (a + c) / 2,
            rightDeviation: point(rowStride + 2) - (b + d) / 2, bottomDeviation: point(2 * rowStride + 1) - (c + d) / 2,
            diagonalDeviation: point(rowStride + 1) - (b + c) / 2,
            patch: Float(firstPatch + patchY * divisions + patchX),
            uStart: parameter(nodeInPatchX, intervalsX), uEnd: parameter(nodeInPatchX + 2, intervalsX), vStart: vStart,
            vEnd: vEnd),
          MeshDepth(cell: cell, divisions: divisions, patchX: patchX, patchY: patchY))
      }
      nodeY += 2
    }
  }

  /// The parameter u or v, −1...1, of node 0...intervals along the side of a patch.
  @inline(__always)
  func parameter(_ node: Int, _ intervals: Int) -> Float { Float(2 * Double(node) / Double(intervals) - 1) }
}
