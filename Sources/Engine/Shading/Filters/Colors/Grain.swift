import Lanes
import Model

extension Filter.Grain: ColorFilterKind {
  static let pixelNanoseconds = 7.0
  var isNewInEachFrame: Bool { true }
  func isIdentity(at clock: AnimationClock) -> Bool { amount.has(0, at: clock) }

  func append(to program: inout PixelProgram, at moment: CanvasMoment) {
    // The seed follows from the canvas's time: frames have different grain, which does not depend on what was drawn before, and in a loop
    // frame N is frame 0.
    let seed = CounterHash.mix64(
      moment.clock.canvas.bitPattern ^ moment.canvas.seed &+ UInt64(variant) &* 0x9e37_79b9)
    program.enterEncoded()
    // Times 4, since the grain's factor L·(1 − L) is at most ¼.
    program.append(
      PixelProgram.Step.grain,
      GrainStep(
        amount: Float(4 * moment.value(amount)), grainsPerPixel: Float(1 / max(moment.pixels(size), 0.01)),
        chroma: Float(moment.value(chroma)), seed: UInt32(truncatingIfNeeded: seed)))
  }
}

/// Adds noise, most where the luminance is in the middle.
struct GrainStep {
  /// The noise's factor, besides L·(1 − L) for the luminance L.
  let amount: Float
  let grainsPerPixel: Float
  /// The share of coloured grain.
  let chroma: Float
  let seed: UInt32

  @inline(__always)
  func apply(to pixels: inout ColorPixels) {
    let cellX = (Lanes.laneNumbers + (pixels.x + 0.5)) * grainsPerPixel
    let cellY = Float8(repeating: (pixels.y + 0.5) * grainsPerPixel)
    let luminance = pixels.red * 0.2126 + pixels.green * 0.7152 + pixels.blue * 0.0722
    let weight = luminance * (1 - luminance) * amount
    let gray = ValueNoise.at(cellX, cellY, seed: seed)
    pixels.red = Lanes.clamp(pixels.red + gray * weight, 0, 1)
    if chroma > 0 {
      // Two more seeds, arbitrary, so that green and blue have noises of their own.
      let greenNoise = ValueNoise.at(cellX, cellY, seed: seed &+ 0x51ed_270b)
      let blueNoise = ValueNoise.at(cellX, cellY, seed: seed &+ 0xa3da_4e16)
      pixels.green = Lanes.clamp(pixels.green + (gray + (greenNoise - gray) * chroma) * weight, 0, 1)
      pixels.blue = Lanes.clamp(pixels.blue + (gray + (blueNoise - gray) * chroma) * weight, 0, 1)
    } else {
      pixels.green = Lanes.clamp(pixels.green + gray * weight, 0, 1)
      pixels.blue = Lanes.clamp(pixels.blue + gray * weight, 0, 1)
    }
  }
}
