import Colorimetry
import Lanes
import Model
import Raster

extension Filter.Blur: DrawnFilter {
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    if radius.x.isZero && radius.y.isZero { return nil }
    return BlurFilter(self, .blurredPicture, canvas: canvas, input: input) { moment in
      BlurFilter.Values(sigmaPixels: SIMD2(moment.pixels(radius.x), moment.pixels(radius.y)))
    }
  }

  /// Four planes, each at the mean cost of the two axes' standard deviations.
  func inputNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double {
    [radius.x, radius.y].reduce(0) {
      $0 + 2 * BlurFilter.planeNanoseconds($1, on: canvas, during: clocks)
    }
  }
}

extension ShadowFilter where Self: DrawnFilter {
  /// Makes the filter of a shadow.
  fileprivate func makeShadow(_ result: BlurFilter.Result, canvas: Canvas, input: PixelRect) -> BlurFilter? {
    if case .constant(let color) = color, color.alpha == 0 { return nil }
    return BlurFilter(self, result, canvas: canvas, input: input) { moment in
      BlurFilter.Values(
        sigmaPixels: SIMD2(repeating: moment.pixels(radius)),
        shiftPixels: SIMD2(moment.pixels(shift.x), moment.pixels(shift.y)), color: color.value(at: moment.clock))
    }
  }

  func inputNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double {
    BlurFilter.planeNanoseconds(radius, on: canvas, during: clocks)
  }

  func pixelNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { 1.3 }
}

extension Filter.DropShadow: DrawnFilter {
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    makeShadow(.shapeBelow, canvas: canvas, input: input)
  }
}

extension Filter.InnerShadow: DrawnFilter {
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    makeShadow(.shapeInside, canvas: canvas, input: input)
  }
}

extension Filter.Glow: DrawnFilter {
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    if strength.isZero { return nil }
    return BlurFilter(self, color == nil ? .pictureBelow : .shapeBelow, canvas: canvas, input: input) { moment in
      BlurFilter.Values(
        sigmaPixels: SIMD2(repeating: moment.pixels(radius)), color: color?.value(at: moment.clock),
        strength: moment.value(strength))
    }
  }

  func inputNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double {
    (color == nil ? 4 : 1) * BlurFilter.planeNanoseconds(radius, on: canvas, during: clocks)
  }

  func pixelNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { 1 }
}

/// The filters that blur: the blur itself, and shadows and glows, which draw a blurred copy of the input's shape below or inside of it.
final class BlurFilter: NeighborhoodFilter, @unchecked Sendable {
  /// What is made of the blurred picture.
  enum Result {
    /// It takes the place of the picture.
    case blurredPicture
    /// It lies below the picture, in its own colours.
    case pictureBelow
    /// Its shape lies below the picture, in one colour.
    case shapeBelow
    /// One colour is mixed into the picture where the blurred shape does not cover it.
    case shapeInside

    /// The planes that are blurred: all four, or alpha alone.
    fileprivate var planes: Range<Int> {
      switch self {
      case .blurredPicture, .pictureBelow: 0..<4
      case .shapeBelow, .shapeInside: 3..<4
      }
    }
  }

  /// The values of the filter at a time.
  struct Values {
    var sigmaPixels: SIMD2<Double>
    var shiftPixels = SIMD2<Double>()
    /// The colour of the shadow or glow; nil where there is none of its own.
    var color: LinearColor?
    /// The factor of a glow's light and alpha.
    var strength = 1.0
  }

  private let result: Result
  private let canvas: Canvas
  private let valuesAt: @Sendable (CanvasMoment) -> Values
  private let blur: GaussianBlur
  private let origin: (x: Int, y: Int)
  private let isConstant: Bool
  /// The colour of the shadow or glow, premultiplied, in the canvas's encoding; unused where the input glows in its own colours.
  private var color = SIMD4<Float>()
  /// The factor of a glow's light and alpha; 1 for shadows.
  private var strength: Float = 1

  /// - Parameter values: the values at a time.
  init(
    _ kind: some FilterDefinition, _ result: Result, canvas: Canvas, input: PixelRect,
    values: @escaping @Sendable (CanvasMoment) -> Values
  ) {
    self.result = result
    self.canvas = canvas
    valuesAt = values
    origin = (input.x, input.y)
    isConstant = kind.animatedValues.areConstant
    // The input of a filter of the canvas ends at the canvas's edges, where it is mirrored. A layer's input is wider, and transparent
    // beyond its own edges.
    let isWholeCanvas = input == PixelRect(x: 0, y: 0, width: canvas.widthPixels, height: canvas.heightPixels)
    blur = GaussianBlur(
      width: input.width, height: input.height, firstPlane: result.planes.lowerBound, planeCount: result.planes.count,
      mirrorsAtEdges: isWholeCanvas)
  }

  /// A pixel of one plane that is blurred along both axes. At full size, the larger the standard deviation, the more pixels are read.
  /// From a certain standard deviation on (`blurReduction`), a reduced picture is blurred, and all blurs cost the same.
  fileprivate static func planeNanoseconds(
    _ sigma: AnimatedNumber, on canvas: Canvas, during clocks: ClockRange
  ) -> Double {
    let sigmaPixels = sigma.largestMagnitude(during: clocks) * canvas.pixelsPerPoint
    return blurReduction(sigmaPixels: sigmaPixels) == 1 ? 0.4 + sigmaPixels : 0.6
  }

