extension PixelBuffer {
  /// The sum of the variances of the red, green and blue samples, times n² for n pixels.
  ///
  /// Σx and Σx² are summed up as whole numbers. n · Σx² − (Σx)², which is n² · variance, may exceed Int for a large frame, so it
  /// is computed in Double. The result is the same on every machine.
  package var contrast: Double {
    precondition(format == .rgb24, "Contrast is computed from 8-bit RGB.")
    var sums = SIMD3<Int>.zero
    var squareSums = SIMD3<Int>.zero
    forEachRow { row in
      for start in Swift.stride(from: 0, to: row.count, by: 3) {
        let samples = SIMD3(Int(row[start]), Int(row[start + 1]), Int(row[start + 2]))
        sums &+= samples
        squareSums &+= samples &* samples
      }
    }
    let pixelCount = Double(width * height)
    let multipliedVariances = SIMD3<Double>(squareSums) * pixelCount - SIMD3<Double>(sums) * SIMD3<Double>(sums)
    return multipliedVariances.x + multipliedVariances.y + multipliedVariances.z
  }
}
