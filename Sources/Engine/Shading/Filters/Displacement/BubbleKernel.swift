import Lanes
import Model
import Raster

extension Filter.Bubble: DrawnDisplacement {
  func kernels(for canvas: Canvas, input: PixelRect) -> DisplacementKernels {
    DisplacementKernels { BubbleKernel(self, $0) }
  }
  func findingNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { 1 }
}

/// The picture seen through a glass dome that lies on it: half of a ball of radius R, scaled by `bulge` in height. At the distance r from its
/// centre the glass is h = bulge·√(R² − r²) high. Rays from above are refracted at its surface by Snell's law and go on to the picture.
///
/// The glass also reflects light from above, more at its rim, by Schlick's approximation of Fresnel's formulas (C. Schlick, "An
/// Inexpensive BRDF Model for Physically-based Rendering", 1994), and a round lamp at the upper left.
struct BubbleKernel: PointDisplacementKernel {
  /// Factors of the displacement for red, green and blue, which differ with dispersion.
  let channelFactors: SIMD3<Float>
  /// In frame pixels, with the centre of the first pixel at (0, 0).
  private let center: SIMD2<Float>
  private let radius: Float
  private let bulge: Float
  /// The index of refraction of air ÷ that of glass, at most 1.
  private let eta: Float
  private let shine: Float

  init(_ bubble: Filter.Bubble, _ context: DisplacementContext) {
    channelFactors = context.channelFactors
    center = context.position(bubble.center)
    radius = max(context.pixels(bubble.radius), 0)
    bulge = context.value(bubble.bulge)
    eta = 1 / max(context.value(bubble.refraction), 1)
    shine = context.value(bubble.shine)
  }

  var changesLight: Bool { shine > 0 && bulge > 0 && radius > 0 }

  @inline(__always)
  func displacement(_ x: Float8, _ y: Float8) -> (x: Float8, y: Float8) {
    let (dx, dy) = (x - center.x, y - center.y)
    let root = Lanes.sqrt(Lanes.max(radius * radius - (dx * dx + dy * dy), 0))
    // At the rim the slope would be infinite; a steep slope takes its place. Neither moves pixels, since the glass has no height there.
    let slopePerPixel = -bulge / Lanes.max(root, 1e-3 * radius + 1e-6)
    let refracted = refractedSlope(dx * slopePerPixel, dy * slopePerPixel, eta: eta)
    let height = root * bulge
    return (refracted.x * height, refracted.y * height)
  }

  func light(_ row: TileRow, x: Int, y: Int) {
    let dy = Float(y) - center.y
    if abs(dy) > radius + 1 { return }
    // Fresnel's reflectance where the glass faces the eye. Schlick's approximation rises from it to 1 at the rim.
    let amplitude = (1 - eta) / (1 + eta)
    let facingReflectance = amplitude * amplitude
    var column = 0
    while column < row.width {
      let dx = Lanes.laneNumbers + (Float(x &+ column) - center.x)
      let distance = Lanes.sqrt(dx * dx + dy * dy)
      let coverage = Lanes.clamp(radius + 0.5 - distance, 0, 1)
      if Lanes.anyAbove(coverage, 0) {
        let root = Lanes.sqrt(Lanes.max(radius * radius - distance * distance, 0))
        let steepness = bulge / Lanes.max(root, 1e-3 * radius + 1e-6)
        // The normal is (nx, ny, 1), divided by its length.
        let (nx, ny) = (dx * steepness, steepness * dy)
        let cosine = 1 / Lanes.sqrt(nx * nx + ny * ny + 1)
        let tilt = 1 - cosine
        let tilt5 = tilt * tilt * tilt * tilt * tilt
        let reflected = (tilt5 * (1 - facingReflectance) + facingReflectance) * 0.7
        // The lamp is seen where the normal points halfway between the lamp and the eye: at (nx, ny) = (−0.42, −0.5).
        let squaredDistanceFromLamp = (nx + 0.42) * (nx + 0.42) + (ny + 0.5) * (ny + 0.5)
        let lamp = Lanes.exp(Lanes.max(squaredDistanceFromLamp * -26, -80)) * 0.9
        let added = (reflected + lamp) * (coverage * shine)
        for index in 0..<3 {
          let pixel = row.plane(index) + column
          let value = Lanes.load(pixel)
          Lanes.store(value + added * Lanes.max(1 - value * 0.5, 0), to: pixel)
        }
        let alpha = row.plane(3) + column
        let old = Lanes.load(alpha)
        Lanes.store(old + Lanes.min(added, 1) * (1 - old), to: alpha)
      }
      column &+= 8
    }
  }
}
