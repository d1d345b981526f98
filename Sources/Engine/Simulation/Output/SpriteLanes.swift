import Lanes

/// Eight records in registers, before they are written. The fields are the columns of a `ParticleLayout`.
struct SpriteLanes {
  var x: Float8
  var y: Float8
  var axes: (xx: Float8, xy: Float8, yx: Float8, yy: Float8)
  var color: (red: Float8, green: Float8, blue: Float8, alpha: Float8)
  /// The radius in pixels over which the lens spreads the sprite.
  var lensBlur: Float8
  /// Column `flipBookPosition`: the frame of a flip-book.
  var flipBookFrame: Float8
  /// Column `order`: age or depth, by which particles are sorted; 0 where they are not sorted.
  var sortingKey: Float8
  /// `ShutterSample.particleID`; stored for shutter samples only.
  var particleID: Float8
  /// Indices into the cell's `SpriteSet`.
  var spriteIndices: SIMD8<UInt8>
}

/// How eight values become records in a column: all of them (`WholeLanes`), or only selected ones (`PackedLanes`).
protocol LaneStore {
  /// Number of values that become records. `store` writes to eight slots in any case: the records fill the first `count` slots, and the
  /// next call overwrites the rest.
  var count: Int { get }
  func store(_ values: Float8, to column: UnsafeMutablePointer<Float>)
  func store(_ values: SIMD8<UInt8>, to column: UnsafeMutableRawPointer)
}

/// Writes all of eight values.
struct WholeLanes: LaneStore {
  @inline(__always) var count: Int { 8 }

  @inline(__always)
  func store(_ values: Float8, to column: UnsafeMutablePointer<Float>) { Lanes.store(values, to: column) }

  @inline(__always)
  func store(_ values: SIMD8<UInt8>, to column: UnsafeMutableRawPointer) {
    column.storeBytes(of: values, as: SIMD8<UInt8>.self)
  }
}

/// Packs the selected values among eight to the front, in order. Eight slots are stored to; what follows the first `count` is scrap.
struct PackedLanes: LaneStore {
  private let packingOrder: Int32x8
  let count: Int

  @inline(__always)
  init(keeping isKept: SIMDMask<Int32x8>) {
    let bits = Lanes.bitmask(of: isKept)
    packingOrder = Lanes.packingOrder(bits)
    count = bits.nonzeroBitCount
  }

  @inline(__always)
  func store(_ values: Float8, to column: UnsafeMutablePointer<Float>) {
    Lanes.store(Lanes.permuted(values, by: packingOrder), to: column)
  }

  @inline(__always)
  func store(_ values: SIMD8<UInt8>, to column: UnsafeMutableRawPointer) {
    let packed = Lanes.permuted(Lanes.fromBits(Lanes.ints(values)), by: packingOrder)
    column.storeBytes(of: Lanes.lowBytes(Lanes.bits(packed)), as: SIMD8<UInt8>.self)
  }
}
