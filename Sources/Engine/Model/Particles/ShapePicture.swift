/// A picture that particles are born on: a grid of samples, each with the mean colour and alpha of the pixels in it.
public struct ShapePicture: Sendable, Equatable {
  /// The file; nil for words with emoji.
  public let file: Clip?
  /// Width of the picture in points; for a file, one point for each displayed pixel.
  package let width: Double
  /// Height of the picture in points.
  package let height: Double
  /// Number of samples in a row.
  public let columns: Int
  /// Number of samples in a column.
  public let rows: Int
  /// Samples row by row: straight red, green and blue in linear light, and alpha; all 0 to 1.
  package let samples: [SIMD4<Float>]

  package init(file: Clip, columns: Int, rows: Int, samples: [SIMD4<Float>]) {
    self.init(
      file: file, width: Double(file.width) * file.pixelAspect, height: Double(file.height), columns: columns,
      rows: rows, samples: samples)
  }

  package init(file: Clip?, width: Double, height: Double, columns: Int, rows: Int, samples: [SIMD4<Float>]) {
    precondition(samples.count == columns * rows, "A grid has columns × rows samples.")
    (self.file, self.width, self.height) = (file, width, height)
    self.columns = columns
    self.rows = rows
    self.samples = samples
  }

  /// The size in samples of the grid of a picture file.
  ///
  /// - Parameter detail: samples along the longer side, at most one for each pixel.
  package static func size(of file: Clip, detail: Int) -> (columns: Int, rows: Int) {
    size(width: file.width, height: file.height, detail: detail)
  }

  /// The size in samples of the grid of a picture of `width` × `height` pixels.
  ///
  /// - Parameter detail: samples along the longer side, at most one for each pixel.
  package static func size(width: Int, height: Int, detail: Int) -> (columns: Int, rows: Int) {
    let longerPixels = max(width, height)
    let longerSamples = min(detail, longerPixels)
    // pixels × longerSamples ÷ longerPixels, rounded, and at least 1.
    func samples(along pixels: Int) -> Int { max((pixels * longerSamples + longerPixels / 2) / longerPixels, 1) }
    return (samples(along: width), samples(along: height))
  }

  /// The least alpha of a sample that counts as inside of the outline.
  private static let insideAlpha: Float = 0.5

  /// Whether a sample is inside of the outline; samples beyond the grid are not.
  package func isInside(column: Int, row: Int) -> Bool { alpha(column, row) >= Self.insideAlpha }

  /// The alpha of a sample; 0 beyond the grid.
  private func alpha(_ column: Int, _ row: Int) -> Float {
    guard (0..<columns).contains(column), (0..<rows).contains(row) else { return 0 }
    return samples[row * columns + column].w
  }

  /// Lines of the outline between the inside and the outside, in samples from the grid's upper left corner. The inside lies to the
  /// right of each line.
  ///
  /// Marching squares (W. E. Lorensen and H. E. Cline, 1987, in the plane): in each square between four neighbouring samples'
  /// middles lines join the points where alpha, linear along the square's sides, is ½. Cost: one step for each sample.
  package var outline: [(from: SIMD2<Double>, to: SIMD2<Double>)] {
    var lines: [(from: SIMD2<Double>, to: SIMD2<Double>)] = []
    // The corners of a square clockwise; side k lies between corners k and k + 1.
    let corners = [(x: 0, y: 0), (x: 1, y: 0), (x: 1, y: 1), (x: 0, y: 1)]
    for row in -1..<rows {
      for column in -1..<columns {
        let alphas = corners.map { alpha(column + $0.x, row + $0.y) }
        let isCornerInside = alphas.map { $0 >= Self.insideAlpha }
        guard isCornerInside.contains(true), isCornerInside.contains(false) else { continue }
        /// The point of a side at which alpha is ½.
        func crossing(_ side: Int) -> SIMD2<Double> {
          let next = (side + 1) & 3
          let share = Double((Self.insideAlpha - alphas[side]) / (alphas[next] - alphas[side]))
          let from = SIMD2(Double(column + corners[side].x) + 0.5, Double(row + corners[side].y) + 0.5)
          let to = SIMD2(Double(column + corners[next].x) + 0.5, Double(row + corners[next].y) + 0.5)
          return from + (to - from) * share
        }
        // Clockwise around the square, some sides lead from the inside out. A line goes from the crossing of each such side to that
        // of the nearest side before it that leads from the outside in.
        for exit in 0..<4 where isCornerInside[exit] && !isCornerInside[(exit + 1) & 3] {
          var entry = (exit + 3) & 3
          while isCornerInside[entry] { entry = (entry + 3) & 3 }
          lines.append((crossing(exit), crossing(entry)))
        }
      }
    }
    return lines
  }
}
