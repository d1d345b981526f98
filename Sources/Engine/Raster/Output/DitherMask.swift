import Lanes

/// Blue noise for rounding: thresholds d = (i + ½)/4096 − ½, in −½ ..< ½, that repeat every 64 pixels in both directions. i is
/// the pixel's rank, 0...4095, in a void-and-cluster mask (Robert Ulichney, 1993; Scripts/void-and-cluster.py).
///
/// A value v, in units of codes, is rounded to ⌊v + ½ + d⌋. A row has 64 thresholds and then the first 16 again, so that sixteen
/// thresholds from any column on are consecutive in memory.
package struct DitherMask: Sendable {
  /// Width and height of the mask in pixels, a power of two.
  package static let side = 64
  /// Floats from one row of thresholds to the next.
  @inline(__always) private static var rowStride: Int { side + 16 }

  /// The only mask.
  package static let shared = DitherMask()

  private let thresholds: AlignedBuffer<Float>

  private init() {
    thresholds = AlignedBuffer(count: Self.side * Self.rowStride)
    // A rank has two base-64 digits, the high digit first.
    let digits = Self.ranks.utf8Start
    for row in 0..<Self.side {
      for column in 0..<Self.rowStride {
        let digit = 2 * (row * Self.side + column % Self.side)
        let rank = 64 * Self.digitValue(digits[digit]) + Self.digitValue(digits[digit + 1])
        thresholds[row * Self.rowStride + column] = (Float(rank) + 0.5) / 4096 - 0.5
      }
    }
  }

  /// Returns the thresholds of frame row `y`, from which `load(_:_:)` and `thresholds(_:_:)` read.
  @inline(__always)
  package func row(_ y: Int) -> UnsafePointer<Float> { rows.row(y) }

  /// All rows, for inner loops.
  var rows: DitherRows { DitherRows(base: UnsafePointer(thresholds.base), rowStride: Self.rowStride) }

  /// Returns a pointer to the threshold of frame column `x` in a row of thresholds. Sixteen thresholds can be read from there.
  @inline(__always)
  static func thresholds(_ row: UnsafePointer<Float>, _ x: Int) -> UnsafePointer<Float> { row + (x & (side - 1)) }

  /// Returns eight thresholds from frame column `x` on.
  @inline(__always)
  static func load(_ row: UnsafePointer<Float>, _ x: Int) -> Float8 { Lanes.load(thresholds(row, x)) }

  /// Returns the value 0...63 of a base-64 digit: A–Z, a–z, 0–9, + and /.
  private static func digitValue(_ digit: UInt8) -> Int {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    default: 63
    }
  }
}

/// The mask's rows as a plain pointer, so that inner loops do not count references to the mask's buffer. The buffer exists as long as
/// the program.
struct DitherRows {
  let base: UnsafePointer<Float>
  /// Floats from one row to the next.
  let rowStride: Int

  /// Returns the thresholds of frame row `y`.
  @inline(__always)
  func row(_ y: Int) -> UnsafePointer<Float> { base + (y & (DitherMask.side - 1)) &* rowStride }
}
