// Gradient noise in two and three dimensions with its exact derivatives.
//
// The lattice has a point at all whole coordinates; the squares or cubes between neighbouring points are its cells. Every point
// has a random gradient, whose components are uniform in −1...1 and come straight from the hash's bits. A point's gradient gives
// a linear function that is 0 at the point; inside a cell the functions of its corners are mixed by a quintic fade.
// Source: K. Perlin, "Improving Noise" (2002); derivatives after I. Quilez (2017). Values lie in −1...1; the ends are rare, the
// standard deviation is 0.18 in 2-D and 0.13 in 3-D. Coordinates and periods are counted in cells; a period of 0 never repeats.
// Coordinates are clamped to ±2³¹; the noise repeats exactly only where their magnitude is below 2²². Cost for eight points: the
// formula has 110 operations in 2-D and 260 in 3-D, derivatives take 40 more; compiled code has about 1.4 times as many
// instructions.
// Tried: gradients of length 1, from a table or by sine and cosine: twice the cost without a visible difference.

/// Value and partial derivatives (per cell of the lattice) of a noise in 2-D.
@usableFromInline
package struct NoiseSample2: Sendable {
  @usableFromInline package var value: Float8
  @usableFromInline package var dx: Float8
  @usableFromInline package var dy: Float8

  @inlinable @inline(__always)
  package init(value: Float8, dx: Float8, dy: Float8) {
    self.value = value
    self.dx = dx
    self.dy = dy
  }
}

/// Value and partial derivatives (per cell of the lattice) of a noise in 3-D.
@usableFromInline
package struct NoiseSample3: Sendable {
  @usableFromInline package var value: Float8
  @usableFromInline package var dx: Float8
  @usableFromInline package var dy: Float8
  @usableFromInline package var dz: Float8

  @inlinable @inline(__always)
  package init(value: Float8, dx: Float8, dy: Float8, dz: Float8) {
    self.value = value
    self.dx = dx
    self.dy = dy
    self.dz = dz
  }
}

