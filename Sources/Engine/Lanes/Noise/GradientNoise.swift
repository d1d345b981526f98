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
  /// Components of gradients are odd integers of ten bits, in units of 2⁻⁹.
  @inlinable @inline(__always) package static var scale2: Float { 0x1p-9 }
  /// In the middle of a cell the three components of a gradient, each times an offset of ½, could add up to 1.5.
  @inlinable @inline(__always) package static var scale3: Float { 0x1p-9 * 2 / 3 }

  /// 2-D noise. Components of the result that the caller does not use are not computed, because everything is inlined.
  @inlinable @inline(__always)
  package static func at(
    _ x: Float8, _ y: Float8, seed: UInt32, periodX: Int32 = 0, periodY: Int32 = 0
  ) -> NoiseSample2 {
    let (xPoints, tx) = NoiseLattice.cell(x, period: periodX)
    let (yPoints, ty) = NoiseLattice.cell(y, period: periodY)
    let sample = GradientCorners(FaceTerms(x: xPoints, y: yPoints, seed: seed)).sample(tx, ty, offsetZ: Float8())
    return NoiseSample2(value: sample.value * scale2, dx: sample.dx * scale2, dy: sample.dy * scale2)
  }

  /// 3-D noise. In animated fields z is time; with a `periodZ` above 0 the noise repeats along z after that many cells.
  @inlinable @inline(__always)
  package static func at(
    _ x: Float8, _ y: Float8, _ z: Float8, seed: UInt32, periodX: Int32 = 0, periodY: Int32 = 0, periodZ: Int32 = 0
  ) -> NoiseSample3 {
    let (xPoints, tx) = NoiseLattice.cell(x, period: periodX)
    let (yPoints, ty) = NoiseLattice.cell(y, period: periodY)
    let (zPoints, tz) = NoiseLattice.cell(z, period: periodZ)
    let face = FaceTerms(x: xPoints, y: yPoints, seed: seed)
    let near = GradientCorners(face.at(z: zPoints.low)).sample(tx, ty, offsetZ: tz)
    let far = GradientCorners(face.at(z: zPoints.next)).sample(tx, ty, offsetZ: tz - 1)
    let w = NoiseLattice.fade(tz)
    let difference = far.value - near.value
    return NoiseSample3(
      value: (near.value + difference * w) * scale3,
      dx: Lanes.mix(near.dx, far.dx, w) * scale3,
      dy: Lanes.mix(near.dy, far.dy, w) * scale3,
      dz: (Lanes.mix(near.dz, far.dz, w) + difference * NoiseLattice.fadeSlope(tz)) * scale3)
  }

  /// The value of 2-D noise of blocks of places, with the bits that `at` gives.
  @inlinable @inline(__always)
  package static func forEach(
    _ x: NoiseStrip, _ y: NoiseStrip, blocks: Int, seed: UInt32, periodY: Int32, _ body: (Int, Float8) -> Void
  ) {
    PlaneNoise(GradientCorners.self, seed: seed, periodY: periodY).forEach(x, y, blocks: blocks) { block, noise in
      let value = noise * scale2
      // In 2-D `at` adds 0 times the gradients' z, which changes nothing but the sign of a 0.
      let isExact = !Lanes.any(value .== 0)
      body(block, isExact ? value : withSignedZeros(x[block], y[block], seed: seed, periodY: periodY))
    }
  }

  /// The value of 3-D noise of blocks of places, with the bits that `at` gives.
  @inlinable @inline(__always)
  package static func forEach(
    _ x: NoiseStrip, _ y: NoiseStrip, _ z: NoiseStrip, blocks: Int, seed: UInt32, periodZ: Int32,
    _ body: (Int, Float8) -> Void
  ) {
    SpaceNoise(GradientCorners.self, seed: seed, periodZ: periodZ).forEach(x, y, z, blocks: blocks) {
      body($0, $1 * scale3)
    }
  }

  @inline(never) @usableFromInline
  static func withSignedZeros(_ x: Float8, _ y: Float8, seed: UInt32, periodY: Int32) -> Float8 {
    at(x, y, seed: seed, periodY: periodY).value
  }
}
