import Lanes
import Model

extension Filter.Posterize: ColorFilterKind {
  static let pixelNanoseconds = 3.0
  func isIdentity(at clock: AnimationClock) -> Bool { false }

  func append(to program: inout PixelProgram, at moment: CanvasMoment) {
    let count = max(moment.value(steps), 2)
    // The factor is slightly more than the number of steps: rounding then never moves a value at which a step begins into the step below.
    let last = count.rounded(.up) - 1
    program.enterEncoded()
    program.append(
      .posterize(PosterizeStep(count: Float(count * (1 + 1e-6)), lastIndex: Float(last), rise: Float(1 / last))))
  }
}

/// Rounds each channel down to one of a few values.
struct PosterizeStep {
  /// The number of values.
  let count: Float
  /// The index of the greatest value.
  let lastIndex: Float
  /// From one value to the next.
  let rise: Float

  @inline(__always)
  func apply(to pixels: inout ColorPixels) {
    pixels.red = Lanes.min(Lanes.floor(pixels.red * count), lastIndex) * rise
    pixels.green = Lanes.min(Lanes.floor(pixels.green * count), lastIndex) * rise
    pixels.blue = Lanes.min(Lanes.floor(pixels.blue * count), lastIndex) * rise
  }
}
