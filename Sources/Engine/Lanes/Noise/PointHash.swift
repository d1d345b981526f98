import CLanes

/// Random numbers of points in the plane or in space. Every bit of a coordinate is hashed, so the numbers of neighbouring points
/// are unrelated.
///
/// Coordinates are clamped to ±3·10³⁸, and NaN counts as −3·10³⁸, because its bits differ from CPU to CPU.
@usableFromInline
package enum PointHash {
  /// Random bits of a point of one to three coordinates; missing coordinates are passed as 0.
  @inlinable @inline(__always)
  package static func bits(_ x: Float8, _ y: Float8, _ z: Float8, seed: UInt32) -> UInt32x8 {
    var hash = NoiseLattice.hash(cleanBits(x) &* NoiseLattice.xFactor &+ seed)
    hash = NoiseLattice.hash(hash ^ (cleanBits(y) &* NoiseLattice.yFactor))
    return NoiseLattice.hash(hash ^ (cleanBits(z) &* NoiseLattice.zFactor))
  }

  /// The random number of a point, uniform in 0 ..< 1.
  @inlinable @inline(__always)
  package static func uniform(_ x: Float8, _ y: Float8, _ z: Float8, seed: UInt32) -> Float8 {
    uniform(bits(x, y, z, seed: seed))
  }

  /// The random numbers of at most 64 blocks of places. The body may overwrite the block's coordinates, but not those of later blocks.
  ///
  /// Coordinates are often whole, numbers of tiles: seven in ten blocks of the shipped presets repeat the place before them, and take half of
  /// the time.
  @inlinable @inline(__always)
  package static func forEach(
    _ x: NoiseStrip, _ y: NoiseStrip, _ z: NoiseStrip, blocks: Int, seed: UInt32, _ body: (Int, Float8) -> Void
  ) {
    precondition(blocks <= CellChanges.maximumBlocks)
    var changes = CellChanges()
    for block in 0..<blocks { changes.add(x[block], y[block], z[block], at: block) }
    var start = 0
    while start < blocks {
      let end = changes.end(ofRunAt: start, blocks: blocks)
      let random = uniform(x[start], y[start], z[start], seed: seed)
      body(start, random)
      let last = Float8(repeating: random[7])
      for block in (start &+ 1)..<end { body(block, last) }
      start = end
    }
  }

  /// The top 24 bits of a hash as a number, 0 ..< 1.
  @inlinable @inline(__always)
  package static func uniform(_ hash: UInt32x8) -> Float8 {
    Lanes.float(unsafeBitCast(hash &>> 8, to: Int32x8.self)) * 0x1p-24
  }

  /// The bits of a coordinate that is clamped to ±3·10³⁸; −0 gives the bits of 0, NaN those of −3·10³⁸.
  @inlinable @inline(__always)
  package static func cleanBits(_ x: Float8) -> UInt32x8 {
    unsafeBitCast(Lanes.bits(Lanes.clamp(x, -3e38, 3e38) + 0), to: UInt32x8.self)
  }
}
