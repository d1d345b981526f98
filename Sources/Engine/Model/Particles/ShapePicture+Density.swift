extension ShapePicture {
  /// A white picture whose alpha is a formula's value at the middle of each cell, between 0 and 1: particles are born where the formula is
  /// large.
  ///
  /// - Parameters:
  ///   - density: a formula as for pixels, which reads no time. Its first output is the density; noises have the seed 0.
  ///   - values: the numbers that it reads.
  ///   - width: the picture's width in points; the formula's x runs from 0 to it.
  ///   - height: the picture's height in points.
  ///   - detail: cells along the longer side.
  package init(
    density: FormulaProgram, values: [Double], width: Double, height: Double, durationSeconds: Double, detail: Int
  ) {
    let longer = max(width, height)
    func cells(along side: Double) -> Int { max(Int((side / longer * Double(detail)).rounded()), 1) }
    let (columns, rows) = (cells(along: width), cells(along: height))
    var inputs = FormulaInputs(AnimationClock(0), seed: 0)
    (inputs.width, inputs.height, inputs.values) = (width, height, values)
    inputs.durationSeconds = durationSeconds
    inputs.pixel = longer / Double(detail)
    var samples: [SIMD4<Float>] = []
    samples.reserveCapacity(columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        inputs.x = (Double(column) + 0.5) * width / Double(columns)
        inputs.y = (Double(row) + 0.5) * height / Double(rows)
        let value = density.values(inputs, ramp: { _ in .zero })[density.outputs[0]]
        samples.append(SIMD4(1, 1, 1, Float(min(max(value, 0), 1))))
      }
    }
    self.init(file: nil, width: width, height: height, columns: columns, rows: rows, samples: samples)
  }
}
