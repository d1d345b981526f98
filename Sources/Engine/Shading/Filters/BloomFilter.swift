import Lanes
import Model
import Raster

extension Filter.Bloom: DrawnFilter {
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    BloomFilter(self, canvas: canvas, input: input)
  }

  static let inputNanoseconds = 2.2

  func inputNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double {
    Self.inputNanoseconds
  }
}

/// The bloom of a layer, group or canvas: evaluates the animated values for Raster's `Bloom`.
final class BloomFilter: NeighborhoodFilter, @unchecked Sendable {
  private let settings: Filter.Bloom
  private let bloom: Bloom
  private let origin: (x: Int, y: Int)
  private let passes: [Bloom.BlurPass]
  let taskCounts: [Int]
  private var threshold: Float = 0
  private var strength: Float = 0
  private let isConstant: Bool
  /// How many of the glow's levels halation colours.
  private let haloLevels: Int
  /// The largest standard deviation of halation, in points.
  private static let haloRadius = 10.0

  init?(_ settings: Filter.Bloom, canvas: Canvas, input: PixelRect) {
    let radiusPixels = settings.radius * canvas.pixelsPerPoint
    guard radiusPixels > 0 else { return nil }
    self.settings = settings
    bloom = Bloom(width: input.width, height: input.height, radiusPixels: Float(radiusPixels))
    origin = (input.x, input.y)
    passes = bloom.blurPasses
    taskCounts = passes.map(\.taskCount)
    isConstant = settings.animatedValues.areConstant
    // The levels whose Gaussian is as tight as a halo; at least the finest one.
    let tooWide = (0..<bloom.levelCount).prefix { settings.radius / Double(1 << $0) > Self.haloRadius }.count
    haloLevels = max(bloom.levelCount - tooWide, 1)
  }

  var contentVersion: Int? { isConstant ? 0 : nil }
  /// Nil for bloom that scatters: it also takes light away, so it cannot be added during output conversion.
  var addedBloom: AddedBloom? { settings.scatters ? nil : AddedBloom(bloom, strength: strength) }

  func update(at clock: AnimationClock) {
    threshold = Float(settings.threshold.value(at: clock))
    strength = Float(settings.strength.value(at: clock))
    if settings.scatters { strength = min(strength, 1) }
    bloom.tail = Float(settings.tail.value(at: clock))
    let halation = Float(settings.halation.value(at: clock))
    let film = Filter.Halation.filmColor
    bloom.halo = (SIMD3(Float(film.red), Float(film.green), Float(film.blue)) * halation, haloLevels)
  }

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    bloom.gather(
      from: tile.relative(to: origin), region: region.relative(to: origin), threshold: threshold, scratch: scratch)
  }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    bloom.perform(passes[pass], task: task, scratch: scratch)
  }

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) {
    if settings.scatters { bloom.subtractBrightPart(from: tile, threshold: threshold, strength: strength) }
    bloom.addGlow(to: tile.relative(to: origin), strength: strength, scratch: scratch)
  }
}
