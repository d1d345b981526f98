import Lanes
import Model
import Raster

extension Filter.Barrel: DrawnDisplacement {
  func kernels(for canvas: Canvas, input: PixelRect) -> DisplacementKernels {
    DisplacementKernels { BarrelKernel(self, $0) }
  }
  func findingNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { 2 }
}

/// The bulging glass of an old screen. With r the distance from the centre in units of the distance to a corner, a pixel's colour is taken
/// from 1 + amount·r² times as far out. Beyond the picture's edges the result is transparent; the picture's corners are rounded.
struct BarrelKernel: PointDisplacementKernel {
  let channelFactors: SIMD3<Float>
  private let center: SIMD2<Float>
  /// Amount ÷ the square of the distance from the centre to a corner, in pixels.
  private let growth: Float
  /// Half of the canvas's size, in pixels.
  private let halfSize: SIMD2<Float>
  /// The radius of the rounded corners, in pixels. It grows with the amount up to an amount of 0.3.
  private let cornerRadius: Float

  init(_ barrel: Filter.Barrel, _ context: DisplacementContext) {
    channelFactors = context.channelFactors
    center = context.position(nil)
    halfSize = SIMD2(Float(context.canvas.widthPixels), Float(context.canvas.heightPixels)) * 0.5
    let value = context.value(barrel.amount)
    growth = value / (halfSize * halfSize).sum()
    cornerRadius = min(value, 0.3) * 0.4 * halfSize.min()
  }

  var changesLight: Bool { growth > 0 }

  @inline(__always)
  func displacement(_ x: Float8, _ y: Float8) -> (x: Float8, y: Float8) {
    let (dx, dy) = (x - center.x, y - center.y)
    let factor = (dx * dx + dy * dy) * growth
    return (dx * factor, dy * factor)
  }

  func light(_ row: TileRow, x: Int, y: Int) {
    let dy = Float8(repeating: Float(y) - center.y)
    var column = 0
    while column < row.width {
      let dx = Lanes.laneNumbers + (Float(x &+ column) - center.x)
      let factor = (dx * dx + dy * dy) * growth + 1
      // The distance of the source position from the picture's rounded outline, negative inside.
      let across = Lanes.abs(dx * factor) - (halfSize.x - cornerRadius)
      let down = Lanes.abs(dy * factor) - (halfSize.y - cornerRadius)
      let (right, below) = (Lanes.max(across, 0), Lanes.max(down, 0))
      let outside = Lanes.sqrt(right * right + below * below) + Lanes.min(Lanes.max(across, down), 0) - cornerRadius
      // The edge fades over 1 ÷ 0.7 = 1.4 pixels, about a pixel's diagonal.
      let coverage = Lanes.clamp(0.5 - outside * 0.7, 0, 1)
      for plane in 0..<4 {
        let pixel = row.plane(plane) + column
        Lanes.store(Lanes.load(pixel) * coverage, to: pixel)
      }
      column &+= 8
    }
  }
}
