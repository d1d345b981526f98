import Lanes
import Model

/// The rings that a drop sends out: how steep the water is along a radius, at any age.
///
/// A drop leaves a crater with a rim, of the height −H·(1 − (r/a)²)·e^(−(r/a)²), whose volume is 0. Its waves are a sum over wave numbers (A. L. Cauchy and
/// S. D. Poisson, 1816): the Hankel transform of the crater times cos ωt. With κ = k·a and ρ = r/a the slope is
///   ∂η/∂r = (H/a) · Σ κ⁴/8 · e^(−κ²/4) · cos(ω(κ/a)·t) · J₁(κρ) · Δκ.
/// ω follows from `WaveDispersion`, so crests of all lengths part, and more and more rings appear. J₁(κρ) is the same for drops of all sizes: it stands
/// in a table. The sum has steps Δκ so small that its repetition, at ρ = 2π/Δκ, lies beyond what the table shows twice over.
/// J₁ by the approximations 9.4.4 and 9.4.6 of M. Abramowitz and I. Stegun, Handbook of mathematical functions (1964), error below 1e-7.
/// Making the table takes up to 20 ms, a drop's slopes up to 25 µs a frame.
package final class RingTable: Sendable {
  /// Radii of the table: ρ = index ÷ `samplesPerRadius`.
  package let radiusCount: Int
  let waveCount: Int
  private let waveStep: Double
  private let table: AlignedBuffer<Float>

  package static let samplesPerRadius = 6.0
  /// The greatest κ: higher waves have less than 1e-3 of the greatest weight.
  private static let greatestWave = 6.5

  /// - Parameter reach: the greatest ρ.
  package init(reach: Double) {
    radiusCount = (Int(reach * Self.samplesPerRadius) + 15) / 8 * 8
    waveStep = 2 * Double.pi / (2.2 * reach)
    waveCount = Int((Self.greatestWave / waveStep).rounded(.up))
    table = AlignedBuffer(count: radiusCount * waveCount)
    for wave in 0..<waveCount {
      let kappa = (Double(wave) + 0.5) * waveStep
      let row = table.base + wave * radiusCount
      for index in 0..<radiusCount {
        row[index] = Float(Self.besselJ1(kappa * Double(index) / Self.samplesPerRadius))
      }
    }
  }

  /// How far a drop's rings have run at an age, as a multiple of the crater's radius: the longest waves that count, κ = 0.6, are the fastest; very small
  /// drops' shortest ripples are faster still.
  ///
  /// - Parameter radiusMetres: the crater's radius.
  static func reach(radiusMetres: Double, age: Double) -> Double {
    let fastest = max(
      WaveDispersion.groupVelocity(0.6 / radiusMetres), WaveDispersion.groupVelocity(4.5 / radiusMetres))
    return 4 + fastest * age / radiusMetres
  }

  /// Writes a drop's slopes, rise over run, at the radii of the table. They fall to 0 at the last radius that the rings have reached.
  ///
  /// - Parameters:
  ///   - radiusMetres: the crater's radius a.
  ///   - steepness: H/a, already faded by the drop's age.
  ///   - highestWave: the wave number κ from which on waves are too short to be drawn.
  /// - Returns: the number of radii up to which the slopes are not 0.
  package func writeSlopes(
    to slopes: UnsafeMutablePointer<Float>, radiusMetres: Double, age: Double, steepness: Double, highestWave: Double
  ) -> Int {
    let reach = min(Self.reach(radiusMetres: radiusMetres, age: age) * Self.samplesPerRadius, Double(radiusCount - 8))
    let count = (Int(reach) + 7) / 8 * 8
    slopes.update(repeating: 0, count: radiusCount)
    for wave in 0..<waveCount {
      let kappa = (Double(wave) + 0.5) * waveStep
      if kappa > highestWave { break }
      let k = kappa / radiusMetres
      let square = kappa * kappa
      let spectrum = square * square / 8 * Lanes.exp(-square / 4) * waveStep
      let damping = Lanes.exp(-2 * WaveDispersion.viscosity * (k * k) * age)
      // Waves fade out towards the shortest that can be drawn.
      let fade = min(max((highestWave - kappa) / (0.5 * highestWave), 0), 1)
      let weight = Float(
        steepness * spectrum * damping * fade * Lanes.cos(WaveDispersion.angularFrequency(k) * age))
      let row = table.base + wave &* radiusCount
      var index = 0
      while index < count {
        Lanes.store(Lanes.load(slopes + index) + Lanes.load(row + index) * weight, to: slopes + index)
        index &+= 8
      }
    }
    // The end of the table, or of what is known, has no step.
    let fadeStart = reach * 0.85
    let scale = Float(1 / max(reach - fadeStart, 1))
    var index = Int(fadeStart) / 8 * 8
    while index < count {
      let left = Lanes.clamp((Float(reach) - (Lanes.laneNumbers + Float(index))) * scale, 0, 1)
      Lanes.store(Lanes.load(slopes + index) * left, to: slopes + index)
      index &+= 8
    }
    return count
  }

  /// J₁(x) for x ≥ 0.
  package static func besselJ1(_ x: Double) -> Double {
    if x < 3 {
      let t = x / 3 * (x / 3)
      var sum = 0.00001109 * t - 0.00031761
      for coefficient in [0.00443319, -0.03954289, 0.21093573, -0.56249985, 0.5] { sum = sum * t + coefficient }
      return sum * x
    }
    let t = 3 / x
    var modulus = -0.00020033 * t + 0.00113653
    for coefficient in [-0.00249511, 0.00017105, 0.01659667, 0.00000156, 0.79788456] {
      modulus = modulus * t + coefficient
    }
    var phase = -0.00029166 * t + 0.00079824
    for coefficient in [0.00074348, -0.00637879, 0.00005650, 0.12499612, -2.35619449] {
      phase = phase * t + coefficient
    }
    return modulus * Lanes.cos(x + phase) / Lanes.sqrt(x)
  }
}
