extension Matrix3 {
  /// Linear light of SMPTE C, the primaries of BT.601 with 525 lines, to XYZ relative to D65.
  package static let smpteCToXYZ = Matrix3(
    red: SIMD2(0.63, 0.34), green: SIMD2(0.31, 0.595), blue: SIMD2(0.155, 0.07), white: SIMD2(0.3127, 0.329))
  /// Linear light of the EBU's primaries, those of BT.601 with 625 lines, to XYZ relative to D65.
  package static let ebuToXYZ = Matrix3(
    red: SIMD2(0.64, 0.33), green: SIMD2(0.29, 0.6), blue: SIMD2(0.15, 0.06), white: SIMD2(0.3127, 0.329))

  /// The matrix to XYZ of an RGB space, given the chromaticities x and y of its primaries and its white (SMPTE RP 177).
  init(red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>, white: SIMD2<Double>) {
    func xyz(_ chromaticity: SIMD2<Double>) -> SIMD3<Double> {
      SIMD3(chromaticity.x / chromaticity.y, 1, (1 - chromaticity.x - chromaticity.y) / chromaticity.y)
    }
    let (r, g, b) = (xyz(red), xyz(green), xyz(blue))
    // The primaries are scaled so that their sum is the white; Cramer's rule gives the three factors.
    func determinant(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> Double {
      a.x * (b.y * c.z - b.z * c.y) - b.x * (a.y * c.z - a.z * c.y) + c.x * (a.y * b.z - a.z * b.y)
    }
    let (denominator, w) = (determinant(r, g, b), xyz(white))
    let scale = SIMD3(
      determinant(w, g, b) / denominator, determinant(r, w, b) / denominator, determinant(r, g, w) / denominator)
    self.init(SIMD3(r.x, g.x, b.x) * scale, SIMD3(r.y, g.y, b.y) * scale, SIMD3(r.z, g.z, b.z) * scale)
  }
}
