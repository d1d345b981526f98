import Lanes

/// A 3 × 3 matrix and an offset for straight (not premultiplied) red, green and blue: the form of most of CSS's colour filters. Colours are
/// linear or encoded, as the canvas holds them.
struct ColorAffine {
  /// The matrix's rows: the factors of the old red, green and blue in the new red, green and blue.
  var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
  /// What is added to red, green and blue.
  var offset: SIMD3<Double>

  init(_ red: SIMD3<Double>, _ green: SIMD3<Double>, _ blue: SIMD3<Double>, offset: SIMD3<Double> = SIMD3()) {
    rows = (red, green, blue)
    self.offset = offset
  }

  /// One factor and one offset for all channels.
  init(scale: Double, offset: Double = 0) {
    self.init(
      SIMD3(scale, 0, 0), SIMD3(0, scale, 0), SIMD3(0, 0, scale), offset: SIMD3(repeating: offset))
  }

  /// The map that applies this one and then `next`.
  func followed(by next: ColorAffine) -> ColorAffine {
    func row(_ factors: SIMD3<Double>) -> SIMD3<Double> {
      factors.x * rows.0 + factors.y * rows.1 + factors.z * rows.2
    }
    func sum(_ factors: SIMD3<Double>) -> Double { (factors * offset).sum() }
    return ColorAffine(
      row(next.rows.0), row(next.rows.1), row(next.rows.2),
      offset: SIMD3(sum(next.rows.0), sum(next.rows.1), sum(next.rows.2)) + next.offset)
  }

  private var channels: [(factors: SIMD3<Double>, offset: Double)] {
    [(rows.0, offset.x), (rows.1, offset.y), (rows.2, offset.z)]
  }

  /// How far the factors and offsets that `followed(by:)` computes may exceed a bound because of rounding.
  private static let roundingError = 1e-12

  /// Whether channels of 0...1 stay in 0...1.
  var keepsUnitRange: Bool {
    channels.allSatisfy { factors, offset in
      var (low, high) = (offset, offset)
      for index in 0..<3 {
        low += min(factors[index], 0)
        high += max(factors[index], 0)
      }
      return low >= -Self.roundingError && high <= 1 + Self.roundingError
    }
  }

  /// Whether channels at or above 0 stay at or above 0.
  var keepsNonNegative: Bool {
    channels.allSatisfy { factors, offset in offset >= -Self.roundingError && factors.min() >= -Self.roundingError }
  }

  /// Whether no channel depends on another.
  var isDiagonal: Bool {
    let (a, b, c) = rows
    return a.y == 0 && a.z == 0 && b.x == 0 && b.z == 0 && c.x == 0 && c.y == 0
  }
}

// The matrices of CSS's Filter Effects module.
extension ColorAffine {
  static func contrast(_ amount: Double) -> ColorAffine {
    ColorAffine(scale: amount, offset: 0.5 - 0.5 * amount)
  }

  static func invert(_ amount: Double) -> ColorAffine { ColorAffine(scale: 1 - 2 * amount, offset: amount) }

  static func saturate(_ amount: Double) -> ColorAffine {
    mixture(
      SIMD3(0.213, 0.715, 0.072), SIMD3(0.213, 0.715, 0.072), SIMD3(0.213, 0.715, 0.072), withIdentity: amount)
  }

  static func grayscale(_ amount: Double) -> ColorAffine {
    mixture(
      SIMD3(0.2126, 0.7152, 0.0722), SIMD3(0.2126, 0.7152, 0.0722), SIMD3(0.2126, 0.7152, 0.0722),
      withIdentity: 1 - amount)
  }

  static func sepia(_ amount: Double) -> ColorAffine {
    mixture(
      SIMD3(0.393, 0.769, 0.189), SIMD3(0.349, 0.686, 0.168), SIMD3(0.272, 0.534, 0.131), withIdentity: 1 - amount)
  }

  /// The matrix with rows a, b and c, mixed with the identity matrix, whose share is `identityShare`.
  private static func mixture(
    _ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>, withIdentity identityShare: Double
  ) -> ColorAffine {
    func mixed(_ row: SIMD3<Double>, _ identity: SIMD3<Double>) -> SIMD3<Double> {
      row + (identity - row) * identityShare
    }
    return ColorAffine(mixed(a, SIMD3(1, 0, 0)), mixed(b, SIMD3(0, 1, 0)), mixed(c, SIMD3(0, 0, 1)))
  }

  static func hueRotate(degrees: Double) -> ColorAffine {
    let (s, c) = Lanes.sincosTurns(degrees / 360)
    return ColorAffine(
      SIMD3(0.213 + 0.787 * c - 0.213 * s, 0.715 - 0.715 * c - 0.715 * s, 0.072 - 0.072 * c + 0.928 * s),
      SIMD3(0.213 - 0.213 * c + 0.143 * s, 0.715 + 0.285 * c + 0.140 * s, 0.072 - 0.072 * c - 0.283 * s),
      SIMD3(0.213 - 0.213 * c - 0.787 * s, 0.715 - 0.715 * c + 0.715 * s, 0.072 + 0.928 * c + 0.072 * s))
  }
}
