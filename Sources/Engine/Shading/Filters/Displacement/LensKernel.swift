import Colorimetry
import Lanes
import Model
import Raster

extension Filter.Lens: DrawnDisplacement {
  func kernels(for canvas: Canvas, input: PixelRect) -> DisplacementKernels {
    DisplacementKernels { LensKernel(self, $0) }
  }
  func findingNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { 0.5 }
}

/// A magnifying glass of radius R: at a distance r from its centre the picture is sampled at r ÷ zoom. With a falloff f the magnification
/// returns smoothly to 1 between (1 − f)·R and R, so that the edge is not seen. A rim lies on the edge, and a soft shadow outside of it.
struct LensKernel: PointDisplacementKernel {
  let channelFactors: SIMD3<Float>
  /// In frame pixels, with the centre of the first pixel at (0, 0).
  private let center: SIMD2<Float>
  private let radius: Float
  /// 1 − 1 ÷ zoom: at what fraction of the way from a pixel to the centre the pixel's source lies.
  private let pull: Float
  private let falloff: Float
  /// The rim's width in pixels.
  private let rim: Float
  /// Half of the distance from the edge at which the shadow ends, in pixels.
  private let shadow: Float
  /// The rim's premultiplied colour.
  private let color: SIMD4<Float>

  init(_ lens: Filter.Lens, _ context: DisplacementContext) {
    channelFactors = context.channelFactors
    center = context.position(lens.center)
    radius = max(context.pixels(lens.radius), 0)
    pull = 1 - 1 / max(context.value(lens.zoom), 0.01)
    rim = min(context.pixels(lens.rim), radius)
    // An edge that no rim hides is spread over two pixels, to avoid jagged steps.
    falloff = max(context.value(lens.falloff), rim < 1 ? min(2 / max(radius, 2), 1) : 0)
    shadow = context.pixels(lens.shadow)
    color = lens.color.value(at: context.clock).clampedTileValue(on: context.canvas)
  }

  /// False for a magnifying lens with a hard edge: at the edge the sources of neighbouring pixels lie far apart, but nothing shrinks.
  var needsAveraging: Bool { falloff > 0 || pull < 0 }
  var changesLight: Bool { radius > 0 && (rim > 0 || shadow > 0) }

  @inline(__always)
  func displacement(_ x: Float8, _ y: Float8) -> (x: Float8, y: Float8) {
    let (dx, dy) = (x - center.x, y - center.y)
    let distance = Lanes.sqrt(dx * dx + dy * dy)
    var factor = Float8(repeating: -pull)
    if falloff > 0 {
      // 0 where the falloff begins, 1 at the edge.
      let progress = (distance / max(radius, 1e-6) - (1 - falloff)) / falloff
      factor *= 1 - smoothStep(Lanes.clamp(progress, 0, 1))
    }
    factor = Lanes.select(distance .< radius, factor, Float8())
    return (dx * factor, dy * factor)
  }

  func light(_ row: TileRow, x: Int, y: Int) {
    let dy = Float(y) - center.y
    let reach = radius + 2 * shadow + 1
    if abs(dy) > reach { return }
    var column = 0
    while column < row.width {
      let dx = Lanes.laneNumbers + (Float(x &+ column) - center.x)
      let distance = Lanes.sqrt(dx * dx + dy * dy)
      if Lanes.anyAbove(reach - distance, 0) {
        let inside = Lanes.clamp(radius + 0.5 - distance, 0, 1)
        if shadow > 0 {
          // Darkest at the edge, gone at a distance of 2 · `shadow`; none under the glass.
          let near = Lanes.clamp(1 - (distance - radius) / (2 * shadow), 0, 1)
          composite(row, column, SIMD4(0, 0, 0, 1), near * near * 0.45 * (1 - inside))
        }
        if rim > 0 {
          let ring = inside * Lanes.clamp(distance - (radius - rim - 0.5), 0, 1)
          composite(row, column, color, ring)
        }
      }
      column &+= 8
    }
  }

  /// Composites a colour, times a share, over eight pixels.
  @inline(__always)
  private func composite(_ row: TileRow, _ column: Int, _ color: SIMD4<Float>, _ share: Float8) {
    let kept = 1 - share * color.w
    for index in 0..<4 {
      let pixel = row.plane(index) + column
      Lanes.store(Lanes.load(pixel) * kept + share * color[index], to: pixel)
    }
  }
}
