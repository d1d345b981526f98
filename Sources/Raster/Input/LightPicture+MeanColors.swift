extension LightPicture {
  /// The mean colours of the cells of a grid that covers the picture, row after row, as straight colour and alpha. Each pixel is weighted by
  /// the share of the cell that it fills.
  package func meanColors(columns: Int, rows: Int) -> [SIMD4<Float>] {
    let columnShares = Self.shares(of: width, in: columns)
    let rowShares = Self.shares(of: height, in: rows)
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

  /// Returns, for each of `count` cells along an axis, the first pixel that the cell covers, and the share of the cell that this
  /// and each following pixel fills.
  private static func shares(of pixels: Int, in count: Int) -> [(first: Int, shares: [Double])] {
    let width = Double(pixels) / Double(count)
    return (0..<count).map { index in
      let (start, end) = (Double(index) * width, Double(index + 1) * width)
      let first = min(Int(start), pixels - 1)
      let last = min(max(Int(end.rounded(.up)) - 1, first), pixels - 1)
      return (first, (first...last).map { max(min(Double($0 + 1), end) - max(Double($0), start), 0) / width })
    }
  }
}
