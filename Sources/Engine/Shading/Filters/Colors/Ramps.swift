import Colorimetry
import Lanes
import Model
import Raster

extension Filter.Duotone: ColorFilterKind {
  static let pixelNanoseconds = 5.0
  func isIdentity(at clock: AnimationClock) -> Bool { amount.has(0, at: clock) }

  func append(to program: inout PixelProgram, at moment: CanvasMoment) {
    program.appendRamp(colors, amount: amount, at: moment)
  }
}

extension Filter.Infrared: ColorFilterKind {
  static let pixelNanoseconds = 5.0
  func isIdentity(at clock: AnimationClock) -> Bool { amount.has(0, at: clock) }

  func append(to program: inout PixelProgram, at moment: CanvasMoment) {
    program.appendRamp(Self.thermalColors, amount: amount, at: moment)
  }

  /// The colours of a thermal camera, from cold to hot.
  private static let thermalColors = ColorMap(
    stops: [
      (0, 0.010, 0.003, 0.060), (0.18, 0.030, 0.010, 0.300), (0.36, 0.300, 0.010, 0.420), (0.54, 0.850, 0.060, 0.120),
      (0.72, 1.000, 0.320, 0.010), (0.88, 1.000, 0.800, 0.120), (1, 1, 1, 0.9),
    ].map { location, red, green, blue in
      Gradient.Stop(
        color: .constant(LinearColor(red: red, green: green, blue: blue)), location: AnimatedNumber(location))
    })
}

extension PixelProgram {
  /// Adds a step that maps a pixel's luminance to the colours of a ramp and mixes them in by `amount`.
  fileprivate mutating func appendRamp(_ map: ColorMap, amount: AnimatedNumber, at moment: CanvasMoment) {
    let (colors, isLinear) = (FieldColors(map, canvas: moment.canvas, clock: moment.clock), moment.isLinear)
    enterPremultiplied()
    let tables = (0..<4).map { channel in
      appendTable { location in
        let color = colors.color(at: Float(location))
        let alpha = min(max(color.w, 0), 1)
        let value = channel < 3 ? max(color[channel], 0) : alpha
        return Double(isLinear ? value : min(value, alpha))
      }
    }
    append(
      .ramp(
        RampStep(
          share: Float(moment.value(amount)), red: tables[0], green: tables[1], blue: tables[2], alpha: tables[3],
          encodesLuminance: isLinear)))
  }
}

/// Looks the luminance of premultiplied colours up in a ramp, and mixes the ramp's colour in.
struct RampStep {
  /// The share of the ramp's colour.
  let share: Float
  // The ramp's premultiplied colours in the canvas's encoding; they are multiplied by the pixel's own alpha.
  let red: ColorTable
  let green: ColorTable
  let blue: ColorTable
  let alpha: ColorTable
  /// Whether the luminance is encoded before it is looked up.
  let encodesLuminance: Bool

  @inline(__always)
  func apply(to pixels: inout ColorPixels, _ tables: UnsafeMutablePointer<Float>) {
    let luminance = pixels.red * 0.2126 + pixels.green * 0.7152 + pixels.blue * 0.0722
    let straightLuminance = Lanes.max(luminance / Lanes.max(pixels.alpha, 1e-30), 0)
    let clampedLuminance = Lanes.min(straightLuminance, 1)
    let location = encodesLuminance ? encodeSRGB(clampedLuminance) : clampedLuminance
    let colorFactor = pixels.alpha * Lanes.max(straightLuminance, 1)
    pixels.red += (red.values(at: location, in: tables) * colorFactor - pixels.red) * share
    pixels.green += (green.values(at: location, in: tables) * colorFactor - pixels.green) * share
    pixels.blue += (blue.values(at: location, in: tables) * colorFactor - pixels.blue) * share
    pixels.alpha += (alpha.values(at: location, in: tables) * pixels.alpha - pixels.alpha) * share
  }
}
