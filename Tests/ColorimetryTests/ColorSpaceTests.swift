import Colorimetry
import Testing

@Suite struct ColorSpaceTests {
  @Test("Encoding and decoding invert each other", arguments: TransferFunction.allCases) func curvesInvertEachOther(
    _ curve: TransferFunction
  ) {
    for step in -500...1500 {
      let value = Double(step) / 500
      let back = curve.encode(curve.decode(value))
      // The two branches of the curves of prophoto and sRGB do not meet exactly.
      #expect((back - value).magnitude <= 2e-8 * value.magnitude, "\(value) → \(back)")
      if step > 200 { #expect((back - value).magnitude <= 2e-15 * value.magnitude, "\(value) → \(back)") }
      #expect(curve.decode(-value) == -curve.decode(value))
    }
    #expect(curve.encode(0) == 0 && curve.decode(0) == 0)
    #expect((curve.decode(1) - 1).magnitude < 1e-15)
  }

  /// Figures with 17 digits from an arbitrary-precision evaluation of the definitions.
  @Test("Transfer functions agree with their definitions") func curvesAgreeWithTheirDefinitions() {
    let cases: [(TransferFunction, Double, Double)] = [
      (.srgb, 0.02, 0.0015479876160990713),
      (.a98, 0.02, 0.00018348193467219382),
      (.prophoto, 0.02, 0.00125),
      (.rec2020, 0.02, 8.3651164207301866e-05),
      (.srgb, 0.25, 0.050876088171556789),
      (.a98, 0.25, 0.047417470037444211),
      (.prophoto, 0.25, 0.082469244423305887),
      (.rec2020, 0.25, 0.035896823593657347),
      (.srgb, 0.5, 0.21404114048223244),
      (.a98, 0.5, 0.21775552814439456),
      (.prophoto, 0.5, 0.28717458874925877),
      (.rec2020, 0.5, 0.18946457081379975),
      (.srgb, 0.75, 0.52252155396839184),
      (.a98, 0.75, 0.53116859269007444),
      (.prophoto, 0.75, 0.59581341058995685),
      (.rec2020, 0.75, 0.5013569413029384),
      (.srgb, 0.9, 0.78741228939561714),
      (.a98, 0.9, 0.79317545939995759),
      (.prophoto, 0.9, 0.82724950695610944),
      (.rec2020, 0.9, 0.77657252756648809),
      (.srgb, 1.5, 2.5371552393915171),
      (.a98, 1.5, 2.4392886702644558),
      (.prophoto, 1.5, 2.0747428008338873),
      (.rec2020, 1.5, 2.6461778006805154),
    ]
    for (curve, encoded, light) in cases {
      #expect(
        (curve.decode(encoded) - light).magnitude <= 1e-15 * light, "\(curve) \(encoded) \(curve.decode(encoded))")
      #expect((curve.encode(light) - encoded).magnitude <= 1e-15 * encoded, "\(curve) \(light) \(curve.encode(light))")
    }
  }

  @Test("Conversion matrices invert each other") func matricesInvertEachOther() {
    let pairs: [(Matrix3, Matrix3)] = [
      (.srgbToXYZ, .xyzToSRGB), (.displayP3ToXYZ, .xyzToDisplayP3), (.a98ToXYZ, .xyzToA98),
      (.rec2020ToXYZ, .xyzToRec2020), (.prophotoToXYZD50, .xyzD50ToProphoto), (.d65ToD50, .d50ToD65),
      (.xyzToLMS, .lmsToXYZ), (.oklabToLMSRoots, .lmsRootsToOklab),
    ]
    for (there, back) in pairs {
      let product = there * back
      for (row, unit) in [
        (product.row0, SIMD3<Double>(1, 0, 0)), (product.row1, SIMD3(0, 1, 0)), (product.row2, SIMD3(0, 0, 1)),
      ] {
        let difference = row - unit
        #expect(difference.x.magnitude < 2e-14 && difference.y.magnitude < 2e-14 && difference.z.magnitude < 2e-14)
      }
    }
  }

