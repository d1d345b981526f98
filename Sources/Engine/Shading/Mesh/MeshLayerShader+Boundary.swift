import Raster

// The boundary of a mesh that does not cover the frame.

extension MeshLayerShader {
  /// Calls `body` with the two end nodes, each as (column, row), of every edge of the boundary, clockwise from the top left.
  private func forEachBoundaryEdge(_ body: (_ from: (Int, Int), _ to: (Int, Int)) -> Void) {
    let (right, bottom) = (surface.columnStarts[surface.columns], surface.rowStarts[surface.rows])
    for x in 0..<right { body((x, 0), (x + 1, 0)) }
    for y in 0..<bottom { body((right, y), (right, y + 1)) }
    for x in stride(from: right, to: 0, by: -1) { body((x, bottom), (x - 1, bottom)) }
    for y in stride(from: bottom, to: 0, by: -1) { body((0, y), (0, y - 1)) }
  }

  /// Measures how much of each pixel on its boundary the mesh covers.
  func traceBoundary() {
    boundary.begin()
    forEachBoundaryEdge { from, to in boundary.add(surface.node(from.0, from.1), surface.node(to.0, to.1)) }
    boundary.end()
  }

  /// Collects the edges at which a folded mesh is supersampled.
  func traceSilhouette() {
    silhouette.begin(width: canvas.widthPixels, height: canvas.heightPixels)
    if !surface.coversFrame {
      forEachBoundaryEdge { from, to in silhouette.add(surface.node(from.0, from.1), surface.node(to.0, to.1)) }
    }
    silhouette.addFolds(of: surface)
  }

  /// How far beyond the boundary its colours are extended, in the units of nodes (`MeshSurface.step` pixels): far enough to colour every
  /// pixel that the boundary crosses, and every sample from which such pixels are interpolated.
  private var margin: Double { surface.step > 1 ? 4 : 1.5 }

  /// Draws a margin around the mesh that extends the colours at its boundary.
  func drawMargin(_ rasterizer: MeshRasterizer) {
    let rect = rasterizer.tile.rect
    let (right, bottom) = (surface.columnStarts[surface.columns], surface.rowStarts[surface.rows])
    let divisions = colors.divisions
    let margin = self.margin
    forEachBoundaryEdge { from, to in
      let (a, b) = (surface.node(from.0, from.1), surface.node(to.0, to.1))
      let reach = 2 * margin
      if max(a.x, b.x) + reach < Double(rect.x) || min(a.x, b.x) - reach > Double(rect.endX) { return }
      if max(a.y, b.y) + reach < Double(rect.y) || min(a.y, b.y) - reach > Double(rect.endY) { return }
      let edge = b - a
      let length = (edge.x * edge.x + edge.y * edge.y).squareRoot()
      if !(length > 1e-6) { return }
      let direction = edge / length
      // The quadrilateral extends to both sides of the edge, since a mesh that is turned over lies on the other side. A coarse mesh
      // does not fold: there a margin of 0.5 inwards is enough.
      let outwards = SIMD2(direction.y, -direction.x) * margin
      let inwards = outwards * (surface.step > 1 ? -0.5 / margin : -1)
      // Adjacent quadrilaterals overlap a little, and corners are filled.
      func isCorner(_ node: (Int, Int)) -> Bool {
        (node.0 == 0 || node.0 == right) && (node.1 == 0 || node.1 == bottom)
      }
      let (before, after) = (isCorner(from) ? margin : 0.5, isCorner(to) ? margin : 0.5)
      let (start, end) = (a - direction * before, b + direction * after)
      // The patch that the edge is a side of.
      let (x, y) = (min(min(from.0, to.0), right - 1), min(min(from.1, to.1), bottom - 1))
      let (column, nodeX, cellIntervalsX) = cell(of: x, in: surface.columnStarts)
      let (row, nodeY, cellIntervalsY) = cell(of: y, in: surface.rowStarts)
      let (patchX, nodeInPatchX) = (nodeX / (cellIntervalsX / divisions), nodeX % (cellIntervalsX / divisions))
      let (patchY, nodeInPatchY) = (nodeY / (cellIntervalsY / divisions), nodeY % (cellIntervalsY / divisions))
      func u(_ node: Int) -> Float { parameter(nodeInPatchX + node - x, cellIntervalsX / divisions) }
      func v(_ node: Int) -> Float { parameter(nodeInPatchY + node - y, cellIntervalsY / divisions) }
      let patch = Float(((row * surface.columns + column) * divisions + patchY) * divisions + patchX)
      // Either u or v varies along the edge; the other one is constant.
      let isAlongRow = from.1 == to.1
      var piece = MeshPiece(
        a: start + outwards, b: end + outwards, c: start + inwards, d: end + inwards, topDeviation: .zero,
        leftDeviation: .zero,
        rightDeviation: .zero, bottomDeviation: .zero, diagonalDeviation: .zero, patch: patch, uStart: u(from.0),
        uEnd: u(from.0), vStart: v(from.1),
        vEnd: v(from.1))
      /// The parameters at the ends of the quadrilateral, extrapolated from those at the ends of the edge.
      func extend(_ first: Float, _ last: Float) -> (Float, Float) {
        (first - (last - first) * Float(before / length), last + (last - first) * Float(after / length))
      }
      if isAlongRow {
        (piece.uStart, piece.uEnd) = extend(u(from.0), u(to.0))
      } else {
        // In a piece u varies from a to b, and v from a to c.
        (piece.b, piece.c) = (piece.c, piece.b)
        (piece.vStart, piece.vEnd) = extend(v(from.1), v(to.1))
      }
      rasterizer.draw(piece)
    }
  }

  /// Along one axis: the index of a node's cell, the node's index in the cell, and the number of intervals between nodes along the cell.
  /// `starts` are the surface's `columnStarts` or `rowStarts`.
  private func cell(of node: Int, in starts: [Int]) -> (cell: Int, node: Int, intervals: Int) {
    var cell = 0
    while starts[cell + 1] <= node { cell += 1 }
    return (cell, node - starts[cell], starts[cell + 1] - starts[cell])
  }

  /// Writes the exact coverage of boundary pixels to a tile's alpha plane.
  func writeBoundaryCoverage(_ tile: Tile) {
    for row in 0..<tile.height {
      let y = tile.y + row
      if y < 0 || y >= canvas.heightPixels { continue }
      let coverage = tile.row(row, plane: 3)
      for index in Int(boundary.rowStarts[y])..<Int(boundary.rowStarts[y + 1]) {
        let column = Int(boundary.columns[index]) - tile.x
        if column >= 0 && column < tile.width { coverage[column] = boundary.coverage[index] }
      }
    }
  }
}
