import Lanes

/// How the loops of `YUVWriter` prepare encoded values, as a generic parameter.
protocol ValuePreparation {
  /// `x` limited to 0...1.
  func clamped(_ x: Float8) -> Float8
  /// The luma weights to use for a movie tagged with `matrix`: `matrix`, or a constant where only one is possible.
  func weights(_ matrix: LumaMatrix) -> LumaMatrix
  /// Whether pixels count by their alpha where chroma is averaged over several.
  static var weighsByAlpha: Bool { get }
}

extension ValuePreparation {
  @_transparent func weights(_ matrix: LumaMatrix) -> LumaMatrix { matrix }
  @_transparent static var weighsByAlpha: Bool { false }
}

/// For values of an `srgb` canvas, which come straight from the tile: they may lie outside of 0...1 and are clamped. They are
/// never of a high dynamic range, so the matrix is known; with weights from memory the compiler shuffles the lanes of
/// clamped values to and fro, which takes half as long again.
struct ClampingPreparation: ValuePreparation {
  @_transparent func weights(_ matrix: LumaMatrix) -> LumaMatrix {
    LumaMatrix(red: 0.2126, green: 0.7152, blue: 0.0722, blueSpan: 1.8556, redSpan: 1.5748)
  }
  @_transparent func clamped(_ x: Float8) -> Float8 { saturate(x) }
}

/// For values that `OutputTransform.encode` has brought into 0...1: they are passed on.
struct PassThroughPreparation: ValuePreparation {
  @_transparent func clamped(_ x: Float8) -> Float8 { x }
}

/// For straight colours of `OutputTransform.encode` with alpha in plane 3.
struct StraightAlphaPreparation: ValuePreparation {
  @_transparent func clamped(_ x: Float8) -> Float8 { x }
  @_transparent static var weighsByAlpha: Bool { true }
}

/// The weights of red, green and blue in Y′.
struct LumaMatrix: Sendable, Equatable {
  let red: Float
  let green: Float
  let blue: Float
  /// The span of B′ − Y′, 2 − 2·`blue`, and that of R′ − Y′.
  let blueSpan: Float
  let redSpan: Float

  static let bt709 = LumaMatrix(red: 0.2126, green: 0.7152, blue: 0.0722, blueSpan: 1.8556, redSpan: 1.5748)
  /// That of BT.2020 for non-constant luminance.
  static let bt2020 = LumaMatrix(red: 0.2627, green: 0.678, blue: 0.0593, blueSpan: 1.8814, redSpan: 1.4746)
}

/// Y′CbCr codes of limited range: in 8 bits Y = 16 + 219Y′ and C = 128 + 224C′, times 4 for 10 bits and 16 for 12. C′ is
/// −½...½: for Cb (B′ − Y′)/`blueSpan`, for Cr (R′ − Y′)/`redSpan`. A has full range: 255 A, 1023 A or 4095 A.
///
/// A code is scale · value + offset + threshold, rounded down; thresholds are those of the dither (`DitherMask`). The offsets include ½, so that without thresholds this would be
/// rounding to nearest.
struct YUVCodes {
  let matrix: LumaMatrix
  let lumaScale: Float
  let lumaOffset: Float
  let blueScale: Float
  let redScale: Float
  let chromaOffset: Float
  /// The code of an alpha of 1.
  let maximumAlpha: Float

  init(bitDepth: Int, matrix: LumaMatrix = .bt709) {
    let codesPer8BitCode = Float(1 << (bitDepth - 8))
    self.matrix = matrix
    lumaScale = 219 * codesPer8BitCode
    lumaOffset = 16 * codesPer8BitCode + 0.5
    blueScale = 224 * codesPer8BitCode / matrix.blueSpan
    redScale = 224 * codesPer8BitCode / matrix.redSpan
    chromaOffset = 128 * codesPer8BitCode + 0.5
    maximumAlpha = Float(1 << bitDepth - 1)
  }

  /// The codes of eight Y′.
  @_transparent
  func luma(_ values: Float8, _ thresholds: UnsafePointer<Float>) -> Int32x8 {
    Lanes.truncateInRange(values * lumaScale + (lumaOffset + Lanes.load(thresholds)))
  }
}

/// Eight encoded pixels as Y′ and the colour differences B′ − Y′ and R′ − Y′, not yet divided by their spans as Pb and Pr are.
struct LumaAndDifferences {
  let luma: Float8
  let blueDifference: Float8
  let redDifference: Float8

  @_transparent
  init<Values: ValuePreparation>(_ row: FloatRow, _ column: Int, _ matrix: LumaMatrix, _ values: Values) {
    let red = values.clamped(row.load(0, column))
    let green = values.clamped(row.load(1, column))
    let blue = values.clamped(row.load(2, column))
    let weights = values.weights(matrix)
    luma = weights.red * red + weights.green * green + weights.blue * blue
    blueDifference = blue - luma
    redDifference = red - luma
  }
}
