import Lanes
import Model

extension Filter.Curves: ColorFilterKind {
  static let pixelNanoseconds = 6.0

  func isIdentity(at clock: AnimationClock) -> Bool {
    all.isEmpty && red.isEmpty && green.isEmpty && blue.isEmpty
  }

  func append(to program: inout PixelProgram, at moment: CanvasMoment) {
    func curve(_ points: [AnimatedPoint]) -> MonotoneCurve {
      MonotoneCurve(points.map { SIMD2(moment.value($0.x), moment.value($0.y)) })
    }
    let shared = curve(all)
    program.enterEncoded()
    func table(_ points: [AnimatedPoint]) -> ColorTable {
      let own = curve(points)
      // The first curve acts on all channels, before the channel's own curve.
      return program.appendTable { input in min(max(own.value(at: min(max(shared.value(at: input), 0), 1)), 0), 1) }
    }
    program.append(.curves(CurvesStep(red: table(red), green: table(green), blue: table(blue))))
  }
}

/// Looks each channel up in a table of its own.
struct CurvesStep {
  let red: ColorTable
  let green: ColorTable
  let blue: ColorTable

  @inline(__always)
  func apply(to pixels: inout ColorPixels, _ tables: UnsafeMutablePointer<Float>) {
    pixels.red = red.values(at: pixels.red, in: tables)
    pixels.green = green.values(at: pixels.green, in: tables)
    pixels.blue = blue.values(at: pixels.blue, in: tables)
  }
}
