import Lanes

/// The flux of a song as the search for its tempo wants it: as strong in quiet parts as in loud ones, without its mean, and a little blurred, so that
/// beats that are played 10 ms early still fall together.
struct RhythmEnvelope {
  /// A value for each row, whose mean is 0 and whose mean square is 1; all 0 in silence.
  let values: [Double]

  /// Seconds on each side whose power a value is divided by.
  private static let levelSeconds = 4
  /// The share of the whole song's power that is added to the local one, so that noise in pauses does not become a beat.
  private static let wholeShare = 0.05
  private static let blur = [1.0, 2, 3, 2, 1]

  init(flux: [Float]) {
    let count = flux.count
    var squares = [0.0]
    squares.reserveCapacity(count + 1)
    for value in flux { squares.append(squares[squares.count - 1] + Double(value) * Double(value)) }
    let whole = squares[count] / Double(max(count, 1))
    guard whole > 0 else {
      values = Array(repeating: 0, count: count)
      return
    }
    let reach = Self.levelSeconds * Sound.rowsPerSecond
    let even = flux.indices.map { row in
      let (first, end) = (max(row - reach, 0), min(row + reach + 1, count))
      let local = (squares[end] - squares[first]) / Double(end - first)
      return Double(flux[row]) / Lanes.sqrt(local + Self.wholeShare * whole)
    }
    let weight = Self.blur.reduce(0, +)
    let half = Self.blur.count / 2
    var blurred = even.indices.map { row in
      var sum = 0.0
      for (index, share) in Self.blur.enumerated() {
        let other = row + index - half
        if even.indices.contains(other) { sum += share * even[other] }
      }
      return sum / weight
    }
    let mean = blurred.reduce(0, +) / Double(count)
    for row in blurred.indices { blurred[row] -= mean }
    let power = blurred.reduce(0) { $0 + $1 * $1 } / Double(count)
    let scale = power > 0 ? 1 / Lanes.sqrt(power) : 0
    values = blurred.map { $0 * scale }
  }

  /// How alike the envelope is to itself some rows later: 1 for a perfect repetition, about 0 for noise.
  func likeness(after lag: Int) -> Double {
    guard lag >= 0, lag < values.count else { return 0 }
    return values.withUnsafeBufferPointer { x in
      // Four sums, so that additions need not wait for each other; their order is always the same.
      var sums = SIMD4<Double>.zero
      let count = x.count - lag
      var row = 0
      while row + 4 <= count {
        let later = row + lag
        let here = SIMD4<Double>(x[row], x[row + 1], x[row + 2], x[row + 3])
        let there = SIMD4<Double>(x[later], x[later + 1], x[later + 2], x[later + 3])
        sums += here * there
        row += 4
      }
      var rest = 0.0
      while row < count {
        rest += x[row] * x[row + lag]
        row += 1
      }
      return (((sums[0] + sums[1]) + (sums[2] + sums[3])) + rest) / Double(count)
    }
  }
}
