import Colorimetry
import Lanes
import Model
import Raster

extension Filter.Kaleidoscope: DrawnDisplacement {
  func kernels(for canvas: Canvas, input: PixelRect) -> DisplacementKernels {
    DisplacementKernels { KaleidoscopeKernel(self, $0) }
  }
  func findingNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { 2 }
}

extension Filter.Mirror: DrawnDisplacement {
  func kernels(for canvas: Canvas, input: PixelRect) -> DisplacementKernels {
    DisplacementKernels { MirrorKernel(self, $0) }
  }
  func findingNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { 0.5 }
}

/// Mirrors that meet at a point: the angle around the point is folded into one half of a wedge.
struct KaleidoscopeKernel: PointDisplacementKernel {
  let channelFactors: SIMD3<Float>
  private let center: SIMD2<Float>
  /// The vector from the centre to the point of the picture that is shown at the centre.
  private let toSource: SIMD2<Float>
  private let segments: Float
  /// The angle of the mirrors, in turns.
  private let mirrorTurns: Float
  /// The angle at which the wedge is read from the picture, in turns.
  private let sourceTurns: Float
  private let inverseZoom: Float

  init(_ mirrors: Filter.Kaleidoscope, _ context: DisplacementContext) {
    channelFactors = context.channelFactors
    center = context.position(mirrors.center)
    toSource = mirrors.source.map { context.position($0) - context.position(mirrors.center) } ?? SIMD2()
    segments = Float(mirrors.segments)
    mirrorTurns = Float(mirrors.angle.value(at: context.clock) / 360)
    sourceTurns = mirrorTurns - Float(mirrors.rotation.value(at: context.clock) / 360)
    inverseZoom = 1 / max(context.value(mirrors.zoom), 0.01)
  }

  @inline(__always)
  func displacement(_ x: Float8, _ y: Float8) -> (x: Float8, y: Float8) {
    let (dx, dy) = (x - center.x, y - center.y)
    let radius = Lanes.sqrt(dx * dx + dy * dy) * inverseZoom
    // 0x1.45f306p-3 is 1 ÷ 2π: turns per radian.
    let angle = Lanes.atan2(y: dy, x: dx) * 0x1.45f306p-3 - mirrorTurns
    let folded = Lanes.abs(Lanes.fract(angle * segments) - 0.5) / segments
    let (sine, cosine) = Lanes.sincosTurns(folded + sourceTurns)
    return (radius * cosine - dx + toSource.x, radius * sine - dy + toSource.y)
  }
}

/// One mirror along a directed line: the right side of the line shows the reflection of its left side.
struct MirrorKernel: PointDisplacementKernel {
  let channelFactors: SIMD3<Float>
  private let center: SIMD2<Float>
  /// Unit vector to the right of the line.
  private let normal: SIMD2<Float>

  init(_ mirror: Filter.Mirror, _ context: DisplacementContext) {
    channelFactors = context.channelFactors
    center = context.position(mirror.center)
    let (sine, cosine) = Angles.sineAndCosine(degrees: mirror.angle.value(at: context.clock))
    normal = SIMD2(Float(-sine), Float(cosine))
  }

  var needsAveraging: Bool { false }

  @inline(__always)
  func displacement(_ x: Float8, _ y: Float8) -> (x: Float8, y: Float8) {
    // −2 × the distance to the right of the line; 0 to the left.
    let shift = Lanes.max((x - center.x) * normal.x + (y - center.y) * normal.y, 0) * -2
    return (shift * normal.x, shift * normal.y)
  }
}
