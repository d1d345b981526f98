import Lanes
import Model

extension Filter.ColorMatrix: ColorFilterKind {
  static let pixelNanoseconds = 1.0

  func isIdentity(at clock: AnimationClock) -> Bool {
    values.enumerated().allSatisfy { $1.has($0 % 6 == 0 ? 1 : 0, at: clock) }
  }

  func append(to program: inout PixelProgram, at moment: CanvasMoment) {
    program.append(FullMatrixStep(values.map(moment.value)), isLinear: moment.isLinear)
  }
}

extension Filter.Tint: ColorFilterKind {
  static let pixelNanoseconds = 1.0
  func isIdentity(at clock: AnimationClock) -> Bool { false }

  func append(to program: inout PixelProgram, at moment: CanvasMoment) {
    var matrix = [Double](repeating: 0, count: 20)
    for (channel, factor) in factors(at: moment.clock, encodesColors: !moment.isLinear).enumerated() {
      matrix[6 * channel] = factor
    }
    program.append(FullMatrixStep(matrix), isLinear: moment.isLinear)
  }
}

extension PixelProgram {
  fileprivate mutating func append(_ matrix: FullMatrixStep, isLinear: Bool) {
    enterStraight()
    append(.fullMatrix(matrix))
    append(isLinear ? .clampBelow : .clamp)
  }
}

/// A matrix for straight red, green, blue and alpha, each with an offset. Alpha is clamped to 0...1.
struct FullMatrixStep {
  let red: Row
  let green: Row
  let blue: Row
  let alpha: Row

  /// The factors of the old red, green, blue and alpha, and what is added.
  struct Row {
    let factors: SIMD4<Float>
    let offset: Float

    init(_ values: ArraySlice<Double>) {
      let values = values.map { Float($0) }
      factors = SIMD4(values[0], values[1], values[2], values[3])
      offset = values[4]
    }

    @inline(__always)
    func product(_ red: Float8, _ green: Float8, _ blue: Float8, _ alpha: Float8) -> Float8 {
      (red * factors.x + green * factors.y) + (blue * factors.z + alpha * factors.w) + offset
    }
  }

  /// - Parameter values: four rows of five numbers.
  init(_ values: [Double]) {
    (red, green) = (Row(values[0..<5]), Row(values[5..<10]))
    (blue, alpha) = (Row(values[10..<15]), Row(values[15..<20]))
  }

  @inline(__always)
  func apply(to pixels: inout ColorPixels) {
    let (r, g, b, a) = (pixels.red, pixels.green, pixels.blue, pixels.alpha)
    pixels.red = red.product(r, g, b, a)
    pixels.green = green.product(r, g, b, a)
    pixels.blue = blue.product(r, g, b, a)
    pixels.alpha = Lanes.clamp(alpha.product(r, g, b, a), 0, 1)
  }
}
