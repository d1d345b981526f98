// Discrete Fourier transforms of real signals, of four signals at a time.
//
// Computes the power |X[k]|², k = 0 ... n/2, of X[k] = Σ x[j]·exp(−2πi·jk/n) for n = 2^m. The n real numbers are taken for n/2 complex ones (even places
// real, odd places imaginary), transformed by Stockham's autosort algorithm in steps of radix 4 (a last one of radix 2 where m is even), and separated.
// Source: J. Cooley, J. Tukey, "An Algorithm for the Machine Calculation of Complex Fourier Series" (1965); W. Cochran et al., "What is the Fast
// Fourier Transform?" (1967), which gives Stockham's form; the separation is in H. Sorensen et al., "Real-Valued Fast Fourier Transform
// Algorithms" (1987).
// Each lane of a vector is a signal, so vectors of any width compute the same bits. Twiddle factors are sines of exact shares of a turn, by Lanes.
// Range: n = 8 ... 32,768. Error: below 2⁻⁴⁸ of the root of the signal's energy times n, which a test compares with the direct sum.
// Cost: about 2.5·n·log2 n operations for each signal; four signals of 2,048 take 60 µs on one core of 2.5 GHz with AVX2.

import Lanes

/// One number of each of the four signals.
package typealias Four = SIMD4<Double>

