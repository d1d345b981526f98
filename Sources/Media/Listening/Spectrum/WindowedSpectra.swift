import Lanes

/// Spectra of a signal in windows that are centred on the rows' times, whatever the sample rate.
///
/// Samples come in pieces of any size; the memory that is kept is that of a few windows. The window is Hann's; it has the same length in seconds at
/// every rate, and zeros behind it fill the transform, so spectra of different rates are alike. It serves one thread at a time.
final class WindowedSpectra {
  /// Samples a second; need not be whole.
  let sampleRate: Double
  /// Hertz from one frequency of the transform to the next.
  let hertzPerBin: Double
  /// The factor by which a sum of |X|² over positive frequencies becomes the mean square of the signal (Parseval).
  let powerScale: Double
  /// Number of frequencies.
  let binCount: Int

  /// The sample rate as a fraction: samples a second are rate/divisor.
  private let rate: Int
  private let divisor: Int
  private let window: [Double]
  private let transform: FourierTransform
  private var power: [Four]
  /// Samples from number `base` on.
  private var history: [Double]
  private var base: Int
  /// The first row that is still to be computed.
  private var nextRow = 0

  /// Rows that are transformed together.
  static let rowsAtOnce = 4

  init(rate: Int, divisor: Int = 1, windowSeconds: Double) {
    (self.rate, self.divisor) = (rate, divisor)
    sampleRate = Double(rate) / Double(divisor)
    // An even number of samples, so that the middle lies between two of them.
    let length = max(4, 2 * Int((windowSeconds * sampleRate / 2).rounded()))
    var count = FourierTransform.counts.lowerBound
    while count < length { count *= 2 }
    transform = FourierTransform(count: count)
    window = (0..<length).map { 0.5 - 0.5 * Lanes.sincosTurns((Double($0) + 0.5) / Double(length)).cos }
    let energy = window.reduce(0) { $0 + $1 * $1 }
    powerScale = 2 / (Double(count) * energy)
    hertzPerBin = sampleRate / Double(count)
    binCount = count / 2 + 1
    power = Array(repeating: .zero, count: binCount)
    // Before its start the sound is silent.
    base = -length / 2
    history = Array(repeating: 0, count: length / 2)
  }

  /// Adds samples.
  func append(_ samples: UnsafeBufferPointer<Double>) { history += samples }

  /// Adds a sample.
  @inline(__always)
  func append(_ sample: Double) { history.append(sample) }

  /// Adds silence, so that all rows up to `rows` can be computed.
  func appendSilence(forRows rows: Int) {
    let end = centre(of: rows + Self.rowsAtOnce) + window.count
    if end > base + history.count { history += repeatElement(0, count: end - base - history.count) }
  }

  /// The sample nearest to a row's time.
  private func centre(of row: Int) -> Int {
    let samplesPerRow = (rate, Sound.rowsPerSecond * divisor)
    return (2 * row * samplesPerRow.0 + samplesPerRow.1) / (2 * samplesPerRow.1)
  }

  /// Computes all rows whose samples are there, four at a time, and gives each four to `body`. The power of bin k
  /// belongs to the frequency k·hertzPerBin.
  func forEachFour(_ body: (UnsafeBufferPointer<Four>) -> Void) {
    let half = window.count / 2
    while centre(of: nextRow + Self.rowsAtOnce - 1) + half <= base + history.count {
      let starts = (0..<Self.rowsAtOnce).map { centre(of: nextRow + $0) - half - base }
      let (a, b, c, d) = (starts[0], starts[1], starts[2], starts[3])
      let places = transform.count / 2
      history.withUnsafeBufferPointer { x in
        window.withUnsafeBufferPointer { w in
          transform.power(into: &power) { even, odd in
            for j in 0..<half {
              let i = 2 * j
              even[j] = Four(x[a + i], x[b + i], x[c + i], x[d + i]) * w[i]
              odd[j] = Four(x[a + i + 1], x[b + i + 1], x[c + i + 1], x[d + i + 1]) * w[i + 1]
            }
            for j in half..<places { (even[j], odd[j]) = (.zero, .zero) }
          }
        }
      }
      power.withUnsafeBufferPointer(body)
      nextRow += Self.rowsAtOnce
    }
    dropOldSamples()
  }

  /// Forgets samples before the next window, when they are many.
  private func dropOldSamples() {
    let unneeded = centre(of: nextRow) - window.count / 2 - base
    guard unneeded > 4 * window.count else { return }
    history.removeFirst(unneeded)
    base += unneeded
  }
}
