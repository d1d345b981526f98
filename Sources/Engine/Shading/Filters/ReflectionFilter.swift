import Lanes
import Model
import Raster

extension Reflection: DrawnFilter {
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    ReflectionFilter(self, canvas: canvas, input: input)
  }

  func pixelNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double {
    PixelCost.transformed
  }
}

/// Composites a layer's mirror image behind the layer, in the rows beneath a line.
///
/// A rough reflection is sampled from successively halved pictures (`SampledPicture`), four samples a pixel, so that the cost does not
/// grow with the blur. Ripples are the sum of two sines whose amplitudes grow with the distance from the line; the crests of the longer
/// sine are slanted.
final class ReflectionFilter: NeighborhoodFilter, @unchecked Sendable {
  private let reflection: Reflection
  private let canvas: Canvas
  private let input: PixelRect
  private let picture: SampledPicture
  /// How many of the picture's levels hold means of what was gathered last, its own pixels included.
  private var finishedLevels = 1
  private let isConstant: Bool
  private var values = Values()

  /// The filter's values in the current frame: lengths in pixels, the phase in turns, the roughness as the radius of the blur ÷ the
  /// distance from the line. `lineY` is the y of the line.
  private struct Values {
    var lineY = 0.0
    var amount = 0.0
    var fadeLength = 0.0
    var stretch = 1.0
    var roughness = 0.0
    var rippleAmplitude = 0.0
    var wavelength = 1.0
    var phase = 0.0
  }

  /// Nil where nothing is mirrored at any time.
  init?(_ reflection: Reflection, canvas: Canvas, input: PixelRect) {
    if reflection.amount.isZero { return nil }
    self.reflection = reflection
    self.canvas = canvas
    self.input = input
    picture = SampledPicture(width: input.width, height: input.height, edges: .clamped)
    isConstant = reflection.animatedValues.areConstant
  }

  var contentVersion: Int? { isConstant ? 0 : nil }
  var taskCounts: [Int] {
    values.roughness > 0
      ? (finishedLevels..<max(picture.levels.count, finishedLevels)).map { picture.taskCount(ofLevel: $0) } : []
  }

  func beginGathering() { finishedLevels = 1 }
  func endPasses() { if values.roughness > 0 { finishedLevels = picture.levels.count } }

  func update(at clock: AnimationClock) {
    func value(_ number: AnimatedNumber) -> Double { number.value(at: clock) }
    let scale = canvas.pixelsPerPoint
    values = Values(
      lineY: value(reflection.line) * scale, amount: value(reflection.amount),
      fadeLength: value(reflection.fade) * scale, stretch: max(value(reflection.stretch), 0.01),
      roughness: value(reflection.roughness), rippleAmplitude: value(reflection.ripples) * scale,
      wavelength: max(value(reflection.wavelength) * scale, 1), phase: value(reflection.phase))
    if values.roughness > 0 { picture.reserveLevels(Self.maximumLevels) }
  }

  /// Levels for radii up to 256 pixels.
  private static let maximumLevels = 9

