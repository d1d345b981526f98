import Colorimetry
import Lanes
import Model
import Raster

extension Filter.Streak: DrawnFilter {
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    StreakFilter(self, canvas: canvas, input: input)
  }

  func inputNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double {
    2.3
  }
}

/// Streaks of light across highlights, as an anamorphic lens makes them.
final class StreakFilter: NeighborhoodFilter, @unchecked Sendable {
  private let settings: Filter.Streak
  private let canvas: Canvas
  private let streak: Streak
  private let origin: (x: Int, y: Int)
  private var threshold: Float = 0
  private var strength: Float = 0
  private let isConstant: Bool

  /// Nil where the filter never changes anything.
  init?(_ settings: Filter.Streak, canvas: Canvas, input: PixelRect) {
    if settings.strength.isZero { return nil }
    self.settings = settings
    self.canvas = canvas
    origin = (input.x, input.y)
    streak = Streak(width: input.width, height: input.height)
    isConstant = settings.animatedValues.areConstant
  }

  var contentVersion: Int? { isConstant ? 0 : nil }
  var taskCounts: [Int] { streak.taskCounts }
  var addedBloom: AddedBloom? { AddedBloom(streak.bloom, strength: strength) }

  func update(at clock: AnimationClock) {
    threshold = Float(settings.threshold.value(at: clock))
    strength = Float(settings.strength.value(at: clock))
    let (sine, cosine) = Angles.sineAndCosine(degrees: settings.angle.value(at: clock))
    let color = settings.color.value(at: clock).clampedTileValue(on: canvas)
    streak.configure(
      direction: SIMD2(cosine, sine), lengthPixels: settings.length.value(at: clock) * canvas.pixelsPerPoint,
      color: SIMD3(color.x, color.y, color.z))
  }

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    streak.bloom.gather(
      from: tile.relative(to: origin), region: region.relative(to: origin), threshold: threshold, scratch: scratch)
  }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    streak.perform(pass: pass, task: task, scratch: scratch)
  }

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) {
    streak.bloom.addGlow(to: tile.relative(to: origin), strength: strength, scratch: scratch)
  }
}
