import Lanes
import Model
import Raster

extension Filter.Turbulence: DrawnDisplacement {
  func kernels(for canvas: Canvas, input: PixelRect) -> DisplacementKernels {
    DisplacementKernels { TurbulenceKernel(self, $0) }
  }
  func findingNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { 7 * Double(octaves) }
  var seedVariant: Int { variant }
}

/// Noise that moves pixels: one noise along x and one along y, each the sum of several octaves.
struct TurbulenceKernel: PointDisplacementKernel {
  let channelFactors: SIMD3<Float>
  private let inverseWavelength: Float
  private let firstOctaveAmplitude: Float
  private let octaves: Int
  private let time: FieldTime
  private let seed: UInt32

  init(_ noise: Filter.Turbulence, _ context: DisplacementContext) {
    channelFactors = context.channelFactors
    inverseWavelength = 1 / context.positivePixels(noise.wavelength)
    // Each octave is half as strong as the one before; divided by `sum`, all of them together reach at most `noise.amplitude`.
    octaves = noise.octaves
    var sum: Float = 0
    for octave in 0..<octaves { sum += 1 / Float(1 << octave) }
    firstOctaveAmplitude = context.pixels(noise.amplitude) / sum
    time = context.noiseTime(noise.speed)
    seed = context.seed
  }

  @inline(__always)
  func displacement(_ x: Float8, _ y: Float8) -> (x: Float8, y: Float8) {
    let z = Float8(repeating: time.cells)
    var (u, v) = (x * inverseWavelength, y * inverseWavelength)
    var (dx, dy) = (Float8(), Float8())
    var strength = firstOctaveAmplitude
    var octave = 0
    while octave < octaves {
      let octaveSeed = seed &+ UInt32(truncatingIfNeeded: octave) &* 0x9e37_79b9
      dx += GradientNoise.at(u, v, z, seed: octaveSeed, periodZ: time.periodCells).value * strength
      dy +=
        GradientNoise.at(u, v, z, seed: octaveSeed ^ 0xa3da_4e16, periodZ: time.periodCells).value * strength
      // Shifted, so that the lattices of octaves do not coincide.
      (u, v) = (u * 2 + 0.37, v * 2 + 0.61)
      strength *= 0.5
      octave &+= 1
    }
    return (dx, dy)
  }
}
