import Lanes
import Model
import Raster

extension Filter.LensBlur: DrawnFilter {
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    LensBlurFilter(self, canvas: canvas, input: input)
  }

  func inputNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double {
    let radiusPixels = radius.largestMagnitude(during: clocks) * canvas.pixelsPerPoint
    // Each value that is stored is the sum of as many spans as the stored shape has rows.
    let reduction = Double(lensBlurReduction(radiusPixels: radiusPixels))
    return reduction == 1 ? 2 + 3.3 * radiusPixels : 4 + 1.7 * radiusPixels / (reduction * reduction * reduction)
  }
}

extension Filter.Defocus: DrawnFilter {
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    LensBlurFilter(lens, canvas: canvas, input: input) { radius(at: $0, on: canvas) }
  }

  func inputNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double {
    lens.inputNanoseconds(on: canvas, during: clocks)
  }
}

/// The blur of a lens that is out of focus.
final class LensBlurFilter: NeighborhoodFilter, @unchecked Sendable {
  private let settings: Filter.LensBlur
  private let canvas: Canvas
  private let input: PixelRect
  private let blur: LensBlur
  private let isConstant: Bool
  /// The radius at a time, in points, for the camera's lens; nil for that of the settings.
  private let radius: (@Sendable (AnimationClock) -> Double)?

  /// Nil where the filter never changes anything.
  init?(
    _ settings: Filter.LensBlur, canvas: Canvas, input: PixelRect,
    radius: (@Sendable (AnimationClock) -> Double)? = nil
  ) {
    if settings.radius.isZero && settings.highlights.isZero { return nil }
    self.settings = settings
    self.canvas = canvas
    self.input = input
    blur = LensBlur(width: input.width, height: input.height, mirrorsAtEdges: input.isWhole(of: canvas))
    isConstant = radius == nil && settings.animatedValues.areConstant
    self.radius = radius
  }

  var contentVersion: Int? { isConstant ? 0 : nil }
  var taskCounts: [Int] { blur.taskCounts }

  func update(at clock: AnimationClock) {
    var aperture = LensBlur.Aperture()
    aperture.radius = (radius?(clock) ?? settings.radius.value(at: clock)) * canvas.pixelsPerPoint
    aperture.blades = settings.blades
    aperture.turns = settings.angle.value(at: clock) / 360
    aperture.catEye = settings.catEye.value(at: clock)
    aperture.addedHighlightGain = Float(settings.highlights.value(at: clock))
    let (width, height) = (Double(canvas.widthPixels), Double(canvas.heightPixels))
    aperture.axisPoint = SIMD2(width / 2 - Double(input.x), height / 2 - Double(input.y))
    aperture.inverseCornerDistance = 2 / (width * width + height * height).squareRoot()
    blur.configure(aperture)
  }

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    blur.gather(
      from: tile.relative(to: (input.x, input.y)), region: region.relative(to: (input.x, input.y)), scratch: scratch)
  }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) { blur.perform(pass: pass, task: task) }

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) {
    scratch.resize(to: LensBlur.rowScratchCount(width: tile.width))
    for row in 0..<tile.height {
      for plane in 0..<4 {
        blur.row(
          tile.y + row - input.y, x: tile.x - input.x, count: tile.width, plane: plane,
          into: tile.row(row, plane: plane), scratch: scratch.base)
      }
    }
  }
}
