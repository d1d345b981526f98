import Model

// Births on a picture.

extension ShapePieces {
  /// The middles of the cells inside of a picture's outline, all equally likely. Positions are in a unit in which the picture has a
  /// size, around its middle.
  static func corners(_ picture: ShapePicture, size: SIMD2<Float>) -> ShapePieces {
    let cell = SIMD2<Float>(size.x / Float(picture.columns), size.y / Float(picture.rows))
    var points: [SIMD2<Float>] = []
    for row in 0..<picture.rows {
      for column in 0..<picture.columns where picture.isInside(column: column, row: row) {
        points.append(position(SIMD2(Double(column) + 0.5, Double(row) + 0.5), cell, size))
      }
    }
    return ShapePieces(points: points, cumulativeShares: shares(of: points.map { _ in 1 }))
  }

  /// Lines of a picture's outline, each as likely as it is long.
  static func outline(_ picture: ShapePicture, size: SIMD2<Float>) -> ShapePieces {
    let cell = SIMD2<Float>(size.x / Float(picture.columns), size.y / Float(picture.rows))
    let lines = picture.outline.map { line in
      // The inside lies to the right.
      OutlinePiece(
        from: position(line.from, cell, size), to: position(line.to, cell, size), outward: 1)
    }
    return ShapePieces(
      outline: lines,
      cumulativeShares: shares(
        of: lines.map { line in
          let (x, y) = (Double(line.to.x) - Double(line.from.x), Double(line.to.y) - Double(line.from.y))
          return (x * x + y * y).squareRoot()
        }))
  }

  /// A place that is counted in cells, relative to the picture's middle.
  private static func position(_ place: SIMD2<Double>, _ cell: SIMD2<Float>, _ size: SIMD2<Float>) -> SIMD2<Float> {
    let inUnit: SIMD2<Float> = SIMD2<Float>(place) * cell
    return inUnit - size * 0.5
  }

  /// For each row of a picture's cells the sum of its probability and those of all rows above it, then for each row as much for each
  /// of its cells. Probabilities are proportional to alpha.
  static func sums(of picture: ShapePicture) -> [Float] {
    let rows = (0..<picture.rows).map { row in
      (0..<picture.columns).map { Double(picture.cells[row * picture.columns + $0].w) }
    }
    return shares(of: rows.map { $0.reduce(0, +) }) + rows.flatMap { shares(of: $0) }
  }
}
