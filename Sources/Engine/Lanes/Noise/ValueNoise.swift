/// Value noise: random values at the points of a lattice, which has a point at all whole coordinates, and a quintic fade between
/// them. Values lie in −1...1, mean 0.
///
/// Cheap and soft, for twinkling and slow gusts. Cost for eight points: 1-D 30 operations, 2-D 70, 3-D 130. Coordinates and
/// periods are counted in cells, the intervals between neighbouring points; a period of 0 never repeats. The functions of
/// `Float8` clamp coordinates to ±2³¹, and repeat exactly only where their magnitude is below 2²². The functions of Double are
/// other noises: their values at lattice points have 53 random bits, those of `Float8` have 24.
@usableFromInline
package enum ValueNoise {
  /// A value of −1 ..< 1 from the top 24 bits of a hash.
  @inlinable @inline(__always)
  package static func value(_ hash: UInt32x8) -> Float8 {
    Lanes.float(unsafeBitCast(hash, to: Int32x8.self) &>> 8) * 0x1p-23
  }

  /// 1-D noise with a separate lattice for each lane (`seeds` are random bits of eight particles).
  @inlinable @inline(__always)
  package static func at(_ x: Float8, seeds: UInt32x8, period: Int32 = 0) -> Float8 {
    let (points, t) = NoiseLattice.cell(x, period: period)
    let a = value(NoiseLattice.hash(points.low &* NoiseLattice.xFactor &+ seeds))
    let b = value(NoiseLattice.hash(points.next &* NoiseLattice.xFactor &+ seeds))
    return a + (b - a) * NoiseLattice.fade(t)
  }

  /// 1-D noise with one lattice for all lanes.
  @inlinable @inline(__always)
  package static func at(_ x: Float8, seed: UInt32, period: Int32 = 0) -> Float8 {
    at(x, seeds: UInt32x8(repeating: seed), period: period)
  }

  /// 2-D noise.
  @inlinable @inline(__always)
  package static func at(
    _ x: Float8, _ y: Float8, seed: UInt32, periodX: Int32 = 0, periodY: Int32 = 0
  ) -> Float8 {
    let (xPoints, tx) = NoiseLattice.cell(x, period: periodX)
    let (yPoints, ty) = NoiseLattice.cell(y, period: periodY)
    return ValueCorners(FaceTerms(x: xPoints, y: yPoints, seed: seed)).value(tx, ty, offsetZ: nil)
  }

  /// 3-D noise.
  @inlinable @inline(__always)
  package static func at(
    _ x: Float8, _ y: Float8, _ z: Float8, seed: UInt32, periodX: Int32 = 0, periodY: Int32 = 0, periodZ: Int32 = 0
  ) -> Float8 {
    let (xPoints, tx) = NoiseLattice.cell(x, period: periodX)
    let (yPoints, ty) = NoiseLattice.cell(y, period: periodY)
    let (zPoints, tz) = NoiseLattice.cell(z, period: periodZ)
    let face = FaceTerms(x: xPoints, y: yPoints, seed: seed)
    let near = ValueCorners(face.at(z: zPoints.low)).value(tx, ty, offsetZ: tz)
    let far = ValueCorners(face.at(z: zPoints.next)).value(tx, ty, offsetZ: tz - 1)
    return near + (far - near) * NoiseLattice.fade(tz)
  }

  /// 1-D noise for expressions, for any x (0 beyond ±2⁵²).
  package static func at(_ x: Double, seed: UInt64, period: Int = 0) -> Double {
    guard x.magnitude < 0x1p52 else { return 0 }
    let (x0, x1, t) = cell(x, period)
    let a = value(x0, 0, seed)
    let b = value(x1, 0, seed)
    return a + (b - a) * NoiseLattice.fade(t)
  }

  /// 2-D noise for expressions, for any x and y (0 beyond ±2⁵²).
  package static func at(_ x: Double, _ y: Double, seed: UInt64, periodX: Int = 0, periodY: Int = 0) -> Double {
    guard x.magnitude < 0x1p52, y.magnitude < 0x1p52 else { return 0 }
    let (x0, x1, tx) = cell(x, periodX)
    let (y0, y1, ty) = cell(y, periodY)
    let u = NoiseLattice.fade(tx)
    let top = value(x0, y0, seed) + (value(x1, y0, seed) - value(x0, y0, seed)) * u
    let bottom = value(x0, y1, seed) + (value(x1, y1, seed) - value(x0, y1, seed)) * u
    return top + (bottom - top) * NoiseLattice.fade(ty)
  }

  /// The lattice coordinate at or below `x`, the next one, and the fraction of the way between them at `x` (0...1; 1 only by
  /// rounding), as in `NoiseLattice.cell`.
  private static func cell(_ x: Double, _ period: Int) -> (low: Int, next: Int, fraction: Double) {
    let whole = x.rounded(.down)
    let fraction = x - whole
    let low = Int(whole)
    guard period > 0 else { return (low, low &+ 1, fraction) }
    let wrapped = (low % period + period) % period
    return (wrapped, wrapped + 1 == period ? 0 : wrapped + 1, fraction)
  }

  /// The value of a lattice point, −1 ..< 1, from the top 53 bits of its hash. In 1-D y is 0. The factors are large odd numbers.
  private static func value(_ x: Int, _ y: Int, _ seed: UInt64) -> Double {
    let first = CounterHash.mix64(UInt64(bitPattern: Int64(x)) &+ seed &* 0x9e37_79b9_7f4a_7c15)
    let hash = CounterHash.mix64(first ^ (UInt64(bitPattern: Int64(y)) &* 0xc2b2_ae3d_27d4_eb4f))
    return Double(Int64(bitPattern: hash) &>> 11) * 0x1p-52
  }
}

/// The values of the lattice points at the four corners of a face of a cell: upper left, upper right, lower left, lower right.
@usableFromInline
package struct ValueCorners: LatticeCorners {
  @usableFromInline var a, b, c, d: Float8

  @inlinable @inline(__always)
  package init(_ face: FaceTerms) {
    a = ValueNoise.value(NoiseLattice.hash(face.left &+ face.upper))
    b = ValueNoise.value(NoiseLattice.hash(face.right &+ face.upper))
    c = ValueNoise.value(NoiseLattice.hash(face.left &+ face.lower))
    d = ValueNoise.value(NoiseLattice.hash(face.right &+ face.lower))
  }

  @inlinable @inline(__always)
  init(_ a: Float8, _ b: Float8, _ c: Float8, _ d: Float8) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  @inlinable @inline(__always)
  package var ofLastLane: ValueCorners {
    ValueCorners(
      Float8(repeating: a[7]), Float8(repeating: b[7]), Float8(repeating: c[7]), Float8(repeating: d[7]))
  }

  /// The values between the corners, faded. The distance from the face is not needed.
  @inlinable @inline(__always)
  package func value(_ tx: Float8, _ ty: Float8, offsetZ: Float8?) -> Float8 {
    let u = NoiseLattice.fade(tx)
    let top = a + (b - a) * u
    let bottom = c + (d - c) * u
    return top + (bottom - top) * NoiseLattice.fade(ty)
  }
}
