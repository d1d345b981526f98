import Lanes

/// Blue noise for rounding: thresholds d = (i + ½)/4096 − ½ over a torus of 64 × 64 pixels, where i are the ranks of a
/// void-and-cluster mask (Robert Ulichney, 1993; Scripts/void-and-cluster.py).
///
/// A row holds 64 thresholds and the first 16 again, so that eight from any column on are one load.
package struct DitherMask: Sendable {
  package static let side = 64
  private static let rowStride = 80

  package static let shared = DitherMask()

  private let thresholds: AlignedBuffer<Float>

  private init() {
    thresholds = AlignedBuffer(count: Self.side * Self.rowStride)
    let digits = Self.ranks.utf8Start
    for row in 0..<Self.side {
      for column in 0..<Self.rowStride {
        let digit = 2 * (row * Self.side + column % Self.side)
        let rank = 64 * Self.value(digits[digit]) + Self.value(digits[digit + 1])
        thresholds[row * Self.rowStride + column] = (Float(rank) + 0.5) / 4096 - 0.5
      }
    }
  }

  /// Thresholds of the pixels of frame row `y`.
  @inline(__always)
  package func row(_ y: Int) -> UnsafePointer<Float> { rows.row(y) }

  /// All rows, for inner loops.
  var rows: DitherRows { DitherRows(base: UnsafePointer(thresholds.base), stride: Self.rowStride) }

  /// Eight thresholds from column `x` on.
  @inline(__always)
  static func load(_ row: UnsafePointer<Float>, _ x: Int) -> Float8 { Lanes.load(row + (x & (side - 1))) }

  /// A digit of the alphabet A–Z a–z 0–9 + /.
  private static func value(_ digit: UInt8) -> Int {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    default: 63
    }
  }
}

/// The rows of the mask. It lives as long as the program.
struct DitherRows {
  let base: UnsafePointer<Float>
  let stride: Int

  @inline(__always)
  func row(_ y: Int) -> UnsafePointer<Float> { base + (y & (DitherMask.side - 1)) &* stride }
}
