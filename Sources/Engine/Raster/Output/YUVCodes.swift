import Lanes

/// The way in which the loops of `YUVWriter` prepare encoded values. It is a generic parameter of the loops.
protocol ValuePreparation {
  /// Returns `x` limited to 0...1.
  func clamped(_ x: Float8) -> Float8
  /// Returns the luma weights for a movie tagged with `matrix`: `matrix` itself or, if only one matrix is possible, a constant equal to
  /// `matrix`, which the compiler knows (`ClampingPreparation`).
  func weights(_ matrix: LumaMatrix) -> LumaMatrix
  /// Whether pixels are weighted by alpha when chroma is averaged over several pixels.
  static var weighsByAlpha: Bool { get }
}

extension ValuePreparation {
  @_transparent func weights(_ matrix: LumaMatrix) -> LumaMatrix { matrix }
  @_transparent static var weighsByAlpha: Bool { false }
}

/// For the values of an `srgb` canvas, which are read directly from the tile: they may lie outside of 0...1 and are clamped. They
/// never have a high dynamic range, so the matrix is constant. With weights from memory, the compiler would shuffle the lanes of
/// clamped values unnecessarily, which takes 1.5 times as long.
struct ClampingPreparation: ValuePreparation {
  /// Returns `LumaMatrix.bt709` as literals, which the compiler knows.
  @_transparent func weights(_ matrix: LumaMatrix) -> LumaMatrix {
    LumaMatrix(red: 0.2126, green: 0.7152, blue: 0.0722, blueSpan: 1.8556, redSpan: 1.5748)
  }
  @_transparent func clamped(_ x: Float8) -> Float8 { saturate(x) }
}

/// For values that `OutputTransform.encode` has already limited to 0...1. They are passed on unchanged.
struct PassThroughPreparation: ValuePreparation {
  @_transparent func clamped(_ x: Float8) -> Float8 { x }
}

/// For straight colours from `OutputTransform.encode`, with alpha in plane 3.
struct StraightAlphaPreparation: ValuePreparation {
  @_transparent func clamped(_ x: Float8) -> Float8 { x }
  @_transparent static var weighsByAlpha: Bool { true }
}

/// The weights of red, green and blue in Y′.
struct LumaMatrix: Sendable, Equatable {
  let red: Float
  let green: Float
  let blue: Float
  /// The greatest minus the least value of B′ − Y′, 2 − 2·`blue`, and of R′ − Y′, 2 − 2·`red`.
  let blueSpan: Float
  let redSpan: Float

  static let bt709 = LumaMatrix(red: 0.2126, green: 0.7152, blue: 0.0722, blueSpan: 1.8556, redSpan: 1.5748)
  /// The matrix of BT.2020 for non-constant luminance.
  static let bt2020 = LumaMatrix(red: 0.2627, green: 0.678, blue: 0.0593, blueSpan: 1.8814, redSpan: 1.4746)
}

/// Y′CbCr codes of limited range. In 8 bits Y = 16 + 219Y′ and C = 128 + 224C′; for 10 and 12 bits these are multiplied by 4 and 16.
/// C′ is −½...½: (B′ − Y′)/`blueSpan` for Cb, (R′ − Y′)/`redSpan` for Cr. A has full range: 255 A, 1023 A or 4095 A.
///
/// A code is scale · value + offset + threshold, rounded down. Thresholds are those of the dither (`DitherMask`). Offsets include ½, so
/// that a threshold of 0 rounds to nearest.
struct YUVCodes {
  let matrix: LumaMatrix
  /// Factor and offset of Y.
  let lumaScale: Float
  let lumaOffset: Float
  /// Factor from B′ − Y′ to codes of Cb.
  let cbScale: Float
  /// Factor from R′ − Y′ to codes of Cr.
  let crScale: Float
  /// Offset of Cb and Cr.
  let chromaOffset: Float
  /// The code of an alpha of 1.
  let maximumAlpha: Float

  init(bitDepth: Int, matrix: LumaMatrix = .bt709) {
    let codesPer8BitCode = Float(1 << (bitDepth - 8))
    self.matrix = matrix
    lumaScale = 219 * codesPer8BitCode
    lumaOffset = 16 * codesPer8BitCode + 0.5
    cbScale = 224 * codesPer8BitCode / matrix.blueSpan
    crScale = 224 * codesPer8BitCode / matrix.redSpan
    chromaOffset = 128 * codesPer8BitCode + 0.5
    maximumAlpha = Float(1 << bitDepth - 1)
  }

  /// Returns the codes of eight values of Y′.
  @_transparent
  func luma(_ values: Float8, _ thresholds: UnsafePointer<Float>) -> Int32x8 {
    Lanes.truncateInRange(values * lumaScale + (lumaOffset + Lanes.load(thresholds)))
  }
}

/// Y′ and the colour differences B′ − Y′ and R′ − Y′ of eight encoded pixels. The differences are not divided by their spans.
struct LumaAndDifferences {
  let luma: Float8
  let blueDifference: Float8
  let redDifference: Float8

  @_transparent
  init<Preparation: ValuePreparation>(
    _ row: FloatRow, _ column: Int, _ matrix: LumaMatrix, _ preparation: Preparation
  ) {
    let red = preparation.clamped(row.load(0, column))
    let green = preparation.clamped(row.load(1, column))
    let blue = preparation.clamped(row.load(2, column))
    let weights = preparation.weights(matrix)
    luma = weights.red * red + weights.green * green + weights.blue * blue
    blueDifference = blue - luma
    redDifference = red - luma
  }
}
