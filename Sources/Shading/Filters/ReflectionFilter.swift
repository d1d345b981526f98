import Lanes
import Model
import Raster

/// Lays the mirrored picture of a layer below the layer, under a line.
///
/// Roughness is read from halves of the picture's size (`MipmappedPicture`), four samples a pixel, so that its cost does not grow with the
/// blur. Ripples are two sines, of which the longer one leans; they grow with the distance from the line.
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
    for y in max(first, tile.y)..<max(first, tile.y + tile.height) { layBelow(tile, row: y - tile.y) }
  }

  /// Lays the mirrored picture below a row of a tile.
  private func layBelow(_ tile: Tile, row: Int) {
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
    let grown = values.ripples * distance / (distance + values.wavelength)
    let (short, long) = (
      Lanes.sinTurns(Float8(repeating: Float(distance / values.wavelength - values.phase)))[0],
      Float(distance / (values.wavelength * 2.7) - values.phase)
    )
    let lean = Float(1 / (values.wavelength * 6))
    let y = Float(values.line - height - Double(input.y) - 0.5)
    let (level, share) = level(radius: values.roughness * distance)
    let pixels = tile.row(row, plane: 0)
    let width = tile.width
    var column = 0
    while column < width {
      let columns = Lanes.laneNumbers + Float(tile.x - input.x + column)
      var (xs, ys) = (columns, Float8(repeating: y))
      if grown != 0 {
        let wave = Lanes.sinTurns(columns * lean + long)
        xs += (wave * 0.35 + 0.65 * short) * Float(grown)
        ys += wave * Float(grown * 0.4)
      }
      for lane in 0..<8 {
        let at = pixels + (column &+ lane)
        let alpha = at[3 &* width]
        let seen = (1 - alpha) * Float(amount)
        // What has moved above the picture's upper edge is not known.
        if seen <= 0 || ys[lane] < -0.5 { continue }
        var color = sample(xs[lane], ys[lane], level)
        if share > 0 { color += (sample(xs[lane], ys[lane], level &+ 1) - color) * share }
        color *= seen
        at[0] += color.x
        at[width] += color.y
        at[2 &* width] += color.z
        at[3 &* width] = alpha + color.w
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

  /// The mean of four samples around a position, half of a level's pixel apart from it; in the first level one.
  @inline(__always)
  private func sample(_ x: Float, _ y: Float, _ index: Int) -> MipmappedPicture.Pixel {
    let level = picture.levels[index]
    if index == 0 { return level.linear(x, y, .clamped) }
    let scale = 1 / Float(1 &<< index)
    let (u, v) = ((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5)
    let upper = level.linear(u - 0.5, v - 0.5, .clamped) + level.linear(u + 0.5, v - 0.5, .clamped)
    let lower = level.linear(u - 0.5, v + 0.5, .clamped) + level.linear(u + 0.5, v + 0.5, .clamped)
    return (upper + lower) * 0.25
  }
}
