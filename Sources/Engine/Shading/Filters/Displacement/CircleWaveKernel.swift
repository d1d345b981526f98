import Lanes
import Model
import Raster

extension Filter.CircleWave: DrawnDisplacement {
  func kernels(for canvas: Canvas, input: PixelRect) -> DisplacementKernels {
    DisplacementKernels { CircleWaveKernel(self, $0) }
  }
  func findingNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { 4.4 }
}

/// Round waves: a pixel at the distance r from the waves' centre takes its colour from a position that is
/// amplitude × sin(2π(r ÷ wavelength − phase)) farther out. The amplitude falls to 0 towards the radius at which the waves end, and
/// towards the centre, where no direction leads outwards, within the last quarter of a wavelength.
struct CircleWaveKernel: PointDisplacementKernel {
  let channelFactors: SIMD3<Float>
  private let center: SIMD2<Float>
  private let amplitude: Float
  private let inverseWavelength: Float
  /// 1 ÷ the radius at which the waves end; 0 where they never end.
  private let inverseRadius: Float
  private let phaseTurns: Float
  /// How much the waves lighten and darken the picture.
  private let lightStrength: Float

  init(_ wave: Filter.CircleWave, _ context: DisplacementContext) {
    channelFactors = context.channelFactors
    center = context.position(wave.center)
    amplitude = context.pixels(wave.amplitude)
    inverseWavelength = 1 / context.positivePixels(wave.wavelength)
    inverseRadius = wave.radius.map { 1 / context.positivePixels($0) } ?? 0
    phaseTurns = context.turns(frequency: wave.frequency, ahead: wave.phase)
    lightStrength = context.value(wave.light)
  }

  var changesLight: Bool { lightStrength != 0 }

  /// The waves' height, −1...1, at a distance from the centre.
  @inline(__always)
  private func height(_ distance: Float8) -> Float8 {
    let wave = Lanes.sinTurns(distance * inverseWavelength - phaseTurns)
    let inner = Lanes.min(distance * (4 * inverseWavelength), 1)
    let outer = 1 - smoothStep(Lanes.min(distance * inverseRadius, 1))
    return wave * (inner * outer)
  }

  @inline(__always)
  func displacement(_ x: Float8, _ y: Float8) -> (x: Float8, y: Float8) {
    let (dx, dy) = (x - center.x, y - center.y)
    let radius = Lanes.sqrt(dx * dx + dy * dy)
    let factor = height(radius) * amplitude / Lanes.max(radius, 1e-6)
    return (dx * factor, dy * factor)
  }

  func light(_ row: TileRow, x: Int, y: Int) {
    let dy = Float(y) - center.y
    row.multiply(x: x) { x in
      let dx = x - center.x
      return Lanes.max(height(Lanes.sqrt(dx * dx + dy * dy)) * lightStrength + 1, 0)
    }
  }
}
