/// The memory layout of the samples of a frame of footage, and the meaning of their codes.
///
/// Samples are planar. The planes are Y, Cb, Cr, or G, B, R, or only Y; then alpha, if there is any. A sample of 8 bits takes one byte, a
/// sample of 9 to 16 bits two bytes, little-endian.
package struct SampleLayout: Sendable, Equatable {
  /// The contents of the planes before alpha.
  package enum Colors: Sendable, Equatable {
    /// Only luma.
    case gray
    /// G, B and R.
    case rgb
    /// Y, Cb and Cr. `red` and `blue` are the weights of R and B in luma: Y = red · R + (1 − red − blue) · G + blue · B, of encoded values.
    case yCbCr(red: Double, blue: Double)
    /// Y, Cg and Co, whose matrix to RGB has only the elements 0 and ±1.
    case yCgCo
  }

  /// The positions of chroma samples along an axis that has half as many chroma samples as luma samples.
  package enum Siting: Sendable, Equatable {
    /// On the first of each two luma samples.
    case first
    /// Halfway between the two luma samples.
    case centred
  }

  /// The contents of the planes before alpha.
  package var colors: Colors
  /// Bits of a sample, 8 to 16.
  package var bitDepth: Int
  /// Whether codes use the full range of their bits. Otherwise, in 8 bits, black is 16 and white 235, and chroma goes from 16 to 240.
  package var isFullRange: Bool
  /// Siting of chroma along rows; nil if there is one chroma sample for each luma sample.
  package var horizontalChroma: Siting?
  /// Siting of chroma along columns; nil if there is one chroma sample for each luma sample.
  package var verticalChroma: Siting?
  /// Whether the last plane is straight alpha of full range.
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

  /// Number of planes.
  package var planeCount: Int { (colors == .gray ? 1 : 3) + (hasAlpha ? 1 : 0) }

  /// Returns how codes become values: value = (code − offset) · scale. Values from black to white are 0...1, values of chroma −½...½.
  func codeConversion(ofChroma isChroma: Bool) -> (offset: Float, scale: Float) {
    let maximumCode = Double(1 << bitDepth - 1)
    // Codes of limited range, and the middle of chroma, are defined in 8 bits (ITU-R BT.709); with more bits they are multiplied by this
    // factor.
    let depthFactor = Double(1 << (bitDepth - 8))
    switch (isChroma, isFullRange) {
    case (false, true): return (0, Float(1 / maximumCode))
    case (false, false): return (Float(16 * depthFactor), Float(1 / (219 * depthFactor)))
    case (true, true): return (Float(128 * depthFactor), Float(1 / maximumCode))
    case (true, false): return (Float(128 * depthFactor), Float(1 / (224 * depthFactor)))
    }
  }

  /// The factors by which the two chroma samples are multiplied before they are added to luma; nil if there is no chroma.
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

/// For each colour, the factors of the first and of the second chroma sample.
struct ChromaFactors {
  let red: (Float, Float)
  let green: (Float, Float)
  let blue: (Float, Float)
}

/// The memory of a frame's planes, which belongs to a decoder and is only read.
package struct SamplePlanes: @unchecked Sendable {
  /// The first byte of each plane.
  package let base: [UnsafePointer<UInt8>]
  /// For each plane, the bytes from one row to the next; may be negative.
  package let strides: [Int]

  package init(base: [UnsafePointer<UInt8>], strides: [Int]) {
    self.base = base
    self.strides = strides
  }
}

/// The number of clockwise quarter turns after which a picture is upright.
package enum QuarterTurns: Int, Sendable {
  case none, one, two, three

  /// Whether width and height are exchanged.
  package var swapsSides: Bool { self == .one || self == .three }
}
