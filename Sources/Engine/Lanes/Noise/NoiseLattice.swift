import CLanes

/// Two neighbouring coordinates of lattice points along one axis, for each of eight places.
@usableFromInline
package struct LatticePoints {
  /// The coordinate at or below the place, and the next one.
  @usableFromInline package var low, next: UInt32x8

  @inlinable @inline(__always)
  package init(low: UInt32x8, next: UInt32x8) {
    self.low = low
    self.next = next
  }
}

/// Common functions of the noises: the hash of a lattice point, periods, and the fade between points.
@usableFromInline
package enum NoiseLattice {
  /// Factors of a lattice point's coordinates: the three products and the seed are added, and the sum is hashed. The factors are
  /// large odd numbers, so that different coordinates have different products.
  @inlinable @inline(__always) package static var xFactor: UInt32 { 0x9e37_79b1 }
  @inlinable @inline(__always) package static var yFactor: UInt32 { 0x85eb_ca77 }
  @inlinable @inline(__always) package static var zFactor: UInt32 { 0xc2b2_ae3d }

  /// 32 random bits that follow from `value` in each lane; different values give different bits. For a lattice point, `value` is
  /// the seed plus the sum of the point's coordinates, each times its factor.
  @inlinable @inline(__always)
  package static func hash(_ value: UInt32x8) -> UInt32x8 {
    var h = (value ^ (value &>> 16)) &* CounterHash.firstFactor
    h = (h ^ (h &>> 15)) &* CounterHash.secondFactor
    return h ^ (h &>> 16)
  }

  /// Hashes one number to 32 bits, as `hash` does eight: a seed is derived from another seed by it.
  @inlinable @inline(__always)
  package static func hash(_ value: UInt32) -> UInt32 {
    var h = (value ^ (value &>> 16)) &* CounterHash.firstFactor
    h = (h ^ (h &>> 15)) &* CounterHash.secondFactor
    return h ^ (h &>> 16)
  }

  /// The lattice coordinates at or below `x` and after it, and the fraction of the way between them at `x` (0...1; 1 only by
  /// rounding).
  ///
  /// `x` is counted in cells of the lattice and clamped to ±2³¹. A `period` above 0 repeats the lattice after that many cells
  /// (exact for |x| < 2²²); 0 never repeats it.
  @inlinable @inline(__always)
  package static func cell(_ x: Float8, period: Int32) -> (points: LatticePoints, fraction: Float8) {
    // C functions, because Swift functions would not all be inlined into a caller that calls `cell` once for each of three axes.
    let low = clanes_noise_cell(x, period)
    let next = clanes_noise_next(low, period)
    let points = LatticePoints(low: unsafeBitCast(low, to: UInt32x8.self), next: unsafeBitCast(next, to: UInt32x8.self))
    return (points, clanes_noise_fraction(x))
  }

  /// Whether all coordinates lie so near 0 that `cell` clamps nothing. The fraction is then x − ⌊x⌋.
  @inlinable @inline(__always)
  package static func isNear(_ x: Float8) -> Bool { Lanes.all(Lanes.abs(x) .< 0x1p30) }

  /// The quintic fade from 0 to 1, 6t⁵ − 15t⁴ + 10t³: its first and second derivatives are 0 at both ends (K. Perlin, "Improving
  /// Noise", 2002).
  @inlinable @inline(__always)
  package static func fade(_ t: Float8) -> Float8 {
    let quadratic = (t * 6 - 15) * t + 10
    return t * t * t * quadratic
  }

  /// Derivative of `fade`: 30t²(t − 1)².
  @inlinable @inline(__always)
  package static func fadeSlope(_ t: Float8) -> Float8 { t * t * ((t - 2) * t + 1) * 30 }

  /// The quintic fade from 0 to 1 (6t⁵ − 15t⁴ + 10t³) of a Double.
  @inlinable @inline(__always)
  package static func fade(_ t: Double) -> Double { t * t * t * ((t * 6 - 15) * t + 10) }
}
