/// A picture that particles are born on: a grid of cells, each with the mean colour and alpha of the pixels in it.
public struct ShapePicture: Sendable, Equatable {
  /// The file; nil for words with emoji.
  public let file: Clip?
  /// Width of the picture in points; for a file, one point for each displayed pixel.
  package let width: Double
  /// Height of the picture in points.
  package let height: Double
  /// Number of cells in a row.
  public let columns: Int
  /// Number of cells in a column.
  public let rows: Int
  /// Cells row by row: straight red, green and blue in linear light, and alpha; all 0 to 1.
  package let cells: [SIMD4<Float>]

  package init(file: Clip, columns: Int, rows: Int, cells: [SIMD4<Float>]) {
    self.init(
      file: file, width: Double(file.width) * file.pixelAspect, height: Double(file.height), columns: columns,
      rows: rows, cells: cells)
  }

  package init(file: Clip?, width: Double, height: Double, columns: Int, rows: Int, cells: [SIMD4<Float>]) {
    precondition(cells.count == columns * rows, "A grid needs as many cells as its columns and rows have.")
    (self.file, self.width, self.height) = (file, width, height)
    self.columns = columns
    self.rows = rows
    self.cells = cells
  }

  /// The size in cells of a picture's grid.
  ///
  /// - Parameter detail: cells along the longer side, at most one for each pixel.
  package static func size(of file: Clip, detail: Int) -> (columns: Int, rows: Int) {
    size(width: file.width, height: file.height, detail: detail)
  }

  /// The size in cells of the grid of a picture of `width` × `height` pixels.
  package static func size(width: Int, height: Int, detail: Int) -> (columns: Int, rows: Int) {
    let longer = max(width, height)
    let count = min(detail, longer)
    func cells(_ pixels: Int) -> Int { max((pixels * count + longer / 2) / longer, 1) }
    return (cells(width), cells(height))
  }

  /// The least alpha of a cell that counts as inside of the outline.
  private static let insideAlpha: Float = 0.5

  /// Whether a cell is inside of the outline; cells beyond the grid are not.
  package func isInside(column: Int, row: Int) -> Bool { alpha(column, row) >= Self.insideAlpha }

  private func alpha(_ column: Int, _ row: Int) -> Float {
    guard (0..<columns).contains(column), (0..<rows).contains(row) else { return 0 }
    return cells[row * columns + column].w
  }

  /// Lines of the outline between the inside and the outside, in cells from the grid's upper left corner. The inside lies to the
  /// right of each line.
  ///
  /// Marching squares (W. E. Lorensen and H. E. Cline, 1987, in the plane): in each square between four neighbouring cells' middles
  /// lines join the points where alpha, linear along the square's sides, is ½. Cost: one step for each cell.
  package var outline: [(from: SIMD2<Double>, to: SIMD2<Double>)] {
    var lines: [(from: SIMD2<Double>, to: SIMD2<Double>)] = []
    // The corners of a square clockwise; side k lies between corners k and k + 1.
    let corners = [(0, 0), (1, 0), (1, 1), (0, 1)]
    for row in -1..<rows {
      for column in -1..<columns {
        let alphas = corners.map { alpha(column + $0.0, row + $0.1) }
        let inside = alphas.map { $0 >= Self.insideAlpha }
        guard inside.contains(true), inside.contains(false) else { continue }
        func crossing(_ side: Int) -> SIMD2<Double> {
          let next = (side + 1) & 3
          let share = Double((Self.insideAlpha - alphas[side]) / (alphas[next] - alphas[side]))
          let from = SIMD2(Double(column + corners[side].0) + 0.5, Double(row + corners[side].1) + 0.5)
          let to = SIMD2(Double(column + corners[next].0) + 0.5, Double(row + corners[next].1) + 0.5)
          return from + (to - from) * share
        }
        // Clockwise around the square, a line goes from the side that leaves the inside back to the side that entered it.
        for side in 0..<4 where inside[side] && !inside[(side + 1) & 3] {
          var entry = (side + 3) & 3
          while inside[entry] { entry = (entry + 3) & 3 }
          lines.append((crossing(side), crossing(entry)))
        }
      }
    }
    return lines
  }
}
