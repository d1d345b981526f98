import Lanes
import Model

extension Filter.Vignette: ColorFilterKind {
  static let pixelNanoseconds = 0.8
  func isIdentity(at clock: AnimationClock) -> Bool { amount.has(0, at: clock) }

  func append(to program: inout PixelProgram, at moment: CanvasMoment) {
    let canvas = moment.canvas
    let center =
      center ?? AnimatedPoint(AnimatedNumber(canvas.widthPoints / 2), AnimatedNumber(canvas.heightPoints / 2))
    let (width, height) = (Double(canvas.widthPixels), Double(canvas.heightPixels))
    let halfDiagonal = (width * width + height * height).squareRoot() / 2
    let (inner, outer) = (moment.value(inner), moment.value(outer))
    program.enterCanvasValues()
    program.append(
      .vignette(
        VignetteStep(
          amount: Float(moment.value(amount)), centerX: Float(moment.pixels(center.x) - 0.5),
          centerY: Float(moment.pixels(center.y) - 0.5), inverseHalfDiagonal: Float(1 / halfDiagonal),
          inner: Float(inner), slope: Float(1 / max(outer - inner, 1e-6)))))
  }
}

/// Multiplies colours by a factor that falls smoothly with the distance from a centre. Distances are shares of half of the canvas's diagonal.
struct VignetteStep {
  /// The share of the light that is gone at the end.
  let amount: Float
  /// The centre in frame pixels, with the centre of the first pixel at (0, 0).
  let centerX: Float
  let centerY: Float
  let inverseHalfDiagonal: Float
  /// Where the factor begins to fall.
  let inner: Float
  /// 1 divided by the distance over which it falls.
  let slope: Float

  @inline(__always)
  func apply(to pixels: inout ColorPixels) {
    let dx = (Lanes.laneNumbers + (pixels.x - centerX)) * inverseHalfDiagonal
    let dy = (pixels.y - centerY) * inverseHalfDiagonal
    let distance = Lanes.sqrt(dx * dx + dy * dy)
    pixels.scale(by: 1 - amount * smoothStep(Lanes.clamp((distance - inner) * slope, 0, 1)))
  }
}
