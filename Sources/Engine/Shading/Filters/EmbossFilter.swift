import Colorimetry
import Lanes
import Model
import Raster

extension Filter.Emboss: DrawnFilter {
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    EmbossFilter(self, canvas: canvas, input: input)
  }

  func pixelNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double {
    7.5
  }
}

/// A relief: brightness is taken as height; slopes that face the light become brighter, others darker. Differences are taken of encoded
/// values; on a linear canvas the square root approximates the encoding.
final class EmbossFilter: NeighborhoodFilter, @unchecked Sendable {
  private let settings: Filter.Emboss
  private let canvas: Canvas
  private let picture: SampledPicture
  private let origin: (x: Int, y: Int)
  private let isConstant: Bool
  private var amount: Float = 0
  /// The vector, in pixels, from a pixel to the compared position on the light's side. The other compared position lies opposite.
  private var toLight = SIMD2<Float>()

  /// Nil where the filter never changes anything.
  init?(_ settings: Filter.Emboss, canvas: Canvas, input: PixelRect) {
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
    let half = settings.size.value(at: clock) * canvas.pixelsPerPoint / 2
    let (sine, cosine) = Angles.sineAndCosine(degrees: settings.angle.value(at: clock))
    toLight = SIMD2(Float(cosine * half), Float(sine * half))
  }

  var canReuseGatheredInput: Bool { true }

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    picture.store(tile.relative(to: origin), region: region.relative(to: origin))
  }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {}

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) {
    scratch.resize(to: ShiftedPictureRows.floatCount(3, width: tile.width))
    let rows = ShiftedPictureRows(picture, width: tile.width, memory: scratch.base)
    let isLinear = canvas.blending != .srgb
    for row in 0..<tile.height {
      let (x, y) = (tile.x - origin.x, tile.y - origin.y + row)
      let here = rows.read(0, x: x, y: y, offset: SIMD2())
      let awayFromLight = rows.read(1, x: x, y: y, offset: -toLight)
      let towardsLight = rows.read(2, x: x, y: y, offset: toLight)
      let output = TileRow(tile, row: row)
      var column = 0
      while column < tile.width {
        let value = tone(here, column, isLinear)
        let rise = tone(awayFromLight, column, isLinear) - tone(towardsLight, column, isLinear)
        let lit = Lanes.max(value + rise * amount, 0)
        let added = isLinear ? lit * lit - value * value : lit - value
        let (red, green) = (Lanes.load(here.plane(0) + column), Lanes.load(here.plane(1) + column))
        let (blue, alpha) = (Lanes.load(here.plane(2) + column), Lanes.load(here.plane(3) + column))
        // Light brighter than its alpha counts as covered by its brightest channel.
        let coverage = Lanes.min(Lanes.max(Lanes.max(Lanes.max(red, green), blue), alpha), 1)
        let upperBound = isLinear ? Float8(repeating: .greatestFiniteMagnitude) : coverage
        Lanes.store(Lanes.clamp(red + added * coverage, Float8(), upperBound), to: output.plane(0) + column)
        Lanes.store(Lanes.clamp(green + added * coverage, Float8(), upperBound), to: output.plane(1) + column)
        Lanes.store(Lanes.clamp(blue + added * coverage, Float8(), upperBound), to: output.plane(2) + column)
        Lanes.store(alpha, to: output.plane(3) + column)
        column &+= 8
      }
      if amount == 0 {
        for plane in 0..<4 { output.plane(plane).update(from: here.plane(plane), count: tile.width) }
      }
    }
  }
}

/// The luminance of eight pixels as an encoded value. On a linear canvas it is encoded approximately, by the square root.
@inline(__always)
private func tone(_ row: TileRow, _ column: Int, _ isLinear: Bool) -> Float8 {
  let red = Lanes.load(row.plane(0) + column) * 0.2126
  let green = Lanes.load(row.plane(1) + column) * 0.7152
  let blue = Lanes.load(row.plane(2) + column) * 0.0722
  let sum = Lanes.max((red + green) + blue, 0)
  return isLinear ? Lanes.sqrt(sum) : sum
}
