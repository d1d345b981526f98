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
    let (columns, rows) = Self.size(width: Int(width.rounded()), height: Int(height.rounded()), detail: detail)
    var inputs = FormulaInputs(AnimationClock(0), seed: 0)
    (inputs.width, inputs.height, inputs.values) = (width, height, values)
    inputs.durationSeconds = durationSeconds
    inputs.pixel = width / Double(columns)
    var samples: [SIMD4<Float>] = []
    samples.reserveCapacity(columns * rows)
    withUnsafeTemporaryAllocation(of: Double.self, capacity: density.valueCount) { values in
      for row in 0..<rows {
        for column in 0..<columns {
          inputs.x = (Double(column) + 0.5) * width / Double(columns)
          inputs.y = (Double(row) + 0.5) * height / Double(rows)
          density.compute(inputs, into: values)
          samples.append(SIMD4(1, 1, 1, Float(min(max(values[density.outputs[0]], 0), 1))))
        }
      }
    }
    self.init(file: nil, width: width, height: height, columns: columns, rows: rows, samples: samples)
  }
}
