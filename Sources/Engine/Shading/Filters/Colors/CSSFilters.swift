import Lanes
import Model
import Raster

// The colour filters of CSS's module Filter Effects, most of which are matrices (`ColorAffine`), and `exposure`.

extension Filter.Brightness: ColorFilterKind {
  static let pixelNanoseconds = 0.8
  func isIdentity(at clock: AnimationClock) -> Bool { amount.has(1, at: clock) }
  func append(to program: inout PixelProgram, at moment: CanvasMoment) {
    program.append(ColorAffine(scale: moment.value(amount)))
  }
}

extension Filter.Contrast: ColorFilterKind {
  static let pixelNanoseconds = 0.8
  func isIdentity(at clock: AnimationClock) -> Bool { amount.has(1, at: clock) }
  func append(to program: inout PixelProgram, at moment: CanvasMoment) {
    program.append(.contrast(moment.value(amount)))
  }
}

extension Filter.Saturate: ColorFilterKind {
  static let pixelNanoseconds = 0.8
  func isIdentity(at clock: AnimationClock) -> Bool { amount.has(1, at: clock) }
  func append(to program: inout PixelProgram, at moment: CanvasMoment) {
    program.append(.saturate(moment.value(amount)))
  }
}

extension Filter.Grayscale: ColorFilterKind {
  static let pixelNanoseconds = 0.8
  func isIdentity(at clock: AnimationClock) -> Bool { amount.has(0, at: clock) }
  func append(to program: inout PixelProgram, at moment: CanvasMoment) {
    program.append(.grayscale(moment.value(amount)))
  }
}

extension Filter.Sepia: ColorFilterKind {
  static let pixelNanoseconds = 0.8
  func isIdentity(at clock: AnimationClock) -> Bool { amount.has(0, at: clock) }
  func append(to program: inout PixelProgram, at moment: CanvasMoment) {
    program.append(.sepia(moment.value(amount)))
  }
}

extension Filter.HueRotate: ColorFilterKind {
  static let pixelNanoseconds = 0.8
  func isIdentity(at clock: AnimationClock) -> Bool { angle.has(0, at: clock) }
  func append(to program: inout PixelProgram, at moment: CanvasMoment) {
    program.append(.hueRotate(degrees: moment.value(angle)))
  }
}

extension Filter.Invert: ColorFilterKind {
  static let pixelNanoseconds = 0.8
  func isIdentity(at clock: AnimationClock) -> Bool { amount.has(0, at: clock) }
  func append(to program: inout PixelProgram, at moment: CanvasMoment) {
    program.append(.invert(moment.value(amount)))
  }
}

extension Filter.Opacity: ColorFilterKind {
  static let pixelNanoseconds = 0.8
  func isIdentity(at clock: AnimationClock) -> Bool { amount.has(1, at: clock) }
  func append(to program: inout PixelProgram, at moment: CanvasMoment) {
    program.enterCanvasValues()
    program.appendFade(moment.value(amount))
  }
}

extension Filter.Exposure: ColorFilterKind {
  static let pixelNanoseconds = 0.8
  func isIdentity(at clock: AnimationClock) -> Bool { stops.has(0, at: clock) }
  func append(to program: inout PixelProgram, at moment: CanvasMoment) {
    let factor = Lanes.exp2(moment.value(stops))
    if moment.isLinear {
      program.append(ColorAffine(scale: factor))
    } else {
      program.enterEncoded()
      program.append(.expose(ExposeStep(factor: Float(factor))))
    }
  }
}

/// Multiplies the light of encoded values by a factor; the results are at most white.
struct ExposeStep {
  let factor: Float

  @inline(__always)
  func apply(to pixels: inout ColorPixels) {
    pixels.red = exposed(pixels.red)
    pixels.green = exposed(pixels.green)
    pixels.blue = exposed(pixels.blue)
  }

  @inline(__always)
  private func exposed(_ value: Float8) -> Float8 {
    encodeSRGB(Lanes.clamp(decodeSRGB(Lanes.clamp(value, 0, 1)) * factor, 0, 1))
  }
}
