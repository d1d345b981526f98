import Lanes
import Model

/// One particle to be drawn, or one of its shutter samples. Its floats lie side by side, so reading a sprite touches one or two cache
/// lines. The values are those of `ParticleLayout`'s columns: lengths in frame pixels and a premultiplied colour. The round layout has one
/// radius, the affine layout two half axes.
///
/// | floats | values |
/// | --- | --- |
/// | 0, 1 | x, y of the centre |
/// | 2 | x of the half x axis (`axisXx`); in the round layout the radius |
/// | 3...6 | red, green, blue, alpha |
/// | 7 | not a number but bits: 0...7 the sprite's index in its `SpriteSet`, 8...31 the particle's ID |
/// | 8...12 | y of the half x axis (`axisXy`), x and y of the half y axis (`axisYx`, `axisYy`), blur, flip-book position (of a puff or a sheet: the bits of `ownIndex`); not in the round layout |
package struct SpriteRecord {
  /// The record's first float.
  let base: UnsafePointer<Float>
  /// Whether the record has the round layout, of eight floats, or the affine layout, of thirteen.
  let isRound: Bool

  @inline(__always)
  init(_ base: UnsafePointer<Float>, isRound: Bool) {
    self.base = base
    self.isRound = isRound
  }

  /// Floats from one record to the next.
  package static func stride(isRound: Bool) -> Int { ParticleLayout.packedFloatCount(isRound: isRound) }

  @inline(__always) var x: Float { base[0] }
  @inline(__always) var y: Float { base[1] }
  /// x of the half x axis; the radius in the round layout.
  @inline(__always) var axisXx: Float { base[2] }
  @inline(__always) var axisXy: Float { isRound ? 0 : base[8] }
  @inline(__always) var axisYx: Float { isRound ? 0 : base[9] }
  @inline(__always) var axisYy: Float { isRound ? base[2] : base[10] }
  @inline(__always) var red: Float { base[3] }
  @inline(__always) var green: Float { base[4] }
  @inline(__always) var blue: Float { base[5] }
  @inline(__always) var alpha: Float { base[6] }
  /// Radius in pixels of the disc over which a lens spreads each point of the sprite; 0 for a sprite in focus.
  @inline(__always) var blur: Float { isRound ? 0 : base[11] }
  /// Number of a flip-book's frame; the number's fraction is the share of the next frame.
  @inline(__always) var flipBookPosition: Float { isRound ? 0 : base[12] }
  /// Index of a puff's light, or of a sheet, among those of its batch.
  @inline(__always) var ownIndex: Int { isRound ? 0 : Int(base[12].bitPattern) }
  /// Index of the sprite in its `SpriteSet`.
  @inline(__always) var spriteIndex: Int { Int(base[7].bitPattern & 255) }
  /// The number that all shutter samples of one particle share; 0 for a particle with a single record.
  @inline(__always) var particleID: UInt32 { base[7].bitPattern >> 8 }
}

extension SpriteColumns {
  /// Writes the records of the eight particles `first` ..< `first + 8`; `first` must be a multiple of 8.
  package func pack(_ first: Int, into records: UnsafeMutablePointer<Float>) {
    let isRound = layout.isRound
    let indices = UnsafeRawPointer(spriteIndices + first).loadUnaligned(as: SIMD8<UInt8>.self)
    var indexAndID = Lanes.ints(indices)
    if layout.hasShutterSamples { indexAndID |= Lanes.bits(Lanes.load(self[.particleID] + first)) &<< 8 }
    // The first eight floats of each of the eight records.
    let rows = transposed(
      Lanes.load(self[.x] + first), Lanes.load(self[.y] + first), Lanes.load(self[.axisXx] + first),
      Lanes.load(self[.red] + first), Lanes.load(self[.green] + first), Lanes.load(self[.blue] + first),
      Lanes.load(self[.alpha] + first), Lanes.fromBits(indexAndID))
    let stride = SpriteRecord.stride(isRound: isRound)
    Lanes.store(rows.0, to: records)
    Lanes.store(rows.1, to: records + stride)
    Lanes.store(rows.2, to: records + 2 * stride)
    Lanes.store(rows.3, to: records + 3 * stride)
    Lanes.store(rows.4, to: records + 4 * stride)
    Lanes.store(rows.5, to: records + 5 * stride)
    Lanes.store(rows.6, to: records + 6 * stride)
    Lanes.store(rows.7, to: records + 7 * stride)
    if isRound { return }
    for lane in 0..<8 {
      let record = records + lane * stride
      record[8] = self[.axisXy][first + lane]
      record[9] = self[.axisYx][first + lane]
      record[10] = self[.axisYy][first + lane]
      record[11] = layout.hasBlur ? self[.blur][first + lane] : 0
      record[12] = layout.hasFrames ? self[.flipBookPosition][first + lane] : 0
    }
  }
}

private typealias EightVectors = (Float8, Float8, Float8, Float8, Float8, Float8, Float8, Float8)

/// Transposes eight columns of eight values into rows. An element's place is a number of six bits: three bits of its column and
/// three of its lane. A perfect shuffle rotates the six bits by one, so three shuffles exchange column and lane.
@inline(__always)
private func transposed(
  _ a: Float8, _ b: Float8, _ c: Float8, _ d: Float8, _ e: Float8, _ f: Float8, _ g: Float8, _ h: Float8
) -> EightVectors {
  shuffled(shuffled(shuffled((a, b, c, d, e, f, g, h))))
}

/// Interleaves the first four vectors with the last four: a perfect shuffle of their 64 elements.
@inline(__always)
private func shuffled(_ r: EightVectors) -> EightVectors {
  let (p, q) = (Lanes.interleaved(r.0, r.4), Lanes.interleaved(r.1, r.5))
  let (s, t) = (Lanes.interleaved(r.2, r.6), Lanes.interleaved(r.3, r.7))
  return (p.low, p.high, q.low, q.high, s.low, s.high, t.low, t.high)
}
