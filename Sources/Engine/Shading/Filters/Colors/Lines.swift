import Colorimetry
import Lanes
import Model
import Raster

extension Filter.Scanlines: ColorFilterKind {
  static let pixelNanoseconds = 0.8
  func isIdentity(at clock: AnimationClock) -> Bool { amount.has(0, at: clock) }

  func append(to program: inout PixelProgram, at moment: CanvasMoment) {
    let spacing = max(moment.pixels(spacing), 0.01)
    let lines = LinePattern(
      spacing: Float(spacing), thickness: Float(spacing * moment.value(thickness)),
      offset: Float(moment.pixels(offset)))
    program.enterCanvasValues()
    program.append(.scanlines(ScanlinesStep(amount: Float(moment.value(amount)), lines: lines)))
  }
}

extension Filter.Interlace: ColorFilterKind {
  static let pixelNanoseconds = 0.8
  func isIdentity(at clock: AnimationClock) -> Bool { amount.has(0, at: clock) }

  func append(to program: inout PixelProgram, at moment: CanvasMoment) {
    let thickness = max(moment.pixels(thickness), 0.005)
    let lines = LinePattern(
      spacing: Float(2 * thickness), thickness: Float(thickness), offset: Float(moment.pixels(offset)))
    let color = color.value(at: moment.clock)
    let opaque = LinearColor(red: color.red, green: color.green, blue: color.blue).clampedTileValue(on: moment.canvas)
    program.enterCanvasValues()
    program.append(
      .interlace(
        InterlaceStep(
          amount: Float(moment.value(amount) * color.alpha), lines: lines,
          color: SIMD3(opaque.x, opaque.y, opaque.z))))
  }
}

/// Horizontal lines, in pixels.
struct LinePattern {
  let spacing: Float
  let thickness: Float
  let offset: Float

  /// The share of a row of pixels, from y to y + 1, that lines cover.
  @inline(__always)
  func coveredShare(_ y: Float) -> Float {
    /// The pixels that lines cover from their origin to `end`.
    func covered(_ end: Float) -> Float {
      let count = (end / spacing).rounded(.down)
      return count * thickness + min(end - count * spacing, thickness)
    }
    let top = y - offset
    return min(max(covered(top + 1) - covered(top), 0), 1)
  }
}

/// Darkens lines.
struct ScanlinesStep {
  /// The share of the light that is gone in a line.
  let amount: Float
  let lines: LinePattern

  @inline(__always)
  func apply(to pixels: inout ColorPixels) { pixels.scale(by: 1 - amount * lines.coveredShare(pixels.y)) }
}

/// Mixes a colour into lines.
struct InterlaceStep {
  /// The share of the colour in a line.
  let amount: Float
  let lines: LinePattern
  let color: SIMD3<Float>

  @inline(__always)
  func apply(to pixels: inout ColorPixels) {
    let share = amount * lines.coveredShare(pixels.y)
    pixels.red += (pixels.unit * color.x - pixels.red) * share
    pixels.green += (pixels.unit * color.y - pixels.green) * share
    pixels.blue += (pixels.unit * color.z - pixels.blue) * share
  }
}
