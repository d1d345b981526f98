import Foundation
import Listening
import TestSupport
import Testing

@Suite struct FourierTests {
  @Test("Spectra agree with the direct sum", arguments: [8, 16, 32, 64, 128, 512, 1_024])
  func directSum(count: Int) {
    var random = SeededRandom(state: 5)
    let signals = (0..<count).map { _ in
      SIMD4<Double>((0..<4).map { _ in Double.random(in: -1...1, using: &random) })
    }
    let transform = FourierTransform(count: count)
    var power = [SIMD4<Double>](repeating: .zero, count: count / 2 + 1)
    transform.power(into: &power) { even, odd in
      for index in 0..<count / 2 { (even[index], odd[index]) = (signals[2 * index], signals[2 * index + 1]) }
    }
    for k in 0...count / 2 {
      var (real, imaginary) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
      for (index, value) in signals.enumerated() {
        let angle = 2 * Double.pi * Double(index * k % count) / Double(count)
        real += value * cos(angle)
        imaginary -= value * sin(angle)
      }
      for lane in 0..<4 {
        let exact = real[lane] * real[lane] + imaginary[lane] * imaginary[lane]
        #expect(abs(power[k][lane] - exact) < 1e-12 * Double(count * count), "\(count), frequency \(k), signal \(lane)")
      }
    }
  }
}
