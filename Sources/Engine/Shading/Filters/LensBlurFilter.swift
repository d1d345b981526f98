import Lanes
import Model
import Raster

extension Filter.LensBlur: DrawnFilter {
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    LensBlurFilter(self, canvas: canvas, input: input)
  }

  func inputNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double {
    LensBlurFilter.inputNanoseconds(radiusPixels: radius.largestMagnitude(during: clocks) * canvas.pixelsPerPoint)
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
  /// The radius at a time, in points by places on the canvas, for the camera's lens; nil for that of the settings.
  private let radius: (@Sendable (AnimationClock) -> LensRadius)?

  /// Nil where the filter never changes anything.
  init?(
    _ settings: Filter.LensBlur, canvas: Canvas, input: PixelRect,
    radius: (@Sendable (AnimationClock) -> LensRadius)? = nil
  ) {
    if settings.radius.isZero && settings.highlights.isZero { return nil }
    self.settings = settings
    self.canvas = canvas
    self.input = input
    blur = LensBlur(width: input.width, height: input.height, mirrorsAtEdges: input.isWhole(of: canvas))
    isConstant = radius == nil && settings.animatedValues.areConstant
    self.radius = radius
  }

  /// What a pixel of the input costs: storing and enlarging it, and for each value that is stored the rows of the shape. While one size fades
  /// into another, both are computed.
  fileprivate static func inputNanoseconds(radiusPixels: Double) -> Double {
    var nanoseconds = 0.0
    for (size, side) in LensSizes.sides.enumerated()
    where LensSizes.areSeen(radiusPixels...radiusPixels, size: size) {
      let rows = 2 * radiusPixels / Double(side) + 1
      nanoseconds += size == 0 ? 3 + 0.2 * rows * rows : 1.8 + 0.6 * rows / Double(side * side)
    }
    return nanoseconds
  }

  var contentVersion: Int? { isConstant ? 0 : nil }
  var taskCounts: [Int] { blur.taskCounts }

  func update(at clock: AnimationClock) {
    var aperture = LensAperture()
    aperture.blades = settings.blades
    aperture.turns = settings.angle.value(at: clock) / 360
    aperture.catEye = settings.catEye.value(at: clock)
    aperture.addedHighlightGain = Float(settings.highlights.value(at: clock))
    let (width, height) = (Double(canvas.widthPixels), Double(canvas.heightPixels))
    aperture.axisPoint = SIMD2(width / 2 - Double(input.x), height / 2 - Double(input.y))
    aperture.inverseCornerDistance = 2 / (width * width + height * height).squareRoot()
    let points = radius?(clock) ?? LensRadius(settings.radius.value(at: clock))
    blur.configure(aperture, points.inPixels(canvas.pixelsPerPoint, from: (input.x, input.y)))
  }

  func limitWork(to box: PixelRect) { blur.limitWork(to: box.relative(to: (input.x, input.y))) }

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    blur.gather(
      from: tile.relative(to: (input.x, input.y)), region: region.relative(to: (input.x, input.y)), scratch: scratch)
  }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    blur.perform(pass: pass, task: task, scratch: scratch)
  }

  func endPasses() { blur.endPasses() }

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) {
    blur.finish(tile.relative(to: (input.x, input.y)), scratch: scratch)
  }
}