/// Gradient noise with exact derivatives; see the top of this file.
@usableFromInline
package enum GradientNoise {
  /// 2-D noise. Components of the result that the caller does not use are not computed, because everything is inlined.
  @inlinable @inline(__always)
  package static func at(
    _ x: Float8, _ y: Float8, seed: UInt32, periodX: Int32 = 0, periodY: Int32 = 0
  ) -> NoiseSample2 {
    let (x0, x1, tx) = NoiseLattice.cell(x, period: periodX)
    let (y0, y1, ty) = NoiseLattice.cell(y, period: periodY)
    let sample = face(
      x0 &* NoiseLattice.xFactor, x1 &* NoiseLattice.xFactor, y0 &* NoiseLattice.yFactor &+ seed,
      y1 &* NoiseLattice.yFactor &+ seed,
      tx, ty, Float8())
    // Components of gradients are odd integers of ten bits, in units of 2⁻⁹.
    return NoiseSample2(value: sample.value * 0x1p-9, dx: sample.dx * 0x1p-9, dy: sample.dy * 0x1p-9)
  }

  /// 3-D noise. In animated fields z is time; with a `periodZ` above 0 the noise repeats along z after that many cells.
  @inlinable @inline(__always)
  package static func at(
    _ x: Float8, _ y: Float8, _ z: Float8, seed: UInt32, periodX: Int32 = 0, periodY: Int32 = 0, periodZ: Int32 = 0
  ) -> NoiseSample3 {
    let (x0, x1, tx) = NoiseLattice.cell(x, period: periodX)
    let (y0, y1, ty) = NoiseLattice.cell(y, period: periodY)
    let (z0, z1, tz) = NoiseLattice.cell(z, period: periodZ)
    let xTerm0 = x0 &* NoiseLattice.xFactor
    let xTerm1 = x1 &* NoiseLattice.xFactor
    let yTerm0 = y0 &* NoiseLattice.yFactor &+ seed
    let yTerm1 = y1 &* NoiseLattice.yFactor &+ seed
    let zTerm0 = z0 &* NoiseLattice.zFactor
    let zTerm1 = z1 &* NoiseLattice.zFactor
    let near = face(xTerm0, xTerm1, yTerm0 &+ zTerm0, yTerm1 &+ zTerm0, tx, ty, tz)
    let far = face(xTerm0, xTerm1, yTerm0 &+ zTerm1, yTerm1 &+ zTerm1, tx, ty, tz - 1)
    let w = NoiseLattice.fade(tz)
    let difference = far.value - near.value
    // In the middle of a cell the three components of a gradient, each times an offset of ½, could add up to 1.5.
    let scale: Float = 0x1p-9 * 2 / 3
    return NoiseSample3(
      value: (near.value + difference * w) * scale,
      dx: Lanes.mix(near.dx, far.dx, w) * scale,
      dy: Lanes.mix(near.dy, far.dy, w) * scale,
      dz: (Lanes.mix(near.dz, far.dz, w) + difference * NoiseLattice.fadeSlope(tz)) * scale)
  }

  /// Mixes the four corners of a face of a cell, one that is perpendicular to z. The result is in units of 2⁻⁹; its `dz` is the
  /// mixed z component of the corners' gradients.
  ///
  /// - Parameters:
  ///   - xTerm0: x of the left corners times `NoiseLattice.xFactor`; `xTerm1` is the same of the right corners.
  ///   - yTerm0: y of the upper corners times `yFactor`, plus the seed and z times `zFactor`; `yTerm1` is the same of the lower
  ///     corners.
  ///   - tx: distance from the left corners, 0...1; `ty` is the distance from the upper corners.
  ///   - offsetZ: signed distance from the face.
  @inlinable @inline(__always)
  package static func face(
    _ xTerm0: UInt32x8, _ xTerm1: UInt32x8, _ yTerm0: UInt32x8, _ yTerm1: UInt32x8,
    _ tx: Float8, _ ty: Float8, _ offsetZ: Float8
  ) -> NoiseSample3 {
    let a = corner(xTerm0 &+ yTerm0, tx, ty, offsetZ)
    let b = corner(xTerm1 &+ yTerm0, tx - 1, ty, offsetZ)
    let c = corner(xTerm0 &+ yTerm1, tx, ty - 1, offsetZ)
    let d = corner(xTerm1 &+ yTerm1, tx - 1, ty - 1, offsetZ)
    let u = NoiseLattice.fade(tx)
    let v = NoiseLattice.fade(ty)
    let top = a.value + (b.value - a.value) * u
    let bottom = c.value + (d.value - c.value) * u
    let slopeX = Lanes.mix(b.value - a.value, d.value - c.value, v) * NoiseLattice.fadeSlope(tx)
    return NoiseSample3(
      value: top + (bottom - top) * v,
      dx: Lanes.mix(Lanes.mix(a.dx, b.dx, u), Lanes.mix(c.dx, d.dx, u), v) + slopeX,
      dy: Lanes.mix(Lanes.mix(a.dy, b.dy, u), Lanes.mix(c.dy, d.dy, u), v)
        + (bottom - top) * NoiseLattice.fadeSlope(ty),
      dz: Lanes.mix(Lanes.mix(a.dz, b.dz, u), Lanes.mix(c.dz, d.dz, u), v))
  }

  /// A lattice point's gradient, as the derivatives of the sample, and the gradient's dot product with the offset from the point,
  /// as the value. `hashInput` is the seed plus the sum of the point's coordinates, each times its factor.
  @inlinable @inline(__always)
  package static func corner(
    _ hashInput: UInt32x8, _ offsetX: Float8, _ offsetY: Float8, _ offsetZ: Float8
  ) -> NoiseSample3 {
    let hash = unsafeBitCast(NoiseLattice.hash(hashInput), to: Int32x8.self)
    // Three fields of ten bits, made odd: −511...511 with a mean of 0.
    let gx = Lanes.float((hash &>> 22) | 1)
    let gy = Lanes.float(((hash &<< 11) &>> 22) | 1)
    let gz = Lanes.float(((hash &<< 22) &>> 22) | 1)
    return NoiseSample3(value: (gx * offsetX + gy * offsetY) + gz * offsetZ, dx: gx, dy: gy, dz: gz)
  }
}
