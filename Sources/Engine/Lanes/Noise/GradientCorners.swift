/// The gradients of the lattice points at the four corners of a face of a cell: upper left, upper right, lower left, lower right.
@usableFromInline
package struct GradientCorners: LatticeCorners {
  @usableFromInline var a, b, c, d: LatticeGradient

  @inlinable @inline(__always)
  package init(_ face: FaceTerms) {
    a = LatticeGradient(face.left &+ face.upper)
    b = LatticeGradient(face.right &+ face.upper)
    c = LatticeGradient(face.left &+ face.lower)
    d = LatticeGradient(face.right &+ face.lower)
  }

  @inlinable @inline(__always)
  init(_ a: LatticeGradient, _ b: LatticeGradient, _ c: LatticeGradient, _ d: LatticeGradient) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  @inlinable @inline(__always)
  package var ofLastLane: GradientCorners { GradientCorners(a.lane(7), b.lane(7), c.lane(7), d.lane(7)) }

  @inlinable @inline(__always)
  package func value(_ tx: Float8, _ ty: Float8, offsetZ: Float8?) -> Float8 {
    sample(tx, ty, offsetZ: offsetZ).value
  }

  /// The value with its derivatives, in units of 2⁻⁹; `dz` is the mixed z component of the gradients. What is not used is not computed.
  @inlinable @inline(__always)
  package func sample(_ tx: Float8, _ ty: Float8, offsetZ: Float8?) -> NoiseSample3 {
    let aValue = a.dot(tx, ty, offsetZ)
    let bValue = b.dot(tx - 1, ty, offsetZ)
    let cValue = c.dot(tx, ty - 1, offsetZ)
    let dValue = d.dot(tx - 1, ty - 1, offsetZ)
    let u = NoiseLattice.fade(tx)
    let v = NoiseLattice.fade(ty)
    let top = aValue + (bValue - aValue) * u
    let bottom = cValue + (dValue - cValue) * u
    let slopeX = Lanes.mix(bValue - aValue, dValue - cValue, v) * NoiseLattice.fadeSlope(tx)
    return NoiseSample3(
      value: top + (bottom - top) * v,
      dx: Lanes.mix(Lanes.mix(a.x, b.x, u), Lanes.mix(c.x, d.x, u), v) + slopeX,
      dy: Lanes.mix(Lanes.mix(a.y, b.y, u), Lanes.mix(c.y, d.y, u), v) + (bottom - top) * NoiseLattice.fadeSlope(ty),
      dz: Lanes.mix(Lanes.mix(a.z, b.z, u), Lanes.mix(c.z, d.z, u), v))
  }
}

/// The gradient of a lattice point: three odd integers of ten bits, −511...511 with a mean of 0, in units of 2⁻⁹.
@usableFromInline
package struct LatticeGradient {
  @usableFromInline var x, y, z: Float8

  /// - Parameter hashInput: the seed plus the sum of the point's coordinates, each times its factor.
  @inlinable @inline(__always)
  package init(_ hashInput: UInt32x8) {
    let hash = unsafeBitCast(NoiseLattice.hash(hashInput), to: Int32x8.self)
    x = Lanes.float((hash &>> 22) | 1)
    y = Lanes.float(((hash &<< 11) &>> 22) | 1)
    z = Lanes.float(((hash &<< 22) &>> 22) | 1)
  }

  @inlinable @inline(__always)
  init(_ x: Float8, _ y: Float8, _ z: Float8) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  /// The gradient of one lane, in all lanes.
  @inlinable @inline(__always)
  func lane(_ index: Int) -> LatticeGradient {
    LatticeGradient(Float8(repeating: x[index]), Float8(repeating: y[index]), Float8(repeating: z[index]))
  }

  /// The dot product of the gradient and an offset from the point; in 2-D without z.
  @inlinable @inline(__always)
  package func dot(_ offsetX: Float8, _ offsetY: Float8, _ offsetZ: Float8?) -> Float8 {
    let plane = x * offsetX + y * offsetY
    guard let offsetZ else { return plane }
    return plane + z * offsetZ
  }
}
