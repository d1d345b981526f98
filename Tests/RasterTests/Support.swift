import Lanes
import Model
import Raster

/// Particles of a test, as columns.
final class TestSprites {
  let count: Int
  private let isRound: Bool
  private let stride: Int
  private let floats: AlignedBuffer<Float>
  private let spriteIndices: AlignedBuffer<UInt8>
  private let scratch = AlignedBuffer<Float>(count: 0)

  init(count: Int, isRound: Bool) {
    self.count = count
    self.isRound = isRound
    stride = (count + 15) / 16 * 16
    floats = AlignedBuffer(count: ParticleLayout.columns.count * stride)
    spriteIndices = AlignedBuffer(count: stride)
  }

  func set(
    _ index: Int, x: Float, y: Float, axisX: SIMD2<Float>, axisY: SIMD2<Float> = SIMD2(0, 0),
    color: SIMD4<Float> = SIMD4(1, 1, 1, 1), sprite: UInt8 = 0, blur: Float = 0, frame: Float = 0
  ) {
    let values: [(ParticleLayout.Column, Float)] = [
      (.x, x), (.y, y), (.axisXx, axisX.x), (.axisXy, axisX.y), (.axisYx, axisY.x), (.axisYy, axisY.y),
      (.red, color.x), (.green, color.y), (.blue, color.z), (.alpha, color.w), (.blur, blur),
      (.flipBookPosition, frame),
    ]
    for (column, value) in values { floats[column.rawValue * stride + index] = value }
    spriteIndices[index] = sprite
  }

  var columns: SpriteColumns {
    SpriteColumns(layout: layout, base: floats.base, stride: stride, spriteIndices: spriteIndices.base)
  }

  private var layout: ParticleLayout { ParticleLayout(isRound: isRound, hasBlur: !isRound, hasFrames: !isRound) }

  private func packed() -> AlignedBuffer<Float> {
    let stride = SpriteRecord.stride(isRound: isRound)
    let records = AlignedBuffer<Float>(count: (count + 7) / 8 * 8 * stride)
    for first in Swift.stride(from: 0, to: count, by: 8) {
      columns.pack(first, into: records.base + first * stride)
    }
    return records
  }

  /// Marks the blocks that particle `index` may change.
  func markDirty(_ index: Int, _ set: SpriteSet, tile: Tile, dirty: DirtyBlocks) {
    let records = packed()
    withExtendedLifetime(records) {
      let batch = SpriteBatch(records: records.base + index * SpriteRecord.stride(isRound: isRound), count: 1)
      markSprites(batch, isRound: isRound, set: set, tile: tile, dirty: dirty, scratch: scratch)
    }
  }

  /// Draws the particles in `range`, or all of them.
  func draw(
    _ set: SpriteSet, blend: BlendMode = .add, opacity: Float = 1, clamps: Bool = false, writesAlpha: Bool = true,
    range: Range<Int>? = nil, into tile: Tile
  ) {
    let stride = SpriteRecord.stride(isRound: isRound)
    let records = packed()
    let range = range ?? 0..<count
    // Two batches, so that the seam between them is tested too.
    let middle = (range.lowerBound + range.upperBound) / 2
    [range.lowerBound..<middle, middle..<range.upperBound].map {
      SpriteBatch(records: records.base + $0.lowerBound * stride, count: $0.count)
    }.withUnsafeBufferPointer {
      drawSprites(
        $0, isRound: isRound, set: set, scratch: scratch,
        onto: BlendTarget(
          tile: tile, blend: blend, opacity: opacity, clampsToUnit: clamps, writesAlpha: writesAlpha))
    }
  }
}

/// One ribbon of a test.
final class TestRibbon {
  struct Point {
    var x: Float
    var y: Float
    var halfWidth: Float = 4
    var gain: Float = 1
  }

  private let list: RibbonList
  private let record: AlignedBuffer<Float>
  private let scratch = AlignedBuffer<Float>(count: 0)

  init(_ points: [Point], color: [Float] = [1, 1, 1, 1], isSoft: Bool = false, core: Float = 0) {
    let layout = RibbonLayout(isColored: false, maximumPointCount: points.count)
    let record = AlignedBuffer<Float>(count: layout.recordStride)
    self.record = record
    for channel in 0..<4 { record[RibbonLayout.lightIndex + channel] = color[channel] }
    record[RibbonLayout.pointCountIndex] = Float(points.count)
    func set(_ plane: Int, _ point: Int, _ number: Float) {
      record[RibbonLayout.headerFloatCount + plane * layout.planeStride + point] = number
    }
    for (index, point) in points.enumerated() {
      set(RibbonLayout.Plane.x, index, point.x)
      set(RibbonLayout.Plane.y, index, point.y)
      set(RibbonLayout.Plane.halfWidth, index, point.halfWidth)
      set(RibbonLayout.Plane.gain, index, point.gain)
    }
    list = RibbonList(base: record.base, layout: layout, isSoft: isSoft, core: core)
  }

  private func withBatch(_ body: (RibbonBatch) -> Void) {
    [UInt32(0)].withUnsafeBufferPointer { body(RibbonBatch(list: list, indices: $0)) }
  }

  func draw(blend: BlendMode, clamps: Bool = false, writesAlpha: Bool = true, into tile: Tile) {
    let target = BlendTarget(tile: tile, blend: blend, clampsToUnit: clamps, writesAlpha: writesAlpha)
    withBatch { drawRibbons($0, scratch: scratch, onto: target) }
  }

  func markDirty(tile: Tile, dirty: DirtyBlocks) { withBatch { markRibbons($0, tile: tile, dirty: dirty) } }
}

/// Random numbers that are the same in every run.
struct TestRandom {
  private var state: UInt64

  /// - Parameter seed: any number; the factor 2⁶⁴ ÷ φ lets seeds that follow each other begin far apart.
  init(_ seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1 }

  mutating func next(_ range: ClosedRange<Float> = 0...1) -> Float {
    // Knuth's linear congruential generator (MMIX); its high 24 bits become a number in 0 ..< 1.
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return range.lowerBound + (range.upperBound - range.lowerBound) * Float(state >> 40) / 16_777_216
  }

  mutating func direction() -> SIMD2<Float> {
    let (sine, cosine) = Lanes.sincos(Double(next(0...6.2832)))
    return SIMD2(Float(cosine), Float(sine))
  }
}

extension Tile {
  /// Copies the pixels of a rectangle that both tiles cover.
  func copy(_ rect: PixelRect, from source: Tile) {
    for y in rect.y..<rect.endY {
      for plane in 0..<4 {
        for x in rect.x..<rect.endX {
          row(y - self.y, plane: plane)[x - self.x] = source.row(y - source.y, plane: plane)[x - source.x]
        }
      }
    }
  }

  func value(_ x: Int, _ y: Int, _ plane: Int) -> Float { row(y - self.y, plane: plane)[x - self.x] }

  func sum(plane: Int) -> Double {
    var sum = 0.0
    for y in 0..<height { for x in 0..<width { sum += Double(row(y, plane: plane)[x]) } }
    return sum
  }
}