  var contentVersion: Int? { isConstant ? 0 : nil }
  var taskCounts: [Int] { blur.taskCounts }

  func update(at clock: AnimationClock) {
    let values = valuesAt(CanvasMoment(canvas: canvas, clock: clock))
    if let color = values.color { self.color = color.clampedTileValue(on: canvas) }
    strength = Float(values.strength)
    blur.configure(sigma: values.sigmaPixels, shift: values.shiftPixels)
  }

  func limitWork(to box: PixelRect) { blur.limitWork(to: box.relative(to: origin)) }

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    blur.gather(from: tile.relative(to: origin), region: region.relative(to: origin), scratch: scratch)
  }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    blur.perform(pass: pass, task: task, scratch: scratch)
  }

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) {
    // `GaussianBlur.row` writes up to 31 floats more than a row has.
    let stride = (tile.width + 31) / 32 * 32
    scratch.resize(to: blur.planeCount * stride + GaussianBlur.rowScratchCount(width: tile.width))
    let (rows, rowScratch) = (scratch.base, scratch.base + blur.planeCount * stride)
    for row in 0..<tile.height {
      for plane in 0..<blur.planeCount {
        blur.row(
          tile.y - origin.y + row, x: tile.x - origin.x, count: tile.width, plane: plane, into: rows + plane * stride,
          scratch: rowScratch)
      }
      let pixels = tile.row(row, plane: 0)
      switch result {
      case .blurredPicture:
        for plane in 0..<4 { (pixels + plane * tile.width).update(from: rows + plane * stride, count: tile.width) }
      case .shapeInside: shadeInside(pixels, rows, color, tile.width)
      case .pictureBelow:
        compositeBelow(
          pixels, rows, planeStride: stride, strength, clampsToAlpha: canvas.blending == .srgb, tile.width)
      case .shapeBelow: compositeBelow(pixels, shape: rows, color, strength, tile.width)
      }
    }
  }
}

/// Composites a shape of one colour below the pixels of a row.
@inline(never)
private func compositeBelow(
  _ pixels: UnsafeMutablePointer<Float>, shape: UnsafeMutablePointer<Float>, _ color: SIMD4<Float>, _ strength: Float,
  _ width: Int
) {
  var column = 0
  while column < width {
    let pixel = pixels + column
    let alpha = Lanes.load(pixel + 3 &* width)
    let visibleShare = Lanes.clamp(Lanes.load(shape + column) * strength, 0, 1) * (1 - alpha)
    Lanes.store(Lanes.load(pixel) + visibleShare * color.x, to: pixel)
    Lanes.store(Lanes.load(pixel + width) + visibleShare * color.y, to: pixel + width)
    Lanes.store(Lanes.load(pixel + 2 &* width) + visibleShare * color.z, to: pixel + 2 &* width)
    Lanes.store(alpha + visibleShare * color.w, to: pixel + 3 &* width)
    column &+= 8
  }
}

/// Composites blurred pixels, times `strength`, below the pixels of a row.
@inline(never)
private func compositeBelow(
  _ pixels: UnsafeMutablePointer<Float>, _ blurred: UnsafeMutablePointer<Float>, planeStride: Int, _ strength: Float,
  clampsToAlpha: Bool, _ width: Int
) {
  var column = 0
  while column < width {
    let (pixel, blurredPixel) = (pixels + column, blurred + column)
    let alpha = Lanes.load(pixel + 3 &* width)
    let transparency = 1 - alpha
    let glowAlpha = Lanes.clamp(Lanes.load(blurredPixel + 3 &* planeStride) * strength, 0, 1)
    let compositeAlpha = alpha + glowAlpha * transparency
    for plane in 0..<3 {
      var glow = Lanes.max(Lanes.load(blurredPixel + plane &* planeStride) * strength, 0)
      if clampsToAlpha { glow = Lanes.min(glow, glowAlpha) }
      Lanes.store(Lanes.load(pixel + plane &* width) + glow * transparency, to: pixel + plane &* width)
    }
    Lanes.store(compositeAlpha, to: pixel + 3 &* width)
    column &+= 8
  }
}

/// Mixes `color` into a row where the blurred shape does not cover it. Alpha stays.
@inline(never)
private func shadeInside(
  _ pixels: UnsafeMutablePointer<Float>, _ shape: UnsafeMutablePointer<Float>, _ color: SIMD4<Float>, _ width: Int
) {
  var column = 0
  while column < width {
    let pixel = pixels + column
    let alpha = Lanes.load(pixel + 3 &* width)
    let uncovered = 1 - Lanes.clamp(Lanes.load(shape + column), 0, 1)
    let (kept, added) = (1 - uncovered * color.w, uncovered * alpha)
    Lanes.store(Lanes.load(pixel) * kept + added * color.x, to: pixel)
    Lanes.store(Lanes.load(pixel + width) * kept + added * color.y, to: pixel + width)
    Lanes.store(Lanes.load(pixel + 2 &* width) * kept + added * color.z, to: pixel + 2 &* width)
    column &+= 8
  }
}
