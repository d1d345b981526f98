import Lanes
import Model
import Raster

extension Filter.Water: DrawnDisplacement {
  func kernels(for canvas: Canvas, input: PixelRect) -> DisplacementKernels {
    DisplacementKernels { WaterKernel(self, $0) }
  }
  /// The surface is computed once more for its light.
  func findingNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { light.isZero ? 8 : 16 }
  var seedVariant: Int { variant }
}

/// The picture seen through moving water. The sum of a coarse and a fine noise is the height of the surface, and its derivatives are the
/// slopes. Rays from above are refracted at the surface by Snell's law.
struct WaterKernel: PointDisplacementKernel {
  let channelFactors: SIMD3<Float>
  /// Cells of the coarse noise in a pixel.
  private let inverseWavelength: Float
  /// Height of the waves in pixels.
  private let height: Float
  /// Mean depth of the water in pixels.
  private let depth: Float
  /// 1 ÷ the index of refraction.
  private let eta: Float
  /// How much the waves lighten and darken the picture.
  private let lightStrength: Float
  private let time: FieldTime
  private let seed: UInt32

  init(_ water: Filter.Water, _ context: DisplacementContext) {
    channelFactors = context.channelFactors
    inverseWavelength = 1 / context.positivePixels(water.wavelength)
    height = context.pixels(water.height)
    depth = context.pixels(water.depth)
    eta = 1 / max(context.value(water.refraction), 1)
    lightStrength = context.value(water.light)
    time = context.noiseTime(water.speed)
    seed = context.seed
  }

  var changesLight: Bool { lightStrength != 0 && height != 0 }

  /// Height and slopes of the surface for waves of height 1. Slopes are per cell of the coarse noise.
  @inline(__always)
  private func surface(_ x: Float8, _ y: Float8) -> NoiseSample3 {
    let (u, v) = (x * inverseWavelength, y * inverseWavelength)
    let z = Float8(repeating: time.cells)
    let coarse = GradientNoise.at(u, v, z, seed: seed, periodZ: time.periodCells)
    // Rotated by a right angle and shifted, so that the lattices do not coincide.
    let fine = GradientNoise.at(
      v * 2.1 + 0.37, u * -2.1 + 0.61, z, seed: seed &+ 0x51ed_270b, periodZ: time.periodCells)
    let fineShare: Float = 0.4
    return NoiseSample3(
      value: coarse.value + fine.value * fineShare, dx: coarse.dx - fine.dy * (2.1 * fineShare),
      dy: coarse.dy + fine.dx * (2.1 * fineShare), dz: Float8())
  }

  @inline(__always)
  func displacement(_ x: Float8, _ y: Float8) -> (x: Float8, y: Float8) {
    let surface = surface(x, y)
    let scale = height * inverseWavelength
    let slope = refractedSlope(surface.dx * scale, surface.dy * scale, eta: eta)
    let depthHere = Lanes.max(surface.value * height + depth, 0)
    return (slope.x * depthHere, slope.y * depthHere)
  }

  func light(_ row: TileRow, x: Int, y: Int) {
    let rows = Float8(repeating: Float(y))
    row.multiply(x: x) { x in
      let surface = surface(x, rows)
      // Slopes that face the lower right are lightened: (dx + dy) · 0.7 is about the slope along the diagonal.
      return Lanes.max((surface.dx + surface.dy) * -0.7 * lightStrength + 1, 0)
    }
  }
}
