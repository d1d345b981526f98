// Fractal noise: octaves of gradient noise, each of half the weight and of half the size of the one before.
//
// Source: B. Mandelbrot and J. van Ness, "Fractional Brownian motions" (1968); octaves of noise after F. K. Musgrave ("Texturing
// and Modeling", 1994). From octave to octave the plane is rotated by the angle whose cosine is 4/5, so that the lattices do not
// show. Values are 0.5 plus the sum of the weighted octaves. Their standard deviation is about 0.2: nearly all lie within 0...1,
// and a few just outside. Cost for eight points: 120 operations an octave in 2-D, 270 in 3-D.

/// Fractal noise; see the top of this file.
package enum FractalNoise {
  /// The most octaves that a preset may ask for.
  package static let maximumOctaves = 10

  /// 2-D noise.
  package static func at(_ x: Float8, _ y: Float8, octaves: Int, seed: UInt32) -> Float8 {
    var (x, y) = (x, y)
    var (sum, weight): (Float8, Float) = (Float8(), 1)
    for octave in 0..<octaves {
      sum += GradientNoise.at(x, y, seed: seed &+ UInt32(octave)).value * weight
      (x, y) = nextOctave(x, y)
      weight *= 0.5
    }
    return sum + 0.5
  }

  /// 3-D noise; with a `period` above 0 it repeats along z after that many cells of the first octave.
  package static func at(
    _ x: Float8, _ y: Float8, _ z: Float8, octaves: Int, period: Int32, seed: UInt32
  ) -> Float8 {
    var (x, y, z, period) = (x, y, z, period)
    // The first weight is greater than in 2-D, because 3-D gradient noise has a smaller standard deviation.
    var (sum, weight): (Float8, Float) = (Float8(), 1.4)
    for octave in 0..<octaves {
      sum += GradientNoise.at(x, y, z, seed: seed &+ UInt32(octave), periodZ: period).value * weight
      (x, y) = nextOctave(x, y)
      z += z
      // Lattices repeat exactly only if their period is below 2²² cells. A period that would become too long is not doubled.
      period = period < 1 << 21 ? period &* 2 : period
      weight *= 0.5
    }
    return sum + 0.5
  }

  /// Coordinates for the next octave: rotated (cosine 4/5, sine 3/5), multiplied by 2 and moved. Without the offsets, the
  /// lattices of all octaves would share a point at the origin.
  @inline(__always)
  private static func nextOctave(_ x: Float8, _ y: Float8) -> (Float8, Float8) {
    (x * 1.6 - y * 1.2 + 17.3, x * 1.2 + y * 1.6 + 5.9)
  }
}
