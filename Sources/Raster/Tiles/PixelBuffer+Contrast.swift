extension PixelBuffer {
  /// The sum of the variances of the red, green and blue samples, times n² for n pixels.
  ///
  /// The sums are whole numbers. n · Σx² − (Σx)² = n² · variance is computed in Double, since it may exceed Int for a large frame; it is the
  /// same on every machine.
  package var contrast: Double {
    precondition(format == .rgb24, "Contrast is computed from 8-bit RGB.")
    var sums = SIMD3<Int>.zero
    var squares = SIMD3<Int>.zero
    forEachRow { row in
      for start in Swift.stride(from: 0, to: row.count, by: 3) {
        let samples = SIMD3(Int(row[start]), Int(row[start + 1]), Int(row[start + 2]))
        sums &+= samples
        squares &+= samples &* samples
      }
    }
    let pixels = Double(width * height)
    let scaledVariances = SIMD3<Double>(squares) * pixels - SIMD3<Double>(sums) * SIMD3<Double>(sums)
    return scaledVariances.x + scaledVariances.y + scaledVariances.z
  }
}
