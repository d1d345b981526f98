extension LightPicture {
  /// The mean colours of the cells of a grid that covers the picture, row after row, as straight colour and alpha. A pixel's weight in
  /// a cell is the share of the cell's area that the pixel fills.
  package func meanColors(columns: Int, rows: Int) -> [SIMD4<Float>] {
    let columnShares = Self.shares(pixelCount: width, cellCount: columns)
    let rowShares = Self.shares(pixelCount: height, cellCount: rows)
    var cells: [SIMD4<Float>] = []
    cells.reserveCapacity(columns * rows)
    for row in rowShares {
      for column in columnShares {
        var sum = SIMD4<Double>()
        for (j, rowShare) in row.shares.enumerated() {
          let planes = (0..<4).map { pixels.tile.row(row.first + j, plane: $0) + column.first }
          for (i, share) in column.shares.enumerated() {
            let alpha = isOpaque ? 1 : planes[3][i]
            let pixel = SIMD4(Double(planes[0][i]), Double(planes[1][i]), Double(planes[2][i]), Double(alpha))
            sum += pixel * (share * rowShare)
          }
        }
        cells.append(Self.straight(sum))
      }
    }
    return cells
  }

  /// Returns a premultiplied colour as straight colour and alpha, clamped to 0...1.
  private static func straight(_ color: SIMD4<Double>) -> SIMD4<Float> {
    let alpha = min(max(color.w, 0), 1)
    guard alpha > 1e-6 else { return SIMD4() }
    func channel(_ value: Double) -> Float { Float(min(max(value / alpha, 0), 1)) }
    return SIMD4(channel(color.x), channel(color.y), channel(color.z), Float(alpha))
  }

  /// Returns, for each of `cellCount` cells along an axis of `pixelCount` pixels, the first pixel that the cell covers, and the share of
  /// the cell that this and each following pixel fills.
  private static func shares(pixelCount: Int, cellCount: Int) -> [(first: Int, shares: [Double])] {
    let cellSide = Double(pixelCount) / Double(cellCount)
    return (0..<cellCount).map { index in
      let (start, end) = (Double(index) * cellSide, Double(index + 1) * cellSide)
      let first = min(Int(start), pixelCount - 1)
      let last = min(max(Int(end.rounded(.up)) - 1, first), pixelCount - 1)
      return (first, (first...last).map { max(min(Double($0 + 1), end) - max(Double($0), start), 0) / cellSide })
    }
  }
}