  /// The matrices follow from the primaries' chromaticities and the white point.
  @Test("Conversion matrices follow from the primaries") func matricesFollowFromThePrimaries() {
    let d65 = SIMD2(0.3127, 0.3290)
    let spaces: [(Matrix3, [SIMD2<Double>], SIMD2<Double>, Double)] = [
      (.srgbToXYZ, [SIMD2(0.64, 0.33), SIMD2(0.30, 0.60), SIMD2(0.15, 0.06)], d65, 1e-15),
      (.displayP3ToXYZ, [SIMD2(0.680, 0.320), SIMD2(0.265, 0.690), SIMD2(0.150, 0.060)], d65, 1e-15),
      (.a98ToXYZ, [SIMD2(0.64, 0.33), SIMD2(0.21, 0.71), SIMD2(0.15, 0.06)], d65, 1e-15),
      (.rec2020ToXYZ, [SIMD2(0.708, 0.292), SIMD2(0.170, 0.797), SIMD2(0.131, 0.046)], d65, 1e-15),
      (
        .prophotoToXYZD50, [SIMD2(0.734699, 0.265301), SIMD2(0.159597, 0.840403), SIMD2(0.036598, 0.000105)],
        SIMD2(0.3457, 0.3585), 1e-9
      ),
    ]
    for (matrix, primaries, white, tolerance) in spaces {
      let expected = matrixToXYZ(primaries, white: white)
      for (row, expectedRow) in [
        (matrix.row0, expected.row0), (matrix.row1, expected.row1), (matrix.row2, expected.row2),
      ] {
        let difference = row - expectedRow
        #expect(
          difference.x.magnitude < tolerance && difference.y.magnitude < tolerance
            && difference.z.magnitude < tolerance, "\(row) \(expectedRow)")
      }
    }
  }

  /// The matrix from linear RGB to XYZ that follows from the chromaticities of primaries and white. Cramer's rule scales the primaries so
  /// that their sum is white.
  private func matrixToXYZ(_ primaries: [SIMD2<Double>], white: SIMD2<Double>) -> Matrix3 {
    let columns = primaries.map { SIMD3($0.x / $0.y, 1, (1 - $0.x - $0.y) / $0.y) }
    let target = SIMD3(white.x / white.y, 1, (1 - white.x - white.y) / white.y)
    func determinant(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> Double {
      a.x * (b.y * c.z - c.y * b.z) - b.x * (a.y * c.z - c.y * a.z) + c.x * (a.y * b.z - b.y * a.z)
    }
    let whole = determinant(columns[0], columns[1], columns[2])
    let r = columns[0] * (determinant(target, columns[1], columns[2]) / whole)
    let g = columns[1] * (determinant(columns[0], target, columns[2]) / whole)
    let b = columns[2] * (determinant(columns[0], columns[1], target) / whole)
    return Matrix3(SIMD3(r.x, g.x, b.x), SIMD3(r.y, g.y, b.y), SIMD3(r.z, g.z, b.z))
  }

  @Test("Every space represents every colour", arguments: ColorSpace.allCases) func everySpaceHoldsEveryColor(
    _ space: ColorSpace
  ) {
    for red in [-0.2, 0, 0.003, 0.2, 0.7, 1, 3] {
      for green in [-0.1, 0, 0.01, 0.5, 1, 2] {
        for blue in [0, 0.05, 0.9, 1] {
          let light = SIMD3(red, green, blue)
          let back = space.linearLight(space.components(ofLight: light)) - light
          // The published Oklab matrices have 16 digits, and the branches of prophoto's curve do not meet exactly.
          let tolerance = 3e-9
          #expect(
            back.x.magnitude < tolerance && back.y.magnitude < tolerance && back.z.magnitude < tolerance,
            "\(light) \(back)")
        }
      }
    }
  }

  @Test("Sines and cosines are exact at quarter turns") func anglesAreExactWhereTheyCanBe() {
    #expect(Angles.sineAndCosine(degrees: 90) == (1, 0))
    #expect(Angles.sineAndCosine(degrees: -180).cosine == -1)
    #expect(Angles.sineAndCosine(degrees: 36000) == (0, 1))
    #expect((Angles.sineAndCosine(degrees: 30).sine - 0.5).magnitude < 2e-16)
    for step in -720...720 {
      let angle = Double(step) + 0.125
      let (sine, cosine) = Angles.sineAndCosine(degrees: angle)
      #expect((sine * sine + cosine * cosine - 1).magnitude < 5e-16)
      #expect((Angles.degrees(y: sine, x: cosine) - Angles.reduced(degrees: angle)).magnitude < 2e-13)
    }
  }
}
