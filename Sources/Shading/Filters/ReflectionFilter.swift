import Lanes
import Model
import Raster

/// Composites a layer's mirrored picture behind it, in the rows beneath a line.
///
/// For roughness the picture is sampled at successively halved sizes (`MipmappedPicture`), four samples a pixel, so that its cost does not
/// grow with the blur. Ripples are two sines, which grow with the distance from the line; the crests of the longer one are slanted.
final class ReflectionFilter: NeighborhoodFilter, @unchecked Sendable {
  private let reflection: Reflection
  private let canvas: Canvas
  private let input: PixelRect
  private let picture: MipmappedPicture
  private let isConstant: Bool
  private var values = Values()

  /// The values of the frame at hand; lengths in pixels.
  private struct Values {
    var line = 0.0
    var amount = 0.0
    var fade = 0.0
    var stretch = 1.0
    var roughness = 0.0
    var ripples = 0.0
    var wavelength = 1.0
    var phase = 0.0
  }

  /// Nil where nothing is mirrored at any time.
  init?(_ reflection: Reflection, canvas: Canvas, input: PixelRect) {
    if reflection.amount.isZero { return nil }
    self.reflection = reflection
    self.canvas = canvas
    self.input = input
    picture = MipmappedPicture(width: input.width, height: input.height, edges: .clamped)
    isConstant = reflection.animatedValues.areConstant
  }

  var contentVersion: Int? { isConstant ? 0 : nil }
  var taskCounts: [Int] {
    values.roughness > 0 ? (1..<picture.levels.count).map { picture.taskCount(ofLevel: $0) } : []
  }

  func update(at clock: AnimationClock) {
    func value(_ number: AnimatedNumber) -> Double { number.value(at: clock) }
    let scale = canvas.pixelsPerPoint
    values = Values(
      line: value(reflection.line) * scale, amount: value(reflection.amount), fade: value(reflection.fade) * scale,
      stretch: max(value(reflection.stretch), 0.01), roughness: value(reflection.roughness),
      ripples: value(reflection.ripples) * scale, wavelength: max(value(reflection.wavelength) * scale, 1),
      phase: value(reflection.phase))
    if values.roughness > 0 { picture.provideLevels(Self.maximumLevels) }
  }

  /// Levels for radii up to 256 pixels.
  private static let maximumLevels = 9

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    let origin = (x: input.x, y: input.y)
    picture.store(tile.relative(to: origin), region: region.relative(to: origin))
  }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) { picture.reduce(level: pass + 1, task: task) }

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) {
    let first = Int(values.line.rounded(.down))
    picture.withSamplingMemory { levels, places in
      for y in max(first, tile.y)..<max(first, tile.y + tile.height) {
        layBelow(tile, row: y - tile.y, levels, places)
      }
    }
  }

  /// Composites the mirrored picture behind a row of a tile.
  private func layBelow(
    _ tile: Tile, row: Int, _ levels: UnsafePointer<MipmappedPicture.Level>, _ places: SamplePlaces
  ) {
    // The first row may lie above the line in part.
    let covered = min(Double(tile.y + row + 1) - values.line, 1)
    let distance = max(Double(tile.y + row) + 0.5 - values.line, 0)
    var amount = values.amount * max(covered, 0)
    if values.fade > 0 {
      let left = max(1 - distance / values.fade, 0)
      amount *= left * left
    }
    let height = distance / values.stretch
    guard amount > 0, values.line - height > Double(input.y) else { return }
    // In pixels.
    let amplitude = values.ripples * distance / (distance + values.wavelength)
    let shortSine = Lanes.sinTurns(Float8(repeating: Float(distance / values.wavelength - values.phase)))[0]
    let longTurns = Float(distance / (values.wavelength * 2.7) - values.phase)
    let longTurnsPerPixel = Float(1 / (values.wavelength * 6))
    let y = Float(values.line - height - Double(input.y) - 0.5)
    let (level, share) = level(radius: values.roughness * distance)
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
      let at = pixels + column
      let alpha = Lanes.load(at + 3 &* width)
      // What has moved above the picture's upper edge is not known.
      let seen = Lanes.select(ys .< -0.5, Float8(), Lanes.max((1 - alpha) * Float(amount), 0))
      if Lanes.anyAbove(seen, 0) {
        var color = sample(xs, ys, level, levels, places)
        if share > 0 {
          let next = sample(xs, ys, level &+ 1, levels, places)
          color.red += (next.red - color.red) * share
          color.green += (next.green - color.green) * share
          color.blue += (next.blue - color.blue) * share
          color.alpha += (next.alpha - color.alpha) * share
        }
        Lanes.store(Lanes.load(at) + color.red * seen, to: at)
        Lanes.store(Lanes.load(at + width) + color.green * seen, to: at + width)
        Lanes.store(Lanes.load(at + 2 &* width) + color.blue * seen, to: at + 2 &* width)
        Lanes.store(alpha + color.alpha * seen, to: at + 3 &* width)
      }
      column &+= 8
    }
  }

  /// The level whose pixels are as large as a radius, and how much of the next one is mixed in.
  private func level(radius: Double) -> (index: Int, share: Float) {
    var (index, rest) = (0, max(radius, 1))
    while rest >= 2, index < picture.levels.count - 1 {
      rest /= 2
      index += 1
    }
    return (index, index < picture.levels.count - 1 ? Float(min(rest, 2) - 1) : 0)
  }

  /// The means of four samples around each position, half of a level's pixel apart from it; in the first level one.
  @inline(__always)
  private func sample(
    _ x: Float8, _ y: Float8, _ index: Int, _ levels: UnsafePointer<MipmappedPicture.Level>, _ places: SamplePlaces
  ) -> LaneColor {
    let level = levels[index]
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
