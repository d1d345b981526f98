import Colorimetry
import Lanes
import Model
import Raster

extension Filter.Edges: DrawnFilter {
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    EdgesFilter(self, canvas: canvas, input: input)
  }

  func pixelNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double {
    10
  }
}

/// Lines where the picture changes: the length of each channel's gradient, from the differences between the left and the right and between
/// the upper and the lower neighbour. The differences are taken of encoded values; on a linear canvas the square root approximates the
/// encoding. The lines are mixed into the picture by `amount`: at 1 and above only the lines are left, on transparent ground.
final class EdgesFilter: NeighborhoodFilter, @unchecked Sendable {
  private let settings: Filter.Edges
  private let canvas: Canvas
  private let picture: SampledPicture
  /// The frame pixel at the input's upper left corner.
  private let origin: (x: Int, y: Int)
  private let isConstant: Bool
  private var amount: Float = 0
  /// The distance to the neighbours that are compared, in pixels.
  private var reach: Float = 1
  /// The lines' premultiplied colour; nil for a line of its own in each channel.
  private var color: SIMD4<Float>?

  /// Nil where the filter never changes anything.
  init?(_ settings: Filter.Edges, canvas: Canvas, input: PixelRect) {
    if settings.amount.isZero { return nil }
    self.settings = settings
    self.canvas = canvas
    origin = (input.x, input.y)
    picture = SampledPicture(
      width: input.width, height: input.height, edges: input.isWhole(of: canvas) ? .mirrored : .transparent)
    isConstant = settings.animatedValues.areConstant
  }

  var contentVersion: Int? { isConstant ? 0 : nil }
  var taskCounts: [Int] { [] }

  func update(at clock: AnimationClock) {
    amount = Float(settings.amount.value(at: clock))
    reach = Float(settings.size.value(at: clock) * canvas.pixelsPerPoint)
    color = settings.color.map { $0.value(at: clock).clampedTileValue(on: canvas) }
  }

  var canReuseGatheredInput: Bool { true }

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    picture.store(tile.relative(to: origin), region: region.relative(to: origin))
  }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {}

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) {
    scratch.resize(to: ShiftedPictureRows.floatCount(5, width: tile.width))
    let rows = ShiftedPictureRows(picture, width: tile.width, memory: scratch.base)
    let isLinear = canvas.blending != .srgb
    let kept = 1 - min(amount, 1)
    for row in 0..<tile.height {
      let (x, y) = (tile.x - origin.x, tile.y - origin.y + row)
      let here = rows.read(0, x: x, y: y, offset: SIMD2())
      let output = TileRow(tile, row: row)
      if amount == 0 {
        for plane in 0..<4 { output.plane(plane).update(from: here.plane(plane), count: tile.width) }
        continue
      }
      let left = rows.read(1, x: x, y: y, offset: SIMD2(-reach, 0))
      let right = rows.read(2, x: x, y: y, offset: SIMD2(reach, 0))
      let above = rows.read(3, x: x, y: y, offset: SIMD2(0, -reach))
      let below = rows.read(4, x: x, y: y, offset: SIMD2(0, reach))
      var column = 0
      while column < tile.width {
        var lines = (Float8(), Float8(), Float8())
        for plane in 0..<3 {
          let dx = encodedValues(right, plane, column, isLinear) - encodedValues(left, plane, column, isLinear)
          let dy = encodedValues(below, plane, column, isLinear) - encodedValues(above, plane, column, isLinear)
          let square = dx * dx + dy * dy
          // The gradient's length in encoded values; on a linear canvas its square is the light.
          let line = isLinear ? square : Lanes.sqrt(square)
          if plane == 0 { lines.0 = line * amount }
          if plane == 1 { lines.1 = line * amount }
          if plane == 2 { lines.2 = line * amount }
        }
        var alpha = Lanes.min(Lanes.max(Lanes.max(lines.0, lines.1), lines.2), 1)
        if let color {
          let strength = isLinear ? Lanes.max(Lanes.max(lines.0, lines.1), lines.2) : alpha
          lines = (strength * color.x, strength * color.y, strength * color.z)
          alpha *= color.w
        } else if !isLinear {
          lines = (Lanes.min(lines.0, 1), Lanes.min(lines.1, 1), Lanes.min(lines.2, 1))
        }
        Lanes.store(Lanes.load(here.plane(0) + column) * kept + lines.0, to: output.plane(0) + column)
        Lanes.store(Lanes.load(here.plane(1) + column) * kept + lines.1, to: output.plane(1) + column)
        Lanes.store(Lanes.load(here.plane(2) + column) * kept + lines.2, to: output.plane(2) + column)
        Lanes.store(Lanes.min(Lanes.load(here.plane(3) + column) * kept + alpha, 1), to: output.plane(3) + column)
        column &+= 8
      }
    }
  }
}

/// Eight values of a channel, sRGB-encoded. Linear values are encoded approximately, by the square root.
@inline(__always)
private func encodedValues(_ row: TileRow, _ plane: Int, _ column: Int, _ isLinear: Bool) -> Float8 {
  let value = Lanes.load(row.plane(plane) + column)
  return isLinear ? Lanes.sqrt(Lanes.max(value, 0)) : value
}
