/// How the samples of one frame of footage lie in memory, and what their codes mean.
///
/// Samples are planar: Y, Cb, Cr, or G, B, R, or Y alone, and alpha last; of 8 bits in one byte, or of 9 to 16 in two, little-endian.
package struct SampleLayout: Sendable, Equatable {
  /// What the first planes hold.
  package enum Colors: Sendable, Equatable {
    /// Luma alone.
    case gray
    /// G, B and R.
    case rgb
    /// Y, Cb and Cr, where luma is red · R + (1 − red − blue) · G + blue · B of encoded values.
    case yCbCr(red: Double, blue: Double)
    /// Y, Cg and Co, whose matrix to RGB has only 0 and ±1.
    case yCgCo
  }

  /// Where chroma samples lie along one axis on which there are half as many as luma samples.
  package enum Siting: Sendable, Equatable {
    /// On the first of each two luma samples.
    case first
    /// Halfway between the two.
    case centred
  }

  package var colors: Colors
  /// Bits of a sample, 8 to 16.
  package var bitDepth: Int
  /// Whether codes use all values of their bits. Otherwise black is 16 and white 235 of 255, and chroma reaches from 16 to 240.
  package var isFullRange: Bool
  /// Siting of chroma along rows; nil where there is one chroma sample for each luma sample.
  package var horizontalChroma: Siting?
  /// Siting of chroma along columns; nil where there is one chroma sample for each luma sample.
  package var verticalChroma: Siting?
  /// Whether a plane of straight alpha, of full range, follows.
  package var hasAlpha: Bool

  package init(
    colors: Colors, bitDepth: Int, isFullRange: Bool, horizontalChroma: Siting? = nil, verticalChroma: Siting? = nil,
    hasAlpha: Bool = false
  ) {
    self.colors = colors
    self.bitDepth = bitDepth
    self.isFullRange = isFullRange
    self.horizontalChroma = horizontalChroma
    self.verticalChroma = verticalChroma
    self.hasAlpha = hasAlpha
  }

  /// How many planes there are.
  package var planeCount: Int { (colors == .gray ? 1 : 3) + (hasAlpha ? 1 : 0) }

  /// The codes' meaning: value = (code − offset) · scale.
  func codes(ofChroma isChroma: Bool) -> (offset: Float, scale: Float) {
    let most = Double(1 << bitDepth - 1)
    // Codes of limited range are those of 8 bits, times this.
    let unit = Double(1 << (bitDepth - 8))
    switch (isChroma, isFullRange) {
    case (false, true): return (0, Float(1 / most))
    case (false, false): return (Float(16 * unit), Float(1 / (219 * unit)))
    case (true, true): return (Float(128 * unit), Float(1 / most))
    case (true, false): return (Float(128 * unit), Float(1 / (224 * unit)))
    }
  }

  /// Factors of the colour differences in red, green and blue, beside luma's 1; nil where the planes are no luma and chroma.
  var chromaFactors: ChromaFactors? {
    switch colors {
    case .gray, .rgb: return nil
    case .yCbCr(let red, let blue):
      let green = 1 - red - blue
      return ChromaFactors(
        red: (0, Float(2 * (1 - red))),
        green: (Float(-2 * blue * (1 - blue) / green), Float(-2 * red * (1 - red) / green)),
        blue: (Float(2 * (1 - blue)), 0))
    case .yCgCo: return ChromaFactors(red: (-1, 1), green: (1, 0), blue: (-1, -1))
    }
  }
}

/// How much of the first and of the second chroma sample each colour has.
struct ChromaFactors {
  let red: (Float, Float)
  let green: (Float, Float)
  let blue: (Float, Float)
}

/// Memory of a frame's planes, which belongs to a decoder and is read only.
package struct SamplePlanes: @unchecked Sendable {
  package let base: [UnsafePointer<UInt8>]
  /// Bytes from one row to the next, which may be negative.
  package let strides: [Int]

  package init(base: [UnsafePointer<UInt8>], strides: [Int]) {
    self.base = base
    self.strides = strides
  }
}

/// Quarter turns, clockwise, after which a picture stands upright.
package enum QuarterTurns: Int, Sendable {
  case none, one, two, three

  /// Whether width and height change places.
  package var swapsSides: Bool { self == .one || self == .three }
}
