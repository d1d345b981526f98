// One quantity of a sound over time.
//
// The rows are whole numbers as they stand in the file; a value is low + (high − low)·number/greatest, and between two rows a straight line.
// Cost: a value takes two reads.

/// One quantity of a sound over time, such as its level, with a row every few milliseconds. 0 before the sound begins and after it ends.
package struct SoundCurve: Sendable, Equatable {
  /// The name by which formulas ask for it: "bass", "band3".
  package let name: String
  /// What a value of 0 stands for, in the quantity's own unit: for the loudness −70 LUFS.
  package let zero: Double
  /// How much a step of the value by 1 is in the quantity's own unit: the absolute value is zero + unit · value.
  package let unit: Double
  /// The value of the number 0.
  package let low: Double
  /// The value of the greatest number.
  package let high: Double
  /// Bits of a number: 8 or 16.
  package let bits: Int
  /// Rows a second; row k is at k/rowsPerSecond.
  package let rowsPerSecond: Int
  /// The number of each row.
  package let numbers: [UInt16]
  /// Rows behind the last that are still taken for it.
  private static let roundingRows = 1e-6

  package init(
    name: String, zero: Double = 0, unit: Double, low: Double, high: Double, bits: Int, rowsPerSecond: Int,
    numbers: [UInt16]
  ) {
    precondition(bits == 8 || bits == 16, "A curve has 8 or 16 bits.")
    precondition(rowsPerSecond > 0, "A curve has at least one row a second.")
    precondition(low.isFinite && high.isFinite && low <= high, "A curve's range is finite.")
    self.name = name
    (self.zero, self.unit) = (zero, unit)
    (self.low, self.high) = (low, high)
    self.bits = bits
    self.rowsPerSecond = rowsPerSecond
    self.numbers = numbers
  }

  /// How much a value grows from one number to the next.
  package var step: Double { (high - low) / (bits == 8 ? 255 : 65535) }

  /// The value of a row.
  package subscript(row: Int) -> Double { low + step * Double(numbers[row]) }

  /// The value at a time in seconds.
  package func value(at seconds: Double) -> Double {
    guard let (row, fraction) = place(of: seconds) else { return 0 }
    let first = Double(numbers[row])
    guard fraction > 0 else { return low + step * first }
    return low + step * (first + (Double(numbers[row + 1]) - first) * fraction)
  }

  /// The absolute value of a normalised one, in the quantity's own unit.
  package func absolute(_ value: Double) -> Double { zero + unit * value }

  private var lastRow: Int? { numbers.isEmpty ? nil : numbers.count - 1 }

  /// The row at or before a time, and the share of the way to the next; nil outside of the curve.
  private func place(of seconds: Double) -> (row: Int, fraction: Double)? {
    let position = seconds * Double(rowsPerSecond)
    // The last row's own time may be rounded up.
    guard let last = lastRow, position >= 0, position <= Double(last) + Self.roundingRows else { return nil }
    let row = min(Int(position), last)
    return (row, row < last ? position - Double(row) : 0)
  }
}
