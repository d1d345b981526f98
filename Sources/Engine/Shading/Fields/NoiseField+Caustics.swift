import Colorimetry
import Lanes
import Model

// Caustics: rays that pass through a water surface of sine waves are deflected by the surface's slopes before they meet the ground. The
// brightness of the ground is 1 ÷ |det|, where det is the determinant of the derivative of the mapping from surface to ground.
// A ray that meets the ground at (x, y) passed the surface near (x, y) − slope(x, y)·focus: one step of a fixed-point
// iteration. The height of a wave of length λ is weight·(λ/2π)²·sin(2π·(a·x + b·y + phase)), where (a, b) is 1/λ long.

extension NoiseField {
  private static let waveCount = 10

  /// The waves of the water surface at `time` seconds. A wave as long as a cell moves by `speed` cells a second.
  static func waterSurface(seed: UInt32, speed: Double, time: Double, loopSeconds: Double?) -> [Wave] {
    var waves: [Wave] = (0..<waveCount).map { index in
      let waveSeed = NoiseLattice.hash(seed &+ UInt32(index) &* 0x632b_e5ab)
      let (randomAngle, randomPhase) = (Double(waveSeed & 0xffff) / 65536, Double(waveSeed >> 16) / 65536)
      // Directions in degrees, all around: successive waves are about 0.1618 turns apart. Lengths from 0.45 to 1.5 cells.
      let direction = (Double(index) + 0.15 + 0.7 * randomAngle) / Double(waveCount) * 360 * 1.618
      // Evenly spaced ranks 0...1, in another order than the directions.
      let rank = Double((index * 7) % waveCount) / Double(waveCount - 1)
      let length = 0.45 + 1.05 * rank
      let (sine, cosine) = Angles.sineAndCosine(degrees: direction)
      // Crests move at frequency × length cells per second. With frequency ∝ √length short waves are slower than long waves.
      // On deep water they are slower too, to a lesser degree: there frequency ∝ 1/√length.
      let phase = FieldTime.phase(at: time, frequency: speed * length.squareRoot(), loopSeconds: loopSeconds)
      return Wave(
        a: Float(cosine / length), b: Float(sine / length), phase: Float(randomPhase + phase), weight: 1,
        lengthOver2Pi: Float(length / (2 * Double.pi)))
    }
    // With these weights the curvature of the sum has a root mean square of 1.25 ÷ √2, however many waves there are.
    for index in waves.indices { waves[index].weight = Float(1.25 / Double(waveCount).squareRoot()) }
    return waves
  }

  /// The determinant at eight points of the ground, whose coordinates are in cells. `mapToColorRange` turns the determinant into light,
  /// pixel by pixel.
  @inline(never)
  func causticsDeterminant(_ x: Float8, _ y: Float8) -> Float8 {
    // For caustics `warp` holds the focus. 0 means that none is set; 1 is used instead.
    let focus = warp > 0 ? warp : 1
    return waves.withUnsafeBufferPointer { waves in
      // The surface's slope at (x, y), and the point (u, v) at which the ray that meets the ground at (x, y) passed the surface.
      var (slopeX, slopeY) = (Float8(), Float8())
      for wave in waves {
        let length = wave.lengthOver2Pi * Float(2 * Double.pi)
        let slopeFactor = wave.weight * wave.lengthOver2Pi * length
        let cosine = Lanes.cosTurns((x * wave.a + y * wave.b) + wave.phase) * slopeFactor
        slopeX += cosine * wave.a
        slopeY += cosine * wave.b
      }
      let (u, v) = (x - slopeX * focus, y - slopeY * focus)
      // The matrix H of the surface's second derivatives at (u, v), and the determinant of I + focus · H.
      var (curvatureX, curvatureY, curvatureXY) = (Float8(), Float8(), Float8())
      for wave in waves {
        let length = wave.lengthOver2Pi * Float(2 * Double.pi)
        let curvatureFactor = -wave.weight * length * length
        let sine = Lanes.sinTurns((u * wave.a + v * wave.b) + wave.phase) * curvatureFactor
        curvatureX += sine * (wave.a * wave.a)
        curvatureY += sine * (wave.b * wave.b)
        curvatureXY += sine * (wave.a * wave.b)
      }
      let stretchX = curvatureX * focus + 1
      let stretchY = curvatureY * focus + 1
      let shear = curvatureXY * focus
      return stretchX * stretchY - shear * shear
    }
  }
}
