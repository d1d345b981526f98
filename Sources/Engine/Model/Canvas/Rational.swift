/// The quotient of two integers, without rounding: a frame rate, a time in seconds, a duration.
///
/// `30` and `Rational(30_000, 1_001)` are frame rates, `5 / 2 as Rational` is two and a half seconds. The value is always in
/// lowest terms with a positive denominator. Arithmetic traps on overflow of 64 bits.
public struct Rational: Sendable, Hashable, Comparable {
  /// The dividend, which has the sign.
  public let numerator: Int64
  /// The divisor, at least 1.
  public let denominator: Int64

  /// A quotient in lowest terms.
  ///
  /// - Parameters:
  ///   - numerator: the dividend.
  ///   - denominator: the divisor, which must not be 0.
  public init(_ numerator: Int64, _ denominator: Int64 = 1) {
    precondition(denominator != 0, "A rational number needs a denominator other than zero.")
    let divisor = Rational.greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
    let sign: Int64 = denominator < 0 ? -1 : 1
    self.numerator = sign * (numerator / Int64(divisor))
    self.denominator = sign * (denominator / Int64(divisor))
  }

  /// 0.
  public static let zero = Rational(0)
  /// 1.
  public static let one = Rational(1)

  /// The nearest Double: one correctly rounded division.
  public var double: Double { Double(numerator) / Double(denominator) }

  /// The largest whole number at or below this value.
  package var floor: Int64 {
    let quotient = numerator / denominator
    return numerator % denominator < 0 ? quotient - 1 : quotient
  }

  /// The smallest whole number at or above this value.
  package var ceiling: Int64 { -(Rational(-numerator, denominator).floor) }

  /// Whether the value is an integer.
  package var isWhole: Bool { denominator == 1 }

  /// The exact sum.
  public static func + (a: Rational, b: Rational) -> Rational {
    // Both fractions are extended to their least common denominator, which keeps the terms small.
    let divisor = Int64(greatestCommonDivisor(a.denominator.magnitude, b.denominator.magnitude))
    let (factorOfA, factorOfB) = (b.denominator / divisor, a.denominator / divisor)
    return Rational(a.numerator * factorOfA + b.numerator * factorOfB, a.denominator * factorOfA)
  }

  /// The exact difference.
  public static func - (a: Rational, b: Rational) -> Rational { a + Rational(-b.numerator, b.denominator) }

  /// The exact product.
  public static func * (a: Rational, b: Rational) -> Rational {
    // Each numerator is first reduced with the other denominator, so that the products stay small.
    let left = Rational(a.numerator, b.denominator)
    let right = Rational(b.numerator, a.denominator)
    return Rational(left.numerator * right.numerator, left.denominator * right.denominator)
  }

  /// The exact quotient. `b` must not be 0.
  public static func / (a: Rational, b: Rational) -> Rational { a * Rational(b.denominator, b.numerator) }

  /// The remainder in 0 ..< `period`, for a clock that starts again after each `period`.
  package func modulo(_ period: Rational) -> Rational { self - period * Rational((self / period).floor) }

  /// Whether `a` is less than `b`, without rounding.
  public static func < (a: Rational, b: Rational) -> Bool {
    let left = a.numerator.multipliedFullWidth(by: b.denominator)
    let right = b.numerator.multipliedFullWidth(by: a.denominator)
    return left.high != right.high ? left.high < right.high : left.low < right.low
  }

  /// The greatest common divisor, by Euclid's algorithm; 1 for two zeros.
  private static func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return max(a, 1)
  }
}

extension Rational: ExpressibleByIntegerLiteral {
  /// A whole number.
  public init(integerLiteral value: Int64) { self.init(value) }
}

extension Rational: CustomStringConvertible {
  /// "60" or "30000/1001".
  public var description: String { isWhole ? "\(numerator)" : "\(numerator)/\(denominator)" }

  /// Reads a positive number as `description` writes it; nil for another text, and for terms above `maximumTerm`.
  package init?(positive text: String, maximumTerm: Int64 = 1_000_000_000) {
    let terms = text.split(separator: "/", omittingEmptySubsequences: false).map { Int64($0) }
    guard (1...2).contains(terms.count), let numerator = terms[0], let denominator = terms.count == 1 ? 1 : terms[1],
      (1...maximumTerm).contains(numerator), (1...maximumTerm).contains(denominator)
    else { return nil }
    self.init(numerator, denominator)
  }
}

extension Rational: Codable {
  /// Writes the number as its `description`.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }

  /// Reads a positive number.
  public init(from decoder: any Decoder) throws {
    guard let number = Rational(positive: try String(from: decoder)) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: "expected a positive number such as 30 or 30000/1001"))
    }
    self = number
  }
}
