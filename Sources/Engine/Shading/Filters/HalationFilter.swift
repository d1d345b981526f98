import Lanes
import Model
import Raster

extension Filter.Halation: DrawnFilter {
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    HalationFilter(self, canvas: canvas, input: input)
  }

  func inputNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double {
    Filter.Bloom.inputNanoseconds
  }
}

/// Halation of film: a tight bloom around highlights, in the colour of the film's layers that the light reaches from behind.
final class HalationFilter: NeighborhoodFilter, @unchecked Sendable {
  private let settings: Filter.Halation
  private let canvas: Canvas
  private let bloomFilter: BloomFilter
  private let bloom: Bloom
  private var color = SIMD3<Float>()
  private let isConstant: Bool

  /// Nil where the filter never changes anything.
  init?(_ settings: Filter.Halation, canvas: Canvas, input: PixelRect) {
    if settings.strength.isZero { return nil }
    // The `Bloom` inside of the bloom filter is needed, too: it is tinted before its glow is added.
    guard let filter = BloomFilter(settings.bloom, canvas: canvas, input: input), let bloom = filter.addedBloom?.bloom
    else {
      return nil
    }
    self.settings = settings
    self.canvas = canvas
    self.bloom = bloom
    bloomFilter = filter
    isConstant = settings.animatedValues.areConstant
  }

  var contentVersion: Int? { isConstant ? 0 : nil }
  var taskCounts: [Int] { bloomFilter.taskCounts + [bloom.tintTaskCount] }
  var addedBloom: AddedBloom? { bloomFilter.addedBloom }

  func update(at clock: AnimationClock) {
    bloomFilter.update(at: clock)
    let tileColor = settings.color.value(at: clock).clampedTileValue(on: canvas)
    color = SIMD3(tileColor.x, tileColor.y, tileColor.z)
  }

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    bloomFilter.gather(from: tile, region: region, scratch: scratch)
  }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    if pass < bloomFilter.taskCounts.count {
      bloomFilter.perform(pass: pass, task: task, scratch: scratch)
    } else {
      bloom.tint(color, task: task)
    }
  }

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) { bloomFilter.finish(tile, scratch: scratch) }
}