  var canReuseGatheredInput: Bool { true }

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    let origin = (x: input.x, y: input.y)
    picture.store(tile.relative(to: origin), region: region.relative(to: origin))
  }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    picture.reduce(level: finishedLevels + pass, task: task)
  }

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) {
    let first = Int(values.lineY.rounded(.down))
    SamplePlaces.withMemory { places in
      for y in max(first, tile.y)..<max(first, tile.y + tile.height) {
        compositeReflection(tile, row: y - tile.y, places)
      }
    }
  }

  /// Composites the mirror image behind a row of a tile.
  private func compositeReflection(_ tile: Tile, row: Int, _ places: SamplePlaces) {
    // The share of the row below the line: the first row may lie partly above it.
    let covered = min(Double(tile.y + row + 1) - values.lineY, 1)
    let distance = max(Double(tile.y + row) + 0.5 - values.lineY, 0)
    var amount = values.amount * max(covered, 0)
    if values.fadeLength > 0 {
      let remaining = max(1 - distance / values.fadeLength, 0)
      amount *= remaining * remaining
    }
    // How far above the line the mirrored row lies.
    let height = distance / values.stretch
    guard amount > 0, values.lineY - height > Double(input.y) else { return }
    let amplitude = values.rippleAmplitude * distance / (distance + values.wavelength)
    let shortSine = Lanes.sinTurns(Float8(repeating: Float(distance / values.wavelength - values.phase)))[0]
    let longTurns = Float(distance / (values.wavelength * 2.7) - values.phase)
    let longTurnsPerPixel = Float(1 / (values.wavelength * 6))
    let y = Float(values.lineY - height - Double(input.y) - 0.5)
    let (index, nextLevelShare) = level(radius: values.roughness * distance)
    let level = picture.levels[index]
    let nextLevel = nextLevelShare > 0 ? picture.levels[index + 1] : level
    let pixels = tile.row(row, plane: 0)
    let width = tile.width
    var column = 0
    while column < width {
      let columns = Lanes.laneNumbers + Float(tile.x - input.x + column)
      var (xs, ys) = (columns, Float8(repeating: y))
      if amplitude != 0 {
        let longSine = Lanes.sinTurns(columns * longTurnsPerPixel + longTurns)
        xs += (longSine * 0.35 + 0.65 * shortSine) * Float(amplitude)
        ys += longSine * Float(amplitude * 0.4)
      }
      let pixel = pixels + column
      let alpha = Lanes.load(pixel + 3 &* width)
      // Nothing is known of the picture above its upper edge.
      let visibleShare = Lanes.select(ys .< -0.5, Float8(), Lanes.max((1 - alpha) * Float(amount), 0))
      if Lanes.anyAbove(visibleShare, 0) {
        var color = sample(xs, ys, level, index, places)
        if nextLevelShare > 0 {
          let next = sample(xs, ys, nextLevel, index &+ 1, places)
          color.red += (next.red - color.red) * nextLevelShare
          color.green += (next.green - color.green) * nextLevelShare
          color.blue += (next.blue - color.blue) * nextLevelShare
          color.alpha += (next.alpha - color.alpha) * nextLevelShare
        }
        Lanes.store(Lanes.load(pixel) + color.red * visibleShare, to: pixel)
        Lanes.store(Lanes.load(pixel + width) + color.green * visibleShare, to: pixel + width)
        Lanes.store(Lanes.load(pixel + 2 &* width) + color.blue * visibleShare, to: pixel + 2 &* width)
        Lanes.store(alpha + color.alpha * visibleShare, to: pixel + 3 &* width)
      }
      column &+= 8
    }
  }

  /// The level whose pixels are about as large as a blur radius, and how much of the next level is mixed in.
  private func level(radius: Double) -> (index: Int, share: Float) {
    // `levelRadius` is the radius in pixels of the level.
    var (index, levelRadius) = (0, max(radius, 1))
    while levelRadius >= 2, index < picture.levels.count - 1 {
      levelRadius /= 2
      index += 1
    }
    return (index, index < picture.levels.count - 1 ? Float(min(levelRadius, 2) - 1) : 0)
  }

  /// The mean of four samples around each position, half of a level's pixel away from it along both axes. In the first level a single
  /// sample.
  @inline(__always)
  private func sample(
    _ x: Float8, _ y: Float8, _ level: SampledPicture.Level, _ index: Int, _ places: SamplePlaces
  ) -> LaneColor {
    if index == 0 { return level.linear(x, y, .clamped, places) }
    let scale = 1 / Float(1 &<< index)
    let (u, v) = ((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5)
    var upper = level.linear(u - 0.5, v - 0.5, .clamped, places)
    upper += level.linear(u + 0.5, v - 0.5, .clamped, places)
    var lower = level.linear(u - 0.5, v + 0.5, .clamped, places)
    lower += level.linear(u + 0.5, v + 0.5, .clamped, places)
    upper += lower
    return upper * 0.25
  }
}
