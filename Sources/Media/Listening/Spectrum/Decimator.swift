// A low-pass filter with fewer samples at its output, for the lowest bands.
//
// Every `factor`-th output of a windowed sinc (Blackman's window, 8·factor + 1 taps), cut off at the new Nyquist frequency. It
// passes 0 to 250 Hz within 0.01 dB; what is folded there is more than 70 dB down. Above 300 Hz frequencies may be folded that are not.
// Source: A. Oppenheim, R. Schafer, "Discrete-Time Signal Processing", section 7.5.
// Cost: 8 multiplications for each sample of the input.

import Lanes

final class Decimator {
  let factor: Int
  private let taps: [Double]
  /// Samples from number `base` on.
  private var history: [Double]
  private var base: Int
  private var nextOutput = 0

  /// Samples a second that are left at least.
  private static let lowestRate = 2_000

  init(rate: Int) {
    factor = max(1, rate / Self.lowestRate)
    let reach = 4 * factor
    let cutoff = 0.5 / Double(factor)  // in cycles a sample
    var taps = (-reach...reach).map { index in
      let place = Double(index)
      let sinc = index == 0 ? 2 * cutoff : Lanes.sincosTurns(cutoff * place).sin / (Self.pi * place)
      let share = place / Double(2 * reach + 2)
      return sinc * (0.42 + 0.5 * Lanes.sincosTurns(share).cos + 0.08 * Lanes.sincosTurns(2 * share).cos)
    }
    let sum = taps.reduce(0, +)
    for index in taps.indices { taps[index] /= sum }
    self.taps = taps
    base = -reach
    history = Array(repeating: 0, count: reach)
  }

  private static let pi = 0x1.921fb54442d18p+1

  func append(_ samples: UnsafeBufferPointer<Double>) { history += samples }

  func appendSilence(samples: Int) { history += repeatElement(0, count: samples) }

  /// Gives all outputs whose samples are there to `body`. Output j belongs to the time of input j·factor.
  func forEachOutput(_ body: (Double) -> Void) {
    history.withUnsafeBufferPointer { x in
      taps.withUnsafeBufferPointer { taps in
        let reach = taps.count / 2
        while nextOutput * factor + reach < base + x.count {
          let start = nextOutput * factor - reach - base
          // Four sums, so that additions need not wait for each other; their order is always the same.
          var sums = Four.zero
          var index = 0
          while index + 4 <= taps.count {
            let place = start + index
            let four = Four(x[place], x[place + 1], x[place + 2], x[place + 3])
            sums += four * Four(taps[index], taps[index + 1], taps[index + 2], taps[index + 3])
            index += 4
          }
          var rest = 0.0
          while index < taps.count {
            rest += x[start + index] * taps[index]
            index += 1
          }
          body(((sums[0] + sums[1]) + (sums[2] + sums[3])) + rest)
          nextOutput += 1
        }
      }
    }
    let unneeded = nextOutput * factor - taps.count / 2 - base
    guard unneeded > 4 * taps.count else { return }
    history.removeFirst(unneeded)
    base += unneeded
  }
}