/// Computes power spectra of four real signals of equal length at a time. It keeps its memory, and serves one thread at a time.
package final class FourierTransform {
  /// Numbers of a signal: a power of two.
  let count: Int
  /// cos(2π·k/count) and sin(2π·k/count) for k < count/2.
  private let cosines: [Double]
  private let sines: [Double]
  /// Real and imaginary parts, twice: a step reads one pair and writes the other.
  private var parts: [[Four]]

  static let counts = 8...32_768

  package init(count: Int) {
    precondition(Self.counts.contains(count) && count & (count - 1) == 0, "A transform's length is a power of two.")
    self.count = count
    let factors = (0..<count / 2).map { Lanes.sincosTurns(Double($0) / Double(count)) }
    cosines = factors.map(\.cos)
    sines = factors.map(\.sin)
    parts = Array(repeating: Array(repeating: .zero, count: count / 2), count: 4)
  }

  /// Transforms the signals that `fill` writes into even and odd places, and writes the power of the frequencies 0 ... count/2 to `power`.
  ///
  /// - Parameter fill: gets the memory of the numbers with even places and of those with odd places, each with count/2 elements.
  package func power(
    into power: inout [Four], fill: (UnsafeMutablePointer<Four>, UnsafeMutablePointer<Four>) -> Void
  ) {
    precondition(power.count > count / 2, "There is room for each frequency.")
    var (first, second, third, fourth) = (parts[0], parts[1], parts[2], parts[3])
    parts = []  // so that the four have one owner each, and are not copied
    first.withUnsafeMutableBufferPointer { a in
      second.withUnsafeMutableBufferPointer { b in
        third.withUnsafeMutableBufferPointer { c in
          fourth.withUnsafeMutableBufferPointer { d in
            guard let a = a.baseAddress, let b = b.baseAddress, let c = c.baseAddress, let d = d.baseAddress else {
              return
            }
            fill(a, b)
            let (real, imaginary) = transform(a, b, c, d)
            power.withUnsafeMutableBufferPointer { separate(real, imaginary, into: $0) }
          }
        }
      }
    }
    parts = [first, second, third, fourth]
  }

  private typealias Numbers = UnsafeMutablePointer<Four>

  /// Transforms the count/2 complex numbers in (a, b), with (c, d) as room. Returns where the result is.
  private func transform(_ a: Numbers, _ b: Numbers, _ c: Numbers, _ d: Numbers) -> (Numbers, Numbers) {
    var (x, xi, y, yi) = (a, b, c, d)
    // Length of the transforms that remain, and how many of them are interleaved.
    var (length, stride) = (count / 2, 1)
    cosines.withUnsafeBufferPointer { cosines in
      sines.withUnsafeBufferPointer { sines in
        while length >= 4 {
          Self.quarterStep(x, xi, y, yi, length, stride, cosines, sines)
          swap(&x, &y)
          swap(&xi, &yi)
          (length, stride) = (length / 4, stride * 4)
        }
      }
    }
    if length == 2 {
      for q in 0..<stride {
        let (ar, ai, br, bi) = (x[q], xi[q], x[q + stride], xi[q + stride])
        (y[q], yi[q]) = (ar + br, ai + bi)
        (y[q + stride], yi[q + stride]) = (ar - br, ai - bi)
      }
      return (y, yi)
    }
    return (x, xi)
  }

  /// A step of radix 4: transforms of `length`, `stride` of which are interleaved, become four times as many of a quarter of the length.
  private static func quarterStep(
    _ x: Numbers, _ xi: Numbers, _ y: Numbers, _ yi: Numbers, _ length: Int, _ stride: Int,
    _ cosines: UnsafeBufferPointer<Double>, _ sines: UnsafeBufferPointer<Double>
  ) {
    let quarter = length / 4
    let hop = stride * quarter
    for p in 0..<quarter {
      // exp(−2πi·p/length) is factor 2·p·stride of the table, whose turn has twice as many parts as there are complex numbers.
      let k = 2 * p * stride
      let (c1, s1, c2, s2) = (cosines[k], sines[k], cosines[2 * k], sines[2 * k])
      // The third factor may lie in the second half of the turn, which the table leaves out: there it is the negative.
      let isPastHalf = 3 * k >= cosines.count
      let (tc, ts) = (
        cosines[isPastHalf ? 3 * k - cosines.count : 3 * k], sines[isPastHalf ? 3 * k - cosines.count : 3 * k]
      )
      let (c3, s3) = isPastHalf ? (-tc, -ts) : (tc, ts)
      for q in 0..<stride {
        let i = q + stride * p
        let (ar, ai, br, bi) = (x[i], xi[i], x[i + hop], xi[i + hop])
        let (cr, ci, dr, di) = (x[i + 2 * hop], xi[i + 2 * hop], x[i + 3 * hop], xi[i + 3 * hop])
        let (sumR, sumI, differenceR, differenceI) = (ar + cr, ai + ci, ar - cr, ai - ci)
        let (otherSumR, otherSumI, otherR, otherI) = (br + dr, bi + di, br - dr, bi - di)
        let o = q + stride * 4 * p
        y[o] = sumR + otherSumR
        yi[o] = sumI + otherSumI
        let (oneR, oneI) = (differenceR + otherI, differenceI - otherR)
        y[o + stride] = oneR * c1 + oneI * s1
        yi[o + stride] = oneI * c1 - oneR * s1
        let (twoR, twoI) = (sumR - otherSumR, sumI - otherSumI)
        y[o + 2 * stride] = twoR * c2 + twoI * s2
        yi[o + 2 * stride] = twoI * c2 - twoR * s2
        let (threeR, threeI) = (differenceR - otherI, differenceI + otherR)
        y[o + 3 * stride] = threeR * c3 + threeI * s3
        yi[o + 3 * stride] = threeI * c3 - threeR * s3
      }
    }
  }

  /// The powers of the real signals from the transform Z of the complex one: X[k] = (Z[k] + Z*[m − k])/2 − i·w·(Z[k] − Z*[m − k])/2, with
  /// m = count/2 and w = exp(−2πi·k/count).
  private func separate(_ real: Numbers, _ imaginary: Numbers, into power: UnsafeMutableBufferPointer<Four>) {
    let half = count / 2
    let (first, firstI) = (real[0], imaginary[0])
    power[0] = (first + firstI) * (first + firstI)
    power[half] = (first - firstI) * (first - firstI)
    cosines.withUnsafeBufferPointer { cosines in
      sines.withUnsafeBufferPointer { sines in
        for k in 1..<half {
          let (zr, zi, or, oi) = (real[k], imaginary[k], real[half - k], imaginary[half - k])
          let (evenR, evenI) = ((zr + or) * 0.5, (zi - oi) * 0.5)
          let (oddR, oddI) = ((zi + oi) * 0.5, (or - zr) * 0.5)
          let (c, s) = (cosines[k], sines[k])
          let (xr, xi) = (evenR + (oddR * c + oddI * s), evenI + (oddI * c - oddR * s))
          power[k] = xr * xr + xi * xi
        }
      }
    }
  }
}
