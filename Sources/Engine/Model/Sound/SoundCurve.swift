// A quantity of a sound over time, and its exact integral.
//
// The rows are whole numbers as they stand in the file; a value is low + (high − low)·number/greatest, and between two rows a straight line. The integral
// up to a row is a sum of whole numbers, so it has no rounding that grows with the song, and does not depend on what was asked for before.
// Cost: a value takes two reads, an integral up to 34, the time of an integral a binary search.

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
  /// Element k is the doubled sum up to row k·`rowsPerSum`. The few rows behind are added when asked for, which saves most of the memory.
  private let doubledSums: [Int]
  private static let rowsPerSum = 32
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
    var (sums, sum) = ([0], 0)
    for row in numbers.indices.dropLast() {
      sum += Int(numbers[row]) + Int(numbers[row + 1])
      if (row + 1) % Self.rowsPerSum == 0 { sums.append(sum) }
    }
    doubledSums = sums
  }

  /// The sum of numbers[i] + numbers[i + 1] for all i below a row: twice the integral up to it.
  private func doubledSum(to row: Int) -> Int {
    var sum = doubledSums[row / Self.rowsPerSum]
    for index in (row - row % Self.rowsPerSum)..<row { sum += Int(numbers[index]) + Int(numbers[index + 1]) }
    return sum
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

  /// The integral of the value from 0 to a time: what a rate that follows the curve has caused until then. It stays as it is after the end.
  package func integral(to seconds: Double) -> Double {
    guard let last = lastRow, seconds > 0 else { return 0 }
    let (row, fraction) = place(of: seconds) ?? (last, 0)
    return (low * (Double(row) + fraction) + step * (0.5 * Double(doubledSum(to: row)) + part(row, fraction)))
      / Double(rowsPerSecond)
  }

  /// The earliest time at which the integral reaches an amount; nil if it never does. The curve must nowhere be below 0.
  package func time(whereIntegralIs amount: Double) -> Double? {
    guard let last = lastRow, amount > 0 else { return amount <= 0 ? 0 : nil }
    let target = amount * Double(rowsPerSecond)
    /// The integral up to a row, in rows.
    func reached(_ row: Int) -> Double { low * Double(row) + step * (0.5 * Double(doubledSum(to: row))) }
    guard reached(last) >= target else { return nil }
    // The last row whose integral is below the amount.
    var (below, above) = (0, last)
    while above - below > 1 {
      let middle = (below + above) / 2
      if reached(middle) < target { below = middle } else { above = middle }
    }
    let (first, second) = (self[below], self[below + 1])
    let rest = target - reached(below)
    // rest = first·f + (second − first)·f²/2, solved without a difference of nearly equal numbers.
    let root = Swift.max(first * first + 2 * (second - first) * rest, 0).squareRoot()
    let fraction = first + root > 0 ? 2 * rest / (first + root) : 1
    return (Double(below) + Swift.min(fraction, 1)) / Double(rowsPerSecond)
  }

  private var lastRow: Int? { numbers.isEmpty ? nil : numbers.count - 1 }

  /// The row at or before a time, and the share of the way to the next; nil outside of the curve.
  private func place(of seconds: Double) -> (row: Int, fraction: Double)? {
    let position = seconds * Double(rowsPerSecond)
    // The last row's own time may be rounded up.
    guard let last = lastRow, position >= 0, position <= Double(last) + Self.roundingRows else { return nil }
    let row = min(Int(position), last)
    return (row, row < last ? position - Double(row) : 0)
  }

  /// The integral of the numbers over the first `fraction` of the way from a row to the next, in rows.
  private func part(_ row: Int, _ fraction: Double) -> Double {
    guard fraction > 0 else { return 0 }
    let first = Double(numbers[row])
    return first * fraction + (Double(numbers[row + 1]) - first) * fraction * fraction * 0.5
  }
}
