import Colorimetry
import Lanes
import Model
import Raster

extension Filter.Wave: DrawnDisplacement {
  func kernels(for canvas: Canvas, input: PixelRect) -> DisplacementKernels {
    DisplacementKernels { WaveKernel(self, $0) }
  }
  func findingNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { 2 }
}

/// Straight waves: a pixel at the distance u along the waves' direction takes its colour from a position that lies
/// amplitude × sin(2π(u ÷ wavelength − phase)) across that direction.
struct WaveKernel: PointDisplacementKernel {
  let channelFactors: SIMD3<Float>
  private let amplitude: Float
  /// Unit vector of the direction in which the waves run.
  private let along: SIMD2<Float>
  private let inverseWavelength: Float
  private let phaseTurns: Float
  /// How much the waves lighten and darken the picture.
  private let lightStrength: Float

  init(_ wave: Filter.Wave, _ context: DisplacementContext) {
    channelFactors = context.channelFactors
    amplitude = context.pixels(wave.amplitude)
    let (sine, cosine) = Angles.sineAndCosine(degrees: wave.angle.value(at: context.clock))
    along = SIMD2(Float(cosine), Float(sine))
    inverseWavelength = 1 / context.positivePixels(wave.wavelength)
    phaseTurns = context.turns(frequency: wave.frequency, ahead: wave.phase)
    lightStrength = context.value(wave.light)
  }

  var changesLight: Bool { lightStrength != 0 }

  /// The waves' height, −1...1.
  @inline(__always)
  private func height(_ x: Float8, _ y: Float8) -> Float8 {
    Lanes.sinTurns((x * along.x + y * along.y) * inverseWavelength - phaseTurns)
  }

  @inline(__always)
  func displacement(_ x: Float8, _ y: Float8) -> (x: Float8, y: Float8) {
    let across = height(x, y) * amplitude
    return (across * -along.y, across * along.x)
  }

  func light(_ row: TileRow, x: Int, y: Int) {
    let yInAllLanes = Float8(repeating: Float(y))
    row.multiply(x: x) { Lanes.max(height($0, yInAllLanes) * lightStrength + 1, 0) }
  }
}
