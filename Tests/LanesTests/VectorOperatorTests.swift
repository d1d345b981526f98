import Lanes
import Testing

/// Compares the operators of whole vectors with the same operations on single lanes.
@Suite struct VectorOperatorTests {
  private static let floats: [Float] = [
    0, -0.0, 1, -1.5, 0x1p-149, -0x1p-126, .greatestFiniteMagnitude, .infinity, -.infinity, .nan, 0.1, 3.7, 1e-20,
    -7e19, 2, 255,
  ]
  private static let integers: [Int32] = [
    0, 1, -1, 7, -8, .max, .min, 0x5555_5555, -0x1234_5678, 31, 32, 33, 255, -256, 100, 3,
  ]

  /// All pairs of values in vectors of eight: for each distance, the values and the values that follow them at that distance.
  private static func pairs<Scalar: SIMDScalar>(_ values: [Scalar]) -> [(SIMD8<Scalar>, SIMD8<Scalar>)] {
    values.indices.flatMap { shift in
      [0, 8].map { start in
        var (a, b) = (SIMD8(repeating: values[0]), SIMD8(repeating: values[0]))
        for lane in 0..<8 {
          a[lane] = values[(start + lane) % values.count]
          b[lane] = values[(start + lane + shift) % values.count]
        }
        return (a, b)
      }
    }
  }

  private func isSame(_ a: Float, _ b: Float) -> Bool { a.bitPattern == b.bitPattern || (a.isNaN && b.isNaN) }

  @Test func floatsAreComputedLaneByLane() {
    for (a, b) in Self.pairs(Self.floats) {
      var (sum, difference, product, quotient) = (a, a, a, a)
      sum += b
      difference -= b
      product *= b
      quotient /= b
      for lane in 0..<8 {
        let (x, y) = (a[lane], b[lane])
        #expect(isSame((a + b)[lane], x + y) && isSame(sum[lane], x + y) && isSame((a + y)[lane], x + y), "\(x) + \(y)")
        #expect(
          isSame((a - b)[lane], x - y) && isSame(difference[lane], x - y) && isSame((x - b)[lane], x - y), "\(x) − \(y)"
        )
        #expect(
          isSame((a * b)[lane], x * y) && isSame(product[lane], x * y) && isSame((a * y)[lane], x * y), "\(x) × \(y)")
        #expect(
          isSame((a / b)[lane], x / y) && isSame(quotient[lane], x / y) && isSame((x / b)[lane], x / y), "\(x) ÷ \(y)")
      }
    }
  }

  @Test func comparisonsAreThoseOfEachLane() {
    for (a, b) in Self.pairs(Self.floats) {
      for lane in 0..<8 {
        let (x, y) = (a[lane], b[lane])
        #expect((a .< b)[lane] == (x < y) && (a .< y)[lane] == (x < y) && (x .< b)[lane] == (x < y), "\(x) < \(y)")
        #expect((a .<= b)[lane] == (x <= y) && (a .<= y)[lane] == (x <= y), "\(x) ≤ \(y)")
        #expect((a .> b)[lane] == (x > y) && (a .> y)[lane] == (x > y) && (x .> b)[lane] == (x > y), "\(x) > \(y)")
        #expect((a .>= b)[lane] == (x >= y) && (a .>= y)[lane] == (x >= y), "\(x) ≥ \(y)")
        #expect((a .== b)[lane] == (x == y) && (a .!= b)[lane] == (x != y), "\(x) = \(y)")
        #expect(isSame(a.replacing(with: b, where: a .< b)[lane], x < y ? y : x))
      }
    }
  }

  @Test func wholeNumbersAreComputedLaneByLane() {
    for (a, b) in Self.pairs(Self.integers) {
      let (c, d) = (SIMD8<UInt32>(truncatingIfNeeded: a), SIMD8<UInt32>(truncatingIfNeeded: b))
      for lane in 0..<8 {
        let (x, y, u, v) = (a[lane], b[lane], c[lane], d[lane])
        #expect((a &+ b)[lane] == x &+ y && (c &+ d)[lane] == u &+ v)
        #expect((a &- b)[lane] == x &- y && (c &- d)[lane] == u &- v)
        #expect((a &* b)[lane] == x &* y && (c &* d)[lane] == u &* v)
        #expect((a & b)[lane] == x & y && (c | d)[lane] == u | v && (a ^ b)[lane] == x ^ y)
        #expect((a &<< b)[lane] == x &<< y && (c &<< d)[lane] == u &<< v, "\(x) << \(y)")
        #expect((a &>> b)[lane] == x &>> y && (c &>> d)[lane] == u &>> v, "\(x) >> \(y)")
        #expect((a .< b)[lane] == (x < y) && (c .< d)[lane] == (u < v) && (c .>= d)[lane] == (u >= v))
        #expect((a .== b)[lane] == (x == y) && (c .!= d)[lane] == (u != v))
        #expect(a.replacing(with: b, where: a .> b)[lane] == (x > y ? y : x))
      }
    }
  }

  @Test func masksAreJoinedLaneByLane() {
    for (a, b) in Self.pairs(Self.integers) {
      let (p, q) = (a .< b, a .> 0)
      for lane in 0..<8 {
        #expect((p .& q)[lane] == (p[lane] && q[lane]) && (p .| q)[lane] == (p[lane] || q[lane]))
        #expect((p .^ q)[lane] == (p[lane] != q[lane]) && (.!p)[lane] == !p[lane])
        #expect(Lanes.select(p, a, b)[lane] == (p[lane] ? a[lane] : b[lane]))
      }
    }
  }
}
