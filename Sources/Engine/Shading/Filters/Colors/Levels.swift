import Lanes
import Model

extension Filter.Levels: ColorFilterKind {
  static let pixelNanoseconds = 14.0

  func isIdentity(at clock: AnimationClock) -> Bool {
    inputBlack.has(0, at: clock) && inputWhite.has(1, at: clock) && gamma.has(1, at: clock)
      && outputBlack.has(0, at: clock) && outputWhite.has(1, at: clock)
  }

  func append(to program: inout PixelProgram, at moment: CanvasMoment) {
    let (black, white) = (moment.value(inputBlack), moment.value(inputWhite))
    let (low, high) = (moment.value(outputBlack), moment.value(outputWhite))
    // If black and white coincide, everything above becomes white: a very steep slope stands for an infinite one.
    let width = white - black
    let slope = 1 / (abs(width) < 1e-6 ? 1e-6 : width)
    program.enterEncoded()
    program.append(
      .levels(
        LevelsStep(
          inputBlack: Float(black), inputSlope: Float(slope), exponent: Float(1 / max(moment.value(gamma), 0.01)),
          outputWidth: Float(high - low), outputBlack: Float(low))))
  }
}

/// Maps each channel from the input's range to 0...1, bends it by a power, and maps it to the output's range.
struct LevelsStep {
  let inputBlack: Float
  let inputSlope: Float
  let exponent: Float
  let outputWidth: Float
  let outputBlack: Float

  @inline(__always)
  func apply(to pixels: inout ColorPixels) {
    pixels.red = leveled(pixels.red)
    pixels.green = leveled(pixels.green)
    pixels.blue = leveled(pixels.blue)
  }

  @inline(__always)
  private func leveled(_ value: Float8) -> Float8 {
    let share = Lanes.clamp((value - inputBlack) * inputSlope, 0, 1)
    let bent = exponent == 1 ? share : Lanes.pow(share, exponent)
    return Lanes.clamp(bent * outputWidth + outputBlack, 0, 1)
  }
}
