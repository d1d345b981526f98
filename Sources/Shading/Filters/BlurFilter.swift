import Colorimetry
import Lanes
import Model
import Raster

/// The filters that blur: the blur itself, and shadows and glows, which draw a blurred copy of the input's shape below or inside of it.
final class BlurFilter: NeighborhoodFilter, @unchecked Sendable {
  private let filter: Filter
  private let canvas: Canvas
  private let blur: GaussianBlur
  private let origin: (x: Int, y: Int)
  private let isConstant: Bool
  /// The colour of the shadow or glow, premultiplied, in the canvas's encoding; unused where the input glows in its own colours.
  private var color = SIMD4<Float>()
  /// The factor of a glow's light and alpha; 1 for shadows.
  private var strength: Float = 1

  /// Nil where the filter never changes anything.
  init?(_ filter: Filter, canvas: Canvas, input: PixelRect) {
    var planes = 3..<4
    switch filter {
    case .blur(let blur):
      if blur.radius.x.isZero && blur.radius.y.isZero { return nil }
      planes = 0..<4
    case .glow(let glow):
      if glow.strength.isZero { return nil }
      if glow.color == nil { planes = 0..<4 }
    case .dropShadow(let shadow), .innerShadow(let shadow):
      if case .constant(let color) = shadow.color, color.alpha == 0 { return nil }
    default: preconditionFailure("Only filters that blur have a BlurFilter.")
    }
    self.filter = filter
    self.canvas = canvas
    origin = (input.x, input.y)
    isConstant = filter.animatedValues.areConstant
    // The input of a filter of the canvas ends at the canvas's edges, where it is mirrored. A layer's input is wider, and transparent
    // beyond its own edges.
    let isWholeCanvas = input == PixelRect(x: 0, y: 0, width: canvas.widthPixels, height: canvas.heightPixels)
    blur = GaussianBlur(
      width: input.width, height: input.height, firstPlane: planes.lowerBound, planeCount: planes.count,
      mirrorsAtEdges: isWholeCanvas)
  }

  var contentVersion: Int? { isConstant ? 0 : nil }
  var readsInputInFinish: Bool { filter.readsInputInFinish }
  var taskCounts: [Int] { blur.taskCounts }

  func update(at clock: AnimationClock) {
    let scale = canvas.pixelsPerPoint
    func pixels(_ number: AnimatedNumber) -> Double { number.value(at: clock) * scale }
    func set(_ color: LinearColor) { self.color = color.clampedTileValue(on: canvas) }
    switch filter {
    case .blur(let value):
      blur.configure(sigma: SIMD2(pixels(value.radius.x), pixels(value.radius.y)), shift: SIMD2())
    case .dropShadow(let shadow), .innerShadow(let shadow):
      set(shadow.color.value(at: clock))
      blur.configure(
        sigma: SIMD2(repeating: pixels(shadow.radius)), shift: SIMD2(pixels(shadow.offset.x), pixels(shadow.offset.y)))
    case .glow(let glow):
      if let color = glow.color { set(color.value(at: clock)) }
      strength = Float(glow.strength.value(at: clock))
      blur.configure(sigma: SIMD2(repeating: pixels(glow.radius)), shift: SIMD2())
    default: break
    }
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
      switch filter {
      case .blur:
        for plane in 0..<4 { (pixels + plane * tile.width).update(from: rows + plane * stride, count: tile.width) }
      case .innerShadow: shadeInside(pixels, rows, color, tile.width)
      case .glow(let glow) where glow.color == nil:
        compositeBelow(
          pixels, rows, planeStride: stride, strength, clampsToAlpha: canvas.blending == .srgb, tile.width)
      default: compositeBelow(pixels, shape: rows, color, strength, tile.width)
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
