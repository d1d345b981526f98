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
    let (x0, x1, t) = NoiseLattice.cell(x, period: period)
    let a = value(NoiseLattice.hash(x0 &* NoiseLattice.xFactor &+ seeds))
    let b = value(NoiseLattice.hash(x1 &* NoiseLattice.xFactor &+ seeds))
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
    let (x0, x1, tx) = NoiseLattice.cell(x, period: periodX)
    let (y0, y1, ty) = NoiseLattice.cell(y, period: periodY)
    return face(
      x0 &* NoiseLattice.xFactor, x1 &* NoiseLattice.xFactor, y0 &* NoiseLattice.yFactor &+ seed,
      y1 &* NoiseLattice.yFactor &+ seed,
      NoiseLattice.fade(tx), NoiseLattice.fade(ty))
  }

  /// 3-D noise.
  @inlinable @inline(__always)
  package static func at(
    _ x: Float8, _ y: Float8, _ z: Float8, seed: UInt32, periodX: Int32 = 0, periodY: Int32 = 0, periodZ: Int32 = 0
  ) -> Float8 {
    let (x0, x1, tx) = NoiseLattice.cell(x, period: periodX)
    let (y0, y1, ty) = NoiseLattice.cell(y, period: periodY)
    let (z0, z1, tz) = NoiseLattice.cell(z, period: periodZ)
    let xTerm0 = x0 &* NoiseLattice.xFactor
    let xTerm1 = x1 &* NoiseLattice.xFactor
    let yTerm0 = y0 &* NoiseLattice.yFactor &+ seed
    let yTerm1 = y1 &* NoiseLattice.yFactor &+ seed
    let zTerm0 = z0 &* NoiseLattice.zFactor
    let zTerm1 = z1 &* NoiseLattice.zFactor
    let u = NoiseLattice.fade(tx)
    let v = NoiseLattice.fade(ty)
    let near = face(xTerm0, xTerm1, yTerm0 &+ zTerm0, yTerm1 &+ zTerm0, u, v)
    let far = face(xTerm0, xTerm1, yTerm0 &+ zTerm1, yTerm1 &+ zTerm1, u, v)
    return near + (far - near) * NoiseLattice.fade(tz)
  }

  /// Interpolates between the four corners of a face of a cell, one that is perpendicular to z. `xTerm0`, `xTerm1`, `yTerm0` and
  /// `yTerm1` are the terms of the sums that are hashed for the corners, as in `GradientNoise.face`; `u` is the faded distance
  /// from the left corners, `v` from the upper ones.
  @inlinable @inline(__always)
  package static func face(
    _ xTerm0: UInt32x8, _ xTerm1: UInt32x8, _ yTerm0: UInt32x8, _ yTerm1: UInt32x8, _ u: Float8, _ v: Float8
  ) -> Float8 {
    let a = value(NoiseLattice.hash(xTerm0 &+ yTerm0))
    let b = value(NoiseLattice.hash(xTerm1 &+ yTerm0))
    let c = value(NoiseLattice.hash(xTerm0 &+ yTerm1))
    let d = value(NoiseLattice.hash(xTerm1 &+ yTerm1))
    let top = a + (b - a) * u
    let bottom = c + (d - c) * u
    return top + (bottom - top) * v
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
