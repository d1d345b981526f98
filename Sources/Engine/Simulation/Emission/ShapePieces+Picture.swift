import Model

// Births on a picture, which is a grid of squares: the cells of a `ShapePicture`, not cells of particles.

extension ShapePieces {
  /// The middles of the grid's cells that lie inside of the picture's outline, all equally likely.
  ///
  /// - Parameter size: the picture's size in the unit of the positions, which are relative to its middle.
  static func points(_ picture: ShapePicture, size: SIMD2<Float>) -> ShapePieces {
    let cell = SIMD2<Float>(size.x / Float(picture.columns), size.y / Float(picture.rows))
    var points: [SIMD2<Float>] = []
    for row in 0..<picture.rows {
      for column in 0..<picture.columns where picture.isInside(column: column, row: row) {
        points.append(position(SIMD2(Double(column) + 0.5, Double(row) + 0.5), cell, size))
      }
    }
    return ShapePieces(points: points, cumulativeProbabilities: cumulativeProbabilities(of: points.map { _ in 1 }))
  }

  /// Lines of a picture's outline, with probabilities proportional to their lengths.
  ///
  /// - Parameter size: the picture's size in the unit of the positions, which are relative to its middle.
  static func outline(_ picture: ShapePicture, size: SIMD2<Float>) -> ShapePieces {
    let cell = SIMD2<Float>(size.x / Float(picture.columns), size.y / Float(picture.rows))
    let lines = picture.outline.map { line in
      // The picture's inside lies to the right of each line, hence the outside to the left.
      OutlinePiece(
        from: position(line.from, cell, size), to: position(line.to, cell, size), outwardSign: 1)
    }
    return ShapePieces(
      outlinePieces: lines,
      cumulativeProbabilities: cumulativeProbabilities(
        of: lines.map { line in
          let (x, y) = (Double(line.to.x) - Double(line.from.x), Double(line.to.y) - Double(line.from.y))
          return (x * x + y * y).squareRoot()
        }))
  }

  /// Converts a position in the grid, counted in cells from the picture's top left corner. The result is relative to the picture's
  /// middle, in the unit of `cell` (the size of a cell of the grid) and `size` (the size of the picture).
  private static func position(_ inCells: SIMD2<Double>, _ cell: SIMD2<Float>, _ size: SIMD2<Float>) -> SIMD2<Float> {
    let fromCorner: SIMD2<Float> = SIMD2<Float>(inCells) * cell
    return fromCorner - size * 0.5
  }

  /// Cumulative probabilities of the grid's rows, from top to bottom. After them, row by row, the cumulative probabilities of the
  /// row's cells, from left to right. All are proportional to the picture's alpha.
  static func cumulativeProbabilities(of picture: ShapePicture) -> [Float] {
    let rows = (0..<picture.rows).map { row in
      (0..<picture.columns).map { Double(picture.samples[row * picture.columns + $0].w) }
    }
    return cumulativeProbabilities(of: rows.map { $0.reduce(0, +) }) + rows.flatMap { cumulativeProbabilities(of: $0) }
  }
}
