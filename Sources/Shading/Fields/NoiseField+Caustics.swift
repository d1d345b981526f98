import Colorimetry
import Lanes
import Model

// Caustics: rays that pass a surface of sine waves meet the ground where the surface's slopes send them. Light is denser by
// 1 ÷ |det| of the derivative of that mapping, evaluated one step of the mapping back from the ground.

extension NoiseField {
  private static let waveCount = 10

  static func waterSurface(_ seed: UInt32, _ speed: Double, _ time: Double, _ period: Double?) -> [Wave] {
    var waves: [Wave] = (0..<waveCount).map { index in
      let waveSeed = NoiseLattice.hash(seed &+ UInt32(index) &* 0x632b_e5ab)
      let (first, second) = (Double(waveSeed & 0xffff) / 65536, Double(waveSeed >> 16) / 65536)
      // Directions all around, lengths from 0.45 to 1.5 cells.
      let direction = (Double(index) + 0.15 + 0.7 * first) / Double(waveCount) * 360 * 1.618
      let rank = Double((index * 7) % waveCount) / Double(waveCount - 1)
      let length = 0.45 + 1.05 * rank
      let (sine, cosine) = Angles.sineAndCosine(degrees: direction)
      // Short waves are slower, as on deep water.
      let phase = FieldTime.phase(at: time, frequency: speed * length.squareRoot(), period: period)
      return Wave(
        a: Float(cosine / length), b: Float(sine / length), phase: Float(second + phase), weight: 1,
        reach: Float(length / (2 * Double.pi)))
    }
    for index in waves.indices { waves[index].weight = Float(1.25 / Double(waveCount).squareRoot()) }
    return waves
  }

  /// The determinant, which `mapToColorRange` turns into light, pixel by pixel.
  @inline(never)
  func caustics(_ x: Float8, _ y: Float8) -> Float8 {
    let focus = warp > 0 ? warp : 1
    return waves.withUnsafeBufferPointer { waves in
      // Where a ray that ends here passed the surface.
      var (slopeX, slopeY) = (Float8(), Float8())
      for wave in waves {
        let length = wave.reach * Float(2 * Double.pi)
        let amplitude = wave.weight * wave.reach * length
        let cosine = Lanes.cosTurns((x * wave.a + y * wave.b) + wave.phase) * amplitude
        slopeX += cosine * wave.a
        slopeY += cosine * wave.b
      }
      let (u, v) = (x - slopeX * focus, y - slopeY * focus)
      var (curvatureX, curvatureY, curvatureXY) = (Float8(), Float8(), Float8())
      for wave in waves {
        let length = wave.reach * Float(2 * Double.pi)
        let amplitude = -wave.weight * length * length
        let sine = Lanes.sinTurns((u * wave.a + v * wave.b) + wave.phase) * amplitude
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
