import Lanes

/// One particle to be drawn, its values side by side so that a sprite is one or two reads from memory, wherever its
/// neighbours in the frame were born.
///
/// Eight floats: x, y, axisXx, red, green, blue, alpha, the shape's index and 256 × the particle's ID as bits; where the layout is not
/// round four more: axisXy, axisYx, axisYy and the blur. Their meaning is that of `SpriteColumns`.
package struct SpriteRecord {
  let base: UnsafePointer<Float>
  let isRound: Bool

  @inline(__always)
  init(_ base: UnsafePointer<Float>, isRound: Bool) {
    self.base = base
    self.isRound = isRound
  }

  /// Floats of a record.
  package static func stride(isRound: Bool) -> Int { isRound ? 8 : 12 }

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

/// Records in memory, one after the other, in drawing order.
package struct SpriteBatch: BitwiseCopyable {
  package var records: UnsafePointer<Float>
  package var count: Int

  package init(records: UnsafePointer<Float>, count: Int) {
    self.records = records
    self.count = count
  }
}

extension SpriteColumns {
  /// Writes the records of eight particles from `first`, a multiple of 8, on.
  package func pack(_ first: Int, into records: UnsafeMutablePointer<Float>) {
    let shapes = UnsafeRawPointer(sprites + first).loadUnaligned(as: SIMD8<UInt8>.self)
    var last = Lanes.ints(shapes)
    if let particleIDs { last |= Lanes.bits(Lanes.load(particleIDs + first)) &<< 8 }
    let rows = transposed(
      Lanes.load(x + first), Lanes.load(y + first), Lanes.load(axisXx + first), Lanes.load(red + first),
      Lanes.load(green + first), Lanes.load(blue + first), Lanes.load(alpha + first), Lanes.lanes(last))
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
      axes[0] = axisXy[first + lane]
      axes[1] = axisYx[first + lane]
      axes[2] = axisYy[first + lane]
      axes[3] = blur?[first + lane] ?? 0
    }
  }
}

private typealias EightLanes = (Lane8, Lane8, Lane8, Lane8, Lane8, Lane8, Lane8, Lane8)

/// Eight rows of eight from eight columns of eight: three perfect shuffles.
@inline(__always)
private func transposed(
  _ a: Lane8, _ b: Lane8, _ c: Lane8, _ d: Lane8, _ e: Lane8, _ f: Lane8, _ g: Lane8, _ h: Lane8
) -> EightLanes {
  shuffled(shuffled(shuffled((a, b, c, d, e, f, g, h))))
}

@inline(__always)
private func shuffled(_ r: EightLanes) -> EightLanes {
  let (p, q) = (Lanes.interleaved(r.0, r.4), Lanes.interleaved(r.1, r.5))
  let (s, t) = (Lanes.interleaved(r.2, r.6), Lanes.interleaved(r.3, r.7))
  return (p.low, p.high, q.low, q.high, s.low, s.high, t.low, t.high)
}
