import Lanes
import Model

/// One particle to be drawn, as values side by side: a sprite is one or two reads from memory.
///
/// Eight floats: x, y, axisXx, red, green, blue, alpha, and as bits the shape's index plus 256 × the particle's ID. A layout that
/// is not round has four more: axisXy, axisYx, axisYy and the blur. Their meaning is that of `ParticleLayout`.
package struct SpriteRecord {
  let base: UnsafePointer<Float>
  let isRound: Bool

  @inline(__always)
  init(_ base: UnsafePointer<Float>, isRound: Bool) {
    self.base = base
    self.isRound = isRound
  }

  /// Floats of a record.
  package static func stride(isRound: Bool) -> Int { ParticleLayout.packedFloatCount(isRound: isRound) }

  @inline(__always) var x: Float { base[0] }
  @inline(__always) var y: Float { base[1] }
  /// The radius in a round layout.
  @inline(__always) var axisXx: Float { base[2] }
  @inline(__always) var axisXy: Float { isRound ? 0 : base[8] }
  @inline(__always) var axisYx: Float { isRound ? 0 : base[9] }
  @inline(__always) var axisYy: Float { isRound ? base[2] : base[10] }
  @inline(__always) var red: Float { base[3] }
  @inline(__always) var green: Float { base[4] }
  @inline(__always) var blue: Float { base[5] }
  @inline(__always) var alpha: Float { base[6] }
  @inline(__always) var sprite: Int { Int(base[7].bitPattern & 255) }
  /// The particle that the record is one of several shutter samples of; 0 for a particle of one record.
  @inline(__always) var particleID: UInt32 { base[7].bitPattern >> 8 }
}

extension SpriteColumns {
  /// Writes the records of eight particles from `first`, a multiple of 8, on.
  package func pack(_ first: Int, into records: UnsafeMutablePointer<Float>) {
    let isRound = layout.isRound
    let shapes = UnsafeRawPointer(sprites + first).loadUnaligned(as: SIMD8<UInt8>.self)
    var last = Lanes.ints(shapes)
    if layout.hasShutterSamples { last |= Lanes.bits(Lanes.load(self[.particleID] + first)) &<< 8 }
    let rows = transposed(
      Lanes.load(self[.x] + first), Lanes.load(self[.y] + first), Lanes.load(self[.axisXx] + first),
      Lanes.load(self[.red] + first), Lanes.load(self[.green] + first), Lanes.load(self[.blue] + first),
      Lanes.load(self[.alpha] + first), Lanes.fromBits(last))
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
      let axes = records + lane * stride + 8
      axes[0] = self[.axisXy][first + lane]
      axes[1] = self[.axisYx][first + lane]
      axes[2] = self[.axisYy][first + lane]
      axes[3] = layout.hasBlur ? self[.blur][first + lane] : 0
    }
  }
}

private typealias EightLanes = (Float8, Float8, Float8, Float8, Float8, Float8, Float8, Float8)

/// Transposes eight columns of eight values, by three perfect shuffles.
@inline(__always)
private func transposed(
  _ a: Float8, _ b: Float8, _ c: Float8, _ d: Float8, _ e: Float8, _ f: Float8, _ g: Float8, _ h: Float8
) -> EightLanes {
  shuffled(shuffled(shuffled((a, b, c, d, e, f, g, h))))
}

@inline(__always)
private func shuffled(_ r: EightLanes) -> EightLanes {
  let (p, q) = (Lanes.interleaved(r.0, r.4), Lanes.interleaved(r.1, r.5))
  let (s, t) = (Lanes.interleaved(r.2, r.6), Lanes.interleaved(r.3, r.7))
  return (p.low, p.high, q.low, q.high, s.low, s.high, t.low, t.high)
}
