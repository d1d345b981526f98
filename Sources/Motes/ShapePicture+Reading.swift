import Encoding
import Model
import Raster
import Shading

extension ShapePicture {
  /// Reads a picture into a grid of cells. A cell has the mean colour and alpha of the pixels that it covers, each weighted by the share of
  /// the cell that it fills.
  ///
  /// - Parameters:
  ///   - file: the picture, whose size has been checked. Its first frame is read.
  ///   - detail: number of cells along the longer side, at most one for each pixel.
  /// - Throws: `MediaError` if the picture cannot be read any more.
  package init(contentsOf file: Clip, detail: Int) throws(MediaError) {
    guard let light = try SeekingClip(file.path, isEncoded: false).picture(0) else {
      throw MediaError(.file, "\(file.path) has no frame that can be decoded.", path: file.path)
    }
    let (columns, rows) = ShapePicture.size(of: file, detail: detail)
    self.init(file: file, columns: columns, rows: rows, cells: Self.cells(of: light, columns, rows))
  }

  /// Draws words with emoji, and makes a grid of cells of the picture.
  package init(drawing words: SpriteWords, detail: Int) {
    let light = LightPicture(drawing: words, blending: .linear)
    let (columns, rows) = ShapePicture.size(width: words.width, height: words.height, detail: detail)
    self.init(
      file: nil, width: words.box.width, height: words.box.height, columns: columns, rows: rows,
      cells: Self.cells(of: light, columns, rows))
  }

  private static func cells(of light: LightPicture, _ columns: Int, _ rows: Int) -> [SIMD4<Float>] {
    let (columnShares, rowShares) = (
      shares(of: light.width, in: columns), shares(of: light.height, in: rows)
    )
    var cells: [SIMD4<Float>] = []
    cells.reserveCapacity(columns * rows)
    for row in rowShares {
      for column in columnShares {
        var sum = SIMD4<Double>()
        for (j, rowShare) in row.shares.enumerated() {
          let planes = (0..<4).map { light.pixels.tile.row(row.first + j, plane: $0) + column.first }
          for (i, share) in column.shares.enumerated() {
            let alpha = light.isOpaque ? 1 : planes[3][i]
            let pixel = SIMD4(Double(planes[0][i]), Double(planes[1][i]), Double(planes[2][i]), Double(alpha))
            sum += pixel * (share * rowShare)
          }
        }
        cells.append(straight(sum))
      }
    }
    return cells
  }

  /// A premultiplied colour as straight colour and alpha, clamped to 0 ... 1.
  private static func straight(_ color: SIMD4<Double>) -> SIMD4<Float> {
    let alpha = min(max(color.w, 0), 1)
    guard alpha > 1e-6 else { return SIMD4() }
    func channel(_ value: Double) -> Float { Float(min(max(value / alpha, 0), 1)) }
    return SIMD4(channel(color.x), channel(color.y), channel(color.z), Float(alpha))
  }

  /// For each of `count` cells along an axis: the first pixel that it covers, and the share of the cell that each of its pixels fills.
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
