import Lanes
import Model
import Raster

extension Filter.Ripple: DrawnDisplacement {
  func kernels(for canvas: Canvas, input: PixelRect) -> DisplacementKernels {
    DisplacementKernels { RippleKernel(self, $0) }
  }
  func findingNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { 3.5 }
}

/// The rings of a drop that falls into water. The first ring reaches the distance r from the drop at r ÷ velocity seconds. e seconds
/// later, a pixel there takes its colour from a position that is amplitude × sin(2π·frequency·e) × exp(−decay·e) farther out. Until the
/// first ring arrives, the pixel stays as it is. Brightness follows the displacement.
struct RippleKernel: PointDisplacementKernel {
  let channelFactors: SIMD3<Float>
  private let center: SIMD2<Float>
  /// Seconds since the drop fell.
  private let time: Float
  private let amplitude: Float
  private let frequency: Float
  private let decay: Float
  private let inverseVelocity: Float
  /// 1 ÷ the radius, an eighth of a wavelength, inside of which the amplitude fades to 0: in the middle there is no direction outwards.
  private let inverseFadeRadius: Float
  /// How much the rings lighten and darken the picture.
  private let lightStrength: Float

  init(_ ripple: Filter.Ripple, _ context: DisplacementContext) {
    channelFactors = context.channelFactors
    center = context.position(ripple.center)
    time = context.value(ripple.time)
    amplitude = context.pixels(ripple.amplitude)
    frequency = Float(ripple.frequency)
    decay = context.value(ripple.decay)
    let velocity = context.positivePixels(ripple.velocity)
    inverseVelocity = 1 / velocity
    inverseFadeRadius = 8 * max(frequency, 0.01) / velocity
    lightStrength = context.value(ripple.light)
  }

  var changesLight: Bool { lightStrength != 0 && amplitude != 0 }

  /// The displacement outwards at a distance from the drop, as a share of the amplitude: −1...1.
  @inline(__always)
  private func shareOfAmplitude(_ distance: Float8) -> Float8 {
    let elapsed = Lanes.max(time - distance * inverseVelocity, 0)
    let fade = Lanes.exp(Lanes.max(elapsed * -decay, -80))
    return Lanes.sinTurns(elapsed * frequency) * fade * Lanes.min(distance * inverseFadeRadius, 1)
  }

  @inline(__always)
  func displacement(_ x: Float8, _ y: Float8) -> (x: Float8, y: Float8) {
    let (dx, dy) = (x - center.x, y - center.y)
    let radius = Lanes.sqrt(dx * dx + dy * dy)
    let factor = shareOfAmplitude(radius) * amplitude / Lanes.max(radius, 1e-6)
    return (dx * factor, dy * factor)
  }

  func light(_ row: TileRow, x: Int, y: Int) {
    let dy = Float(y) - center.y
    row.multiply(x: x) { x in
      let dx = x - center.x
      return Lanes.max(shareOfAmplitude(Lanes.sqrt(dx * dx + dy * dy)) * lightStrength + 1, 0)
    }
  }
}
